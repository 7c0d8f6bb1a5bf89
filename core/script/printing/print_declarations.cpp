/// Statements and prologue lines that bring buffers into being.

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/printing/script_printer.h"

namespace tir::script {
namespace {

bool readsBuffer(const Expr* expr, const Buffer* buffer)
{
    return contains(*expr, [buffer](const Node& node) { return &node == buffer; });
}

} // namespace

void ScriptPrinter::matchBuffer(const Buffer& buffer, const Node* param)
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

void ScriptPrinter::allocBuffer(const AllocBuffer& alloc, const Stmt* next, bool& isFused)
{
    const Buffer& buffer = *alloc.buffer;
    const At atBuffer(*this, &buffer);
    define(&buffer, buffer.name);
    BufferCall call{.createsData = true, .frame = &frame()};
    prepareFields(buffer, call);
    const Spelling* data = m_names.find(buffer.data);
    const bool ownsData = data && data->owner == &buffer;
    if (ownsData && isAllocScalar(buffer) && m_options.syntaxSugar && alloc.annotations.empty()) {
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
        dtype(buffer.dtype);
        if (isFused) {
            plain(" = ");
            leave(); // the store is a separate statement after the allocation
            leave();
            {
                const At atStore(*this, store);
                expr(store->value);
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
            reopen();
            annotationArguments(alloc.annotations);
            plain(")");
        }
    });
}

/// `x: T.int32` has no syntax for unknown arguments.
void ScriptPrinter::scalarCall(const Buffer& buffer)
{
    const std::string_view scope = buffer.scopeText();
    const bool isScopeInName = scope == "shared" || scope == "local";
    name(&buffer);
    plain(" = ");
    builtin(isScopeInName ? std::string(scope) + "_scalar" : "alloc_scalar");
    plain("(");
    dtypeText(buffer.dtype);
    if (!isScopeInName && !scope.empty() && scope != "global") {
        plain(", ");
        string(scope);
    }
    unknownArguments(buffer.kept);
    plain(")");
}

void ScriptPrinter::declBuffer(const DeclBuffer& decl)
{
    const Buffer& buffer = *decl.buffer;
    const At atBuffer(*this, &buffer);
    if (m_options.syntaxSugar && buffer.kept.empty()) {
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
        if (isScalar(buffer) && m_options.syntaxSugar) {
            builtin("decl_scalar");
            plain("(");
            dtypeText(buffer.dtype);
            plain(", data=");
            expr(buffer.data);
            plain(", elem_offset=");
            expr(buffer.elemOffset);
            plain(", scope=");
            string(buffer.scopeText().empty() ? "global" : buffer.scopeText());
            unknownArguments(buffer.kept);
            plain(")");
            return;
        }
        builtin("decl_buffer");
        bufferArguments(buffer, call, false);
    });
}

} // namespace tir::script
