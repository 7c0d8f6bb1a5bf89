#include "passes/workbench/trace/open_trace.h"

#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/import_dump.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <utility>

namespace tir {
namespace {

const Module* opaqueModule(Arena& arena, std::string_view text)
{
    const ModuleEntry entry{arena.make<GlobalVar>(arena.intern("text")),
                            arena.make<OpaqueFunc>(arena.intern(text), Dict())};
    return arena.make<Module>(arena.intern("Module"), arena.copy(std::span(&entry, 1)), Dict(), Dict());
}

/// Finds the innermost place whose text covers a span, in logarithmic time.
class SpanIndex {
public:
    SpanIndex() = default;

    explicit SpanIndex(const std::vector<Span>& spans)
    {
        for (Place place = 0; place < spans.size(); ++place)
            if (!spans[place].isEmpty())
                m_entries.push_back({spans[place], place});
        // From the outside to the inside. Of places with one span, the first comes last.
        std::ranges::sort(m_entries, [](const Entry& a, const Entry& b) {
            if (a.span.begin != b.span.begin)
                return a.span.begin < b.span.begin;
            return a.span.end != b.span.end ? a.span.end > b.span.end : a.place > b.place;
        });
        m_size = std::bit_ceil(std::max<size_t>(m_entries.size(), 1));
        m_lastEnd.assign(2 * m_size, 0);
        for (size_t index = 0; index < m_entries.size(); ++index)
            m_lastEnd[m_size + index] = m_entries[index].span.end;
        for (size_t node = m_size; node-- > 1;)
            m_lastEnd[node] = std::max(m_lastEnd[2 * node], m_lastEnd[2 * node + 1]);
    }

    /// NoPlace if no place covers it.
    Place placeOf(const std::optional<Span>& span) const
    {
        if (!span || m_entries.empty())
            return NoPlace;
        const auto after = std::ranges::upper_bound(m_entries, span->begin, {},
                                                    [](const Entry& entry) { return entry.span.begin; });
        // The last entry before `after` that ends late enough: up the tree to the first subtree to the left that
        // has one, then down.
        size_t node = m_size + size_t(after - m_entries.begin());
        if (node == 2 * m_size) // past the last leaf
            node = 1;
        else
            do {
                while (node > 1 && node % 2 == 0)
                    node /= 2;
                if (node == 1)
                    return NoPlace;
                --node;
            } while (m_lastEnd[node] < span->end);
        if (m_lastEnd[node] < span->end)
            return NoPlace;
        while (node < m_size)
            node = m_lastEnd[2 * node + 1] >= span->end ? 2 * node + 1 : 2 * node;
        return m_entries[node - m_size].place;
    }

private:
    struct Entry {
        Span span;
        Place place;
    };

    std::vector<Entry> m_entries;
    size_t m_size = 1;
    std::vector<uint32_t> m_lastEnd; ///< a complete binary tree: the greatest end in each subtree
};

/// One text of the trace as a module.
struct ReadText {
    const Module* module = nullptr;
    OpenedProgram program; ///< that was read, until `places` are known
    PlaceTable places;     ///< once they are asked for
    SpanIndex spans;       ///< likewise
    Diagnostics failure;   ///< why the module is only its text
};

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
        m_recording->inputDiagnostics = diagnosticsOf(input, read(0));
        for (size_t number = 1; number < m_trace.steps.size(); ++number)
            m_recording->steps.push_back(step(number));
        return m_recording;
    }

private:
    ReadText& read(size_t number)
    {
        ReadText& text = m_texts[m_trace.steps[number].text];
        if (text.module)
            return text;
        OpenedProgram program = m_trace.open(number);
        if (program.isOpen()) {
            m_recording->arena->keepAlive(program.parsed->module.arena);
            text.module = program.parsed->module.module;
            text.program = std::move(program);
        } else {
            text.module = opaqueModule(*m_recording->arena, program.source.text());
            text.failure = std::move(program.diagnostics);
        }
        return text;
    }

    /// The place that a span in the text stands for.
    static Place placeOf(const std::optional<Span>& span, ReadText& text)
    {
        if (span && text.program.isOpen())
            findPlaces(text);
        return text.spans.placeOf(span);
    }

    /// Most texts of a long run have no findings: their places are of no interest.
    static void findPlaces(ReadText& text)
    {
        const OpenedProgram program = std::exchange(text.program, {});
        // The spans of a trace are those of the printer, which knows more places than a reader does.
        StepText printed = printedText(*text.module, program.source.name(),
                                       {.asBareFunction = program.parsed->isBareFunction});
        const bool isSameText = printed.source.text() == program.source.text();
        text.spans = SpanIndex(isSameText ? printed.spans : program.parsed->spans);
        text.places = std::move(printed.places);
    }

    Step step(size_t number)
    {
        const TraceStep& recorded = m_trace.steps[number];
        Step step;
        step.previous = recorded.previous;
        step.before = read(recorded.previous).module;
        ReadText& text = read(number);
        step.after = text.module;
        const Result<std::vector<PassInvocation>> pass = parseInvocations(recorded.pass);
        if (pass && pass->size() == 1)
            step.pass = pass->front();
        else
            step.pass.name = recorded.pass;
        step.pass.branch = recorded.branch;
        step.verdict = recorded.verdict;
        step.durationNs = recorded.durationNs;
        for (const TraceBreach& breach : recorded.breaches)
            step.breaches.push_back({.step = number,
                                     .pass = recorded.pass,
                                     .property = m_recording->arena->intern(breach.property),
                                     .isConvention = breach.isConvention,
                                     .message = breach.message,
                                     .notes = breach.notes,
                                     .exemption = breach.exemption});
        step.diagnostics = diagnosticsOf(recorded, text);
        if (!text.failure.empty())
            step.verdict = Verdict::Unread;
        std::vector<PassNote> notes;
        for (const TraceNote& note : recorded.notes) {
            const Place place = placeOf(note.span, text);
            notes.push_back({note.message, place == NoPlace ? nullptr : text.places[place].node, note.table});
        }
        step.notes = std::move(notes);
        return step;
    }

    static Diagnostics diagnosticsOf(const TraceStep& recorded, ReadText& text)
    {
        Diagnostics diagnostics = recorded.diagnostics;
        if (!text.failure.empty() && !whyUnread(recorded.diagnostics))
            diagnostics.push_back(unreadText(text.failure));
        return placed(std::move(diagnostics), text);
    }

    /// Spans of a trace are in its texts, those of a recording are made when it is printed.
    static Diagnostics placed(Diagnostics diagnostics, ReadText& text)
    {
        for (Diagnostic& diagnostic : diagnostics) {
            diagnostic.place = placeOf(diagnostic.span, text);
            diagnostic.span.reset();
            for (DiagnosticNote& note : diagnostic.notes) {
                note.place = placeOf(note.span, text);
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
    if (isFolder(path)) {
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
    if (isFolder(path))
        return true;
    constexpr size_t HeadBytes = 4096;
    std::string head(HeadBytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(size_t(file.gcount()));
    return looksLikeTrace(head);
}

} // namespace tir
