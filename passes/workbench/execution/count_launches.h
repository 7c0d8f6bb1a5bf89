/// The work of a run on a GPU, counted by executing the same kernels on the CPU with the same inputs. Counts are kept on
/// disk, below ~/.cache in tirscope/counts, so that the same program with the same inputs is executed once.

#pragma once

#include "passes/workbench/execution/run_request.h"

namespace tir {

/// Adds the counts to the report of the run, or the reason why there are none. Blocks like runInWorker; takes as long
/// as the program takes on the CPU, at most the time limit of the request.
void addCounts(RunReport& report, const RunRequest& request, const std::atomic<bool>* cancelled);

} // namespace tir
