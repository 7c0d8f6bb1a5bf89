#include "passes/workbench/trace/pass_events.h"

#include "core/analysis/verify/verifier.h"
#include "core/support/parallel.h"
#include "core/support/text_format.h"
#include "passes/framework/contracts.h"
#include "passes/workbench/trace/branch_finder.h"
#include "passes/workbench/trace/event_steps.h"
#include "passes/workbench/trace/passes_to_come.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/run_builder.h"
#include "passes/workbench/trace/split_builds.h"

#include <algorithm>
#include <numeric>

namespace tir {
namespace {

/// Only properties that the passes establish in all versions of TVM.
void addProperties(VerifyContext& context, const std::string& pass)
{
    for (const ModuleProperty property :
         {ModuleProperty::Merged, ModuleProperty::Split, ModuleProperty::Launches})
        if (establishes(pass, property))
            context.established.add(property);
}

PassNote sourceNote(const GeneratedSource& source)
{
    NoteTable table{.columns = {"line", source.kind}, .rows = {}};
    std::string_view rest = source.text;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        table.rows.push_back({std::to_string(table.rows.size() + 1), std::string(rest.substr(0, end))});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {"TVM generated this " + source.kind + " source", nullptr,
            std::make_shared<NoteTable>(std::move(table))};
}

/// Converts steps to a run.
class RunMaker {
public:
    /// Precondition: `run` is empty.
    RunMaker(const PassEvents& events, const std::vector<EventStep>& steps, RunBuilder run)
        : m_events(events),
          m_steps(steps),
          m_run(std::move(run)),
          m_found(steps.size())
    {
        m_run.recording().config = events.config;
        m_run.recording().tvmConfig = events.tvmConfig;
    }

    /// `texts` are those of the events.
    Result<RecordedRun> make(size_t input, const std::vector<SourceText>& texts)
    {
        putBranchesTogether();
        for (size_t index = 0; index < texts.size(); ++index)
            m_run.addText(texts[index], savedJsonOf(index), whyUnread(index));
        if (!m_run.readTexts())
            return cancelledReading();
        m_run.setInput(input, {});
        m_texts.push_back(input);
        if (!m_run.isOutline())
            verifyModules();
        for (const size_t index : m_order)
            add(m_steps[index]);
        m_run.noteSources();
        if (!m_run.isOutline() && m_events.hasAllPasses)
            addBreaches(m_run.recording(), m_helpers);
        m_run.recording().passesNotRun = passesToCome(m_run.recording().steps);
        return m_run.finish(texts[input]);
    }

private:
    std::string_view savedJsonOf(size_t text) const
    {
        const auto saved = m_events.savedJson.find(text);
        return saved == m_events.savedJson.end() ? std::string_view() : std::string_view(saved->second);
    }

    std::string whyUnread(size_t text) const
    {
        const auto unread = m_events.unread.find(text);
        return unread == m_events.unread.end() ? std::string() : unread->second;
    }

    /// The steps of a branch are neighbors, whenever they ran.
    void putBranchesTogether()
    {
        m_order.resize(m_steps.size());
        std::iota(m_order.begin(), m_order.end(), size_t(0));
        std::ranges::stable_sort(m_order, {}, [&](size_t index) { return m_steps[index].branch; });
        m_numbers.resize(m_steps.size() + 1);
        for (size_t at = 0; at < m_order.size(); ++at)
            m_numbers[m_order[at] + 1] = at + 1;
    }

    /// Each step has its own context, so that all modules can be verified in parallel.
    void verifyModules()
    {
        VerifyContext context;
        std::vector<VerifyContext> contexts;
        size_t bytes = 0;
        for (const size_t index : m_order) {
            for (const std::string& pass : m_steps[index].ended)
                addProperties(context, pass);
            contexts.push_back(context);
            bytes += m_run.text(m_steps[index].text).program()->source.text().size();
        }
        m_helpers = helpersFor(bytes);
        inParallel(m_order.size(), m_helpers, [&](size_t at) {
            const EventStep& read = m_steps[m_order[at]];
            if (m_run.text(read.text).program()->isOpen() && (!read.isPartial || !read.ended.empty()))
                m_found[at] = verify(m_run.module(read.text), contexts[at]);
        });
    }

    void add(const EventStep& read)
    {
        const size_t number = m_texts.size();
        Step step;
        step.pass = invocation(read);
        step.previous = m_numbers[read.previous];
        step.depth = read.depth;
        step.verdict = read.text == m_texts[step.previous] ? Verdict::Unchanged : Verdict::Imported;
        if (read.pass != NoPass)
            step.durationNs = m_events.passes[read.pass].durationNs;
        step.diagnostics = std::move(m_found[number - 1]);
        if (hasError(step.diagnostics))
            step.verdict = Verdict::IllFormed;
        addNotes(step, read, number);
        if (read.isFailed) {
            step.verdict = Verdict::Failed;
            step.diagnostics = Diagnostics{errorOfLines("pass-failed", read.notes.front())};
        }
        m_texts.push_back(read.text);
        m_run.add(std::move(step), read.text);
    }

