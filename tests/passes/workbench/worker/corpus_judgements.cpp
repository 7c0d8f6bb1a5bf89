#include "tests/passes/workbench/worker/corpus_judgements.h"

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
    const char* program; ///< what the names of its traces begin with
    FindingKind kind;
    const char* buffer; ///< what its name begins with
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
    {"scheduled/softmax_857_652", FindingKind::OutOfBounds, "",
     "TVM's LowerCrossThreadReduction drops a predicate (museum/dropped_predicate.py)"},
};

struct TrueError {
    const char* program; ///< what the names of its traces begin with
    const char* words;
    const char* reason;
};
constexpr TrueError TrueErrors[] = {
    {"scheduled/swizzle", "the kernel takes 2048 bytes of dynamic shared memory, but is launched with 256",
     "TVM's LowerDeviceKernelLaunch counts one lane of an element (museum/lanes_in_launch.py)"},
};

} // namespace

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

const char* reasonOfError(const QString& program, const std::string& message)
{
    for (const TrueError& known : TrueErrors)
        if (program.startsWith(known.program) && message.find(known.words) != std::string::npos)
            return known.reason;
    return nullptr;
}

} // namespace tir::testing
