/// Assignments: names for what calls make, bindings, scalars, stores. (tvmscript.md 12.1)

#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

bool isOneElement(const Buffer* buffer)
{
    return buffer && buffer->shape.size() == 1 && isConstInt(buffer->shape[0], 1);
}

} // namespace

void Evaluator::define(const Syntax& target, const Value& value)
{
    if (target.kind == SyntaxKind::Name) {
        m_names.define(target.text, value, target.span);
        if (value.node && !value.is(Value::Kind::Function))
            made(value.node, target.span);
        return;
    }
    if (target.kind == SyntaxKind::Tuple || target.kind == SyntaxKind::List)
        for (const Syntax* item : target.items)
            define(*item, {});
}

void Evaluator::assign(const Statement& statement, std::vector<const Stmt*>& into)
{
    for (const Syntax* target : statement.targets)
        assignTo(*target, *statement.value, into, statement.span);
}

void Evaluator::assignTo(const Syntax& target, const Syntax& source, std::vector<const Stmt*>& into,
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
            ? evaluateCall(source,
                           isTuple ? target.items : m_arena.copy(std::span<const Syntax* const>(single)))
            : evaluate(source);
    assignValue(target, value, source, into, span);
}

void Evaluator::assignValue(const Syntax& target, const Value& value, const Syntax& source,
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
        return define(target, value);
    const std::span<const Value> items = toSequence(value);
    const auto starred = std::ranges::find(target.items, SyntaxKind::Starred, &Syntax::kind);
    if (starred == target.items.end() ? items.size() != target.items.size()
                                      : items.size() + 1 < target.items.size()) {
        fail(target.span, "wrong-count",
             std::to_string(target.items.size()) + " names for " + std::to_string(items.size()) + " values");
        return define(target, {});
    }
    size_t next = 0;
    for (const Syntax* item : target.items) {
        if (item->kind != SyntaxKind::Starred) {
            assignValue(*item, items[next++], source, into, span);
            continue;
        }
        const size_t count = items.size() + 1 - target.items.size();
        define(*item->base, Value::ofSequence(items.subspan(next, count)));
        next += count;
    }
}

void Evaluator::newScalar(const Syntax& target, DType type, const Value* value, Span valueSpan,
                          std::vector<const Stmt*>& into, Span span)
{
    const Buffer* buffer = makeScalar(target.text, type, "local");
    into.push_back(made(m_arena.make<AllocBuffer>(buffer), span));
    if (value)
        if (const Stmt* stmt = storeTo(buffer, {int32(m_arena, 0)}, *value, valueSpan, nullptr, span))
            into.push_back(stmt);
    define(target, Value::ofNode(Value::Kind::Buffer, buffer));
}

