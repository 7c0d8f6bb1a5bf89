#include "passes/workbench/check.h"

#include <algorithm>

namespace tir {
namespace {

bool isBad(const TraceStep& step)
{
    switch (step.verdict) {
    case Verdict::IllFormed:
    case Verdict::Failed:
        return true;
    case Verdict::Unchanged:
    case Verdict::Changed:
    case Verdict::Missing:
    case Verdict::Imported:
        return false;
    }
    return false;
}

} // namespace

CheckReport check(const Trace& trace)
{
    CheckReport report;
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const TraceStep& step = trace.steps[number];
        if (step.verdict == Verdict::Missing && !report.missing)
            report.missing = number;
        if (!isBad(step))
            continue;
        if (report.firstBad)
            report.laterBad.push_back(number);
        else
            report.firstBad = number;
    }
    return report;
}

std::string explain(const CheckReport& report, const Trace& trace)
{
    std::string text;
    if (report.firstBad) {
        const TraceStep& step = trace.steps[*report.firstBad];
        text = stepTitle(trace, *report.firstBad) + (*report.firstBad == 0 ? " " : ", ") +
               (step.verdict == Verdict::Failed ? "failed: " : "is ill-formed: ") + reasonOf(step);
    } else {
        const auto ran = std::count_if(trace.steps.begin() + 1, trace.steps.end(), [](const TraceStep& step) {
            return step.verdict != Verdict::Missing;
        });
        text = std::string(report.missing ? "sound so far: " : "sound: ") +
               "the input and the modules after " + std::to_string(ran) + (ran == 1 ? " pass" : " passes");
    }
    if (report.missing)
        text += "; stopped at " + stepTitle(trace, *report.missing) + ", which is not built yet";
    return text;
}

std::string reasonOf(const TraceStep& step)
{
    std::string first;
    int others = -1;
    for (const Diagnostic& diagnostic : step.diagnostics) {
        if (diagnostic.severity != Severity::Error)
            continue;
        if (first.empty())
            first = diagnostic.message;
        ++others;
    }
    if (others > 0)
        first += " (and " + std::to_string(others) + (others == 1 ? " more error)" : " more errors)");
    return first;
}

std::string stepTitle(const Trace& trace, size_t number)
{
    return number == 0 ? "the input" : "step " + std::to_string(number) + ", " + trace.steps[number].pass;
}

} // namespace tir
