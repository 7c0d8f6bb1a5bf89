/// Kernels of one warp, one for each operation that samples leave out.

#pragma once

#include "core/ir/module.h"

#include <QString>

#include <string>
#include <vector>

namespace tir::testing {

/// Statements of one thread of a warp; A and B are buffers of 128 elements of the type.
struct Operation {
    QString name;
    QString type;
    QString body;
    std::string function = {}; ///< of moduleOf()
};

std::vector<Operation> allOperations();

/// A function of each.
OwnedModule moduleOf(const std::vector<Operation>& operations);

} // namespace tir::testing
