/// Trace files.

#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

namespace tir::testing {
namespace {

void checkTrace(const std::string& json)
{
    const auto read = runFromJson(json);
    if (!read) {
        TIR_CHECK(hasError(read.diagnostics())) << "refused without a reason";
        return;
    }
    const std::string written = toJson(*read);
    const auto again = runFromJson(written);
    TIR_CHECK(again) << "the trace is not read again: " << again.diagnostics().front().message << "\n"
                     << json;
    TIR_CHECK(toJson(*again) == written) << "the trace changes when it is read:\n" << json;
}

} // namespace

void checkTraceBytes(FuzzBytes bytes)
{
    checkTrace(std::string(bytes.begin(), bytes.end()));
}

void checkTraceDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const Pipeline& pipeline = allPipelines()[source.below(allPipelines().size())];
    const OpenedProgram program = openText("fuzz.py", generatedProgram(source));
    if (!program.isOpen())
        return; // the business of script_programs
    const auto recording = record(program, {.pipeline = pipeline.name});
    TIR_CHECK(recording) << "pipeline " << pipeline.name << " does not run";
    ByteSource damage(bytes); // from the start: the program may have used up everything
    checkTrace(withDamagedJson(toJson(RecordedRun{program, *recording}), damage));
}

} // namespace tir::testing
