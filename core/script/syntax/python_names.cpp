#include "core/script/syntax/python_names.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

constexpr std::array<std::string_view, 41> Names{
    "abs",   "all",      "any",     "bool",    "chr",   "dict", "divmod",  "enumerate",  "filter",
    "float", "format",   "getattr", "hasattr", "hash",  "id",   "int",     "isinstance", "iter",
    "len",   "list",     "map",     "max",     "min",   "next", "object",  "ord",        "pow",
    "print", "property", "range",   "repr",    "round", "set",  "setattr", "slice",      "sorted",
    "str",   "sum",      "tuple",   "type",    "zip",
};
static_assert(std::ranges::is_sorted(Names));

} // namespace

bool isPythonName(std::string_view name)
{
    return std::ranges::binary_search(Names, name);
}

} // namespace tir::script
