#include "passes/workbench/worker/run_report.h"

namespace tir {

void refuse(RunReport& report, Diagnostics diagnostics)
{
    report.status = RunStatus::Refused;
    report.message.clear();
    for (const Diagnostic& diagnostic : diagnostics)
        report.message += (report.message.empty() ? "" : "\n") + diagnostic.message;
    report.diagnostics = std::move(diagnostics);
}

void fail(RunReport& report, const ProgramError& error)
{
    report.status = RunStatus::Failed;
    report.errorKind = error.kind;
    report.message = error.kind + ": " + error.message;
    report.isInconclusive = error.lacksMemory;
}

std::vector<RunTensor> toRunTensors(std::vector<Argument>& before, std::vector<Argument>& after)
{
    std::vector<RunTensor> tensors;
    for (size_t index = 0; index < before.size(); ++index) {
        Argument& argument = after[index];
        SharedBytes was = std::move(before[index].value.bytes);
        SharedBytes is = std::move(argument.value.bytes);
        if (was == is)
            was = is;
        tensors.push_back({argument.name, toString(argument.value.dtype), argument.value.shape,
                           std::move(was), std::move(is), argument.isScalar});
    }
    return tensors;
}

int64_t Stopwatch::nanoseconds() const
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - m_start).count();
}

} // namespace tir
