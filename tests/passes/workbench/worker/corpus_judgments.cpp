#include "tests/passes/workbench/worker/corpus_judgments.h"

#include <QStringList>

namespace tir::testing {
namespace {

/// In all tables, the names of programs are separated by spaces.
bool isAmong(const char* programs, const QString& program)
{
    return QString(programs).split(' ').contains(program);
}

struct TrueFinding {
    const char* programs;
    FindingKind kind;
    const char* buffer; ///< prefix of its name
    const char* reason;
};
constexpr const char* SharedRegisters =
    "TVM's InjectPTXLDG32 allocates its registers outside of the launch, so all threads share them";
constexpr const char* LowBatchGemv = "traces/gpu_low_batch_gemv_outer_reduction_8df21d65.s_tir "
                                     "traces/gpu_low_batch_gemv_outer_reduction_8df21d65.s_tir@before "
                                     "traces/gpu_low_batch_gemv_outer_reduction_8df21d65.s_tir@transitional";
constexpr const char* GuardedLoads =
    "scheduled/ldg_859_104 scheduled/ldg_859_124 scheduled/ldg_859_264 scheduled/ldg_859_364 "
    "scheduled/ldg_860_109 scheduled/ldg_860_115 scheduled/ldg_wide_860_97";
constexpr TrueFinding TrueFindings[] = {
    {LowBatchGemv, FindingKind::Misaligned, "",
     "rows of 129 halves are written two at a time: every other row begins at an odd half"},
    {GuardedLoads, FindingKind::MissingBarrier, "C",
     "two statements of the program store to the same elements of global memory, from different threads"},
    {GuardedLoads, FindingKind::MissingBarrier, "addr", SharedRegisters},
    {GuardedLoads, FindingKind::MissingBarrier, "predicate", SharedRegisters},
    {GuardedLoads, FindingKind::Race, "addr", SharedRegisters},
    {GuardedLoads, FindingKind::Race, "predicate", SharedRegisters},
    {"scheduled/elementwise_861_7", FindingKind::Race, "t2_shared_dyn_ptr",
     "TVM's StorageRewrite replaces in place what all threads copy (museum/in_place_by_all_threads.py)"},
    {"scheduled/softmax_857_652", FindingKind::OutOfDomain, "",
     "TVM's LowerCrossThreadReduction drops a predicate (museum/dropped_predicate.py)"},
    {"scheduled/softmax_857_652", FindingKind::OutOfBounds, "",
     "TVM's LowerCrossThreadReduction drops a predicate (museum/dropped_predicate.py)"},
};

/// Programs whose own text is at fault: no step after `pass` is compared.
struct FaultyProgram {
    const char* programs;
    const char* pass;
    const char* reason;
};
constexpr FaultyProgram FaultyPrograms[] = {
    {"scheduled/matmul_857_141", "PlanAndUpdateBufferAllocationLocation",
     "threads exchange values in global memory, which no pass orders, and which TVM moves into the launch, "
     "where "
     "each thread has its own"},
};

/// Steps that cannot be executed.
struct TrueRefusal {
    const char* programs;
    const char* words;
    const char* reason;
};
constexpr const char* ExtentOfHost =
    "TVM's SplitHostDevice leaves variables of the host in the extents of what the kernel allocates "
    "(museum/size_of_the_host.py)";
constexpr TrueRefusal TrueRefusals[] = {
    {"scheduled/conv_857_377", "is accessed where no definition of its data 'addr",
     "TVM's InjectPTXLDG32 allocates its registers after their first use (museum/registers_too_late.py)"},
    {"scheduled/conv_857_377", "variable 'addr",
     "TVM's InjectPTXLDG32 allocates its registers after their first use (museum/registers_too_late.py)"},
    {"scheduled/gather_857_270 scheduled/matmul_858_75 scheduled/matmul_861_49 scheduled/softmax_857_101",
     "is used where no definition of it is in scope", ExtentOfHost},
    {"scheduled/async_dma_857_265 scheduled/async_dma_858_100 scheduled/async_dma_859_28 "
     "scheduled/async_dma_859_388 scheduled/async_dma_async_dma_859_8",
     "cannot be executed on the CPU", "asynchronous copies of Hexagon need its runtime"},
    {"scheduled/vtcm_857_490 scheduled/vtcm_860_33 scheduled/vtcm_860_45 scheduled/vtcm_860_99 "
     "scheduled/vtcm_864_17",
     "cannot be executed on the CPU", "memory of Hexagon's vector unit needs its runtime"},
    {"traces/two_kernels.s_tir@transitional traces/two_merges.s_tir@transitional", "is in scope",
     "the legacy merge leaves its allocation in another launch"},
};

struct TrueError {
    const char* programs;
    const char* words;
    const char* reason;
};
constexpr TrueError TrueErrors[] = {
    {"scheduled/swizzle_859_225 scheduled/swizzle_859_25 scheduled/swizzle_859_305 scheduled/swizzle_859_325 "
     "scheduled/swizzle_lifetimes_857_26",
     "the kernel takes 2048 bytes of dynamic shared memory, but is launched with 256",
     "TVM's LowerDeviceKernelLaunch counts one lane of an element (museum/lanes_in_launch.py)"},
};

} // namespace

bool changesOrderOfSums(const std::string& pass)
{
    return pass == "LowerCrossThreadReduction" || pass == "LowerThreadAllreduce";
}

bool roundsSumsElsewhere(const std::string& pass)
{
    return pass == "BF16ComputeLegalize" || pass == "FP8ComputeLegalize";
}

const char* reasonOfFinding(const QString& program, const Finding& finding)
{
    for (const TrueFinding& known : TrueFindings)
        if (isAmong(known.programs, program) && finding.kind == known.kind &&
            finding.buffer.starts_with(known.buffer))
            return known.reason;
    return nullptr;
}

const char* reasonOfFault(const QString& program, const std::string& pass)
{
    for (const FaultyProgram& known : FaultyPrograms)
        if (isAmong(known.programs, program) && pass == known.pass)
            return known.reason;
    return nullptr;
}

const char* reasonOfRefusal(const QString& program, const std::string& message)
{
    for (const TrueRefusal& known : TrueRefusals)
        if (isAmong(known.programs, program) && message.find(known.words) != std::string::npos)
            return known.reason;
    return nullptr;
}

const char* reasonOfError(const QString& program, const std::string& message)
{
    for (const TrueError& known : TrueErrors)
        if (isAmong(known.programs, program) && message.find(known.words) != std::string::npos)
            return known.reason;
    return nullptr;
}

} // namespace tir::testing
