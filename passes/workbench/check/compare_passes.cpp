#include "passes/workbench/check/compare_passes.h"

#include "core/diff/sequence_diff.h"
#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/registry.h"
#include "passes/workbench/check/binding_order.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/trace/pass_events.h"

#include <algorithm>
#include <iterator>

namespace tir {
namespace {

/// Modules that were read from different texts share no variables.
bool areEqual(const Module& a, const Module& b)
{
    return structuralEqual(a, b, {.mapFreeVars = true, .ignoreAssertMessages = true});
}

/// Whether a module of a recording is the one that we make of another of its modules. A recording has texts, in which
/// some things are lost, such as the types of calls.
bool isOurs(const Module& recorded, const Module& ours)
{
    if (areEqual(ours, recorded))
        return true;
    const Result<ParsedModule> read = parseModule(SourceText("ours", printScript(ours)));
    return read && areEqual(*read->module.module, recorded);
}

/// The same for a pass that leaves the order of some bindings to chance.
bool isOursInAnyOrder(const Module& recorded, const Module& ours)
{
    Arena arena;
    return isOurs(*withSortedBindings(arena, recorded), *withSortedBindings(arena, ours));
}

OwnedModule moduleOf(const Recording& recording, size_t number)
{
    return {recording.arena, &recording.module(number)};
}

bool hasModule(const Recording& recording, size_t number)
{
    const Verdict verdict = recording.verdict(number);
    return verdict != Verdict::NotImplemented && !whyUnread(recording.diagnostics(number));
}

const Step& stepOf(const Recording& recording, size_t number)
{
    return recording.steps[number - 1];
}

/// The pass as ours, with arguments that it may have had. What an older TVM did is a difference.
std::vector<PassInvocation> likelyForms(const PassInvocation& recorded, const PassInfo& ours)
{
    PassInvocation form = recorded;
    form.tvmName.clear();
    form.recordedName.clear();
    form.branch = Branch::Common;
    std::vector<PassInvocation> forms{form};
    const bool hasArguments = !form.positional.empty() || !form.named.empty();
    if (hasArguments || ours.options.empty())
        return forms;
    for (const std::string_view choice : ours.options.front().choices) {
        if (choice == "legacy")
            continue;
        if (Result<std::vector<PassInvocation>> chosen = parseInvocations(
                std::string(ours.name) + "(" +
                (ours.options.front().values.starts_with('"') ? "\"" + std::string(choice) + "\""
                                                              : std::string(choice)) +
                ")"))
            forms.push_back(chosen->front());
    }
    return forms;
}

std::string firstError(const Diagnostics& diagnostics)
{
    const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
    return found == diagnostics.end() ? std::string() : found->message;
}

class ComparisonWithOurs {
public:
    ComparisonWithOurs(const Recording& recording, const CompareWithOurs& options)
        : m_recording(recording),
          m_options(options),
          m_target(options.target ? options.target : boundTarget(recording))
    {}

    PassComparison compare()
    {
        for (const PassSpan& span : passSpans(m_recording)) {
            if (m_options.watch)
                m_options.watch(span);
            if (m_options.cancelled && m_options.cancelled->load())
                skip(span, "the comparison was cancelled");
            else
                compare(span);
        }
        return std::move(m_result);
    }

private:
    void compare(const PassSpan& span)
    {
        const PassInvocation& pass = stepOf(m_recording, span.first).pass;
        const PassInfo* ours = findPass(pass.name);
        if (!ours) // a pass that changes nothing, such as one that only runs others, is not missed
            return changes(span) ? skip(span, "we have no pass of that name") : void();
        const size_t before = m_recording.previous(span.first);
        if (!hasModule(m_recording, before) || !hasModule(m_recording, span.last))
            return skip(span, "its modules cannot be read");
        if (m_recording.verdict(before) == Verdict::IllFormed)
            return skip(span, "the module that it got is ill-formed");
        DifferentStep different{.step = span, .reason = {}};
        for (const PassInvocation& form : likelyForms(pass, *ours)) {
            if (const auto wrong = checkArguments(*ours, form))
                return skip(span, "our pass does not take its arguments: " + wrong->message);
            DifferentStep found = run(span, before, form);
            if (found.reason.empty()) {
                ++m_result.comparedCount;
                return;
            }
            if (different.reason.empty())
                different = std::move(found);
        }
        ++m_result.comparedCount;
        m_result.different.push_back(std::move(different));
    }

    bool changes(const PassSpan& span) const
    {
        return !m_recording.isSameModule(span.last, m_recording.previous(span.first));
    }