void Evaluator::assignName(const Syntax& target, const Value& value, const Syntax& source,
                           std::vector<const Stmt*>& into, Span span)
{
    const NameTable::Binding* known = m_names.find(target.text);
    const Buffer* knownScalar =
        known && known->value.is(Value::Kind::Buffer) ? known->value.buffer() : nullptr;
    const bool isCopy = source.kind == SyntaxKind::Name && value.is(Value::Kind::Buffer) &&
                        isOneElement(value.buffer()) && value.buffer()->layout;
    const bool isElement = value.isNumber() || isCopy || (value.expr() && !as<Var>(value.expr())) ||
                           (as<Var>(value.expr()) && source.kind == SyntaxKind::Name);
    switch (value.kind) {
    case Value::Kind::Error:
        // The name would have been what the statement failed to make.
        if (!known || known->level != m_names.level())
            define(target, value);
        return;
    case Value::Kind::String:
        fail(source.span, "untyped-string", "a string has no scalar type; 'x: T.let = \"...\"' binds it");
        return define(target, {});
    default:
        break;
    }
    if (isElement && isOneElement(knownScalar)) {
        made(knownScalar, target.span);
        if (const Stmt* stmt = storeTo(knownScalar, {intImm(m_arena, indexDType(*knownScalar), 0)}, value,
                                       source.span, nullptr, span))
            into.push_back(stmt);
        return;
    }
    // Printed for a second binding of the same variable.
    const auto* bound = known && known->value.is(Value::Kind::Expr) ? as<Var>(known->value.expr()) : nullptr;
    if (isElement && bound && (m_bound.contains(bound) || m_declared.contains(bound))) {
        const Expr* again = toExprOf(value, bound->dtype, source.span);
        if (!again)
            return;
        remark(target.span, "bound-twice", "'" + std::string(target.text) + "' is bound a second time");
        made(bound, target.span);
        into.push_back(made(m_arena.make<Bind>(bound, again), span));
        return;
    }
    if (const auto* region = as<BufferRegion>(value.node); region && value.is(Value::Kind::Node)) {
        if (const Buffer* slice = sliceOf(region->buffer, *region, target.text)) {
            into.push_back(made(m_arena.make<DeclBuffer>(slice), span));
            return define(target, Value::ofNode(Value::Kind::Buffer, slice));
        }
        return define(target, value);
    }
    const bool isAlias = as<Var>(value.expr()) || (!isElement && !value.isNumber());
    if (isAlias)
        return define(target, value);
    const Expr* typed = value.isNumber() ? toExpr(value, source.span) : isCopy ? nullptr : value.expr();
    newScalar(target, isCopy ? value.buffer()->dtype : typed->dtype, &value, source.span, into, span);
}

std::nullptr_t Evaluator::mismatchedStore(const Buffer* buffer, DType found, DType expected, Span span)
{
    fail(span, "type-mismatch",
         "a value of type " + toString(found) + " is stored where " + toString(expected) + " is expected");
    noteDeclaration(buffer);
    return nullptr;
}

const Stmt* Evaluator::storeTo(const Buffer* buffer, const std::vector<const Expr*>& indices,
                               const Value& value, Span valueSpan, const Expr* predicate, Span span)
{
    DType type = buffer->dtype;
    if (!indices.empty() && !indices.back()->dtype.isScalar())
        type = type.withLanes(type.lanes * indices.back()->dtype.lanes);
    const Expr* stored = toExprOf(value, type.isScalar() ? type : type.element(), valueSpan);
    if (!stored)
        return nullptr;
    stored = withType(stored, type, valueSpan);
    if (stored->dtype.isVoid() || stored->dtype.lanes != type.lanes)
        return mismatchedStore(buffer, stored->dtype, type, valueSpan);
    if (stored->dtype != type && !(stored->dtype.isHandle() && type.isHandle())) {
        if (stored->dtype.isHandle() || type.isHandle())
            return mismatchedStore(buffer, stored->dtype, type, valueSpan);
        stored = made(cast(m_arena, type, stored), valueSpan);
    }
    return made(m_arena.make<BufferStore>(buffer, stored, m_arena.copy(indices), predicate), span);
}

void Evaluator::store(const Syntax& target, const Value& value, Span valueSpan,
                      std::vector<const Stmt*>& into, Span span)
{
    const Value base = evaluate(*target.base);
    const Buffer* buffer = base.buffer();
    if (!buffer) {
        if (!base.is(Value::Kind::Error))
            fail(target.base->span, "not-a-buffer",
                 "found " + std::string(describe(base.kind)) + ", expected a buffer to store into");
        return;
    }
    made(buffer, target.base->span);
    std::vector<const Expr*> indices;
    if (!elementIndices(buffer, target.items, target.span, indices) || value.is(Value::Kind::Error))
        return;
    if (const Stmt* stmt = storeTo(buffer, indices, value, valueSpan, nullptr, span))
        into.push_back(stmt);
}

void Evaluator::augmentedAssign(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    const Value current = evaluate(target);
    const Value operand = evaluate(*statement.value);
    const Value value =
        binaryOperator(statement.op, current, operand, target.span, statement.value->span, statement.span);
    assignValue(target, value, *statement.value, into, statement.span);
}

