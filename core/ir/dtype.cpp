#include "core/ir/dtype.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tir {
namespace {

struct NamedType {
    std::string_view name;
    TypeCode code;
    uint8_t bits;
};

// Longer names first where one is the prefix of another.
constexpr std::array FixedTypes{
    NamedType{"float8_e4m3b11fnuz", TypeCode::Float8E4M3B11FNUZ, 8},
    NamedType{"float8_e4m3fnuz", TypeCode::Float8E4M3FNUZ, 8},
    NamedType{"float8_e4m3fn", TypeCode::Float8E4M3FN, 8},
    NamedType{"float8_e4m3", TypeCode::Float8E4M3, 8},
    NamedType{"float8_e3m4", TypeCode::Float8E3M4, 8},
    NamedType{"float8_e5m2fnuz", TypeCode::Float8E5M2FNUZ, 8},
    NamedType{"float8_e5m2", TypeCode::Float8E5M2, 8},
    NamedType{"float8_e8m0fnu", TypeCode::Float8E8M0FNU, 8},
    NamedType{"float6_e2m3fn", TypeCode::Float6E2M3FN, 6},
    NamedType{"float6_e3m2fn", TypeCode::Float6E3M2FN, 6},
    NamedType{"float4_e2m1fn", TypeCode::Float4E2M1FN, 4},
    NamedType{"bfloat16", TypeCode::BFloat, 16},
    NamedType{"handle", TypeCode::Handle, 64},
    NamedType{"bool", TypeCode::Bool, 8},
};

/// Reads a decimal number at the front of `text` and removes it; nothing if there is none.
std::optional<int> takeNumber(std::string_view& text)
{
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(size_t(end - text.data()));
    return number;
}

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Integers have the widths of bytes, words, and packed elements; floats those of IEEE 754 that TVM generates code for.
bool hasWidth(TypeCode code, int bits)
{
    constexpr std::array Integers{1, 2, 4, 8, 16, 32, 64};
    constexpr std::array Floats{16, 32, 64};
    return code == TypeCode::Float ? std::ranges::find(Floats, bits) != Floats.end()
                                   : std::ranges::find(Integers, bits) != Integers.end();
}

/// Removes the characters at the front for which `isPart` is true, and returns how many there were.
template <class Predicate>
size_t takeWhile(std::string_view& text, Predicate isPart)
{
    const auto end = std::ranges::find_if_not(text, isPart);
    const auto count = size_t(end - text.begin());
    text.remove_prefix(count);
    return count;
}

std::optional<DType> takeElement(std::string_view& text)
{
    for (const NamedType& type : FixedTypes)
        if (takePrefix(text, type.name))
            return DType{type.code, type.bits, 1};
    TypeCode code;
    if (takePrefix(text, "int"))
        code = TypeCode::Int;
    else if (takePrefix(text, "uint"))
        code = TypeCode::UInt;
    else if (takePrefix(text, "float"))
        code = TypeCode::Float;
    else
        return std::nullopt;
    const std::optional<int> bits = takeNumber(text);
    if (!bits || !hasWidth(code, *bits))
        return std::nullopt;
    return DType{code, uint8_t(*bits), 1};
}

} // namespace

std::string toString(DType type)
{
    if (type.isVoid())
        return "void";
    std::string text;
    for (const NamedType& fixed : FixedTypes)
        if (fixed.code == type.code)
            text = fixed.name;
    if (text.empty()) {
        text = type.isInt() ? "int" : type.isUInt() ? "uint" : "float";
        text += std::to_string(type.bits);
    }
    if (type.lanes > 1)
        text += "x" + std::to_string(type.lanes);
    else if (type.lanes < 0)
        text += "xvscalex" + std::to_string(-type.lanes);
    return text;
}

std::optional<DType> dtypeFromString(std::string_view text)
{
    if (text.empty() || text == "void")
        return Void;
    std::optional<DType> type = takeElement(text);
    if (!type || text.empty())
        return type;
    const bool scalable = takePrefix(text, "xvscale");
    if (!takePrefix(text, "x"))
        return std::nullopt;
    const std::optional<int> lanes = takeNumber(text);
    if (!lanes || *lanes < 1 || *lanes > DType::MaxLanes || !text.empty())
        return std::nullopt;
    return type->withLanes(scalable ? -*lanes : *lanes);
}

bool looksLikeDType(std::string_view text)
{
    const auto isFormat = [&](char c) { return isDigit(c) || (c >= 'a' && c <= 'z'); };
    constexpr std::array<std::string_view, 6> Kinds{"int", "uint", "float", "bfloat", "bool", "handle"};
    const auto kind = std::ranges::find_if(Kinds, [&](std::string_view name) {
        return text.starts_with(name) && text.size() > name.size() && isDigit(text[name.size()]);
    });
    if (kind == Kinds.end())
        return !text.empty() && dtypeFromString(text);
    text.remove_prefix(kind->size());
    takeWhile(text, isDigit);
    if (text.size() > 2 && text.starts_with("_e") && isDigit(text[2]))
        return takePrefix(text, "_") && takeWhile(text, isFormat) > 0 && text.empty();
    if (takePrefix(text, "xvscale") && text.empty())
        return true;
    if (takePrefix(text, "x"))
        takeWhile(text, isDigit);
    return text.empty();
}

bool isLowPrecision(LowPrecision family, DType type)
{
    return family == LowPrecision::BFloat16 ? type.isBFloat16() : type.isFloat8();
}

std::string_view toString(LowPrecision family)
{
    return family == LowPrecision::BFloat16 ? "bfloat16" : "float8";
}

} // namespace tir
