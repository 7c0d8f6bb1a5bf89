#include "core/script/reading/expression_reader.h"

#include "core/ir/make.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/names.h"
#include "core/script/reading/number_literal.h"
#include "core/script/reading/subscript_reader.h"
#include "core/script/reading/suggestion.h"
#include "core/script/syntax/python_names.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {
Value ExpressionReader::evaluate(const Syntax& syntax)
{
    switch (syntax.kind) {
    case SyntaxKind::Name:
        return evaluateName(syntax);
    case SyntaxKind::Integer:
    case SyntaxKind::Float:
        return evaluateNumber(syntax);
    case SyntaxKind::String:
        // Strings that were joined belong to the syntax tree, which does not live as long as the module.
        return Value::ofText(Value::Kind::String, m_arena.intern(syntax.text));
    case SyntaxKind::True:
        return Value::ofBool(true);
    case SyntaxKind::False:
        return Value::ofBool(false);
    case SyntaxKind::None:
        return Value::ofNone();
    case SyntaxKind::Tuple:
    case SyntaxKind::List:
        return evaluateSequence(syntax);
    case SyntaxKind::Dict:
        return evaluateDict(syntax);
    case SyntaxKind::Attribute:
        return evaluateAttribute(syntax);
    case SyntaxKind::Call:
        return m_calls.evaluateCall(syntax);
    case SyntaxKind::Subscript:
        return m_subscripts.evaluateSubscript(syntax);
    case SyntaxKind::Unary:
        return evaluateUnary(syntax);
    case SyntaxKind::Binary:
        return evaluateBinary(syntax);
    case SyntaxKind::Comparison:
        return evaluateComparison(syntax);
    case SyntaxKind::And:
    case SyntaxKind::Or:
        return evaluateLogic(syntax);
    case SyntaxKind::Conditional:
        return evaluateConditional(syntax);
    case SyntaxKind::Lambda: {
        Value lambda = Value::ofText(Value::Kind::Lambda, {});
        lambda.syntax = &syntax;
        return lambda;
    }
    case SyntaxKind::Slice:
        return fail(syntax.span, "syntax", "a slice is outside of a subscript");
    case SyntaxKind::Starred:
        return fail(syntax.span, "syntax", "'*' is outside of a list of arguments");
    case SyntaxKind::Foreign:
        return m_text[syntax.span.begin] == '[' || m_text[syntax.span.begin] == '{' ||
                       m_text[syntax.span.begin] == '('
                   ? needsPython(syntax.span, "a comprehension", "write its items out")
               : m_text[syntax.span.end - 1] == '"' || m_text[syntax.span.end - 1] == '\''
                   ? needsPython(syntax.span, "a string with values in it", "write the string that it gives")
                   : needsPython(syntax.span, "this", "write what it gives in its place");
    }
    return {};
}

const Expr* ExpressionReader::expression(const Syntax& syntax)
{
    return m_values.toExpr(evaluate(syntax), syntax.span);
}

Value ExpressionReader::evaluateName(const Syntax& syntax)
{
    const NameTable::Binding* binding = m_names.find(syntax.text);
    if (!binding) {
        if (syntax.text == "metadata")
            return Value::ofText(Value::Kind::Opaque, {}, -1);
        if (const Value later = m_early.declaredLater(syntax); !later.is(Value::Kind::Error))
            return later;
        return undefinedName(syntax);
    }
    if (binding->value.is(Value::Kind::Expr))
        made(binding->value.node, syntax.span);
    return binding->value;
}

Value ExpressionReader::undefinedName(const Syntax& syntax)
{
    const std::string name(syntax.text);
    if (isPythonName(name))
        return needsPython(syntax.span, quoted(name), "write what it gives in its place");
    const std::string_view meant = closestName(name, m_names.names());
    const size_t before = m_context.errors.size();
    fail(syntax.span, "undefined-name",
         "undefined name " + quoted(name) + (meant.empty() ? "" : "; did you mean " + quoted(meant) + "?"));
    if (m_context.errors.size() == before)
        return {};
    std::vector<DiagnosticNote>& notes = m_context.errors.back().notes;
    if (const Span ended = m_names.ended(name); !ended.isEmpty())
        notes.push_back(
            {.message = quoted(name) + " was defined here, for statements that have ended", .span = ended});
    if (const NameTable::Binding* known = meant.empty() ? nullptr : m_names.find(meant);
        known && !known->span.isEmpty())
        notes.push_back({.message = quoted(meant) + " is defined here", .span = known->span});
    return {};
}

Value ExpressionReader::evaluateNumber(const Syntax& syntax)
{
    const std::optional<Value> value = numberLiteral(syntax);
    return value ? *value : fail(syntax.span, "number-too-large", "integer does not fit in 64 bits");
}

