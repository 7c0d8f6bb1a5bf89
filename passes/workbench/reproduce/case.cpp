#include "passes/workbench/reproduce/case.h"

#include "core/support/text_format.h"
#include "passes/workbench/check/step_faults.h"

#include <algorithm>

namespace tir {
namespace {

/// Without quoted parts, and with 0 for every number.
std::string skeletonOf(const std::string& message)
{
    std::string skeleton;
    bool isQuoted = false;
    for (const char c : message) {
        if (c == '\'') {
            isQuoted = !isQuoted;
            continue;
        }
        if (isQuoted)
            continue;
        if (!isDigit(c))
            skeleton += c;
        else if (skeleton.empty() || skeleton.back() != '0')
            skeleton += '0';
    }
    return skeleton;
}

OpenedProgram programOf(const OwnedModule& module)
{
    OpenedProgram program;
    program.parsed.emplace();
    program.parsed->module = module;
    return program;
}

/// The case that starts at `way[first]`.
Case caseFrom(const Recording& recording, const std::vector<size_t>& way, size_t first, const Case& from)
{
    Case result = from;
    result.module = {recording.arena, &recording.module(way[first])};
    const Branch branch = recording.branch(way[first]);
    for (size_t at = first + 1; at < way.size(); ++at) {
        result.passes.push_back(recording.steps[way[at] - 1].pass);
        if (result.passes.back().branch == branch)
            result.passes.back().branch = Branch::Common; // the module has no other branch
    }
    const size_t lockstepEnd = tir::lockstepEnd(recording);
    const size_t offsetsEnd = tir::offsetsEnd(recording);
    for (size_t at = first; at < way.size(); ++at) {
        result.lockstepEnd += way[at] < lockstepEnd;
        result.offsetsEnd += way[at] < offsetsEnd;
    }
    return result;
}

/// Why the passes did not come to their end, as the case shows it; empty if they did.
std::string whyNotRun(const CaseRun& run, const Case& wanted)
{
    if (!run.recording)
        return run.problem;
    const Recording& recording = *run.recording;
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        if (recording.verdict(number) != Verdict::Failed)
            continue;
        const PassInvocation& pass = recording.steps[number - 1].pass;
        if (wanted.external.bridge)
            if (const auto missing = wanted.external.bridge->whyMissing(pass.tvmName))
                return *missing;
        if (wanted.fault.kind != "failed")
            return toString(pass) + " failed: " + recording.diagnostics(number).front().message;
    }
    return {};
}

void takeFromTvm(std::vector<PassInvocation>& passes)
{
    for (PassInvocation& pass : passes)
        if (pass.tvmName.empty())
            pass.tvmName = pass.recordedName.empty() ? pass.name : pass.recordedName;
}

} // namespace

bool Fault::isSame(const Fault& other) const
{
    return kind == other.kind && code == other.code && skeletonOf(reason) == skeletonOf(other.reason);
}

std::vector<Fault> faultsOf(const Recording& recording, const CheckReport& found, const StepRuns& runs)
{
    std::vector<Fault> faults;
    if (!found.firstBad || *found.firstBad == 0)
        return faults;
    const size_t bad = *found.firstBad;
    const std::string kind = recording.verdict(bad) == Verdict::Failed ? "failed" : "ill-formed";
    for (const Diagnostic& diagnostic : recording.diagnostics(bad))
        if (diagnostic.severity == Severity::Error)
            faults.push_back({kind, diagnostic.code, diagnostic.message});
    if (faults.empty())
        for (const Diagnostic& diagnostic : recording.diagnostics(bad))
            if (isTvmDefect(diagnostic))
                faults.push_back({"defect", diagnostic.code, diagnostic.message});
    const StepRun* run = runs.find(bad);
    if (!faults.empty() || !run)
        return faults;
    // Messages of findings have addresses and threads.
    for (const Finding& finding : run->introduced) {
        const std::string code = toDiagnostic(finding).code;
        faults.push_back({"execution", code, code});
    }
    if (faults.empty()) {
        const std::string how =
            run->status == RunStatus::Done ? "differs" : std::string(toString(run->status));
        faults.push_back({"execution", how, how});
    }
    return faults;
}

