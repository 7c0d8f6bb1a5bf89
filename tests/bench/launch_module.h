/// A lowered module of any number of launches, each with three dynamic shared buffers, a loop and barriers:
/// the shape of program whose cost must grow linearly.

#pragma once

#include <string>

namespace tir::testing {

/// TVMScript of `launches` launches, `perFunction` of them in each function. About 15 lines per launch.
std::string launchModule(int launches, int perFunction);

/// TVMScript of one launch with so many dynamic shared buffers, each written once and dead by then.
std::string sharedBufferModule(int buffers);

} // namespace tir::testing
