#include "core/codegen/c_like/names.h"

#include <cctype>

namespace tir::c_like {
namespace {

bool isNameCharacter(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return byte < 128 && (std::isalnum(byte) || character == '_');
}

} // namespace

std::string identifier(std::string_view hint)
{
    std::string name;
    for (const char character : hint)
        name += isNameCharacter(character) ? character : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
        name.insert(0, 1, '_');
    return name;
}

bool isIdentifier(std::string_view name)
{
    return identifier(name) == name;
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