    /// Without a reason if the result is the same.
    DifferentStep run(const PassSpan& span, size_t before, const PassInvocation& form) const
    {
        const auto recording = runPasses(moduleOf(m_recording, before), {form}, "",
                                         {.target = m_target,
                                          .config = m_options.config,
                                          .verify = false,
                                          .takesNotes = bool(m_options.agrees)});
        const Step& ours = recording->steps.front();
        const bool theyFailed = m_recording.verdict(span.last) == Verdict::Failed;
        const bool weFailed = ours.verdict == Verdict::Failed;
        DifferentStep result{.step = span, .reason = {}, .module = moduleOf(m_recording, span.last)};
        if (weFailed && !theyFailed)
            result.reason = "accepts a module that our pass does not: " + firstError(ours.diagnostics);
        else if (theyFailed && !weFailed)
            result.reason =
                "fails where our pass does not: " + firstError(m_recording.diagnostics(span.last));
        else if (!theyFailed && !isOurs(m_recording.module(span.last), *ours.after) &&
                 !(findPass(form.name)->bindsInAnyOrder &&
                   isOursInAnyOrder(m_recording.module(span.last), *ours.after)))
            result.reason = "produces a different module than our pass";
        if (!weFailed)
            result.other = {recording->arena, ours.after};
        if (theyFailed)
            result.module = {};
        if (m_options.agrees && result.reason.empty() && !weFailed)
            m_options.agrees(span, *recording);
        return result;
    }

    void skip(const PassSpan& span, const std::string& reason)
    {
        m_result.skipped.push_back({span.first, reason});
    }

    const Recording& m_recording;
    const CompareWithOurs& m_options;
    const Target* m_target;
    PassComparison m_result;
};

/// A number for each name and branch.
std::vector<uint32_t> keysOf(const Recording& recording, const std::vector<PassSpan>& spans,
                             std::map<std::pair<std::string, Branch>, uint32_t>& numbers)
{
    std::vector<uint32_t> keys;
    for (const PassSpan& span : spans) {
        const PassInvocation& pass = stepOf(recording, span.first).pass;
        keys.push_back(numbers.try_emplace({pass.name, pass.branch}, uint32_t(numbers.size())).first->second);
    }
    return keys;
}

} // namespace

const Target* boundTarget(const Recording& recording)
{
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Target* first = nullptr;
        for (const ModuleEntry& entry : recording.module(number).functions) {
            const Target* target = targetOf(*entry.function);
            if (target && target->host)
                return target;
            first = first ? first : target;
        }
        if (first)
            return first;
    }
    return nullptr;
}

std::vector<PassSpan> passSpans(const Recording& recording)
{
    std::vector<PassSpan> spans;
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const Step& step = stepOf(recording, number);
        PassSpan span{number, number};
        const std::string continued = step.pass.name + " after ";
        const auto isInside = [&](const Step& next) {
            return next.pass.branch == step.pass.branch &&
                   (next.depth > step.depth ||
                    (next.depth == step.depth && next.pass.name.starts_with(continued)));
        };
        const bool hasMore = std::ranges::any_of(
            step.notes, [](const PassNote& note) { return note.message.starts_with(FirstPartNote); });
        // A pass of a name that we do not know may be a whole pipeline.
        while (hasMore && findPass(step.pass.name) && span.last + 1 < recording.moduleCount() &&
               isInside(stepOf(recording, span.last + 1)))
            ++span.last;
        spans.push_back(span);
        number = span.last;
    }
    return spans;
}

std::vector<PassInvocation> ourPasses(const Recording& recording, size_t number)
{
    std::vector<PassInvocation> passes;
    for (const PassSpan& span : passSpans(recording))
        if (const PassInvocation& pass = stepOf(recording, span.first).pass;
            span.first > number && findPass(pass.name)) {
            passes.push_back(pass);
            passes.back().recordedName.clear();
        }
    return passes;
}

PassComparison compareWithOurs(const Recording& recording, const CompareWithOurs& options)
{
    return ComparisonWithOurs(recording, options).compare();
}

std::shared_ptr<const Recording> withOurResults(const std::shared_ptr<const Recording>& recording,
                                                const PassComparison& found)
{
    struct Owners {
        std::shared_ptr<const Recording> recording;
        std::vector<std::shared_ptr<const Arena>> arenas;
    };
    const auto owners = std::make_shared<Owners>(Owners{recording, {}});
    const auto ours = std::make_shared<Recording>(*recording);
    ours->arena = std::shared_ptr<Arena>(owners, recording->arena.get());
    for (const DifferentStep& different : found.different) {
        Step& step = ours->steps[different.step.last - 1];
        step.notes = {};
        step.diagnostics = {};
        step.after = different.other.module ? different.other.module : step.before;
        step.verdict = different.other.module ? Verdict::Changed : Verdict::Failed;
        owners->arenas.push_back(different.other.arena);
    }
    return ours;
}

