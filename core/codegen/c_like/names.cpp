#include "core/codegen/c_like/names.h"

#include "core/support/text_format.h"

namespace tir::c_like {
std::string identifier(std::string_view hint)
{
    std::string name;
    for (const char character : hint)
        name += isNameByte(character) ? character : '_';
    if (name.empty() || isDigit(name[0]))
        name.insert(0, 1, '_');
    return name;
}

Names::Names(std::initializer_list<Words> reserved)
{
    for (const Words& words : reserved)
        for (const std::string_view word : words)
            reserve(word);
}

std::string Names::fresh(std::string_view hint)
{
    const std::string base = identifier(hint);
    std::string name = base;
    while (!m_taken.insert(name).second)
        name = base + "_" + std::to_string(++m_next[base]);
    return name;
}

} // namespace tir::c_like
