/// Kernels of one operation each, over types, vector widths and kinds of memory, to be compiled for many GPUs.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tir::testing {

struct CompileCase {
    std::string name; ///< "add float16x4 in shared"
    std::string text; ///< TVMScript of a function, indented as one of a class
};

/// How many there are.
uint32_t compileCaseCount();

/// Case `number`, as a kernel called `kernel`. Many do not make sense, such as a shift of floats: they have to be
/// rejected.
CompileCase compileCase(uint32_t number, const std::string& kernel);

/// Whether the case differs from another one only in a store of `{a}` that is a case of its own: its operation has
/// nothing to do with the number of lanes, or with the address space.
bool isLikeAnother(uint32_t number);

/// `functions` as one module.
std::string moduleOf(const std::vector<std::string>& functions);

} // namespace tir::testing
