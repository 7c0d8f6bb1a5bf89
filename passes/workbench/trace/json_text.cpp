#include "passes/workbench/trace/json_text.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace tir {
namespace {

bool isPlain(char byte)
{
    return int8_t(byte) >= ' ' && byte != '"' && byte != '\\' && byte != '\x7f';
}

/// Of escapes that are frequent in programs; empty for everything else.
std::string_view usualEscape(char byte)
{
    switch (byte) {
    case '\n':
        return "\\n";
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    default:
        return {};
    }
}

std::string escaped(std::string_view text)
{
    using Json = nlohmann::json;
    const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

} // namespace

void JsonText::key(std::string_view name)
{
    separate();
    quoted(name);
    m_text += ": ";
    m_isAfterKey = true;
}

void JsonText::value(std::string_view text)
{
    separate();
    quoted(text);
}

void JsonText::raw(std::string_view json)
{
    separate();
    m_text += json;
}

void JsonText::begin(char bracket)
{
    separate();
    m_text += bracket;
    ++m_depth;
    m_isFirst = true;
}

void JsonText::end(char bracket)
{
    --m_depth;
    if (!m_isFirst)
        m_text.append("\n").append(m_depth, ' ');
    m_text += bracket;
    m_isFirst = false;
}

void JsonText::separate()
{
    if (m_isAfterKey) {
        m_isAfterKey = false;
        return;
    }
    if (m_depth == m_base)
        return;
    m_text.append(m_isFirst ? "\n" : ",\n").append(m_depth, ' ');
    m_isFirst = false;
}

/// Almost everything is plain text, which is copied in pieces.
void JsonText::quoted(std::string_view text)
{
    m_text += '"';
    while (!text.empty()) {
        size_t plain = 0;
        while (plain < text.size() && isPlain(text[plain]))
            ++plain;
        m_text += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        if (const std::string_view usual = usualEscape(text.front()); !usual.empty()) {
            m_text += usual;
            text.remove_prefix(1);
            continue;
        }
        size_t special = 1;
        while (special < text.size() && !isPlain(text[special]) && usualEscape(text[special]).empty())
            ++special;
        m_text += escaped(text.substr(0, special));
        text.remove_prefix(special);
    }
    m_text += '"';
}

} // namespace tir
