#include "core/script/reading/evaluator.h"

#include "core/ir/make.h"
#include "core/script/syntax/reporting.h"

#include <limits>

namespace tir::script {

std::string_view describe(Value::Kind kind)
{
    switch (kind) {
    case Value::Kind::Error:
        return "an error";
    case Value::Kind::None:
        return "None";
    case Value::Kind::Bool:
        return "a boolean";
    case Value::Kind::Int:
        return "an integer";
    case Value::Kind::Float:
        return "a float";
    case Value::Kind::String:
        return "a string";
    case Value::Kind::Sequence:
        return "a tuple or list";
    case Value::Kind::Dict:
        return "a dictionary";
    case Value::Kind::Expr:
        return "an expression";
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
        return "a buffer";
    case Value::Kind::Node:
        return "an object";
    case Value::Kind::Type:
        return "a type";
    case Value::Kind::Builtin:
    case Value::Kind::Infra:
        return "a name of the dialect";
    case Value::Kind::ModuleName:
        return "the module";
    case Value::Kind::Function:
        return "a function";
    case Value::Kind::Lambda:
        return "a lambda";
    case Value::Kind::Opaque:
        return "an object of the metadata";
    case Value::Kind::Foreign:
        return "something only Python can evaluate";
    }
    return {};
}

Evaluator::Evaluator(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
                     Diagnostics& diagnostics, ReadProgress* progress)
    : m_text(text),
      m_syntax(syntax),
      m_dialect(dialect),
      m_arena(arena),
      m_diagnostics(diagnostics),
      m_progress(progress)
{}

Value Evaluator::fail(Span span, std::string code, std::string message)
{
    reportBounded(m_diagnostics,
                  {.code = std::move(code), .message = std::move(message), .span = span, .notes = {}});
    return {};
}

std::nullptr_t Evaluator::failNode(Span span, std::string code, std::string message)
{
    fail(span, std::move(code), std::move(message));
    return nullptr;
}

void Evaluator::remark(Span span, std::string code, std::string message)
{
    reportBounded(m_remarks, {.severity = Severity::Warning,
                              .code = std::move(code),
                              .message = std::move(message),
                              .span = span,
                              .notes = {}});
}

void Evaluator::note(Span span, std::string code, std::string message)
{
    reportBounded(m_remarks, {.severity = Severity::Note,
                              .code = std::move(code),
                              .message = std::move(message),
                              .span = span,
                              .notes = {}});
}

void Evaluator::noteDeclaration(const Buffer* buffer)
{
    const NameTable::Binding* declared = m_names.find(buffer->name);
    if (m_diagnostics.empty() || !declared || declared->value.node != buffer || declared->span.isEmpty())
        return;
    m_diagnostics.back().notes.push_back(
        {.message = "'" + std::string(buffer->name) + "' is declared here", .span = declared->span});
}

const Expr* Evaluator::toExpr(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Error:
        return nullptr;
    case Value::Kind::Expr:
        return value.expr();
    case Value::Kind::Bool:
        return made(boolImm(m_arena, value.integer != 0), span);
    case Value::Kind::Int: {
        const bool fits = value.integer >= std::numeric_limits<int32_t>::min() &&
                          value.integer <= std::numeric_limits<int32_t>::max();
        return made(intImm(m_arena, fits ? Int32 : Int64, value.integer), span);
    }
    case Value::Kind::Float:
        return made(floatImm(m_arena, Float32, value.real), span);
    case Value::Kind::String:
        return made(stringImm(m_arena, value.text), span);
    case Value::Kind::Opaque:
        return made(m_arena.make<OpaqueExpr>(value.text, value.integer), span);
    case Value::Kind::Buffer: {
        const Buffer* buffer = value.buffer();
        if (buffer->shape.size() == 1 && isConstInt(buffer->shape[0], 1)) {
            made(buffer, span);
            return load(buffer, {intImm(m_arena, indexDType(*buffer), 0)}, nullptr, span);
        }
        return failNode(span, "buffer-as-value",
                        "'" + std::string(buffer->name) + "' is a buffer; an element of it needs indices");
    }
    case Value::Kind::Node:
        if (const auto* region = as<BufferRegion>(value.node))
            return loadRegion(region, span);
        if (const auto* axis = as<IterVar>(value.node))
            return made(axis->var, span);
        break;
    case Value::Kind::Foreign:
        return failNode(span, "needs-python", "only Python can evaluate this");
    default:
        break;
    }
    return failNode(span, "not-a-value",
                    "found " + std::string(describe(value.kind)) + ", expected an expression");
}

const Expr* Evaluator::numberOf(const Value& number, DType type, Span span)
{
    const DType element = type.element();
    const Expr* scalar = nullptr;
    if (element.isAnyFloat())
        scalar =
            floatImm(m_arena, element, number.is(Value::Kind::Float) ? number.real : double(number.integer));
    else if (!number.is(Value::Kind::Float))
        scalar = intImm(m_arena, element, number.integer);
    else
        return toExpr(number, span);
    made(scalar, span);
    return type.isScalar() ? scalar : made(m_arena.make<Broadcast>(scalar, type.lanes), span);
}

const Expr* Evaluator::toExprOf(const Value& value, DType wanted, Span span)
{
    if (value.isNumber() && !wanted.isHandle() && !wanted.isVoid())
        return numberOf(value, wanted, span);
    return toExpr(value, span);
}

bool Evaluator::toInt(const Value& value, Span span, std::string_view what, int64_t& number)
{
    if (value.is(Value::Kind::Int) || value.is(Value::Kind::Bool)) {
        number = value.integer;
        return true;
    }
    if (const auto* constant = as<IntImm>(value.expr())) {
        number = constant->value;
        return true;
    }
    if (!value.is(Value::Kind::Error))
        fail(span, "not-an-integer",
             std::string(what) + " is " + std::string(describe(value.kind)) +
                 ", expected a constant integer");
    return false;
}

bool Evaluator::toText(const Value& value, Span span, std::string_view what, std::string_view& text)
{
    if (value.is(Value::Kind::String)) {
        text = value.text;
        return true;
    }
    if (const auto* constant = as<StringImm>(value.expr())) {
        text = constant->value;
        return true;
    }
    if (!value.is(Value::Kind::Error))
        fail(span, "not-a-string",
             std::string(what) + " is " + std::string(describe(value.kind)) + ", expected a string");
    return false;
}

bool Evaluator::toDType(const Value& value, Span span, DType& type)
{
    if (const auto* prim = as<PrimType>(value.type())) {
        type = prim->dtype;
        return true;
    }
    if (as<PointerType>(value.type())) {
        type = Handle;
        return true;
    }
    std::string_view text;
    if (!toText(value, span, "the type", text))
        return false;
    const std::optional<DType> found = dtypeFromString(text);
    if (!found) {
        fail(span, "unknown-dtype", "'" + std::string(text) + "' is no data type");
        return false;
    }
    type = *found;
    return true;
}

std::span<const Value> Evaluator::toSequence(const Value& value)
{
    if (value.is(Value::Kind::Sequence))
        return value.items;
    return m_arena.copy(std::span<const Value>(&value, 1));
}

} // namespace tir::script
