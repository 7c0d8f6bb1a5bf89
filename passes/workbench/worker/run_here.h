/// Runs a request in this process; called by the worker.

#pragma once

#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/worker/confinement.h"

namespace tir {

/// Called between compiling and running.
using Confine = std::function<void(Confinement)>;

/// Is given the arguments before they are used, in tensors that live as long as the call.
using TakeInputs = std::function<void(const std::vector<RunTensor>&)>;

/// Compiles and runs. A program that writes outside of its memory may end this process. With `takeInputs`, the tensors of
/// the report do not have the bytes from before the run, which then need not be kept here; it is not called for a run on
/// a GPU.
RunReport runHere(const RunRequest& request, const Confine& confine = {}, const TakeInputs& takeInputs = {},
                  const MemoryHeard& memoryHeard = {});

/// The report if memory does not suffice.
RunReport outOfMemory(const RunRequest& request);

} // namespace tir
