#include "passes/workbench/check/second_round.h"

#include "passes/workbench/check/unreached_twice.h"

#include <algorithm>
#include <iterator>

namespace tir {
namespace {

void addFindings(const RunReport& report, const OtherInputs& inputs, StepRun& run)
{
    for (Finding finding : report.findings) {
        finding.detail += (finding.detail.empty() ? "with " : ", with ") + inputs.text;
        if (severityOf(finding.kind) == Severity::Error)
            run.findings.push_back(std::move(finding));
    }
    std::ranges::copy(report.hiddenFindings, std::back_inserter(run.hidden));
}

int64_t unreachedCount(const std::vector<Finding>& findings)
{
    return std::ranges::count(findings, FindingKind::NotReached, &Finding::kind);
}

/// Threads that are not ordered are an error for all values, unless these are indices.
bool hasOrderErrorsOnly(const std::vector<Finding>& findings)
{
    return hasError(findings) && std::ranges::all_of(findings, [](const Finding& finding) {
               return severityOf(finding.kind) != Severity::Error || finding.kind == FindingKind::Race ||
                      finding.kind == FindingKind::MissingBarrier;
           });
}

} // namespace

void SecondRound::runInput(const RunRequest& request, bool triesValues, StepRun& run)
{
    m_result.sizes = chosenSizesText(request);
    if (!request.isChecked || run.status != RunStatus::Done || hasError(run.findings))
        return;
    runIncompleteTiles(request, run);
    if (triesValues && run.status == RunStatus::Done && !hasError(run.findings))
        runOtherValues(request, run);
    if (m_reference)
        forgetReached(*request.module.module, run);
    m_result.otherInputs = m_inputs.text;
}

void SecondRound::changeBlocks(const RunRequest& request)
{
    if (!m_reference)
        return;
    RunReport report = repeated(request, m_inputs);
    if (report.status == RunStatus::Done) {
        m_reference = std::move(report);
        return;
    }
    m_reference.reset();
    m_result.notRepeated = with(statusText(report.status, report.message));
}

void SecondRound::runStep(const RunRequest& request, const CompareOptions& tolerance, StepRun& run)
{
    if (!m_reference || run.status != RunStatus::Done || !run.comparison.isEqual() || hasError(run.findings))
        return;
    const RunReport report = repeated(request, m_inputs);
    run.status = report.isInconclusive ? RunStatus::Refused : report.status;
    run.otherInputs = m_inputs.text;
    if (run.status != RunStatus::Done)
        run.message = with(report.message);
    else
        run.comparison = compareRuns(report, *m_reference, tolerance);
    run.hasOtherBlocks |= report.partialGrids != m_reference->partialGrids;
    addFindings(report, m_inputs, run);
    forgetOverflow(run.findings);
}

void SecondRound::runIncompleteTiles(const RunRequest& request, StepRun& run)
{
    const OtherInputs sizes = sizesOfIncompleteTiles(request);
    if (sizes.text.empty())
        return;
    RunReport report = repeated(request, sizes);
    if (report.status == RunStatus::TimedOut || report.status == RunStatus::Crashed || report.isInconclusive)
        m_result.notRepeated = "with " + sizes.text + ", " + statusText(report.status, report.message);
    if (report.status == RunStatus::Cancelled)
        run.status = RunStatus::Cancelled;
    if (report.status != RunStatus::Done)
        return; // the program may not be meant for these sizes
    const bool isReference = !hasError(report.findings);
    m_result.sizes += (isReference ? " and with " : "; the input also with ") + sizes.text;
    addFindings(report, sizes, run);
    if (!isReference)
        return; // steps have nothing to keep
    m_inputs = sizes;
    m_reference = std::move(report);
}

void SecondRound::runOtherValues(const RunRequest& request, StepRun& run)
{
    for (const OtherInputs& values : otherValues(request)) {
        OtherInputs inputs = m_inputs;
        inputs.specs.insert(values.specs.begin(), values.specs.end());
        inputs.text += (inputs.text.empty() ? "" : ", ") + values.text;
        RunReport report = repeated(request, inputs);
        if (report.status == RunStatus::Cancelled) {
            run.status = RunStatus::Cancelled;
            return;
        }
        if (report.status == RunStatus::TimedOut || report.isInconclusive) {
            m_result.notRepeated = "with " + values.text + ", " + statusText(report.status, report.message);
            return;
        }
        if (report.status != RunStatus::Done)
            continue;
        if (hasOrderErrorsOnly(report.findings) && !values.hasIndices)
            return addFindings(report, inputs, run);
        const bool reachesLess = unreachedCount(report.findings) > unreachedCount(run.findings);
        if (hasError(report.findings) || (values.hasScalars && reachesLess))
            continue;
        m_inputs = std::move(inputs);
        m_reference = std::move(report);
        return;
    }
}

void SecondRound::forgetReached(const Module& module, StepRun& run) const
{
    std::vector<Finding> unreached = unreachedTwice(module, run.findings, m_reference->findings);
    std::erase_if(run.findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::NotReached; });
    std::ranges::move(unreached, std::back_inserter(run.findings));
}

std::string SecondRound::with(const std::string& text) const
{
    return "with " + m_inputs.text + ", " + text;
}

RunReport SecondRound::repeated(RunRequest request, const OtherInputs& inputs) const
{
    if (m_time.isOver()) {
        RunReport report;
        report.status = RunStatus::TimedOut;
        report.message = m_time.limitText() + " was reached";
        return report;
    }
    for (const auto& [name, spec] : inputs.specs)
        request.inputs.insert_or_assign(name, spec);
    request.timeLimitSeconds = m_time.runSeconds();
    return runInWorker(request, m_options.cancelled);
}

std::string statusText(RunStatus status, const std::string& message)
{
    return std::string(toString(status)) + (message.empty() ? "" : ": " + message);
}

void forgetOverflow(std::vector<Finding>& findings)
{
    std::erase_if(findings,
                  [](const Finding& finding) { return finding.kind == FindingKind::SignedOverflow; });
}

} // namespace tir
