#include "core/support/text_tail.h"

#include "core/support/utf8.h"

#include <algorithm>

namespace tir {
namespace {

constexpr size_t MaxLineBytes = 200;

} // namespace

void TextTail::append(std::string_view piece)
{
    m_total += piece.size();
    if (piece.size() > m_maxBytes)
        piece.remove_prefix(piece.size() - m_maxBytes);
    m_end += piece;
    if (m_end.size() > 2 * m_maxBytes)
        m_end.erase(0, m_end.size() - m_maxBytes);
}

std::string TextTail::text() const
{
    if (m_total <= m_maxBytes)
        return m_end;
    std::string_view kept = m_end;
    kept.remove_prefix(kept.size() - std::min(kept.size(), m_maxBytes));
    const size_t line = kept.find('\n');
    if (line != kept.npos && line + 1 < kept.size())
        kept.remove_prefix(line + 1);
    while (!kept.empty() && isUtf8Continuation(kept.front()))
        kept.remove_prefix(1);
    return "(the first " + std::to_string(m_total - kept.size()) + " bytes are left out)\n" +
           std::string(kept);
}

std::string_view lastLine(std::string_view text)
{
    const size_t end = text.find_last_not_of(" \t\r\n");
    if (end == text.npos)
        return {};
    text = text.substr(0, end + 1);
    text.remove_prefix(text.find_last_of('\n') + 1); // npos + 1 is 0
    text = text.substr(std::min(text.find_first_not_of(" \t\r"), text.size()));
    return text.substr(0, characterBoundary(text, std::min(text.size(), MaxLineBytes)));
}

} // namespace tir
