/// Passes: on a well-formed program a sound pass yields a well-formed program, or rejects it with a message. Passes in
/// the faithful mode, and the pipelines that show bugs (`@before`, `@legacy-…`, `@transitional`), need not stay
/// well-formed; they must not crash either.

#include "core/script/printing/printer.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

#include <algorithm>

namespace tir::testing {
namespace {

std::string describe(const Recording& recording, size_t number)
{
    const Step& step = recording.steps[number];
    std::string text = toString(step.pass) + " after";
    for (size_t i = 0; i < number; ++i)
        text += " " + toString(recording.steps[i].pass);
    for (const Diagnostic& diagnostic : step.diagnostics)
        text += "\n" + diagnostic.message;
    return text + "\n" + printScript(*step.before) + "\n-- becomes --\n" + printScript(*step.after);
}

/// Ill-formed by more than the original program: generated ones access memory outside of launches, and local memory of
/// the outside inside of them. This shows once functions are assigned to host and device. And they launch over extents
/// that are 0 once they are simplified.
bool isIllFormed(const Step& step)
{
    return step.verdict == Verdict::IllFormed &&
           !std::ranges::all_of(step.diagnostics, [](const Diagnostic& diagnostic) {
               return diagnostic.severity != Severity::Error || diagnostic.code == "device-memory-on-host" ||
                      diagnostic.code == "local-memory-parameter" || diagnostic.code == "invalid-extent";
           });
}

void checkSteps(const Recording& recording, bool staysWellFormed)
{
    for (size_t number = 0; number < recording.steps.size(); ++number) {
        const Step& step = recording.steps[number];
        const bool brokeDown = step.verdict == Verdict::Failed &&
                               step.diagnostics.front().message.find("check failed") != std::string::npos;
        TIR_CHECK(!brokeDown) << "a pass broke down: " << describe(recording, number);
        TIR_CHECK(!staysWellFormed || !isIllFormed(step)) << "ill-formed: " << describe(recording, number);
        // A use before its definition has no readable text, nor has a step that a pass rejected because of it.
        const bool wasIllFormed =
            step.previous > 0 && recording.steps[step.previous - 1].verdict == Verdict::IllFormed;
        if (step.verdict == Verdict::IllFormed || (step.verdict == Verdict::Failed && wasIllFormed))
            continue;
        const std::string printed = printScript(*step.after);
        const OpenedProgram again = openText("printed.py", printed);
        TIR_CHECK(again.isOpen()) << "not read again: " << again.rendered() << describe(recording, number);
    }
}

} // namespace

void checkPasses(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const Pipeline& pipeline = allPipelines()[source.below(allPipelines().size())];
    const PassInfo& alone = allPasses()[source.below(allPasses().size())];
    const bool isAlone = source.oneIn(4);
    const Mode mode = source.oneIn(2) ? Mode::Sound : Mode::AsTvm;
    const OpenedProgram program = openText("fuzz.py", generatedProgram(source));
    if (!program.isOpen())
        return;                                         // the business of script_programs
    RecordRequest request{.mode = mode, .force = true}; // programs do not follow the contracts
    (isAlone ? request.passes : request.pipeline) = isAlone ? alone.name : pipeline.name;
    const auto recording = record(program, request);
    TIR_CHECK(recording) << "pipeline " << pipeline.name << " does not run";
    const bool isSound = isAlone ? alone.required.empty() : pipeline.name.find('@') == std::string::npos;
    checkSteps(**recording, mode == Mode::Sound && isSound);
}

} // namespace tir::testing
