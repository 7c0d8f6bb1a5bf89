/// Results of programs that execute: the same every time, with memory checks as without, and after every pass
/// as before it. Only a program in which the memory checks find nothing has a result to compare.

#include "core/script/printing/printer.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/kernel_generator.h"

namespace tir::testing {
namespace {

RunRequest requestFor(const OwnedModule& module)
{
    RunRequest request;
    request.module = module;
    request.entry = "main";
    request.memoryLimitBytes = uint64_t(1) << 28;
    return request;
}

RunReport execute(const RunRequest& request)
{
    RunReport report = runHere(request);
    const bool isInternal = !report.diagnostics.empty() && report.diagnostics.front().code == "internal";
    TIR_CHECK(!isInternal) << report.diagnostics.front().message << "\n"
                           << printScript(*request.module.module);
    return report;
}

/// Whether both are the same to the last bit.
bool areEqual(const RunReport& a, const RunReport& b)
{
    if (a.status != b.status || a.message != b.message || a.returnValue != b.returnValue ||
        a.tensors.size() != b.tensors.size())
        return false;
    for (size_t i = 0; i < a.tensors.size(); ++i)
        if (a.tensors[i].after != b.tensors[i].after)
            return false;
    return true;
}

std::string describe(const RunReport& run, const RunReport& reference)
{
    if (run.status != RunStatus::Done)
        return std::string(toString(run.status)) + ": " + run.message;
    return explain(compareRuns(run, reference));
}

bool hasResult(const RunReport& report)
{
    return report.status == RunStatus::Done && !hasError(report.findings);
}

} // namespace

void checkExecutor(FuzzBytes bytes)
{
    ByteSource source(bytes);
    // LLVM's optimizations take nine tenths of the time.
    const bool isCheckedOptimized = source.oneIn(32);
    const bool isUncheckedOptimized = source.oneIn(16);
    const std::string text = generatedKernels(source);
    const OpenedProgram program = openText("fuzz.py", text);
    TIR_CHECK(program.isOpen()) << "a program is not read:\n" << program.rendered() << "\n" << text;
    RunRequest request = requestFor(program.parsed->module);
    request.isChecked = true;
    request.isOptimized = isCheckedOptimized;
    const RunReport checked = execute(request);
    TIR_CHECK(checked.status != RunStatus::Refused || hasError(checked.diagnostics))
        << "refused without a reason";
    const RunReport again = execute(request);
    TIR_CHECK(areEqual(checked, again) && checked.findings == again.findings)
        << "another result the second time:\n"
        << text;
    if (!hasResult(checked))
        return; // without checks, it may do anything
    countExamined();
    request.isChecked = false;
    request.isOptimized = isUncheckedOptimized;
    const RunReport unchecked = execute(request);
    TIR_CHECK(areEqual(unchecked, checked))
        << "another result without checks, " << (request.isOptimized ? "optimized, " : "")
        << describe(unchecked, checked) << ":\n"
        << text;
}

void checkResults(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const char* pipeline = source.oneOf({"split", "split", "s_tir", "build", "default_tirx"});
    const std::string text = generatedKernels(source);
    const OpenedProgram program = openText("fuzz.py", text);
    TIR_CHECK(program.isOpen()) << "a program is not read:\n" << program.rendered() << "\n" << text;
    RunRequest request = requestFor(program.parsed->module);
    request.isChecked = true;
    const RunReport reference = execute(request);
    if (!hasResult(reference))
        return;
    const auto recording = record(program, {.pipeline = pipeline, .mode = Mode::Sound});
    if (!recording)
        return; // the program lacks a requirement of the pipeline
    const StepModules modules = modulesOf(**recording);
    const size_t barriers = lockstepEnd(**recording);
    for (size_t step = 1; step < modules.size(); ++step) {
        if (!modules[step].module || modules[step].module == modules[step - 1].module)
            continue;
        RunRequest ofStep = requestFor(modules[step]);
        ofStep.signature = program.parsed->module;
        ofStep.isLockstep = step < barriers;
        const RunReport run = execute(ofStep);
        if (run.status == RunStatus::Refused)
            continue; // neither good nor bad
        countExamined();
        TIR_CHECK(run.status == RunStatus::Done && compareRuns(run, reference).isEqual())
            << "step " << step << " of " << pipeline << ", " << toString((*recording)->steps[step - 1].pass)
            << ", changes the result: " << describe(run, reference) << "\n"
            << text << "\n-- becomes --\n"
            << printScript(*modules[step].module);
    }
}

} // namespace tir::testing
