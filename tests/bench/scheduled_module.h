/// A module of scheduled kernels, as people write them: blocks, thread bindings, shared tiles, reductions over
/// threads. Four shapes in turn, each of several sizes.

#pragma once

#include <string>

namespace tir::testing {

/// TVMScript of `kernels` functions, each with one launch.
std::string scheduledModule(int kernels);

} // namespace tir::testing
