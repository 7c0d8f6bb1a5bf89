/// verify_memory: rejects host code that reads or writes the memory of a GPU.
///
///     main(A: Buffer on the GPU): A[0] = 1    outside of any launch: rejected
///
/// Place: before split_host_device, while launches are still in host functions.
/// Leaves alone: functions for other devices and functions with a calling convention (noted);
///        passing a pointer on is not an access.
///
/// In the faithful mode a function without parameters that accesses any buffer outside of a launch is
/// rejected: TVM reads its first parameter.

#include "core/analysis/host_accesses.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const bool isHostCode = callingConv(function) == CallingConv::Default;
    if (!hasDeviceMemory(function)) {
        context.note(!target       ? "nothing to check: the function has no target"
                     : !isHostCode ? "nothing to check: the function has a calling convention of its own"
                                   : "nothing to check: target " + std::string(target->kindName) +
                                         " has no memory apart from the host's",
                     &function);
        return &function;
    }
    const HostAccesses accesses(function);
    if (context.mode() == Mode::AsTvm && function.params.empty() && accesses.otherAccess())
        return PassError{.kind = "IndexError",
                         .message = "the function has no parameter that the memory could come from",
                         .node = accesses.otherAccess()};
    if (accesses.accessed().empty()) {
        context.note("nothing to reject: no device memory is accessed outside of launches", &function);
        return &function;
    }
    std::string names;
    for (const Var* data : accesses.accessed())
        names += (names.empty() ? "'" : ", '") + std::string(data->name) + "'";
    return PassError{.kind = "RuntimeError",
                     .message = "memory of the " + std::string(deviceName(deviceType(*target))) +
                                " device is accessed outside of a launch, by way of " + names +
                                "; bind a loop around it to threads",
                     .node = accesses.firstAccess()};
}

} // namespace

PassInfo verifyMemory()
{
    return {.name = "VerifyMemory",
            .summary = "Refuse host code that accesses device memory",
            .required = {{ModuleProperty::Targets, "only GPUs have memory that the host cannot reach"},
                         {ModuleProperty::LaunchesAsExtents, "inside a launch every access is allowed"},
                         {ModuleProperty::Unsplit,
                          "it looks for host code outside of launches that are still in place"}},
            .established = {{ModuleProperty::HostMemory, "any other module is refused"}},
            .opens = Chapter::Gpu,
            .run = functionPass(run)};
}

} // namespace tir::passes
