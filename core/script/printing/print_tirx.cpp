/// Execution scopes, tile primitives and hints.

#include "core/ir/structural_equal.h"
#include "core/ir/tile_names.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isSameRegion(const AttrValue& a, const AttrValue& b)
{
    if (a.kind() != AttrValue::Kind::Node || b.kind() != AttrValue::Kind::Node)
        return false;
    const auto* left = as<BufferRegion>(a.node());
    const auto* right = as<BufferRegion>(b.node());
    return left && right && left->buffer == right->buffer &&
           (left == right || structuralEqual(*left, *right));
}

/// Without arguments that the text omits: trailing None, and the source of an in-place operation.
std::span<const AttrValue> printedArguments(std::span<const AttrValue> args)
{
    while (!args.empty() && args.back().isNone())
        args = args.first(args.size() - 1);
    return args.size() == 2 && isSameRegion(args[0], args[1]) ? args.first(1) : args;
}

bool isComposition(const TilePrimitiveCall& call)
{
    return call.op->is(OpId::compose_op) && !call.args.empty() &&
           std::ranges::all_of(call.args,
                               [](const AttrValue& member) { return as<TilePrimitiveCall>(member.node()); });
}

} // namespace

void StatementPrinter::execScope(const ExecScopeStmt& scope, const Expr* condition)
{
    const AttrStmt* kept = unknownFrame(scope.body);
    line([&] {
        keyword("with ");
        builtin(toString(scope.scope));
        plain("(");
        if (condition)
            m_expressions.expr(condition);
        m_values.unknownArguments(kept, condition == nullptr);
        plain("):");
    });
    if (condition)
        enter(&scope);
    m_names.open(&scope, frame().indent + "    ");
    for (size_t i = 0; i < scope.scopeIds.size(); ++i) {
        frame().statementStart = position();
        const At at(*this, scope.scopeIds[i]);
        scopeIds(*scope.scopeIds[i], kept ? Dict(kept->node.entries()) : Dict(), "id" + std::to_string(i));
    }
    if (kept)
        enter(kept);
    statements(kept ? *kept->body : *scope.body);
    if (kept)
        leave();
    m_names.close();
    if (condition)
        leave();
}

/// `bx, by = T.cta_id([8, 8])`
void StatementPrinter::scopeIds(const ScopeIdDef& definition, Dict kept, std::string_view place)
{
    line([&] {
        for (size_t i = 0; i < definition.defIds.size(); ++i) {
            separator(i);
            const At at(*this, definition.defIds[i]);
            define(definition.defIds[i], definition.defIds[i]->name);
            name(definition.defIds[i]);
        }
        plain(" = ");
        builtin(toString(definition.binding));
        plain("(");
        const bool hasArguments = definition.binding != ScopeBinding::ClusterCtaPair;
        if (hasArguments && definition.extents)
            m_expressions.list(*definition.extents);
        if (hasArguments && definition.preferredExtents) {
            plain(definition.extents ? ", preferred=" : "preferred=");
            m_expressions.list(*definition.preferredExtents);
        }
        m_values.unknownArguments(kept, place,
                                  !(hasArguments && (definition.extents || definition.preferredExtents)));
        plain(")");
    });
}

void StatementPrinter::tileCall(const TilePrimitiveCall& call)
{
    if (isComposition(call)) {
        line([&] {
            keyword("with ");
            tileCallee(call, {});
            plain(":");
        });
        m_names.open(&call, frame().indent + "    ");
        bool isFused = false;
        for (const AttrValue& member : call.args)
            statement(static_cast<const Stmt&>(*member.node()), nullptr, false, isFused);
        m_names.close();
        return;
    }
    line([&] { tileCallee(call, printedArguments(call.args)); });
}

void StatementPrinter::tileCallee(const TilePrimitiveCall& call, std::span<const AttrValue> args)
{
    const bool isKnown = isTilePrimitive(call.op->name);
    size_t count = 0;
    const auto key = [&](std::string_view word) {
        separator(count++);
        plain(word);
        plain("=");
    };
    builtin(isKnown ? call.op->printedName : call.op->name);
    plain("(");
    for (const AttrValue& arg : args) {
        separator(count++);
        m_values.value(arg);
    }
    if (!call.workspace.empty()) {
        key("workspace");
        m_values.dict(call.workspace);
    }
    if (call.dispatch) {
        key("dispatch");
        string(*call.dispatch);
    }
    const bool hasWords = std::ranges::all_of(
        call.config, [](const DictEntry& entry) { return entry.key.kind() == AttrValue::Kind::String; });
    if (call.config.empty()) {
        plain(")");
        return;
    }
    if (!hasWords) {
        key("config");
        m_values.dict(call.config);
    } else {
        for (const DictEntry& entry : call.config) {
            key(entry.key.text());
            m_values.value(entry.value);
        }
    }
    plain(")");
}

/// `T.hint("message", key=value)`
void StatementPrinter::hint(Dict entries)
{
    builtin("hint");
    plain("(");
    size_t count = 0;
    if (const AttrValue* message = find(entries, "message")) {
        separator(count++);
        m_values.value(*message);
    }
    for (const DictEntry& entry : entries) {
        if (entry.key.text() == "message")
            continue;
        separator(count++);
        plain(entry.key.text());
        plain("=");
        m_values.value(entry.value);
    }
    plain(")");
}

} // namespace tir::script
