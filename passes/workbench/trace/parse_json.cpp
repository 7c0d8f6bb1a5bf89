#include "passes/workbench/trace/parse_json.h"

#include "core/support/parallel.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t LongText = 4096;

/// The end of the string that begins at `begin`, after its quotation mark; npos if it has no end.
size_t endOfText(std::string_view json, size_t begin)
{
    for (size_t end = json.find('"', begin + 1); end != json.npos; end = json.find('"', end + 1)) {
        size_t backslashes = 0;
        while (json[end - 1 - backslashes] == '\\')
            ++backslashes;
        if (backslashes % 2 == 0)
            return end + 1;
    }
    return json.npos;
}

bool isKey(std::string_view json, size_t end)
{
    const size_t next = json.find_first_not_of(" \t\r\n", end);
    return next != json.npos && json[next] == ':';
}

/// A document whose long texts are empty, and these texts.
struct TakenApart {
    std::string rest;
    std::vector<std::string_view> texts; ///< as they are written, with quotation marks
    std::vector<size_t> numbers;         ///< of these texts among all values that are texts
};

TakenApart takeApart(std::string_view json)
{
    TakenApart parts;
    size_t copied = 0;
    size_t number = 0;
    for (size_t begin = json.find('"'); begin != json.npos; begin = json.find('"', begin)) {
        const size_t end = endOfText(json, begin);
        if (end == json.npos)
            break;
        const bool isValue = !isKey(json, end);
        if (isValue && end - begin >= LongText) {
            parts.rest.append(json, copied, begin - copied).append("\"\"");
            parts.texts.push_back(json.substr(begin, end - begin));
            parts.numbers.push_back(number);
            copied = end;
        }
        number += isValue ? 1 : 0;
        begin = end;
    }
    parts.rest.append(json, copied);
    return parts;
}

/// The character after a backslash; nothing for rare escapes.
std::optional<char> escaped(char letter)
{
    switch (letter) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case '"':
    case '\\':
    case '/':
        return letter;
    default:
        return std::nullopt;
    }
}

/// Nothing if there is more in it than ASCII and common escapes.
std::optional<std::string> decodedAscii(std::string_view content)
{
    std::string text;
    text.reserve(content.size());
    for (size_t at = 0; at < content.size();) {
        size_t end = at;
        while (end < content.size() && content[end] != '\\' && int8_t(content[end]) >= ' ')
            ++end;
        text.append(content, at, end - at);
        if (end == content.size())
            break;
        const std::optional<char> letter =
            content[end] == '\\' ? escaped(content[end + 1]) : std::nullopt; // no text ends in a backslash
        if (!letter)
            return std::nullopt;
        text += *letter;
        at = end + 2;
    }
    return text;
}

Json decoded(std::string_view quoted)
{
    if (std::optional<std::string> text = decodedAscii(quoted.substr(1, quoted.size() - 2)))
        return *std::move(text);
    return Json::parse(quoted, nullptr, false);
}

} // namespace

nlohmann::ordered_json parseJson(std::string_view json, size_t helpers)
{
    const TakenApart parts = takeApart(json);
    std::vector<Json> texts(parts.texts.size());
    inParallel(texts.size(), helpers, [&](size_t index) { texts[index] = decoded(parts.texts[index]); });
    if (std::ranges::any_of(texts, &Json::is_discarded))
        return Json(Json::value_t::discarded);
    size_t number = 0;
    size_t next = 0;
    const auto putBack = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::value && value.is_string()) {
            if (next < texts.size() && parts.numbers[next] == number)
                value = std::move(texts[next++]);
            ++number;
        }
        return true;
    };
    return Json::parse(parts.rest, putBack, false);
}

std::string textOf(const nlohmann::ordered_json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace tir
