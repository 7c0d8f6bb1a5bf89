#include "passes/workbench/open_trace.h"

#include "passes/workbench/import_dump.h"
#include "passes/workbench/text_file.h"

#include <filesystem>
#include <fstream>

namespace tir {
namespace {

/// One text of the trace as a module.
struct ReadText {
    const Module* module = nullptr;
    std::vector<Span> spans; ///< by place
    Diagnostics failure;     ///< why the module is only its text
};

const Module* opaqueModule(Arena& arena, std::string_view text)
{
    const ModuleEntry entry{arena.make<GlobalVar>(arena.intern("text")),
                            arena.make<OpaqueFunc>(arena.intern(text), Dict())};
    return arena.make<Module>(arena.intern("Module"), arena.copy(std::span(&entry, 1)), Dict(), Dict());
}

/// The innermost place whose text covers the span; NoPlace when none does.
Place placeOf(const std::vector<Span>& spans, const std::optional<Span>& span)
{
    Place best = NoPlace;
    uint32_t bestLength = UINT32_MAX;
    for (Place place = 0; span && place < spans.size(); ++place) {
        const Span candidate = spans[place];
        const bool covers = candidate.begin <= span->begin && span->end <= candidate.end;
        if (!candidate.isEmpty() && covers && candidate.end - candidate.begin < bestLength) {
            best = place;
            bestLength = candidate.end - candidate.begin;
        }
    }
    return best;
}

class Reader {
public:
    explicit Reader(const Trace& trace) : m_trace(trace), m_recording(std::make_shared<Recording>())
    {
        m_recording->arena = std::make_shared<Arena>();
        m_recording->pipeline = trace.pipeline;
        m_recording->mode = trace.mode;
        m_texts.resize(trace.texts.size());
    }

    std::shared_ptr<const Recording> run()
    {
        const TraceStep& input = m_trace.steps.front();
        m_recording->input = {m_recording->arena, read(0).module};
        m_recording->inputDiagnostics = placed(input.diagnostics, read(0));
        for (size_t number = 1; number < m_trace.steps.size(); ++number)
            m_recording->steps.push_back(step(number));
        return m_recording;
    }

private:
    const ReadText& read(size_t number)
    {
        ReadText& text = m_texts[m_trace.steps[number].text];
        if (text.module)
            return text;
        OpenedProgram program = m_trace.open(number);
        if (program.isOpen()) {
            m_recording->arena->keepAlive(program.parsed->module.arena);
            text.module = program.parsed->module.module;
            // The spans of a trace are those of the printer, which knows more places than a reader does.
            StepText printed = printedText(*text.module, program.source.name(),
                                           {.asBareFunction = program.parsed->isBareFunction});
            const bool isSameText = printed.source.text() == program.source.text();
            text.spans = isSameText ? std::move(printed.spans) : std::move(program.parsed->spans);
        } else {
            text.module = opaqueModule(*m_recording->arena, program.source.text());
            text.failure = std::move(program.diagnostics);
        }
        return text;
    }

    Step step(size_t number)
    {
        const TraceStep& recorded = m_trace.steps[number];
        Step step;
        step.previous = recorded.previous;
        step.before = read(recorded.previous).module;
        const ReadText& text = read(number);
        step.after = text.module;
        const Result<std::vector<PassInvocation>> pass = parseInvocations(recorded.pass);
        if (pass && pass->size() == 1)
            step.pass = pass->front();
        else
            step.pass.name = recorded.pass;
        step.pass.branch = recorded.branch;
        step.verdict = recorded.verdict;
        step.durationNs = recorded.durationNs;
        Diagnostics diagnostics = placed(recorded.diagnostics, text);
        if (!text.failure.empty())
            diagnostics.push_back({.severity = Severity::Warning,
                                   .code = "unreadable-text",
                                   .message = "the text of this step cannot be read, and is shown as it is: " +
                                              text.failure.front().message,
                                   .place = NoPlace,
                                   .span = {}});
        step.diagnostics = std::move(diagnostics);
        std::vector<PassNote> notes;
        const PlaceTable places(*text.module);
        for (const TraceNote& note : recorded.notes) {
            const Place place = placeOf(text.spans, note.span);
            notes.push_back({note.message, place == NoPlace ? nullptr : places[place].node});
        }
        step.notes = std::move(notes);
        return step;
    }

    /// Spans of a trace are in its texts, those of a recording are made when it is printed.
    static Diagnostics placed(Diagnostics diagnostics, const ReadText& text)
    {
        for (Diagnostic& diagnostic : diagnostics) {
            diagnostic.place = placeOf(text.spans, diagnostic.span);
            diagnostic.span.reset();
            for (DiagnosticNote& note : diagnostic.notes) {
                note.place = placeOf(text.spans, note.span);
                note.span.reset();
            }
        }
        return diagnostics;
    }

    const Trace& m_trace;
    std::shared_ptr<Recording> m_recording;
    std::vector<ReadText> m_texts; ///< by index of the trace
};

OpenedTrace unreadable(const std::string& path, const Diagnostics& why)
{
    OpenedTrace opened;
    opened.program.source = SourceText(path, {});
    opened.program.diagnostics = why;
    return opened;
}

} // namespace

OpenedTrace openTrace(const Trace& trace)
{
    OpenedTrace opened;
    opened.program = openText(trace.sourceName, trace.sourceText);
    if (!opened.program.isOpen())
        opened.program = trace.open(0);
    opened.recording = Reader(trace).run();
    if (!opened.program.isOpen()) {
        // Nothing to run again, but the steps can be looked at.
        opened.program.parsed.emplace();
        opened.program.parsed->module = opened.recording->input;
        opened.program.diagnostics.clear();
    }
    return opened;
}

OpenedTrace openTraceFile(const std::string& path)
{
    Result<Trace> trace = error("no-trace", "no trace");
    if (std::filesystem::is_directory(path)) {
        trace = traceFromDump(path);
    } else {
        const Result<std::string> bytes = readBytes(path);
        if (!bytes)
            return unreadable(path, bytes.diagnostics());
        trace = traceFromJson(*bytes);
    }
    return trace ? openTrace(*trace) : unreadable(path, trace.diagnostics());
}

bool isTrace(const std::string& path)
{
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        return true;
    constexpr size_t HeadBytes = 4096;
    std::string head(HeadBytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(size_t(file.gcount()));
    return looksLikeTrace(head);
}

} // namespace tir
