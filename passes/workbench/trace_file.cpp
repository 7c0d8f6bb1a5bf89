#include "passes/workbench/trace_file.h"

#include "passes/workbench/consequences.h"

#include <unordered_map>

namespace tir {
namespace {

/// Gives equal texts one index.
class TextTable {
public:
    explicit TextTable(std::vector<std::string>& texts) : m_texts(texts) {}

    size_t indexOf(std::string_view text)
    {
        const auto [entry, isNew] = m_indices.try_emplace(std::string(text), m_texts.size());
        if (isNew)
            m_texts.emplace_back(text);
        return entry->second;
    }

private:
    std::vector<std::string>& m_texts;
    std::unordered_map<std::string, size_t> m_indices;
};

std::vector<TraceNote> placedNotes(const std::vector<PassNote>& notes, const StepText& text)
{
    std::vector<TraceNote> placed;
    for (const PassNote& note : notes)
        placed.push_back({note.message, text.spanOf(note.node), note.table});
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

Trace makeTrace(const Recording& recording, const OpenedProgram& program)
{
    Trace trace{.sourceName = program.source.name(),
                .sourceText = std::string(program.source.text()),
                .pipeline = recording.pipeline,
                .mode = recording.mode,
                .texts = {},
                .steps = {}};
    TextTable texts(trace.texts);
    StepText text;
    const Module* printed = nullptr;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Module* module = &recording.module(number);
        if (module != printed)
            text = printedText(*module, {});
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
            step.notes = placedNotes(recorded.notes, text);
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
