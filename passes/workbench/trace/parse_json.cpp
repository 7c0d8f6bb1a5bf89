#include "passes/workbench/trace/parse_json.h"

#include "core/support/parallel.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t LongValue = 4096;
constexpr const char* Blanks = " \t\r\n";

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
    const size_t next = json.find_first_not_of(Blanks, end);
    return next != json.npos && json[next] == ':';
}

/// The end of the list that begins at `begin`; npos if it has no end.
size_t endOfList(std::string_view json, size_t begin)
{
    size_t depth = 0;
    for (size_t at = begin; at < json.size(); ++at) {
        const char byte = json[at];
        if (byte == '"') {
            at = endOfText(json, at);
            if (at == json.npos)
                break;
            --at;
        } else if (byte == '[') {
            ++depth;
        } else if (byte == ']' && --depth == 0) {
            return at + 1;
        }
    }
    return json.npos;
}

/// A document in which empty texts are in place of its long values, and these values.
struct TakenApart {
    struct LongValue {
        std::string_view json;
        size_t number; ///< among all values that are texts
        bool isList;
    };

    std::string rest;
    std::vector<LongValue> values;
};

class Taker {
public:
    Taker(std::string_view json, const LongLists* lists) : m_json(json), m_lists(lists) {}

    TakenApart take()
    {
        for (size_t begin = m_json.find('"'); begin != m_json.npos; begin = m_json.find('"', begin)) {
            const size_t end = endOfText(m_json, begin);
            if (end == m_json.npos)
                break;
            begin = isKey(m_json, end) ? afterKey(begin, end) : afterText(begin, end);
        }
        m_parts.rest.append(m_json, m_copied);
        return std::move(m_parts);
    }

private:
    /// Takes the list of the key, if it is to be taken, and returns where to go on.
    size_t afterKey(size_t begin, size_t end)
    {
        if (!m_lists || begin < m_shortUntil || !m_lists->isKey(m_json.substr(begin + 1, end - begin - 2)))
            return end;
        const size_t list = m_json.find_first_not_of(Blanks, m_json.find(':', end) + 1);
        if (list == m_json.npos || m_json[list] != '[')
            return end;
        const size_t listEnd = endOfList(m_json, list);
        if (listEnd == m_json.npos)
            return m_json.size(); // a damaged document
        if (listEnd - list < LongValue) {
            m_shortUntil = listEnd;
            return end;
        }
        takeOut(list, listEnd, true);
        return listEnd;
    }

    size_t afterText(size_t begin, size_t end)
    {
        if (end - begin >= LongValue)
            takeOut(begin, end, false);
        else
            ++m_number;
        return end;
    }

    void takeOut(size_t begin, size_t end, bool isList)
    {
        m_parts.rest.append(m_json, m_copied, begin - m_copied).append("\"\"");
        m_parts.values.push_back({m_json.substr(begin, end - begin), m_number++, isList});
        m_copied = end;
    }

    std::string_view m_json;
    const LongLists* m_lists;
    TakenApart m_parts;
    size_t m_copied = 0;
    size_t m_shortUntil = 0; ///< the end of a list with short lists only
    size_t m_number = 0;
};

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

/// Moves each value to the place that is marked with its index. After parsing: an object that grows copies its values.
void putBack(Json& document, std::vector<Json>& values)
{
    std::vector<Json*> open = {&document};
    while (!open.empty()) {
        Json& value = *open.back();
        open.pop_back();
        if (value.is_binary())
            value = std::move(values[value.get_binary().subtype()]);
        else if (value.is_structured())
            for (Json& element : value)
                open.push_back(&element);
    }
}

} // namespace

bool LongLists::isKey(std::string_view key) const
{
    return std::ranges::find(m_keys, key) != m_keys.end();
}

LongLists::Json LongLists::add(std::string_view list)
{
    m_texts.push_back(list);
    return Json::binary({}, m_texts.size() - 1);
}

bool LongLists::parse(size_t helpers)
{
    m_lists.resize(m_texts.size());
    inParallel(m_texts.size(), helpers,
               [&](size_t index) { m_lists[index] = Json::parse(m_texts[index], nullptr, false); });
    return std::ranges::none_of(m_lists, &Json::is_discarded);
}

const LongLists::Json* LongLists::find(const Json& value) const
{
    static const Json NotParsed = Json::array();
    if (!value.is_binary())
        return nullptr;
    const size_t index = value.get_binary().subtype();
    return index < m_lists.size() ? &m_lists[index] : &NotParsed;
}

nlohmann::ordered_json parseJson(std::string_view json, size_t helpers, LongLists* lists)
{
    const TakenApart parts = Taker(json, lists).take();
    std::vector<Json> values(parts.values.size());
    inParallel(values.size(), helpers, [&](size_t index) {
        const TakenApart::LongValue& value = parts.values[index];
        if (!value.isList)
            values[index] = decoded(value.json);
    });
    if (std::ranges::any_of(values, &Json::is_discarded))
        return Json(Json::value_t::discarded);
    for (size_t index = 0; index < values.size(); ++index)
        if (parts.values[index].isList)
            values[index] = lists->add(parts.values[index].json);
    size_t number = 0;
    size_t next = 0;
    const auto mark = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::value && value.is_string()) {
            if (next < values.size() && parts.values[next].number == number)
                value = Json::binary({}, next++);
            ++number;
        }
        return true;
    };
    Json document = Json::parse(parts.rest, mark, false);
    putBack(document, values);
    return document;
}

std::string textOf(const nlohmann::ordered_json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace tir
