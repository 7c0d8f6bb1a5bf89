#include "tests/fuzz/damage.h"

#include "core/script/syntax/lexer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace tir::testing {
namespace {

using nlohmann::json;

std::string withDamagedByte(std::string text, ByteSource& bytes)
{
    const size_t at = bytes.below(text.size() + 1);
    switch (bytes.below(4)) {
    case 0:
        return text.substr(0, at);
    case 1:
        return text.insert(at, 1, char(bytes.below(256)));
    case 2:
        return at < text.size() ? text.erase(at, 1 + bytes.below(8)) : text;
    default:
        if (at < text.size())
            text[at] = char(bytes.below(256));
        return text;
    }
}

std::string withDamagedLexeme(const std::string& text, ByteSource& bytes)
{
    Arena arena;
    Diagnostics ignored;
    const script::Tokens tokens = script::lex(text, arena, ignored);
    const auto spelling = [&](const script::Token& token) {
        return text.substr(token.span.begin, token.span.end - token.span.begin);
    };
    const size_t place = bytes.below(tokens.size());
    const script::Token& other = tokens[bytes.below(tokens.size())];
    std::string with = spelling(other);
    const unsigned way = unsigned(bytes.below(8));
    if (way == 7) { // an unknown argument, at the end of a call
        const auto isEnd = [&](const script::Token& token) { return spelling(token) == ")"; };
        const auto end = std::find_if(tokens.begin() + ptrdiff_t(place), tokens.end(), isEnd);
        const size_t at = end == tokens.end() ? text.size() : end->span.begin;
        return text.substr(0, at) + ", color=" + bytes.oneOf<std::string>({"1", "[1, None]", "\"a\"", with}) +
               text.substr(at);
    }
    const script::Token& target = tokens[place];
    switch (way) {
    case 0:
        with.clear();
        break;
    case 1:
        with = spelling(target) + " " + spelling(target);
        break;
    case 2:
        with = bytes.oneOf({"99999999999", "9223372036854775808", "-1", "0", "1e400", "True"});
        break;
    case 3:
        with = "(" + spelling(target) + ")";
        break;
    default:
        break;
    }
    return text.substr(0, target.span.begin) + with + text.substr(target.span.end);
}

void collectValues(json& value, std::vector<json*>& values)
{
    values.push_back(&value);
    if (value.is_structured())
        for (json& child : value)
            collectValues(child, values);
}

json strangeValue(const json& from, ByteSource& bytes)
{
    switch (bytes.below(10)) {
    case 0:
        return nullptr;
    case 1:
        return bytes.oneIn(2);
    case 2:
        return bytes.oneOf<int64_t>({0, 1, -1, 2147483648, INT64_MAX, INT64_MIN});
    case 3:
        return bytes.oneOf({0.5, -1e300, 1e19});
    case 4:
        return bytes.oneOf({"", "0", "-1", "int32", "nan", "99999999999999999999", "handle", "tirx.Var"});
    case 5:
        return json::array();
    case 6:
        return json::object();
    case 7:
        return json::array({from, from});
    case 8:
        return std::to_string(bytes.below(64));
    default:
        return int64_t(bytes.below(64));
    }
}

void damageOneValue(json& document, ByteSource& bytes)
{
    std::vector<json*> values;
    collectValues(document, values);
    json& target = *values[bytes.below(values.size())];
    const json other = *values[bytes.below(values.size())];
    switch (bytes.below(4)) {
    case 0:
        if (target.is_structured() && !target.empty()) {
            auto victim = target.begin();
            std::advance(victim, ptrdiff_t(bytes.below(target.size())));
            target.erase(victim);
            break;
        }
        [[fallthrough]];
    case 1:
        target = other;
        break;
    default:
        target = strangeValue(other, bytes);
        break;
    }
}

} // namespace

std::string withDamagedText(std::string text, ByteSource& bytes)
{
    for (size_t i = 0, count = 1 + bytes.below(4); i < count; ++i)
        text = bytes.oneIn(3) ? withDamagedByte(std::move(text), bytes) : withDamagedLexeme(text, bytes);
    return text;
}

std::string withDamagedJson(const std::string& text, ByteSource& bytes)
{
    json document = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (document.is_discarded()) // TVM's JSON knows Infinity and NaN; the library's does not
        return withDamagedByte(text, bytes);
    for (size_t i = 0, count = 1 + bytes.below(4); i < count; ++i)
        damageOneValue(document, bytes);
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace tir::testing
