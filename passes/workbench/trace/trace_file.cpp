#include "passes/workbench/trace/trace_file.h"

#include "core/ir/place_index.h"
#include "passes/workbench/trace/consequences.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

constexpr std::string_view UnreadCode = "unreadable-text";

/// Gives equal texts one index.
class TextTable {
public:
    explicit TextTable(std::vector<std::string>& texts) : m_texts(texts) {}

    size_t indexOf(std::string_view text)
    {
        const size_t hash = std::hash<std::string_view>()(text);
        const auto [begin, end] = m_indices.equal_range(hash);
        for (auto entry = begin; entry != end; ++entry)
            if (m_texts[entry->second] == text)
                return entry->second;
        m_indices.emplace(hash, m_texts.size());
        m_texts.emplace_back(text);
        return m_texts.size() - 1;
    }

private:
    std::vector<std::string>& m_texts;
    std::unordered_multimap<size_t, size_t> m_indices; ///< by hash: texts may be large
};

std::vector<TraceNote> placedNotes(const std::vector<PassNote>& notes, const StepText& text,
                                   PlaceIndex& places)
{
    std::vector<TraceNote> placed;
    for (const PassNote& note : notes)
        placed.push_back({note.message, text.spanOf(places.placeOf(note.node)), note.table});
    return placed;
}

} // namespace

SourceText Trace::text(size_t number) const
{
    const TraceStep& step = steps[number];
    return SourceText(stepName(sourceName, number, step.pass.substr(0, step.pass.find('('))),
                      texts[step.text]);
}

OpenedProgram Trace::open(size_t number) const
{
    const SourceText source = text(number);
    return openText(source.name(), std::string(source.text()));
}

Diagnostic unreadText(const Diagnostics& whyNotRead)
{
    return {.severity = Severity::Warning,
            .code = std::string(UnreadCode),
            .message = "the text of this step cannot be read: " + whyNotRead.front().message,
            .place = NoPlace,
            .span = whyNotRead.front().span};
}

std::optional<std::string> whyUnread(const Diagnostics& diagnostics)
{
    const auto found = std::ranges::find(diagnostics, UnreadCode, &Diagnostic::code);
    return found == diagnostics.end() ? std::nullopt : std::optional(found->message);
}

void markUnreadSteps(Trace& trace)
{
    std::vector<std::optional<Diagnostics>> failures(trace.texts.size()); // by text; empty: it was read
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        TraceStep& step = trace.steps[number];
        std::optional<Diagnostics>& failure = failures[step.text];
        if (!failure) {
            OpenedProgram program = trace.open(number);
            failure = program.isOpen() ? Diagnostics() : std::move(program.diagnostics);
        }
        if (failure->empty())
            continue;
        if (number > 0)
            step.verdict = Verdict::Unread;
        if (!whyUnread(step.diagnostics))
            step.diagnostics.push_back(unreadText(*failure));
    }
}

Trace makeTrace(const Recording& recording, const OpenedProgram& program, TraceNotes notes)
{
    Trace trace{.sourceName = program.source.name(),
                .sourceText = std::string(program.source.text()),
                .pipeline = recording.pipeline,
                .mode = recording.mode,
                .texts = {},
                .steps = {}};
    TextTable texts(trace.texts);
    StepText text;
    std::optional<PlaceIndex> places; // of the text, if a step has notes
    const Module* printed = nullptr;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Module* module = &recording.module(number);
        if (module != printed) {
            places.reset();
            text = printedText(*module, {});
        }
        printed = module;
        TraceStep step{.pass = {},
                       .branch = recording.branch(number),
                       .previous = recording.previous(number),
                       .text = texts.indexOf(text.source.text()),
                       .verdict = Verdict::Unchanged,
                       .notes = {},
                       .diagnostics = text.placed(recording.diagnostics(number)),
                       .consequences = {},
                       .durationNs = 0,
                       .breaches = {}};
        for (const Consequence& consequence : consequencesOf(recording, number))
            step.consequences.push_back({consequence.step, consequence.note.message});
        if (number == 0) {
            step.verdict = hasError(step.diagnostics) ? Verdict::IllFormed : Verdict::Unchanged;
        } else {
            const Step& recorded = recording.steps[number - 1];
            step.pass = toString(recorded.pass);
            step.verdict = recorded.verdict;
            if (notes == TraceNotes::Included && !recorded.notes.empty()) {
                if (!places)
                    places.emplace(text.places);
                step.notes = placedNotes(recorded.notes, text, *places);
            }
            step.durationNs = recorded.durationNs;
            for (const ContractBreach& breach : recorded.breaches)
                step.breaches.push_back({std::string(breach.property), breach.message, breach.notes,
                                         breach.isConvention, breach.exemption});
        }
        trace.steps.push_back(std::move(step));
    }
    return trace;
}

} // namespace tir
