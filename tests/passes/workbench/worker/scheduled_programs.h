/// Scheduled programs by number: blocks with axes, init and predicates in loops that are bound to threads,
/// with tiles in shared memory, pipelines and reductions over threads. The same number is the same program on
/// every machine.

#pragma once

#include <cstdint>
#include <string>

namespace tir::testing {

struct ScheduledProgram {
    std::string form; ///< "matmul"
    std::string text; ///< TVMScript of a module with a function `main`
};

ScheduledProgram scheduledProgram(uint32_t number);

} // namespace tir::testing
