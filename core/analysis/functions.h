/// One row per function: the first things to know about a module in the middle of the split.

#pragma once

#include "core/ir/places.h"

#include <string>
#include <vector>

namespace tir {

struct FunctionRow {
    std::string name;
    std::string target;                    ///< "cuda (sm_90)"; empty without one
    std::string host;                      ///< "llvm"; empty without one
    std::string convention;                ///< "default", "packed", "kernel launch"
    std::string symbol;                    ///< empty for private functions
    std::string returnType;                ///< "void" or the printed type
    std::vector<std::string> launchParams; ///< "threadIdx.x = 128"; thread tags with their extents
    std::string dynamicBytes;              ///< of the dynamic shared allocations, printed; empty without any
    std::string staticBytes;
    bool isEntry = false;
    bool isPrivate = false;
    Place place = NoPlace;
};

std::vector<FunctionRow> functionTable(const Module& module);

} // namespace tir
