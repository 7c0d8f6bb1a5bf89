#include "passes/workbench/worker/gpu_module.h"

#include "core/ir/places.h"
#include "passes/fitting_pipeline.h"
#include "passes/framework/contracts.h"
#include "passes/framework/pass_manager.h"

#include <algorithm>

namespace tir {
namespace {

bool hasKernels(const Module& module)
{
    return std::any_of(module.functions.begin(), module.functions.end(), [](const ModuleEntry& entry) {
        return callingConv(*entry.function) == CallingConv::DeviceKernelLaunch;
    });
}

bool hasPackedFunctions(const Module& module)
{
    return std::any_of(module.functions.begin(), module.functions.end(), [](const ModuleEntry& entry) {
        return callingConv(*entry.function) == CallingConv::CPackedFunc;
    });
}

/// The remaining passes. Passes that have already run change nothing, except those of the packed API, which do not
/// accept their own output.
std::vector<PassInvocation> passesFor(const Module& module)
{
    std::vector<PassInvocation> passes = fittingPipeline(module).pipeline->passes;
    std::erase_if(passes, [](const PassInvocation& pass) { return pass.branch != Branch::Common; });
    if (hasPackedFunctions(module)) {
        const auto toEstablish = [&](ModuleProperty property) {
            return std::ranges::find_if(
                passes, [&](const PassInvocation& pass) { return establishes(pass.name, property); });
        };
        const auto packed = toEstablish(ModuleProperty::Packed);
        const auto launch = toEstablish(ModuleProperty::Launches);
        std::vector<PassInvocation> left;
        if (launch != passes.end())
            left.push_back(*launch);
        if (packed != passes.end())
            left.insert(left.end(), packed + 1, passes.end());
        return left;
    }
    return passes;
}

} // namespace

Diagnostics GpuModule::inOriginal(Diagnostics diagnostics, const Module& original) const
{
    if (!recording)
        return diagnostics;
    const PlaceTable made(*module.module);
    const PlaceTable places(original);
    for (Diagnostic& diagnostic : diagnostics) {
        const Node* node = diagnostic.place < made.size() ? made[diagnostic.place].node : nullptr;
        diagnostic.place = NoPlace;
        for (; node && diagnostic.place == NoPlace; node = node->origin)
            diagnostic.place = places.firstPlaceOf(node);
        for (DiagnosticNote& note : diagnostic.notes)
            note.place = NoPlace;
    }
    return diagnostics;
}

Result<GpuModule> toGpuModule(const OwnedModule& step)
{
    if (hasKernels(*step.module))
        return GpuModule{.module = step};
    PassRunOptions options;
    options.mode = Mode::Sound;
    options.verify = false;
    const std::shared_ptr<const Recording> recording = runPasses(step, passesFor(*step.module), "", options);
    GpuModule made{.recording = recording, .module = {recording->arena, recording->result}};
    for (const Step& passed : recording->steps) {
        const std::string name = toString(passed.pass);
        if (passed.verdict == Verdict::NotImplemented)
            return error("cannot-run",
                         "to get to kernels, " + name + " has to run, which is not implemented");
        if (passed.verdict == Verdict::Failed) {
            Diagnostics why = made.inOriginal(passed.diagnostics, *step.module);
            why.insert(why.begin(),
                       error("cannot-run", "to get to kernels, " + name + " has to run, and fails"));
            return why;
        }
        made.passes.push_back(name);
    }
    if (!hasKernels(*made.module.module))
        return error("no-kernel", "the program has no kernel: nothing in it would run on a GPU");
    return made;
}

} // namespace tir
