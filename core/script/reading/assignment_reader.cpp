#include "core/script/reading/assignment_reader.h"

#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/reading/buffer_accesses.h"
#include "core/script/reading/buffer_builder.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operators.h"
#include "core/script/reading/subscript_reader.h"
#include "core/script/reading/view_builder.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>

namespace tir::script {

void AssignmentReader::assign(const Statement& statement, std::vector<const Stmt*>& into)
{
    for (const Syntax* target : statement.targets)
        assignTo(*target, *statement.value, into, statement.span);
}

void AssignmentReader::assignTo(const Syntax& target, const Syntax& source, std::vector<const Stmt*>& into,
                                Span span)
{
    const bool isTuple = target.kind == SyntaxKind::Tuple || target.kind == SyntaxKind::List;
    if (isTuple && source.kind == SyntaxKind::Tuple && source.items.size() == target.items.size()) {
        for (size_t i = 0; i < target.items.size(); ++i)
            assignTo(*target.items[i], *source.items[i], into, span);
        return;
    }
    const std::array<const Syntax*, 1> single{&target};
    const Value value =
        source.kind == SyntaxKind::Call
            ? m_calls.evaluateCall(source, isTuple ? target.items
                                                   : m_arena.copy(std::span<const Syntax* const>(single)))
            : m_expressions.evaluate(source);
    assignValue(target, value, source, into, span);
}

void AssignmentReader::assignValue(const Syntax& target, const Value& value, const Syntax& source,
                                   std::vector<const Stmt*>& into, Span span)
{
    switch (target.kind) {
    case SyntaxKind::Name:
        return assignName(target, value, source, into, span);
    case SyntaxKind::Subscript:
        return store(target, value, source.span, into, span);
    case SyntaxKind::Tuple:
    case SyntaxKind::List:
        break;
    default:
        fail(target.span, "bad-target", "cannot assign to this");
        return;
    }
    if (value.is(Value::Kind::Error))
        return m_names.define(target, value);
    const std::span<const Value> items = m_values.toSequence(value);
    const auto starred = std::ranges::find(target.items, SyntaxKind::Starred, &Syntax::kind);
    if (starred == target.items.end() ? items.size() != target.items.size()
                                      : items.size() + 1 < target.items.size()) {
        fail(target.span, "wrong-count",
             std::to_string(target.items.size()) + " names for " + std::to_string(items.size()) + " values");
        return m_names.define(target, {});
    }
    size_t next = 0;
    for (const Syntax* item : target.items) {
        if (item->kind != SyntaxKind::Starred) {
            assignValue(*item, items[next++], source, into, span);
            continue;
        }
        const size_t count = items.size() + 1 - target.items.size();
        m_names.define(*item->base, Value::ofSequence(items.subspan(next, count)));
        next += count;
    }
}

void AssignmentReader::newScalar(const Syntax& target, DType type, const Value* value, Span valueSpan,
                                 std::vector<const Stmt*>& into, Span span)
{
    const Buffer* buffer = m_buffers.makeScalar(target.text, type, "local");
    into.push_back(made(m_arena.make<AllocBuffer>(buffer), span));
    if (value)
        if (const Stmt* stmt =
                m_accesses.storeTo(buffer, {int32(m_arena, 0)}, *value, valueSpan, nullptr, span))
            into.push_back(stmt);
    m_names.define(target, Value::ofNode(Value::Kind::Buffer, buffer));
}

void AssignmentReader::assignName(const Syntax& target, const Value& value, const Syntax& source,
                                  std::vector<const Stmt*>& into, Span span)
{
    const NameTable::Binding* known = m_names.find(target.text);
    const Buffer* knownScalar =
        known && known->value.is(Value::Kind::Buffer) ? known->value.buffer() : nullptr;
    const bool isCopy = source.kind == SyntaxKind::Name && value.is(Value::Kind::Buffer) &&
                        isScalarBuffer(value.buffer()) && value.buffer()->layout;
    const bool isElement = value.isNumber() || isCopy || (value.expr() && !as<Var>(value.expr())) ||
                           (as<Var>(value.expr()) && source.kind == SyntaxKind::Name);
    switch (value.kind) {
    case Value::Kind::Error:
        // The failed statement would have defined the name.
        if (!known || known->level != m_names.level())
            m_names.define(target, value);
        return;
    case Value::Kind::String:
        fail(source.span, "untyped-string", "a string has no scalar type; 'x: T.let = \"...\"' binds it");
        return m_names.define(target, {});
    default:
        break;
    }
    if (isElement && isScalarBuffer(knownScalar)) {
        made(knownScalar, target.span);
        if (const Stmt* stmt = m_accesses.storeTo(knownScalar, {intImm(m_arena, indexDType(*knownScalar), 0)},
                                                  value, source.span, nullptr, span))
            into.push_back(stmt);
        return;
    }
    // Printed for a second binding of the same variable.
    const auto* bound = known && known->value.is(Value::Kind::Expr) ? as<Var>(known->value.expr()) : nullptr;
    if (isElement && bound && (m_variables.bound.contains(bound) || m_variables.declared.contains(bound))) {
        const Expr* again = m_values.toExprOf(value, bound->dtype, source.span);
        if (!again)
            return;
        remark(target.span, "bound-twice", quoted(target.text) + " is bound a second time");
        made(bound, target.span);
        into.push_back(made(m_arena.make<Bind>(bound, again), span));
        return;
    }
    if (const auto* region = as<BufferRegion>(value.node); region && value.is(Value::Kind::Node)) {
        if (const Buffer* slice = m_views.sliceOf(region->buffer, *region, target.text)) {
            into.push_back(made(m_arena.make<DeclBuffer>(slice), span));
            return m_names.define(target, Value::ofNode(Value::Kind::Buffer, slice));
        }
        return m_names.define(target, value);
    }
    const bool isAlias = as<Var>(value.expr()) || (!isElement && !value.isNumber());
    if (isAlias)
        return m_names.define(target, value);
    const Expr* typed = value.isNumber() ? m_values.toExpr(value, source.span)
                        : isCopy         ? nullptr
                                         : value.expr();
    newScalar(target, isCopy ? value.buffer()->dtype : typed->dtype, &value, source.span, into, span);
}

void AssignmentReader::store(const Syntax& target, const Value& value, Span valueSpan,
                             std::vector<const Stmt*>& into, Span span)
{
    const Value base = m_expressions.evaluate(*target.base);
    const Buffer* buffer = base.buffer();
    if (!buffer) {
        if (!base.is(Value::Kind::Error))
            fail(target.base->span, "not-a-buffer",
                 "found " + std::string(describe(base.kind)) + ", expected a buffer to store into");
        return;
    }
    made(buffer, target.base->span);
    std::vector<const Expr*> indices;
    if (!m_subscripts.elementIndices(buffer, target.items, target.span, indices) ||
        value.is(Value::Kind::Error))
        return;
    if (const Stmt* stmt = m_accesses.storeTo(buffer, indices, value, valueSpan, nullptr, span))
        into.push_back(stmt);
}

void AssignmentReader::augmentedAssign(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    const Value current = m_expressions.evaluate(target);
    const Value operand = m_expressions.evaluate(*statement.value);
    const Value value = m_operators.binaryOperator(statement.op, current, operand, target.span,
                                                   statement.value->span, statement.span);
    assignValue(target, value, *statement.value, into, statement.span);
}

void AssignmentReader::annotated(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    const Syntax& annotation = *statement.annotation;
    if (target.kind != SyntaxKind::Name) {
        fail(target.span, "bad-target", "only a name can be annotated");
        return;
    }
    const bool isSubscript = annotation.kind == SyntaxKind::Subscript;
    const std::optional<std::string_view> path =
        m_names.builtinPath(isSubscript ? *annotation.base : annotation);
    if (path == "let")
        return letBinding(statement, isSubscript && !annotation.items.empty() ? annotation.items[0] : nullptr,
                          into);
    const Value wanted = m_expressions.evaluate(isSubscript ? *annotation.base : annotation);
    const Type* type = m_values.typeFrom(wanted, annotation.span);
    if (!type)
        return m_names.define(target, {});
    const DType dtype = runtimeDType(type);
    if (m_legacy.isOld() && statement.value && !isSubscript) {
        note(
            annotation.span, "old-meaning",
            quoted(std::string(target.text) + ": T." + toString(dtype) + " = ...") +
                " bound a value before the rename and makes a mutable scalar today; the binding is written " +
                quoted(std::string(target.text) + ": T.let[T." + toString(dtype) + "] = ..."));
        return letBinding(statement, &annotation, into);
    }
    if (isSubscript) {
        std::vector<const Expr*> shape;
        for (const Syntax* item : annotation.items)
            shape.push_back(m_expressions.expression(*item));
        if (std::ranges::find(shape, nullptr) != shape.end())
            return m_names.define(target, {});
        const Var* data = m_arena.make<Var>(m_arena.intern(std::string(target.text) + "_ptr"),
                                            pointerType(m_arena, dtype, "local"));
        const ExprList extents = m_arena.copy(shape);
        auto* buffer = m_arena.make<Buffer>(data, dtype, extents, intImm(m_arena, extents[0]->dtype, 0),
                                            m_arena.intern(target.text));
        buffer->layout =
            m_scopes.function && m_scopes.function->isSTir ? nullptr : defaultLayout(m_arena, extents);
        if (const std::string why = whyImpossible(*buffer); !why.empty())
            fail(annotation.span, "bad-buffer", why);
        into.push_back(made(m_arena.make<AllocBuffer>(buffer), statement.span));
        return m_names.define(target, Value::ofNode(Value::Kind::Buffer, buffer));
    }
    if (dtype.isVoid()) {
        fail(annotation.span, "not-a-type", "a scalar cannot be of type void");
        return m_names.define(target, {});
    }
    if (!statement.value)
        return newScalar(target, dtype, nullptr, {}, into, statement.span);
    const Value value = m_expressions.evaluate(*statement.value);
    newScalar(target, dtype, value.is(Value::Kind::Error) ? nullptr : &value, statement.value->span, into,
              statement.span);
}

/// `x: T.let[T.int32] = e`.
void AssignmentReader::letBinding(const Statement& statement, const Syntax* typeSyntax,
                                  std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    if (!statement.value) {
        fail(statement.span, "missing-value", "'T.let' binds nothing: a value is missing");
        return m_names.define(target, {});
    }
    const Type* type =
        typeSyntax ? m_values.typeFrom(m_expressions.evaluate(*typeSyntax), typeSyntax->span) : nullptr;
    const Value given = m_expressions.evaluate(*statement.value);
    const Span valueSpan = statement.value->span;
    const Expr* value =
        type ? m_values.toExprOf(given, runtimeDType(type), valueSpan) : m_values.toExpr(given, valueSpan);
    if (!value || (typeSyntax && !type))
        return m_names.define(target, {});
    if (!type)
        type = m_values.typeOf(value);
    value = m_values.withType(value, runtimeDType(type), valueSpan);
    if (runtimeDType(type) != value->dtype) {
        fail(valueSpan, "type-mismatch",
             quoted(target.text) + " has type " + toString(runtimeDType(type)) + ", its value has type " +
                 toString(value->dtype));
        return m_names.define(target, {});
    }
    const Var* var = m_arena.make<Var>(m_arena.intern(target.text), type);
    m_variables.bound.insert(var);
    into.push_back(made(m_arena.make<Bind>(var, value), statement.span));
    m_names.define(target, Value::ofExpr(var));
}

} // namespace tir::script
