/// What the stand-in for the CUDA driver knows: its objects, its memory, and how the test configured it (stand_in_cuda.h).

#pragma once

#include "tests/support/host_ptx/ptx_machine.h"
#include "tests/support/stand_in_cuda.h"
#include "tests/support/stand_in_image.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tir::cuda {
struct ContextObject {};
struct ModuleObject {
    testing::Image image;
    std::map<std::string, testing::PtxProgram> programs = {}; ///< of PTX, those that were launched
};
struct FunctionObject {
    std::string name;
    Module module = nullptr;
    int maxDynamicBytes = 48 << 10;
    bool hasLargeClusters = false;
};
struct EventObject {
    int launches = -1; ///< before it was recorded; negative: it was not
    int64_t ns = 0;    ///< when the GPU reaches it
};
} // namespace tir::cuda

namespace tir::testing::stand_in {

using namespace tir::cuda;

inline constexpr Status InvalidValue = 1;
inline constexpr Status OutOfMemory = 2;
inline constexpr Status InvalidContext = 201;
inline constexpr Status InvalidHandle = 400;
inline constexpr Status NotFound = 500;
inline constexpr Status LaunchFailed = 719;
inline constexpr Status NotSupported = 801;
inline constexpr Status InvalidClusterSize = 912;

/// No address of a process on this processor has this bit alone: the host cannot dereference it.
inline constexpr DevicePointer DeviceBit = DevicePointer(1) << 62;

struct State {
    std::map<DevicePointer, std::vector<std::byte>> memory;
    std::set<Event> events;
    std::set<Module> modules;
    std::vector<std::unique_ptr<FunctionObject>> functions;
    ContextObject context;
    int contextCount = 0;
    StandInKernel kernel = nullptr;
    int launches = 0;
    int64_t hostNs = 0; ///< the time, on a clock of the host that advances when it submits and when it waits
    int64_t deviceNs = 0; ///< when the GPU is done with all that was submitted
    int calls = 0;
    int failingCall = 0;   ///< the number of the call that fails; 0: none
    std::string complaint; ///< about the last launch that failed
};

State& state();
inline thread_local Context currentContext = nullptr;

/// The value of an environment variable; empty if it is not set.
const char* variable(const char* name);

/// Logs the call; returns the configured code.
Status called(const char* name, const std::string& arguments = {});
/// The same for calls that need the thread's context.
Status calledInContext(const char* name, const std::string& arguments = {});

/// Submits work that takes so long on the GPU, which does one thing after the other.
void submit(int64_t workNs);
/// The host waits for the GPU.
void waitUntil(int64_t ns);
/// A time that a variable contains.
int64_t nanoseconds(const char* name, int64_t otherwise);

/// The address of `bytes` bytes from `address`; null if they are not all in one allocation.
std::byte* memoryAt(DevicePointer address, size_t bytes);
size_t totalMemory();
size_t freeMemory();

} // namespace tir::testing::stand_in
