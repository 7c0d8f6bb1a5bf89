#include "passes/workbench/check/dropped_barrier.h"

#include "core/codegen/device_functions.h"
#include "core/ir/contains.h"
#include "core/ir/places.h"
#include "passes/framework/tvm_defects.h"
#include "passes/workbench/trace/recorded_run.h"

#include <algorithm>

namespace tir {
namespace {

/// Null if there is none.
const Call* warpBarrierForCuda(const Module& module)
{
    const Call* found = nullptr;
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (function && isForCuda(*function) && contains(*function->body, [&](const Node& node) {
                const auto* call = as<Call>(&node);
                const bool isDropped = call && call->isOp(OpId::tvm_storage_sync) && isWarpBarrier(*call);
                found = isDropped ? call : found;
                return isDropped;
            }))
            break;
    }
    return found;
}

/// Steps whose module no other step starts from.
std::vector<size_t> lastSteps(const Recording& recording)
{
    std::vector<bool> goesOn(recording.moduleCount());
    for (const Step& step : recording.steps)
        goesOn[step.previous] = true;
    std::vector<size_t> last;
    for (size_t number = 0; number < goesOn.size(); ++number)
        if (!goesOn[number])
            last.push_back(number);
    return last;
}

} // namespace

std::optional<GeneratorDefect> droppedWarpBarrier(const Recording& recording)
{
    const auto isReported = [](const Step& step) {
        return std::ranges::find(step.diagnostics, tvm_defect::MissingWarpBarrier, &Diagnostic::code) !=
               step.diagnostics.end();
    };
    if (recording.mode == Mode::Sound || std::ranges::any_of(recording.steps, isReported))
        return std::nullopt;
    for (const size_t number : lastSteps(recording)) {
        if (!recording.hasResult(number) || whyUnread(recording.diagnostics(number)))
            continue;
        const Module& module = recording.module(number);
        if (const Call* barrier = warpBarrierForCuda(module))
            return GeneratorDefect{
                number,
                {.severity = Severity::Warning,
                 .code = std::string(tvm_defect::MissingWarpBarrier),
                 .message = "TVM generates no CUDA C for this warp barrier, although the lanes of a warp do "
                            "not execute in lockstep: the mode 'sound' generates __syncwarp()",
                 .place = PlaceTable(module).firstPlaceOf(barrier)}};
    }
    return std::nullopt;
}

} // namespace tir