bool contains(const std::vector<Fault>& faults, const Fault& fault)
{
    return std::ranges::any_of(faults, [&](const Fault& each) { return each.isSame(fault); });
}

bool CaseRun::shows(const Case& wanted) const
{
    return contains(faults, wanted.fault) && std::ranges::includes(wanted.inputCodes, inputCodes);
}

CaseRun runCase(const Case& from, const OwnedModule& module, const std::atomic<bool>* cancelled)
{
    CaseRun result;
    RecordRequest request;
    request.invocations = from.passes;
    request.target = from.target;
    request.mode = from.mode;
    request.config = from.config;
    request.force = true;
    request.cancelled = cancelled;
    request.external = from.external;
    const Result<std::shared_ptr<const Recording>> recording = record(programOf(module), request);
    if (!recording) {
        result.problem = recording.diagnostics().front().message;
        return result;
    }
    result.recording = *recording;
    CheckReport found = check(*result.recording);
    if (!found.firstBad && from.isExecuted) {
        ExecuteOptions execution = executeOptions(*result.recording, from.run);
        execution.lockstepEnd = from.lockstepEnd; // the passes of the case are only some of a pipeline
        execution.offsetsEnd = from.offsetsEnd;
        execution.cancelled = cancelled;
        result.runs = executeSteps(modulesOf(*result.recording), execution);
        found = check(*result.recording, result.runs);
    }
    if (found.firstBad == from.passes.size() && result.recording->steps.size() == from.passes.size())
        result.faults = faultsOf(*result.recording, found, result.runs);
    for (const Diagnostic& diagnostic : result.recording->inputDiagnostics)
        result.inputCodes.insert(diagnostic.code);
    return result;
}

Result<Case> makeCase(const Recording& recording, const CheckReport& found, const StepRuns& runs,
                      const Case& from, bool isOfTvm, const std::atomic<bool>* cancelled)
{
    const std::vector<Fault> faults = faultsOf(recording, found, runs);
    if (faults.empty() && found.firstBad)
        return error("no-case", "the input is bad before any pass runs");
    if (faults.empty()) {
        Diagnostic nothing = error("no-case", "no step is bad: there is nothing to reproduce");
        for (const std::string& line : explainUnchecked(found.unchecked, recording))
            nothing.notes.push_back({.message = "not checked: " + line});
        return nothing;
    }
    const std::vector<size_t> way = wayTo(*found.firstBad, recording);
    std::string problem;
    for (size_t first = way.size() - 1; first > 0; --first)
        for (const bool isTaken : {false, true}) {
            if (isTaken && !isOfTvm)
                continue;
            Case candidate = caseFrom(recording, way, first - 1, from);
            candidate.fault = faults.front();
            candidate.isExecuted = candidate.fault.kind == "execution";
            if (isTaken)
                takeFromTvm(candidate.passes);
            CaseRun run = runCase(candidate, candidate.module, cancelled);
            candidate.inputCodes = std::move(run.inputCodes);
            if (contains(run.faults, candidate.fault))
                return candidate;
            if (problem.empty() && (isTaken || !run.recording))
                problem = whyNotRun(run, candidate);
        }
    const std::string step = stepTitle(recording, *found.firstBad);
    return error("no-case", problem.empty() ? "running the passes again does not show what " + step + ", did"
                                            : step + ", cannot be run again: " + problem);
}

Case unverifiedCase(const Recording& recording, const CheckReport& found, const StepRuns& runs,
                    const Case& from)
{
    const std::vector<size_t> way = wayTo(*found.firstBad, recording);
    Case result = caseFrom(recording, way, way.size() - 2, from);
    takeFromTvm(result.passes);
    result.fault = faultsOf(recording, found, runs).front();
    result.isExecuted = result.fault.kind == "execution";
    return result;
}

} // namespace tir
