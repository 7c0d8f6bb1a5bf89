/// Statements and prologue lines that bring buffers into being.

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

namespace tir::script {
namespace {

bool readsBuffer(const Expr* expr, const Buffer* buffer)
{
    return contains(*expr, [buffer](const Node& node) { return &node == buffer; });
}

} // namespace

void DeclarationPrinter::useVar(const Var* var)
{
    if (!isDefined(var))
        declareVar(var);
    name(var);
}

void DeclarationPrinter::useBuffer(const Buffer* buffer)
{
    if (!isDefined(buffer))
        declareBuffer(buffer);
    name(buffer);
}

void DeclarationPrinter::bufferObject(const Buffer* buffer)
{
    const At at(*this, buffer);
    useBuffer(buffer);
    if (isAllocScalar(*buffer))
        plain(".buffer");
}

void DeclarationPrinter::declareVar(const Var* var)
{
    Frame& place = frameFor(var);
    m_names.define(place, var, var->name);
    if (m_context.isFragment)
        return;
    insertLine(place, [&] {
        name(var);
        plain(" = ");
        // The variable of a launch that is used before the launch: a plain one would lose the thread axis.
        const IterVar* axis = m_context.uses ? m_context.uses->launchAxisOf(var) : nullptr;
        if (axis)
            envThread(*axis, nullptr);
        else
            m_values.variableCreator(var);
    });
}

void DeclarationPrinter::declareBuffer(const Buffer* buffer)
{
    Frame& place = frameFor(buffer);
    if (m_context.isFragment) {
        m_names.define(place, buffer, buffer->name);
        return;
    }
    const BufferCall call{.createsData = true, .frame = &place};
    m_names.define(place, buffer, buffer->name);
    prepareFields(*buffer, call);
    insertLine(place, [&] {
        name(buffer);
        plain(" = ");
        builtin("Buffer");
        bufferArguments(*buffer, call, false);
    });
}

void DeclarationPrinter::envThread(const IterVar& axis, const AttrStmt* kept)
{
    builtin("env_thread");
    plain("(");
    string(axis.threadTag);
    if (kept)
        m_values.unknownArguments(kept->node.entries(), "env");
    plain(")");
}

void DeclarationPrinter::matchBuffer(const Buffer& buffer, const Node* param)
{
    frame().statementStart = position();
    const At at(*this, &buffer);
    define(&buffer, buffer.name);
    const BufferCall call{.createsData = true, .frame = &frame()};
    prepareFields(buffer, call);
    line([&] {
        name(&buffer);
        plain(" = ");
        builtin("match_buffer");
        plain("(");
        name(param);
        bufferArguments(buffer, call, true);
    });
}

void DeclarationPrinter::allocBuffer(const AllocBuffer& alloc, const Stmt* next, bool& isFused)
{
    const Buffer& buffer = *alloc.buffer;
    const At atBuffer(*this, &buffer);
    define(&buffer, buffer.name);
    BufferCall call{.createsData = true, .frame = &frame()};
    prepareFields(buffer, call);
    const Spelling* data = m_names.find(buffer.data);
    const bool ownsData = data && data->owner == &buffer;
    if (ownsData && isAllocScalar(buffer) && m_context.options.syntaxSugar && alloc.annotations.empty()) {
        if (!buffer.kept.empty()) {
            line([&] { scalarCall(buffer); });
            return;
        }
        const auto* store = as<BufferStore>(next);
        isFused = store && store->buffer == &buffer && !store->predicate && store->indices.size() == 1 &&
                  isConstInt(store->indices[0], 0) && !readsBuffer(store->value, &buffer);
        beginLine();
        name(&buffer);
        plain(": ");
        m_values.dtype(buffer.dtype);
        if (isFused) {
            plain(" = ");
            leave(); // the store is a separate statement after the allocation
            leave();
            {
                const At atStore(*this, store);
                m_expressions.expr(store->value);
            }
            enter(&alloc);
            enter(&buffer);
        }
        endLine();
        return;
    }
    const std::string_view scope = buffer.scopeText();
    call.isScopeInName = scope == "shared" || scope == "local";
    line([&] {
        name(&buffer);
        plain(" = ");
        builtin(call.isScopeInName ? "alloc_" + std::string(scope) : "alloc_buffer");
        bufferArguments(buffer, call, false);
        if (!alloc.annotations.empty()) {
            m_out.reopen();
            m_values.annotationArguments(alloc.annotations);
            plain(")");
        }
    });
}

/// `x: T.int32` has no syntax for unknown arguments.
void DeclarationPrinter::scalarCall(const Buffer& buffer)
{
    const std::string_view scope = buffer.scopeText();
    const bool isScopeInName = scope == "shared" || scope == "local";
    name(&buffer);
    plain(" = ");
    builtin(isScopeInName ? std::string(scope) + "_scalar" : "alloc_scalar");
    plain("(");
    m_values.dtypeText(buffer.dtype);
    if (!isScopeInName && !scope.empty() && scope != "global") {
        plain(", ");
        string(scope);
    }
    m_values.unknownArguments(buffer.kept);
    plain(")");
}

void DeclarationPrinter::declBuffer(const DeclBuffer& decl)
{
    const Buffer& buffer = *decl.buffer;
    const At atBuffer(*this, &buffer);
    if (m_context.options.syntaxSugar && buffer.kept.empty()) {
        const std::vector<const Buffer*> parents = m_names.buffersOn(buffer.data);
        // TVM's order is that of a hash table; ours is the most recent first.
        for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent)
            if (*parent != &buffer && declByParent(**parent, buffer))
                return;
    }
    define(&buffer, buffer.name);
    const BufferCall call{.createsData = false, .frame = &frame()};
    prepareFields(buffer, call);
    line([&] {
        name(&buffer);
        plain(" = ");
        if (isScalar(buffer) && m_context.options.syntaxSugar) {
            builtin("decl_scalar");
            plain("(");
            m_values.dtypeText(buffer.dtype);
            plain(", data=");
            m_expressions.expr(buffer.data);
            plain(", elem_offset=");
            m_expressions.expr(buffer.elemOffset);
            plain(", scope=");
            string(buffer.scopeText().empty() ? "global" : buffer.scopeText());
            m_values.unknownArguments(buffer.kept);
            plain(")");
            return;
        }
        builtin("decl_buffer");
        bufferArguments(buffer, call, false);
    });
}

} // namespace tir::script
