/// What a program that runs in the worker may still do to the machine, however it got to do it: a store beyond a
/// buffer of an unchecked run can overwrite a return address, and then any code of the process runs.
///
/// Protected: files (none can be opened, changed or removed), network, other processes, new processes, new code
/// (no page becomes executable). Left to the program: the processor and memory until the limits of the run are
/// reached, its own arguments, and what it answers: a hostile program can make up its own result. The kernel of
/// the operating system is trusted, and so are the driver and the device of a GPU run.

#pragma once

#include <cstdint>

namespace tir {

enum class Confinement : uint8_t {
    Everything,   ///< a run on the CPU: no files, no network, no processes, no new code
    NewProcesses, ///< a run on a GPU, whose driver needs files: no programs are started, no network, no tracing
};

/// For the calling thread and all that it starts, for good: compile before. False where the system cannot do it.
bool confineProcess(Confinement confinement);

} // namespace tir
