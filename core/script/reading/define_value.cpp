#include "core/script/reading/define_value.h"

#include "core/ir/make.h"
#include "core/script/reading/free_names.h"
#include "core/script/reading/number_literal.h"
#include "core/script/syntax/lexer.h"

#include <optional>

namespace tir::script {
namespace {

std::optional<int64_t> integerOperation(Operator op, int64_t a, int64_t b)
{
    int64_t result = 0;
    switch (op) {
    case Operator::Add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::Sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case Operator::Mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    default:
        return std::nullopt;
    }
}

std::optional<Value> literalValue(Arena& arena, const Syntax& syntax)
{
    switch (syntax.kind) {
    case SyntaxKind::Integer:
    case SyntaxKind::Float:
        return numberLiteral(syntax);
    case SyntaxKind::String:
        return Value::ofText(Value::Kind::String, arena.intern(syntax.text));
    case SyntaxKind::True:
        return Value::ofBool(true);
    case SyntaxKind::False:
        return Value::ofBool(false);
    case SyntaxKind::None:
        return Value::ofNone();
    case SyntaxKind::Name: // within a tuple: a data type without quotes
        return Value::ofText(Value::Kind::String, arena.intern(syntax.text));
    case SyntaxKind::Tuple:
    case SyntaxKind::List: {
        std::vector<Value> items;
        for (const Syntax* item : syntax.items) {
            const std::optional<Value> value = literalValue(arena, *item);
            if (!value)
                return std::nullopt;
            items.push_back(*value);
        }
        return Value::ofSequence(arena.copy(items));
    }
    case SyntaxKind::Unary: {
        const std::optional<Value> operand = literalValue(arena, *syntax.base);
        if (!operand || syntax.op != Operator::Minus)
            return std::nullopt;
        if (operand->is(Value::Kind::Float))
            return Value::ofFloat(-operand->real);
        if (operand->is(Value::Kind::Int))
            if (const auto negated = integerOperation(Operator::Sub, 0, operand->integer))
                return Value::ofInt(*negated);
        return std::nullopt;
    }
    case SyntaxKind::Binary: {
        const std::optional<Value> a = literalValue(arena, *syntax.items[0]);
        const std::optional<Value> b = literalValue(arena, *syntax.items[1]);
        if (a && b && a->is(Value::Kind::Int) && b->is(Value::Kind::Int))
            if (const auto result = integerOperation(syntax.op, a->integer, b->integer))
                return Value::ofInt(*result);
        return std::nullopt;
    }
    case SyntaxKind::Call: { // `T.int64(16)`
        const Syntax* type = syntax.base;
        const bool isName = type->kind == SyntaxKind::Name || type->kind == SyntaxKind::Attribute;
        const std::optional<DType> dtype = isName ? dtypeFromString(type->text) : std::nullopt;
        if (!dtype || !dtype->isScalar() || syntax.items.size() != 1)
            return std::nullopt;
        const std::optional<Value> value = literalValue(arena, *syntax.items[0]);
        if (value && value->is(Value::Kind::Int) && dtype->isIntegral()) {
            const IntImm* number = intImm(arena, *dtype, value->integer);
            return number->value == value->integer ? std::optional(Value::ofExpr(number)) : std::nullopt;
        }
        if (value && dtype->isAnyFloat() && (value->is(Value::Kind::Int) || value->is(Value::Kind::Float)))
            return Value::ofExpr(
                floatImm(arena, *dtype, value->is(Value::Kind::Int) ? double(value->integer) : value->real));
        return std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

} // namespace

Value definedValue(Arena& arena, std::string_view text)
{
    const std::string kept(text);
    Arena scratch;
    Diagnostics ignored;
    const Tokens tokens = lex(kept, scratch, ignored);
    const Suite statements = parseSyntax(tokens, scratch, ignored);
    if (ignored.empty() && statements.size() == 1 && statements[0]->kind == StatementKind::Expression)
        if (const std::optional<Value> value = literalValue(arena, *statements[0]->value))
            return *value;
    return Value::ofText(Value::Kind::String, arena.intern(text));
}

} // namespace tir::script

namespace tir {

std::string_view toString(DefineKind kind)
{
    switch (kind) {
    case DefineKind::Integer:
        return "integer";
    case DefineKind::Float:
        return "float";
    case DefineKind::Boolean:
        return "boolean";
    case DefineKind::DType:
        return "data type";
    case DefineKind::Text:
        return "string";
    case DefineKind::Tuple:
        return "tuple";
    }
    return {};
}

DefineKind defineKind(std::string_view value)
{
    Arena arena;
    const script::Value read = script::definedValue(arena, value);
    switch (read.kind) {
    case script::Value::Kind::Int:
        return DefineKind::Integer;
    case script::Value::Kind::Expr:
        return read.node->kind == NodeKind::IntImm ? DefineKind::Integer : DefineKind::Float;
    case script::Value::Kind::Float:
        return DefineKind::Float;
    case script::Value::Kind::Bool:
        return DefineKind::Boolean;
    case script::Value::Kind::Sequence:
        return DefineKind::Tuple;
    default:
        return read.is(script::Value::Kind::String) && !read.text.empty() && dtypeFromString(read.text)
                   ? DefineKind::DType
                   : DefineKind::Text;
    }
}

bool fits(DefineKind kind, std::string_view value)
{
    const DefineKind given = defineKind(value);
    switch (kind) {
    case DefineKind::Integer:
    case DefineKind::DType:
    case DefineKind::Tuple:
        return given == kind;
    case DefineKind::Float:
        return given == DefineKind::Float || given == DefineKind::Integer;
    case DefineKind::Boolean:
        return given == DefineKind::Boolean || given == DefineKind::Integer;
    case DefineKind::Text:
        return given == DefineKind::Text || given == DefineKind::DType;
    }
    return false;
}

} // namespace tir
