#include "core/codegen/c_like/function_lines.h"

namespace tir::c_like {

void FunctionLines::enter(const Node* node)
{
    const Place own = m_cursor.enter(node);
    m_around.push_back(own == NoPlace ? place() : own);
}

void FunctionLines::leave()
{
    m_cursor.leave();
    m_around.pop_back();
}

void FunctionLines::add(const std::string& text)
{
    const auto begin = uint32_t(m_text.size());
    if (!text.starts_with('#'))
        m_text.append(m_depth * 2, ' ');
    m_text += text;
    m_text += '\n';
    const auto end = uint32_t(m_text.size());
    if (place() == NoPlace)
        return;
    if (!m_ranges.empty() && m_ranges.back().place == place() && m_ranges.back().span.end == begin)
        m_ranges.back().span.end = end;
    else
        m_ranges.push_back({{begin, end}, place()});
}

FunctionText FunctionLines::take(std::string declaration)
{
    return {std::move(declaration), std::move(m_text), std::move(m_ranges)};
}

} // namespace tir::c_like
