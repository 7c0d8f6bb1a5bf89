#include "passes/workbench/trace/parse_json.h"

#include "core/support/memory_advice.h"
#include "core/support/parallel.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
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
    /// `guesses`: a long text is assumed to end with its line, as in files of ours; decodedAscii() finds out.
    Taker(std::string_view json, const LongLists* lists, bool guesses)
        : m_json(json),
          m_lists(lists),
          m_guesses(guesses)
    {}

    TakenApart take()
    {
        for (size_t begin = m_json.find('"'); begin != m_json.npos; begin = m_json.find('"', begin)) {
            const size_t end = endOf(begin);
            if (end == m_json.npos)
                break;
            begin = isKey(m_json, end) ? afterKey(begin, end) : afterText(begin, end);
        }
        m_parts.rest.append(m_json, m_copied);
        return std::move(m_parts);
    }

private:
    /// endOfText(). To look at each quotation mark of a long text takes as long as to decode it.
    size_t endOf(size_t begin)
    {
        constexpr size_t Short = 256;
        if (begin >= m_lineEnd)
            m_lineEnd = std::min(m_json.find('\n', begin), m_json.size());
        if (!m_guesses || m_lineEnd - begin < LongValue)
            return endOfText(m_json, begin);
        if (const size_t end = endOfText(m_json.substr(0, begin + Short), begin); end != m_json.npos)
            return end;
        const size_t end = m_lineEnd - size_t(m_json[m_lineEnd - 1] == ',');
        return m_json[end - 1] == '"' ? end : endOfText(m_json, begin);
    }

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
    bool m_guesses;
    size_t m_lineEnd = 0; ///< of the last text
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

/// Whether one of eight bytes is a backslash, a quotation mark, a control character, or not ASCII.
bool hasSpecial(uint64_t bytes)
{
    constexpr uint64_t Ones = 0x0101010101010101;
    const auto below = [](uint64_t values, uint64_t limit) { return (values - Ones * limit) & ~values; };
    const uint64_t found =
        bytes | below(bytes, ' ') | below(bytes ^ Ones * '\\', 1) | below(bytes ^ Ones * '"', 1);
    return (found & Ones * 0x80) != 0;
}

bool isSpecial(char byte)
{
    return int8_t(byte) < ' ' || byte == '\\' || byte == '"';
}

/// Nothing if there is more in it than ASCII and common escapes, or if it is not one text.
std::optional<std::string> decodedAscii(std::string_view content)
{
    std::string text;
    text.reserve(content.size());
    expectFilled(text.data(), content.size());
    text.resize(content.size());
    char* out = text.data();
    const char* at = content.data();
    const char* const end = at + content.size();
    while (at < end) {
        // Never more than what is left of `content`, and so of `text`.
        for (uint64_t bytes = 0; end - at >= ptrdiff_t(sizeof bytes);
             at += sizeof bytes, out += sizeof bytes) {
            std::memcpy(&bytes, at, sizeof bytes);
            if (hasSpecial(bytes))
                break;
            std::memcpy(out, &bytes, sizeof bytes);
        }
        while (at < end && !isSpecial(*at))
            *out++ = *at++;
        if (at == end)
            break;
        const std::optional<char> letter = *at == '\\' && at + 1 < end ? escaped(at[1]) : std::nullopt;
        if (!letter)
            return std::nullopt;
        *out++ = *letter;
        at += 2;
    }
    text.resize(size_t(out - text.data()));
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

/// parseJson(), with a Taker that guesses or not. If it guessed wrong, the result is discarded, too.
Json parse(std::string_view json, size_t helpers, LongLists* lists, bool guesses)
{
    const TakenApart parts = Taker(json, lists, guesses).take();
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
    Json document = parse(json, helpers, lists, true);
    if (document.is_discarded())
        document = parse(json, helpers, lists, false);
    return document;
}

std::string textOf(const nlohmann::ordered_json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace tir