Value ExpressionReader::evaluateSequence(const Syntax& syntax)
{
    std::vector<Value> items;
    for (const Syntax* item : syntax.items) {
        const bool isStarred = item->kind == SyntaxKind::Starred;
        const Value value = evaluate(isStarred ? *item->base : *item);
        if (value.is(Value::Kind::Error))
            return {};
        if (!isStarred)
            items.push_back(value);
        else
            for (const Value& part : m_values.toSequence(value))
                items.push_back(part);
    }
    Value sequence = Value::ofSequence(m_arena.copy(items));
    sequence.isList = syntax.kind == SyntaxKind::List;
    return sequence;
}

Value ExpressionReader::evaluateDict(const Syntax& syntax)
{
    std::vector<ValueEntry> entries;
    for (size_t i = 0; i + 1 < syntax.items.size(); i += 2) {
        const Value key = evaluate(*syntax.items[i]);
        const Value value = evaluate(*syntax.items[i + 1]);
        if (key.is(Value::Kind::Error) || value.is(Value::Kind::Error))
            return {};
        entries.push_back({key, value});
    }
    Value dict = Value::ofText(Value::Kind::Dict, {});
    dict.entries = m_arena.copy(entries);
    return dict;
}

Value ExpressionReader::evaluateAttribute(const Syntax& syntax)
{
    const Value base = evaluate(*syntax.base);
    return base.is(Value::Kind::Error) ? base : attributeOf(base, syntax);
}

Value ExpressionReader::attributeOf(const Value& base, const Syntax& syntax)
{
    const std::string_view name = syntax.text;
    switch (base.kind) {
    case Value::Kind::Builtin: {
        if (!base.text.empty())
            return Value::ofText(Value::Kind::Builtin,
                                 m_arena.intern(std::string(base.text) + "." + std::string(name)));
        if (const Type* type = m_values.typeNamed(name))
            return Value::ofNode(Value::Kind::Type, type);
        if (looksLikeDType(name))
            return fail(syntax.span, "unknown-dtype", "'" + std::string(name) + "' is not a data type");
        return Value::ofText(Value::Kind::Builtin, name);
    }
    case Value::Kind::Infra:
        return Value::ofText(
            Value::Kind::Infra,
            base.text.empty() ? name : m_arena.intern(std::string(base.text) + "." + std::string(name)));
    case Value::Kind::ModuleName: {
        return Value::ofNode(Value::Kind::Function, m_functions.global(m_arena, name));
    }
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject: {
        const Buffer* buffer = base.buffer();
        if (name == "data")
            return Value::ofExpr(made(buffer->data, syntax.span));
        if (name == "elem_offset")
            return Value::ofExpr(made(buffer->elemOffset, syntax.span));
        if (name == "buffer")
            return Value::ofNode(Value::Kind::BufferObject, buffer);
        if (name == "dtype")
            return Value::ofText(Value::Kind::String, m_arena.intern(toString(buffer->dtype)));
        if (name == "layout")
            return buffer->layout ? Value::ofNode(Value::Kind::Node, buffer->layout) : Value::ofNone();
        if (name == "shape" || name == "strides") {
            std::vector<Value> items;
            for (const Expr* item : name == "shape" ? buffer->shape : buffer->strides)
                items.push_back(Value::ofExpr(item));
            return Value::ofSequence(m_arena.copy(items));
        }
        break;
    }
    case Value::Kind::Expr:
        if (name == "dtype")
            return Value::ofText(Value::Kind::String, m_arena.intern(toString(base.expr()->dtype)));
        break;
    case Value::Kind::Node:
        if (const auto* axis = as<IterVar>(base.node); axis && name == "var")
            return Value::ofExpr(made(axis->var, syntax.span));
        break;
    case Value::Kind::Foreign:
        return base;
    default:
        break;
    }
    return fail(syntax.nameSpan(), "unknown-attribute",
                std::string(describe(base.kind)) + " has no attribute " + quoted(name));
}

bool ExpressionReader::lambdaOf(const Value& value, Span span, const std::vector<DType>& types,
                                std::vector<const Var*>& vars, std::vector<const Expr*>& results)
{
    if (!value.is(Value::Kind::Lambda)) {
        if (!value.is(Value::Kind::Error))
            fail(span, "not-a-lambda", "found " + std::string(describe(value.kind)) + ", expected a lambda");
        return false;
    }
    const Syntax& lambda = *value.syntax;
    m_names.push();
    for (size_t i = 0; i < lambda.names().size(); ++i) {
        const DType type = types.empty() ? Int32 : types[i % types.size()];
        const SyntaxName& name = lambda.names()[i];
        const Var* var =
            made(m_arena.make<Var>(m_arena.intern(name.text), primType(m_arena, type)), name.span);
        vars.push_back(var);
        m_names.define(name.text, Value::ofExpr(var), name.span);
    }
    const Value result = evaluate(*lambda.base);
    for (const Value& item : m_values.toSequence(result))
        results.push_back(m_values.toExpr(item, lambda.base->span));
    m_names.pop();
    return std::ranges::find(results, nullptr) == results.end();
}

} // namespace tir::script
