#include "core/codegen/c_like/function_lines.h"

#include "core/codegen/c_like/marked_text.h"

namespace tir::c_like {

void FunctionLines::enter(const Node* node)
{
    const Place own = m_cursor.enter(node);
    const bool isFound = own != NoPlace;
    if (!isFound)
        m_cursor.leave();
    const Place inner = isFound ? own : place();
    m_around.push_back({inner, node->isExpr() ? statement() : inner, isFound});
}

void FunctionLines::leave()
{
    if (m_around.back().isEntered)
        m_cursor.leave();
    m_around.pop_back();
}

std::string FunctionLines::marked(std::string text) const
{
    const bool isPart = !m_around.empty() && m_around.back().isEntered;
    return isPart ? c_like::marked(std::move(text), place()) : text;
}

void FunctionLines::add(const std::string& text)
{
    const std::string indentation(text.starts_with('#') ? 0 : m_depth * 2, ' ');
    appendMarked(m_text, m_ranges, indentation + text + '\n', place());
}

FunctionText FunctionLines::take(std::string declaration)
{
    return {std::move(declaration), std::move(m_text), std::move(m_ranges)};
}

} // namespace tir::c_like
