/// Structural diffs: the edits between any two modules turn the first into the second, whether a pass made it or it is
/// another program altogether.

#include "core/support/check.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"
#include "tests/support/structural_diff_check.h"

namespace tir::testing {
namespace {

void check(const Module& before, const Module& after)
{
    const std::string failure = structuralDiffFailure(before, after);
    TIR_CHECK(failure.empty()) << failure;
}

} // namespace

void checkStructuralDiff(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const Pipeline& pipeline = allPipelines()[source.below(allPipelines().size())];
    const bool isOther = source.oneIn(2);
    const OpenedProgram program = openText("fuzz.py", generatedProgram(source));
    if (!program.isOpen())
        return; // the business of script_programs
    if (isOther) {
        const OpenedProgram other = openText("other.py", generatedProgram(source));
        if (other.isOpen())
            check(program.module(), other.module());
        return;
    }
    const auto recording = record(program, {.pipeline = pipeline.name, .force = true});
    TIR_CHECK(recording) << "pipeline " << pipeline.name << " does not run";
    for (const Step& step : (*recording)->steps)
        if (step.after != step.before)
            check(*step.before, *step.after);
    check(*(*recording)->input.module, (*recording)->module((*recording)->moduleCount() - 1));
}

} // namespace tir::testing
