#include "passes/workbench/reproduce/named_program.h"

#include "passes/workbench/trace/external_pass.h"

#include <algorithm>
#include <array>

namespace tir {

bool isNamedProgram(const PassInvocation& pass)
{
    constexpr std::array<std::string_view, 4> Dialects = {"relax", "s_tir", "tir", "tirx"};
    if (pass.name == ExternalPassName)
        return true;
    // A step of a recording may become a pass of the user's TVM by its name.
    const std::string_view name = pass.tvmName.empty() ? pass.name : pass.tvmName;
    const size_t dot = name.rfind('.');
    return dot != name.npos && std::ranges::count(Dialects, name.substr(0, dot)) == 0;
}

} // namespace tir
