#include "tests/passes/workbench/worker/corpus_judgments.h"

namespace tir::testing {
namespace {

struct KnownDifference {
    const char* pass;
    const char* reason;
};
constexpr KnownDifference KnownDifferences[] = {
    {"BF16ComputeLegalize", "sums of bfloat16 are rounded at the end instead of term by term"},
    {"FP8ComputeLegalize", "sums of float8 are rounded at the end instead of term by term"},
};

struct TrueFinding {
    const char* program; ///< prefix of the names of its traces
    FindingKind kind;
    const char* buffer; ///< prefix of its name
    const char* reason;
};
constexpr const char* SharedRegisters =
    "TVM's InjectPTXLDG32 allocates its registers outside of the launch, so all threads share them";
constexpr TrueFinding TrueFindings[] = {
    {"traces/gpu_low_batch_gemv", FindingKind::Misaligned, "",
     "rows of 129 halves are written two at a time: every other row begins at an odd half"},
    {"scheduled/ldg", FindingKind::MissingBarrier, "C",
     "two statements of the program store to the same elements of global memory, from different threads"},
    {"scheduled/ldg", FindingKind::MissingBarrier, "addr", SharedRegisters},
    {"scheduled/ldg", FindingKind::MissingBarrier, "predicate", SharedRegisters},
    {"scheduled/ldg", FindingKind::Race, "addr", SharedRegisters},
    {"scheduled/ldg", FindingKind::Race, "predicate", SharedRegisters},
    {"scheduled/elementwise_861_7", FindingKind::Race, "t2_shared_dyn_ptr",
     "TVM's StorageRewrite replaces in place what all threads copy (museum/in_place_by_all_threads.py)"},
    {"scheduled/softmax_857_652", FindingKind::OutOfDomain, "",
     "TVM's LowerCrossThreadReduction drops a predicate (museum/dropped_predicate.py)"},
    {"scheduled/softmax_857_652", FindingKind::OutOfBounds, "",
     "TVM's LowerCrossThreadReduction drops a predicate (museum/dropped_predicate.py)"},
};

/// Programs whose own text is at fault: no step after `pass` is compared.
struct FaultyProgram {
    const char* program;
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
    const char* program; ///< prefix of the names of its traces
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
    {"scheduled/gather_857_270", "is used where no definition of it is in scope", ExtentOfHost},
    {"scheduled/matmul_858_75", "is used where no definition of it is in scope", ExtentOfHost},
    {"scheduled/matmul_861_49", "is used where no definition of it is in scope", ExtentOfHost},
    {"scheduled/softmax_857_101", "is used where no definition of it is in scope", ExtentOfHost},
    {"scheduled/async_dma", "cannot be run on the CPU", "asynchronous copies of Hexagon need its runtime"},
    {"scheduled/vtcm", "cannot be run on the CPU", "memory of Hexagon's vector unit needs its runtime"},
    {"traces/two_", "is in scope", "the legacy merge leaves its allocation in another launch"},
};

struct TrueError {
    const char* program; ///< prefix of the names of its traces
    const char* words;
    const char* reason;
};
constexpr TrueError TrueErrors[] = {
    {"scheduled/swizzle", "the kernel takes 2048 bytes of dynamic shared memory, but is launched with 256",
     "TVM's LowerDeviceKernelLaunch counts one lane of an element (museum/lanes_in_launch.py)"},
};

} // namespace

bool changesOrderOfSums(const std::string& pass)
{
    return pass == "LowerCrossThreadReduction" || pass == "LowerThreadAllreduce";
}

const char* reasonOfDifference(const std::string& pass)
{
    for (const KnownDifference& known : KnownDifferences)
        if (pass == known.pass)
            return known.reason;
    return nullptr;
}

const char* reasonOfFinding(const QString& program, const Finding& finding)
{
    for (const TrueFinding& known : TrueFindings)
        if (program.startsWith(known.program) && finding.kind == known.kind &&
            finding.buffer.starts_with(known.buffer))
            return known.reason;
    return nullptr;
}

const char* reasonOfFault(const QString& program, const std::string& pass)
{
    for (const FaultyProgram& known : FaultyPrograms)
        if (program.startsWith(known.program) && pass == known.pass)
            return known.reason;
    return nullptr;
}

const char* reasonOfRefusal(const QString& program, const std::string& message)
{
    for (const TrueRefusal& known : TrueRefusals)
        if (program.startsWith(known.program) && message.find(known.words) != std::string::npos)
            return known.reason;
    return nullptr;
}

const char* reasonOfError(const QString& program, const std::string& message)
{
    for (const TrueError& known : TrueErrors)
        if (program.startsWith(known.program) && message.find(known.words) != std::string::npos)
            return known.reason;
    return nullptr;
}

} // namespace tir::testing
