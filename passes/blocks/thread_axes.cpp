#include "passes/blocks/thread_axes.h"

#include <algorithm>

namespace tir::passes {

bool isNamedAfter(const Var& var, std::string_view tag)
{
    return std::ranges::equal(var.name, tag, [](char a, char b) { return a == b || (a == '_' && b == '.'); });
}

} // namespace tir::passes
