/// Modules that steps of recordings consist of.

#pragma once

#include <string>

namespace tir::testing {

/// A module that stores a number.
inline std::string moduleText(int value)
{
    return "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n@I.ir_module\nclass "
           "Module:\n"
           "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((16,), \"float32\")):\n        A[0] = "
           "T.float32(" +
           std::to_string(value) + ".0)";
}

} // namespace tir::testing
