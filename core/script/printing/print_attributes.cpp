/// Attributes, hints and launches: statements around a body, on a separate line or after `with`.

#include "core/ir/tile_names.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

namespace tir::script {
namespace {

bool isDictAttr(const AttrStmt& attr)
{
    int64_t node = -1;
    if (attr.node.kind() == AttrValue::Kind::Node) {
        const auto* constant = as<IntImm>(attr.node.node());
        return constant && constant->value == 0 && constant->dtype == Int32;
    }
    return attr.node.kind() == AttrValue::Kind::Int && attr.node.toInt(node) && node == 0;
}

/// The attribute with unknown arguments of the last one is printed with it.
std::vector<const AttrStmt*> withKept(std::vector<const AttrStmt*> nest)
{
    if (const AttrStmt* kept = unknownFrame(nest.back()->body))
        nest.push_back(kept);
    return nest;
}

} // namespace

template <class Print>
void StatementPrinter::withBody(const std::vector<const AttrStmt*>& nest, bool isOnly, Print&& print,
                                const Var* bound)
{
    const Stmt& body = *nest.back()->body;
    // The header is printed while the frame around it is open; the variable it binds belongs to the body's.
    const PrintSink header = printed(print);
    beginLine();
    const std::string indent = frame().indent;
    m_names.open(&body, isOnly ? indent : indent + "    ");
    const auto variable = [&] {
        const At at(*this, bound);
        define(bound, bound->name);
        name(bound);
    };
    if (isOnly) {
        if (bound) {
            variable();
            plain(" = ");
        }
        append(header);
    } else {
        keyword("with ");
        append(header);
        if (bound) {
            keyword(" as ");
            variable();
        }
        plain(":");
    }
    endLine();
    for (size_t i = 1; i < nest.size(); ++i)
        enter(nest[i]);
    statements(body);
    for (size_t i = 1; i < nest.size(); ++i)
        leave();
    m_names.close();
}

void StatementPrinter::attribute(const AttrStmt& attr, bool isOnly)
{
    const bool isLaunch = attr.key == attr::ThreadExtent || attr.key == attr::VirtualThread;
    const IterVar* axis = isLaunch ? attr.iterVar() : nullptr;
    if (axis && axis->kept.empty() && (!axis->dom || axis->dom->kept.empty())) {
        launch(attr, isOnly);
    } else if (const BufferStore* store = storeWithKept(attr)) {
        unknownStore(attr, *store);
    } else if (attr.key == attr::Hint && attr.node.kind() == AttrValue::Kind::Dict) {
        withBody({&attr}, isOnly, [&] { hint(attr.node.entries()); });
    } else if (isDictAttr(attr)) {
        attributeDict(attr, isOnly);
    } else {
        withBody(withKept({&attr}), isOnly, [&] {
            builtin("attr");
            plain("(");
            m_values.value(attr.node);
            plain(", ");
            string(attr.key);
            plain(", ");
            m_expressions.expr(attr.value);
            m_values.unknownArguments(unknownFrame(attr.body));
            plain(")");
        });
    }
}

/// A store with unknown arguments.
void StatementPrinter::unknownStore(const AttrStmt& attr, const BufferStore& store)
{
    m_names.open(attr.body, frame().indent); // a separate scope in the analysis of uses
    const At at(*this, &store);
    const Dict kept = attr.node.entries();
    if (keepsFor(kept, "vstore")) {
        this->store(store, kept);
    } else {
        beginLine();
        builtin("buffer_store");
        plain("(");
        m_declarations.bufferObject(store.buffer);
        plain(", ");
        m_expressions.expr(store.value);
        plain(", ");
        m_expressions.list(store.indices);
        if (store.predicate) {
            plain(", predicate=");
            m_expressions.expr(store.predicate);
        }
        m_values.unknownArguments(kept);
        plain(")");
        endLine();
    }
    m_names.close();
}

void StatementPrinter::launch(const AttrStmt& attr, bool isOnly)
{
    const IterVar& axis = *attr.iterVar();
    const Var* var = axis.var;
    const bool isInside = m_context.uses->isInside(m_context.uses->scopeOf(var), attr.body);
    const AttrStmt* kept = unknownFrame(attr.body);
    const bool keepsEnv = kept && keepsFor(kept->node.entries(), "env");
    const bool binds = !isDefined(var) && isInside && !keepsEnv;
    if (!binds && !isDefined(var)) {
        Frame& place = frameFor(var);
        m_names.define(place, var, var->name);
        insertLine(place, [&] {
            name(var);
            plain(" = ");
            m_declarations.envThread(axis, keepsEnv ? kept : nullptr);
        });
    }
    const auto header = [&] {
        builtin("launch_thread");
        plain("(");
        if (binds)
            string(axis.threadTag);
        else
            name(var);
        plain(", ");
        m_expressions.expr(attr.value);
        m_values.unknownArguments(kept);
        plain(")");
    };
    withBody(withKept({&attr}), isOnly, header, binds ? var : nullptr);
}

void StatementPrinter::attributeDict(const AttrStmt& attr, bool isOnly)
{
    std::vector<const AttrStmt*> nest{&attr};
    for (const auto* inner = as<AttrStmt>(attr.body); inner && isDictAttr(*inner);
         inner = as<AttrStmt>(inner->body))
        nest.push_back(inner);
    const auto header = [&] {
        builtin("attr");
        plain("({");
        for (size_t i = 0; i < nest.size(); ++i) {
            if (i > 0)
                enter(nest[i]);
            separator(i);
            string(nest[i]->key);
            plain(": ");
            m_expressions.expr(nest[i]->value);
        }
        for (size_t i = 1; i < nest.size(); ++i)
            leave();
        plain("}");
        m_values.unknownArguments(unknownFrame(nest.back()->body));
        plain(")");
    };
    withBody(withKept(nest), isOnly, header);
}

} // namespace tir::script