void Evaluator::annotated(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    const Syntax& annotation = *statement.annotation;
    if (target.kind != SyntaxKind::Name) {
        fail(target.span, "bad-target", "only a name can be annotated");
        return;
    }
    const bool isSubscript = annotation.kind == SyntaxKind::Subscript;
    const std::optional<std::string_view> path = builtinPath(isSubscript ? *annotation.base : annotation);
    if (path == "let")
        return letBinding(statement, isSubscript && !annotation.items.empty() ? annotation.items[0] : nullptr,
                          into);
    const Value wanted = evaluate(isSubscript ? *annotation.base : annotation);
    const Type* type = typeFrom(wanted, annotation.span);
    if (!type)
        return define(target, {});
    const DType dtype = runtimeDType(type);
    if (m_isOld && statement.value && !isSubscript) {
        note(annotation.span, "old-meaning",
             "'" + std::string(target.text) + ": T." + toString(dtype) +
                 " = ...' bound a value before the rename and makes a mutable scalar today; the binding is "
                 "written '" +
                 std::string(target.text) + ": T.let[T." + toString(dtype) + "] = ...'");
        return letBinding(statement, &annotation, into);
    }
    if (isSubscript) {
        std::vector<const Expr*> shape;
        for (const Syntax* item : annotation.items)
            shape.push_back(expression(*item));
        if (std::ranges::find(shape, nullptr) != shape.end())
            return define(target, {});
        const Var* data = m_arena.make<Var>(m_arena.intern(std::string(target.text) + "_ptr"),
                                            pointerType(m_arena, dtype, "local"));
        const ExprList extents = m_arena.copy(shape);
        auto* buffer = m_arena.make<Buffer>(data, dtype, extents, intImm(m_arena, extents[0]->dtype, 0),
                                            m_arena.intern(target.text));
        buffer->layout = m_function && m_function->isSTir ? nullptr : defaultLayout(m_arena, extents);
        if (const std::string why = whyNoMemory(*buffer); !why.empty())
            fail(annotation.span, "bad-buffer", why);
        into.push_back(made(m_arena.make<AllocBuffer>(buffer), statement.span));
        return define(target, Value::ofNode(Value::Kind::Buffer, buffer));
    }
    if (dtype.isVoid()) {
        fail(annotation.span, "not-a-type", "a scalar cannot be of type void");
        return define(target, {});
    }
    if (!statement.value)
        return newScalar(target, dtype, nullptr, {}, into, statement.span);
    const Value value = evaluate(*statement.value);
    newScalar(target, dtype, value.is(Value::Kind::Error) ? nullptr : &value, statement.value->span, into,
              statement.span);
}

/// `x: T.let[T.int32] = e`.
void Evaluator::letBinding(const Statement& statement, const Syntax* typeSyntax,
                           std::vector<const Stmt*>& into)
{
    const Syntax& target = *statement.targets[0];
    if (!statement.value) {
        fail(statement.span, "missing-value", "'T.let' binds nothing: a value is missing");
        return define(target, {});
    }
    const Type* type = typeSyntax ? typeFrom(evaluate(*typeSyntax), typeSyntax->span) : nullptr;
    const Value given = evaluate(*statement.value);
    const Span valueSpan = statement.value->span;
    const Expr* value = type ? toExprOf(given, runtimeDType(type), valueSpan) : toExpr(given, valueSpan);
    if (!value || (typeSyntax && !type))
        return define(target, {});
    if (!type)
        type = typeOf(value);
    value = withType(value, runtimeDType(type), valueSpan);
    if (runtimeDType(type) != value->dtype) {
        fail(valueSpan, "type-mismatch",
             "'" + std::string(target.text) + "' has type " + toString(runtimeDType(type)) +
                 ", its value has type " + toString(value->dtype));
        return define(target, {});
    }
    const Var* var = m_arena.make<Var>(m_arena.intern(target.text), type);
    m_bound.insert(var);
    into.push_back(made(m_arena.make<Bind>(var, value), statement.span));
    define(target, Value::ofExpr(var));
}

} // namespace tir::script