std::shared_ptr<const Recording> withOurNotes(const std::shared_ptr<const Recording>& recording,
                                              CompareWithOurs options)
{
    const auto annotated = std::make_shared<Recording>(*recording);
    options.agrees = [&annotated](const PassSpan& span, const Recording& ours) {
        std::vector<PassNote> notes = annotated->steps[span.last - 1].notes;
        std::ranges::copy(ours.steps.front().notes, std::back_inserter(notes));
        annotated->steps[span.last - 1].notes = std::move(notes);
        annotated->arena->keepAlive(ours.arena); // the notes refer to its nodes
    };
    compareWithOurs(*recording, options);
    return annotated;
}

PassComparison compareRecordings(const Recording& recording, const Recording& other)
{
    PassComparison result;
    const auto fail = [&](const PassSpan& span, std::optional<size_t> otherStep, std::string reason) {
        result.different.push_back({.step = span, .otherStep = otherStep, .reason = std::move(reason)});
    };
    if (!areEqual(recording.module(0), other.module(0))) {
        fail({}, 0, "is another module than the input of the other run");
        result.different.back().module = moduleOf(recording, 0);
        result.different.back().other = moduleOf(other, 0);
        return result;
    }
    const std::vector<PassSpan> spans = passSpans(recording);
    const std::vector<PassSpan> otherSpans = passSpans(other);
    std::map<std::pair<std::string, Branch>, uint32_t> numbers;
    const std::vector<uint32_t> keys = keysOf(recording, spans, numbers);
    const std::vector<uint32_t> otherKeys = keysOf(other, otherSpans, numbers);
    const SequenceDiff pairs = diffSequences(keys, otherKeys);
    const auto unpaired = [](const Recording& run, const std::vector<PassSpan>& passes,
                             const std::vector<bool>& isAlone) {
        size_t count = 0;
        for (size_t index = 0; index < passes.size(); ++index)
            count += isAlone[index] && stepOf(run, passes[index].last).verdict != Verdict::Unchanged;
        return count;
    };
    result.unpairedCount =
        unpaired(recording, spans, pairs.isOnlyLeft) + unpaired(other, otherSpans, pairs.isOnlyRight);
    std::optional<PassSpan> onlyHere;
    std::optional<PassSpan> onlyThere;
    size_t at = 0;
    for (size_t index = 0; index < spans.size(); ++index) {
        const PassSpan& span = spans[index];
        if (pairs.isOnlyLeft[index]) {
            if (!onlyHere && stepOf(recording, span.last).verdict != Verdict::Unchanged)
                onlyHere = span;
            continue;
        }
        for (; pairs.isOnlyRight[at]; ++at)
            if (!onlyThere && stepOf(other, otherSpans[at].last).verdict != Verdict::Unchanged)
                onlyThere = otherSpans[at];
        const PassSpan& otherSpan = otherSpans[at++];
        if (!hasModule(recording, span.last) || !hasModule(other, otherSpan.last)) {
            result.skipped.push_back({span.first, "its modules cannot be read"});
            continue;
        }
        ++result.comparedCount;
        const bool hasFailed = recording.verdict(span.last) == Verdict::Failed;
        const bool hasOtherFailed = other.verdict(otherSpan.last) == Verdict::Failed;
        if (hasFailed == hasOtherFailed &&
            areEqual(recording.module(span.last), other.module(otherSpan.last))) {
            onlyHere.reset();
            onlyThere.reset();
            continue;
        }
        std::string reason = hasFailed ? "fails unlike " : "produces a different module than ";
        reason += stepTitle(other, otherSpan.first) + ", of " +
                  (other.pipeline.empty() ? "the other list" : "'" + other.pipeline + "'");
        if (onlyHere)
            reason += "; before it, " + stepTitle(recording, onlyHere->first) + ", ran here only";
        if (onlyThere)
            reason += "; before it, " + stepTitle(other, onlyThere->first) + ", ran there only";
        fail(span, otherSpan.first, reason);
        if (!hasFailed && !hasOtherFailed) {
            result.different.back().module = moduleOf(recording, span.last);
            result.different.back().other = moduleOf(other, otherSpan.last);
        }
        return result;
    }
    return result;
}

} // namespace tir
