/// The memory traffic and arithmetic of kernel launches: counted in the program's text, or by executing the kernel on
/// the CPU.

#pragma once

#include "core/ir/dtype.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// Operations on one type. A fused multiply-add counts as two.
struct OperationCount {
    DType dtype = Float32; ///< a scalar type
    bool isMatrix = false; ///< by the instructions that multiply matrices, whose factors have the type
    int64_t count = 0;
};
/// "float32"; "float16 matrix".
std::string typeInWords(const OperationCount& operations);

/// The work of one launch; caches are not considered.
struct WorkCount {
    int64_t loadedBytes = 0; ///< of global memory, by all threads together
    int64_t storedBytes = 0;
    int64_t loadedSharedBytes = 0;
    int64_t storedSharedBytes = 0;
    int64_t operations = 0;                  ///< of all types
    std::vector<OperationCount> byType = {}; ///< the same
    bool isExact = true; ///< false: loops or branches that depend on data were taken as if they always ran

    void addOperations(DType dtype, bool isMatrix, int64_t count);
};
/// "4 MB read, 2 MB written, 1 Mflop float32"; shared memory and types without operations are left out.
std::string toString(const WorkCount& work);

/// Launches of one kernel with one configuration, executed on the CPU.
struct CountedLaunches {
    std::string kernel = {};
    std::array<int64_t, 3> grid = {1, 1, 1};
    std::array<int64_t, 3> block = {1, 1, 1};
    int64_t dynamicSharedBytes = 0;
    int64_t launches = 0;     ///< in one run of the program
    WorkCount work = {};      ///< of the first of them
    bool isDifferent = false; ///< a later launch did something else
};

} // namespace tir
