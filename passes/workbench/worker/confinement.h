/// Limits the effects of a program that runs in the worker, even if it takes over the process: a store beyond a
/// buffer of an unchecked run can overwrite a return address, and then execute any code of the process.
///
/// Protected: files (none can be opened, changed or removed), network, other processes, new processes, new code
/// (no page becomes executable). Still available: the processor and memory up to the limits of the run, the
/// arguments, and the reply: a hostile program can forge its own result. The kernel of the operating system is
/// trusted, and so are the driver and the device of a GPU run.

#pragma once

#include <cstdint>

namespace tir {

enum class Confinement : uint8_t {
    Everything,   ///< a run on the CPU: no files, no network, no processes, no new code
    NewProcesses, ///< a run on a GPU, whose driver needs files: no programs are started, no network, no tracing
};

/// For the calling thread and all threads that it starts, permanently: compile before. False if the system does not
/// support it.
bool confineProcess(Confinement confinement);

} // namespace tir
