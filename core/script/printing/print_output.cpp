#include "core/script/printing/print_output.h"

#include "core/script/syntax/literal.h"

#include <algorithm>

namespace tir::script {

void PrintOutput::builtin(std::string_view name)
{
    token(TokenKind::Namespace, m_prefix);
    plain(".");
    token(TokenKind::Builtin, name);
}

void PrintOutput::infra(std::string_view name)
{
    token(TokenKind::Namespace, "I");
    plain(".");
    token(TokenKind::Builtin, name);
}

void PrintOutput::string(std::string_view text)
{
    token(TokenKind::String, stringLiteral(text));
}

void PrintOutput::enter(const Node* node)
{
    if (!m_places.table())
        return;
    m_places.enter(node);
    m_open.push_back({m_out, m_out->size()});
}

void PrintOutput::leave()
{
    if (!m_places.table())
        return;
    const Open open = m_open.back();
    m_open.pop_back();
    open.sink->cover(m_places.place(), open.begin);
    m_places.leave();
}

void PrintOutput::insert(size_t position, const PrintSink& text)
{
    m_main.insert(position, text);
    for (Open& open : m_open)
        if (open.sink == &m_main && open.begin >= position)
            open.begin += text.size();
}

PrintedText PrintOutput::takeText(size_t placeCount)
{
    while (!m_main.text.empty() && (m_main.text.back() == '\n' || m_main.text.back() == ' '))
        m_main.text.pop_back();
    PrintedText printed;
    printed.text = std::move(m_main.text);
    printed.tokens = std::move(m_main.tokens);
    printed.placeSpans.resize(placeCount);
    for (const auto& [place, span] : m_main.spans)
        if (printed.placeSpans[place].isEmpty())
            printed.placeSpans[place] = {span.begin, std::min(span.end, uint32_t(printed.text.size()))};
    return printed;
}

} // namespace tir::script
