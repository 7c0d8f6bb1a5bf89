/// Names, attributes, literals and what holds expressions together.

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/suggestion.h"
#include "core/script/syntax/python_names.h"
#include "core/support/decimal.h"

#include <algorithm>
#include <charconv>

namespace tir::script {
namespace {

/// The call in `name = call(…)` below; null when there is none.
const Syntax* findDeclaration(Suite statements, const Syntax& name)
{
    for (const Statement* statement : statements) {
        if (statement->span.end < name.span.begin)
            continue;
        if (statement->kind == StatementKind::Assign && statement->targets[0]->kind == SyntaxKind::Name &&
            statement->targets[0]->text == name.text && statement->value->kind == SyntaxKind::Call)
            return statement->value;
        for (const Suite inner : {statement->body, statement->otherwise})
            if (const Syntax* found = findDeclaration(inner, name))
                return found;
    }
    return nullptr;
}

std::string withoutUnderscores(std::string_view text)
{
    std::string digits;
    for (const char c : text)
        if (c != '_')
            digits += c;
    return digits;
}

} // namespace

Value Evaluator::evaluate(const Syntax& syntax)
{
    switch (syntax.kind) {
    case SyntaxKind::Name:
        return evaluateName(syntax);
    case SyntaxKind::Integer:
    case SyntaxKind::Float:
        return evaluateNumber(syntax);
    case SyntaxKind::String:
        // Strings that were joined lie with the syntax tree, which does not live as long as the module.
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
        return evaluateCall(syntax);
    case SyntaxKind::Subscript:
        return evaluateSubscript(syntax);
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
        return fail(syntax.span, "syntax", "a slice stands outside of a subscript");
    case SyntaxKind::Starred:
        return fail(syntax.span, "syntax", "'*' stands outside of a list of arguments");
    case SyntaxKind::Foreign:
        return m_text[syntax.span.begin] == '[' || m_text[syntax.span.begin] == '{' ||
                       m_text[syntax.span.begin] == '('
                   ? needsPython(syntax.span, "a comprehension", "write its items out")
               : m_text[syntax.span.end - 1] == '"' || m_text[syntax.span.end - 1] == '\''
                   ? needsPython(syntax.span, "a text with values in it", "write the text that it gives")
                   : needsPython(syntax.span, "this", "write what it gives in its place");
    }
    return {};
}

Value Evaluator::evaluateName(const Syntax& syntax)
{
    const NameTable::Binding* binding = m_names.find(syntax.text);
    if (!binding) {
        if (syntax.text == "metadata")
            return Value::ofText(Value::Kind::Opaque, {}, -1);
        if (const Value later = declaredLater(syntax); !later.is(Value::Kind::Error))
            return later;
        return undefinedName(syntax);
    }
    if (binding->value.is(Value::Kind::Expr))
        made(binding->value.node, syntax.span);
    return binding->value;
}

Value Evaluator::undefinedName(const Syntax& syntax)
{
    const std::string name(syntax.text);
    if (isPythonName(name))
        return needsPython(syntax.span, "'" + name + "'", "write what it gives in its place");
    const std::string_view meant = closestName(name, m_names.names());
    const size_t before = m_diagnostics.size();
    fail(syntax.span, "undefined-name",
         "undefined name '" + name + "'" +
             (meant.empty() ? "" : "; did you mean '" + std::string(meant) + "'?"));
    if (m_diagnostics.size() == before)
        return {};
    std::vector<DiagnosticNote>& notes = m_diagnostics.back().notes;
    if (const Span ended = m_names.ended(name); !ended.isEmpty())
        notes.push_back(
            {.message = "'" + name + "' was defined here, for statements that have ended", .span = ended});
    if (const NameTable::Binding* known = meant.empty() ? nullptr : m_names.find(meant);
        known && !known->span.isEmpty())
        notes.push_back({.message = "'" + std::string(meant) + "' is defined here", .span = known->span});
    return {};
}

Value Evaluator::declaredLater(const Syntax& name)
{
    const Syntax* call = findDeclaration(m_functionBody, name);
    if (!call)
        return {};
    const std::optional<std::string_view> path = builtinPath(*call->base);
    const bool makesBuffer = path == "Buffer" || path == "alloc_buffer" || path == "alloc_shared" ||
                             path == "alloc_local" || path == "decl_buffer" || path == "sblock_alloc_buffer";
    if (!path || (!makesBuffer && !typeNamed(*path)))
        return {};
    if (const auto found = m_madeEarlier.find(call); found != m_madeEarlier.end())
        return found->second;
    m_madeEarlier[call] = {}; // a declaration that needs itself finds nothing
    std::vector<const Stmt*> dropped;
    std::vector<const Stmt*>* const outer = std::exchange(m_statements, &dropped);
    BlockContext* const block = std::exchange(m_block, nullptr);
    const size_t rootAllocs = m_function->rootAllocs.size();
    const Syntax* const targets[] = {&name};
    const Value value = evaluateCall(*call, targets);
    m_function->rootAllocs.resize(rootAllocs);
    m_block = block;
    m_statements = outer;
    m_madeEarlier[call] = value;
    if (!value.is(Value::Kind::Error))
        remark(name.span, "used-before-declared",
               "'" + std::string(name.text) + "' is used before the line that declares it");
    return value;
}

Value Evaluator::evaluateNumber(const Syntax& syntax)
{
    const std::string digits = withoutUnderscores(syntax.text);
    if (syntax.kind == SyntaxKind::Float)
        return Value::ofFloat(parseDouble(digits).value_or(0));
    int base = 10;
    const char* begin = digits.c_str();
    if (digits.size() > 2 && digits[0] == '0') {
        const char letter = char(digits[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 10;
        begin += base == 10 ? 0 : 2;
    }
    uint64_t value = 0;
    const auto [end, failure] = std::from_chars(begin, digits.c_str() + digits.size(), value, base);
    if (failure != std::errc() || *end != '\0')
        return fail(syntax.span, "number-too-large", "integer does not fit in 64 bits");
    return Value::ofInt(int64_t(value));
}

Value Evaluator::evaluateSequence(const Syntax& syntax)
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
            for (const Value& part : toSequence(value))
                items.push_back(part);
    }
    Value sequence = Value::ofSequence(m_arena.copy(items));
    sequence.syntax = &syntax;
    return sequence;
}

Value Evaluator::evaluateDict(const Syntax& syntax)
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

Value Evaluator::evaluateConditional(const Syntax& syntax)
{
    const Value condition = evaluate(*syntax.items[1]);
    if (condition.is(Value::Kind::Error))
        return {};
    if (condition.isNumber())
        return evaluate(condition.integer != 0 || condition.real != 0 ? *syntax.items[0] : *syntax.items[2]);
    const Expr* test = toExpr(condition, syntax.items[1]);
    const Value whenTrue = evaluate(*syntax.items[0]);
    const Value whenFalse = evaluate(*syntax.items[2]);
    const Expr* a = nullptr;
    const Expr* b = nullptr;
    if (!test ||
        !matchOperands(whenTrue, whenFalse, syntax.items[0]->span, syntax.items[2]->span, syntax.span, a, b))
        return {};
    return Value::ofExpr(made(callOp(m_arena, a->dtype, OpId::if_then_else, {test, a, b}), syntax.span));
}

std::optional<std::string_view> Evaluator::builtinPath(const Syntax& syntax) const
{
    if (syntax.kind == SyntaxKind::Name) {
        const NameTable::Binding* binding = m_names.find(syntax.text);
        if (binding && binding->value.is(Value::Kind::Builtin))
            return binding->value.text;
        return std::nullopt;
    }
    if (syntax.kind != SyntaxKind::Attribute)
        return std::nullopt;
    const std::optional<std::string_view> base = builtinPath(*syntax.base);
    if (!base || base->empty())
        return base ? std::optional(syntax.text) : std::nullopt;
    return m_arena.intern(std::string(*base) + "." + std::string(syntax.text));
}

Value Evaluator::evaluateAttribute(const Syntax& syntax)
{
    const Value base = evaluate(*syntax.base);
    return base.is(Value::Kind::Error) ? base : attributeOf(base, syntax);
}

Value Evaluator::attributeOf(const Value& base, const Syntax& syntax)
{
    const std::string_view name = syntax.text;
    switch (base.kind) {
    case Value::Kind::Builtin: {
        if (!base.text.empty())
            return Value::ofText(Value::Kind::Builtin,
                                 m_arena.intern(std::string(base.text) + "." + std::string(name)));
        if (const Type* type = typeNamed(name))
            return Value::ofNode(Value::Kind::Type, type);
        return Value::ofText(Value::Kind::Builtin, name);
    }
    case Value::Kind::Infra:
        return Value::ofText(
            Value::Kind::Infra,
            base.text.empty() ? name : m_arena.intern(std::string(base.text) + "." + std::string(name)));
    case Value::Kind::ModuleName: {
        const GlobalVar*& global = m_globals[name];
        if (!global)
            global = m_arena.make<GlobalVar>(m_arena.intern(name));
        return Value::ofNode(Value::Kind::Function, global);
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
    return fail(syntax.nameSpan, "unknown-attribute",
                std::string(describe(base.kind)) + " has no attribute '" + std::string(name) + "'");
}

const Type* Evaluator::typeNamed(std::string_view name)
{
    struct Alias {
        std::string_view name;
        std::string_view dtype;
    };
    static constexpr Alias Aliases[] = {
        {"f16", "float16"}, {"f32", "float32"}, {"f64", "float64"},  {"bf16", "bfloat16"}, {"i8", "int8"},
        {"i16", "int16"},   {"i32", "int32"},   {"i64", "int64"},    {"u8", "uint8"},      {"u16", "uint16"},
        {"u32", "uint32"},  {"u64", "uint64"},  {"boolean", "bool"},
    };
    for (const Alias& alias : Aliases)
        if (alias.name == name)
            name = alias.dtype;
    if (name == "TensorMap")
        return m_arena.make<TensorMapType>();
    if (name == "void")
        return primType(m_arena, Void);
    if (const std::optional<DType> type = dtypeFromString(name); type && !name.empty())
        return primType(m_arena, *type);
    return nullptr;
}

} // namespace tir::script
