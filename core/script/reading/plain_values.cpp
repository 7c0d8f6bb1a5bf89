/// Values as numbers, texts, types and attributes.

#include "core/script/reading/conversions.h"
#include "core/support/text_format.h"

#include "core/ir/make.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace tir::script {
namespace {

struct Alias {
    std::string_view name;
    std::string_view dtype;
};

std::string_view meaningOf(std::string_view name, std::span<const Alias> aliases)
{
    const auto found = std::ranges::find(aliases, name, &Alias::name);
    return found == aliases.end() ? name : found->dtype;
}

/// Also as older versions of TVM spell it.
std::optional<DType> dtypeNamed(std::string_view text)
{
    constexpr std::array OldNames{Alias{"e4m3_float8", "float8_e4m3fn"}, Alias{"e5m2_float8", "float8_e5m2"}};
    const std::string_view element = text.substr(0, text.find('x'));
    const std::string_view today = meaningOf(element, OldNames);
    return today == element ? dtypeFromString(text)
                            : dtypeFromString(std::string(today) + std::string(text.substr(element.size())));
}

} // namespace

bool Conversions::toInt(const Value& value, Span span, std::string_view what, int64_t& number)
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

bool Conversions::toText(const Value& value, Span span, std::string_view what, std::string_view& text)
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

bool Conversions::toDType(const Value& value, Span span, DType& type)
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
    const std::optional<DType> found = dtypeNamed(text);
    if (!found) {
        fail(span, "unknown-dtype", quoted(text) + " is not a data type");
        return false;
    }
    type = *found;
    return true;
}

std::span<const Value> Conversions::toSequence(const Value& value)
{
    if (value.is(Value::Kind::Sequence))
        return value.items;
    return m_arena.copy(std::span<const Value>(&value, 1));
}

const Type* Conversions::typeNamed(std::string_view name)
{
    constexpr std::string_view FirstLetters = "Tbefhiuv"; // most names are those of operations
    if (name.empty() || FirstLetters.find(name.front()) == FirstLetters.npos)
        return nullptr;
    static constexpr Alias Aliases[] = {
        {"f16", "float16"}, {"f32", "float32"}, {"f64", "float64"},  {"bf16", "bfloat16"}, {"i8", "int8"},
        {"i16", "int16"},   {"i32", "int32"},   {"i64", "int64"},    {"u8", "uint8"},      {"u16", "uint16"},
        {"u32", "uint32"},  {"u64", "uint64"},  {"boolean", "bool"},
    };
    name = meaningOf(name, Aliases);
    if (name == "TensorMap")
        return m_arena.make<TensorMapType>();
    if (name == "void")
        return primType(m_arena, Void);
    if (const std::optional<DType> type = dtypeNamed(name))
        return primType(m_arena, *type);
    return nullptr;
}

const Type* Conversions::typeFrom(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Type:
        return value.type();
    case Value::Kind::Expr: // `T.handle("float32")` and `T.int32()` make variables: their type counts
        if (const auto* var = as<Var>(value.expr()))
            return var->type;
        break;
    case Value::Kind::String: {
        DType type;
        return toDType(value, span, type) ? primType(m_arena, type) : nullptr;
    }
    case Value::Kind::None:
        return voidType(m_arena);
    case Value::Kind::Error:
        return nullptr;
    default:
        break;
    }
    return failNode(span, "not-a-type", "found " + std::string(describe(value.kind)) + ", expected a type");
}

AttrValue Conversions::attrValue(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Bool:
        return AttrValue::ofBool(value.integer != 0);
    case Value::Kind::Int:
        return AttrValue::ofInt(value.integer);
    case Value::Kind::Float:
        return AttrValue::ofFloat(value.real);
    case Value::Kind::String:
        return AttrValue::ofString(value.text);
    case Value::Kind::Sequence: {
        std::vector<AttrValue> items;
        for (const Value& item : value.items)
            items.push_back(attrValue(item, span));
        return AttrValue::ofList(m_arena.copy(items));
    }
    case Value::Kind::Dict: {
        std::vector<DictEntry> entries;
        attrDict(value, span, entries);
        return AttrValue::ofDict(m_arena.copy(entries));
    }
    case Value::Kind::Opaque:
        return AttrValue::ofOpaque(m_arena, value.text, value.integer);
    case Value::Kind::Expr:
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
    case Value::Kind::Node:
    case Value::Kind::Function:
        return AttrValue::ofNode(value.node);
    case Value::Kind::Type:
        if (const auto* prim = as<PrimType>(value.type()))
            return AttrValue::ofString(m_arena.intern(toString(prim->dtype)));
        break;
    case Value::Kind::None:
    case Value::Kind::Error:
        return {};
    default:
        break;
    }
    fail(span, "bad-attribute", std::string(describe(value.kind)) + " cannot be the value of an attribute");
    return {};
}

bool Conversions::attrDict(const Value& value, Span span, std::vector<DictEntry>& entries)
{
    if (!value.is(Value::Kind::Dict)) {
        if (!value.is(Value::Kind::Error))
            fail(span, "not-a-dictionary",
                 "found " + std::string(describe(value.kind)) + ", expected a dictionary");
        return false;
    }
    for (const ValueEntry& entry : value.entries) {
        AttrValue key = attrValue(entry.key, span);
        if (key.kind() == AttrValue::Kind::Float && !std::isfinite(key.real())) // it is printed as a text
            key = AttrValue::ofString(std::isnan(key.real()) ? "nan" : key.real() > 0 ? "inf" : "-inf");
        entries.push_back({key, attrValue(entry.value, span)});
    }
    return true;
}

/// The value as it is parsed again: a value that is printed like a Python number is one.
AttrValue Conversions::unknownValue(const AttrValue& value)
{
    const Node* node = value.node();
    if (const auto* number = as<IntImm>(node); number && number->dtype == Int32)
        return AttrValue::ofInt(number->value);
    if (value.kind() != AttrValue::Kind::List)
        return value;
    std::vector<AttrValue> items;
    for (const AttrValue& item : value.items())
        items.push_back(unknownValue(item));
    return AttrValue::ofList(m_arena.copy(items));
}

} // namespace tir::script