    PassInvocation invocation(const EventStep& read) const
    {
        std::string text = read.name;
        if (read.pass != NoPass && !m_events.passes[read.pass].arguments.empty())
            text += "(" + m_events.passes[read.pass].arguments + ")";
        PassInvocation pass = invocationOf(text, read.branch);
        if (read.pass != NoPass)
            pass.recordedName = m_events.passes[read.pass].name;
        if (startsBranch(pass.name) && pass.positional.empty() && read.branch != Branch::Common)
            pass.positional = {std::string(read.branch == Branch::Host ? "host" : "device")};
        return pass;
    }

    void addNotes(Step& step, const EventStep& read, size_t number) const
    {
        std::vector<PassNote> notes;
        if (number == 1)
            for (const std::vector<std::string>& remarks : {m_events.warnings, m_events.remarks})
                for (const std::string& remark : remarks)
                    notes.push_back({remark});
        for (const std::string& note : read.notes)
            if (!read.isFailed || &note != &read.notes.front())
                notes.push_back({note});
        if (read.endInside > read.firstInside)
            notes.push_back({insideNote(read)});
        if (read.pass != NoPass && !m_events.passes[read.pass].note.empty())
            notes.push_back({m_events.passes[read.pass].note});
        if (number == m_steps.size())
            for (const GeneratedSource& source : m_events.sources)
                notes.push_back(sourceNote(source));
        step.notes = std::move(notes);
    }

    std::string insideNote(const EventStep& read) const
    {
        size_t first = m_steps.size();
        size_t last = 0;
        for (size_t index = read.firstInside; index < read.endInside; ++index) {
            first = std::min(first, m_numbers[index + 1]);
            last = std::max(last, m_numbers[index + 1]);
        }
        return first == last ? "ran step " + std::to_string(first)
                             : "ran steps " + std::to_string(first) + " to " + std::to_string(last);
    }

    const PassEvents& m_events;
    const std::vector<EventStep>& m_steps;
    RunBuilder m_run;
    std::vector<size_t> m_order;      ///< of the steps
    std::vector<size_t> m_numbers;    ///< by number before the branches were put together
    size_t m_helpers = 0;             ///< threads for the work on every module
    std::vector<Diagnostics> m_found; ///< by place in that order
    std::vector<size_t> m_texts;      ///< by module number
};

} // namespace

size_t PassEvents::textIndex(std::string text)
{
    const auto [index, isNew] = distinctTexts.add(text, [&](size_t known) { return texts[known] == text; });
    if (isNew)
        texts.push_back(std::move(text));
    return index;
}

size_t PassEvents::unreadIndex(std::string text, std::string why)
{
    const size_t index = distinctTexts.addUnequal();
    texts.push_back(std::move(text));
    unread.emplace(index, std::move(why));
    return index;
}

Diagnostic errorOfLines(std::string code, const std::string& lines)
{
    const size_t end = std::min(lines.find('\n'), lines.size());
    Diagnostic diagnostic = error(std::move(code), lines.substr(0, end));
    if (end + 1 < lines.size())
        diagnostic.notes.push_back({.message = lines.substr(end + 1)});
    return diagnostic;
}

std::string shortName(std::string pass)
{
    for (const std::string_view prefix : {"tirx.", "s_tir.", "relax.", "tir."})
        if (pass.starts_with(prefix))
            return pass.substr(prefix.size());
    return pass;
}

Result<RecordedRun> runFromEvents(PassEvents events, const RunReading& reading)
{
    const std::vector<BuildEvents> builds = findBuilds(events);
    if (reading.build > std::max<size_t>(builds.size(), 1))
        return error("no-build", "'" + events.name + "' has " + counted(int64_t(builds.size()), "build") +
                                     ", and no build " + std::to_string(reading.build));
    const size_t build = reading.build > 0 ? reading.build : builds.size();
    if (!builds.empty())
        events = selectBuild(std::move(events), builds[build - 1]);
    if (builds.size() > 1)
        events.remarks.insert(events.remarks.begin(), "build " + std::to_string(build) + " of " +
                                                          std::to_string(builds.size()) +
                                                          " in this recording");
    const bool isRunning = reading.isRunning && !events.isEnded;
    const auto numbered = [&](RecordedRun run) {
        run.build = std::max<size_t>(build, 1);
        run.buildCount = std::max<size_t>(builds.size(), 1);
        run.isRunning = isRunning;
        run.warnings = events.warnings;
        return run;
    };
    const auto [input, steps] = stepsOf(events, isRunning || events.isCutOff);
    if (!input || (steps.empty() && !isRunning))
        return error("no-steps", "'" + events.name + "' holds no pass " + (isRunning ? "yet" : "that ran") +
                                     (events.warnings.empty() ? "" : ": " + events.warnings.front()));
    if (!events.hasInputs)
        events.remarks.insert(events.remarks.begin(),
                              "the input was not written: the module after this pass is shown in its place");
    const std::vector<SourceText> texts = sourcesOf(events.name, std::move(events.texts));
    if (reading.outline && isLargeRun(bytesOf(texts)))
        reading.outline(numbered(*RunMaker(events, steps, RunBuilder::ofOutline()).make(*input, texts)));
    Result<RecordedRun> run = RunMaker(events, steps, RunBuilder(reading)).make(*input, texts);
    return run ? Result<RecordedRun>(numbered(*std::move(run))) : run;
}

} // namespace tir
