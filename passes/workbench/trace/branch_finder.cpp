#include "passes/workbench/trace/branch_finder.h"

#include "passes/framework/registry.h"

namespace tir {

bool startsBranch(std::string_view pass)
{
    const PassInfo* info = findPass(pass);
    return info && info->keepsOneSide;
}

std::set<std::string> functionNames(std::string_view text)
{
    constexpr std::string_view Start = "\n    def ";
    std::set<std::string> names;
    for (size_t at = text.find(Start); at != std::string_view::npos; at = text.find(Start, at + 1)) {
        const size_t begin = at + Start.size();
        names.emplace(text.substr(begin, text.find('(', begin) - begin));
    }
    return names;
}

Branch BranchFinder::next(std::string_view pass, std::string_view text)
{
    if (startsBranch(pass)) {
        const bool isFirst = m_current == Branch::Common;
        m_current = Branch::Host; // which is finished first
        (isFirst ? m_host : m_device) = functionNames(text);
        return isFirst ? Branch::Host : Branch::Device;
    }
    if (m_current == Branch::Common || m_host == m_device)
        return m_current; // most texts are large and need not be searched
    const std::set<std::string> names = functionNames(text);
    m_current = names == m_device ? Branch::Device : names == m_host ? Branch::Host : m_current;
    return m_current;
}

} // namespace tir
