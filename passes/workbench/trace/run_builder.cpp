#include "passes/workbench/trace/run_builder.h"

#include "core/support/parallel.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

namespace tir {
namespace {

const Module* opaqueModule(Arena& arena, std::string_view text)
{
    const ModuleEntry entry{arena.make<GlobalVar>(arena.intern("text")),
                            arena.make<OpaqueFunc>(arena.intern(text), Dict())};
    return arena.make<Module>(arena.intern("Module"), arena.copy(std::span(&entry, 1)), Dict(), Dict());
}

const Module* emptyModule(Arena& arena)
{
    return arena.make<Module>(arena.intern("Module"), std::span<const ModuleEntry>(), Dict(), Dict());
}

/// A watch for texts that several threads read in parallel.
class SharedWatch {
public:
    SharedWatch(const ReadingWatch& watch, size_t bytes) : m_watch(watch), m_bytes(bytes) {}

    /// So many more bytes; false once the reading is to end.
    bool read(size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_read += bytes;
        if (m_watch && !m_isCancelled)
            m_isCancelled = !m_watch(int(100 * m_read / (m_bytes + 1)));
        return !m_isCancelled;
    }
    bool isCancelled() const { return m_isCancelled; } ///< when all threads are done

private:
    const ReadingWatch& m_watch;
    size_t m_bytes;
    std::mutex m_mutex;
    size_t m_read = 0;
    bool m_isCancelled = false;
};

} // namespace

RunText::RunText(Arena& arena, OpenedProgram program)
    : m_program(std::make_shared<const OpenedProgram>(std::move(program)))
{
    if (m_program->isOpen()) {
        arena.keepAlive(m_program->parsed->module.arena);
        m_module = &m_program->module();
    } else {
        m_module = opaqueModule(arena, m_program->source.text());
    }
}

Place RunText::placeOf(const std::optional<Span>& span)
{
    if (!span || !m_program->isOpen())
        return NoPlace;
    findPlaces();
    return m_spans.placeOf(span);
}

RunText RunText::ofOutline(Arena& arena, OpenedProgram program)
{
    return {emptyModule(arena), std::move(program)};
}

RunText::RunText(const Module* module, OpenedProgram program)
    : m_module(module),
      m_program(std::make_shared<const OpenedProgram>(std::move(program)))
{}

const Node* RunText::nodeAt(const std::optional<Span>& span)
{
    const Place place = placeOf(span);
    return place == NoPlace ? nullptr : m_places[place].node;
}

void RunText::findPlaces()
{
    if (std::exchange(m_hasPlaces, true))
        return;
    StepText placed = placedText(*m_program, m_program->source.name());
    m_spans = SpanIndex(placed.spans);
    m_places = std::move(placed.places);
}

RunBuilder::RunBuilder(const RunReading& reading)
    : m_watch(reading.watch),
      m_moduleBytesInMemory(reading.moduleBytesInMemory)
{
    m_recording->arena = std::make_shared<Arena>();
}

RunBuilder RunBuilder::ofOutline()
{
    RunBuilder builder;
    builder.m_isOutline = true;
    return builder;
}

OpenedProgram RunBuilder::open(const Text& text, const ParseOptions& options) const
{
    if (m_isOutline)
        return {.source = text.source, .parsed = {}, .diagnostics = {}};
    if (!text.whyUnread.empty())
        return {.source = text.source, .parsed = {}, .diagnostics = {error("no-module", text.whyUnread)}};
    return text.savedJson.empty() ? openText(text.source, options)
                                  : openText(text.source, text.savedJson, options);
}

RunText RunBuilder::readText(OpenedProgram program)
{
    Arena& arena = *m_recording->arena;
    return m_isOutline ? RunText::ofOutline(arena, std::move(program)) : RunText(arena, std::move(program));
}

/// Adds the warnings of an unread text, and of a text or `save_json` that is not used, unless they are there.
void RunBuilder::addReadingWarnings(Diagnostics& diagnostics, const OpenedProgram& text) const
{
    if (m_isOutline)
        return;
    for (const Diagnostic& warning : text.diagnostics)
        if (warning.code == SavedJsonCode &&
            std::ranges::find(diagnostics, SavedJsonCode, &Diagnostic::code) == diagnostics.end())
            diagnostics.push_back(warning);
    if (text.isOpen() || whyUnread(diagnostics))
        return;
    diagnostics.push_back(unreadText(text));
    diagnostics.back().span.reset(); // spans of a recording are computed when it is printed
}

size_t RunBuilder::addText(SourceText text, std::string_view savedJson, std::string whyUnread)
{
    m_texts.push_back({std::move(text), savedJson, std::move(whyUnread), std::nullopt});
    return m_texts.size() - 1;
}

bool RunBuilder::readTexts()
{
    std::vector<Text*> unread;
    size_t bytes = 0;
    size_t jsonBytes = 0;
    for (Text& text : m_texts)
        if (!text.read) {
            unread.push_back(&text);
            bytes += text.source.text().size();
            jsonBytes += text.savedJson.size();
        }
    std::shared_ptr<ModuleStore>& store = m_recording->store;
    if (!m_isOutline && !store && bytes > m_moduleBytesInMemory / ModuleStore::BytesPerTextByte)
        store = std::make_shared<ModuleStore>(m_moduleBytesInMemory);
    SharedWatch watch(m_watch, bytes);
    std::vector<std::optional<OpenedProgram>> programs(unread.size());
    inParallel(unread.size(), helpersFor(bytes + jsonBytes), [&](size_t index) {
        const size_t size = unread[index]->source.text().size();
        int reported = 0;
        const auto report = [&](int percent) {
            const size_t before = size * size_t(std::exchange(reported, std::max(reported, percent))) / 100;
            return watch.read(size * size_t(reported) / 100 - before);
        };
        if (!report(0))
            return;
        ParseOptions options;
        options.watch = report;
        programs[index] = open(*unread[index], options);
        if (store && programs[index]->isOpen())
            store->add(programs[index]->parsed->module);
        report(100);
    });
    if (watch.isCancelled())
        return false;
    for (size_t index = 0; index < unread.size(); ++index)
        unread[index]->read = readText(std::move(*programs[index]));
    return true;
}

RunText& RunBuilder::text(size_t index)
{
    Text& text = m_texts[index];
    if (!text.read)
        text.read = readText(open(text));
    return *text.read;
}

const Module& RunBuilder::module(size_t index)
{
    const Module& module = *text(index).module();
    if (m_recording->store)
        m_recording->store->use(module);
    return module;
}

void RunBuilder::setInput(size_t text, Diagnostics diagnostics)
{
    const RunText& read = this->text(text);
    m_recording->input = {m_recording->arena, read.module()};
    addReadingWarnings(diagnostics, *read.program());
    m_recording->inputDiagnostics = std::move(diagnostics);
    m_programs.push_back(read.program());
}

void RunBuilder::add(Step step, size_t text)
{
    const RunText& read = this->text(text);
    step.before = m_recording->moduleAt(step.previous);
    step.after = read.module();
    Diagnostics diagnostics = step.diagnostics;
    addReadingWarnings(diagnostics, *read.program());
    step.diagnostics = std::move(diagnostics);
    if (!m_isOutline && !read.program()->isOpen())
        step.verdict = Verdict::Unread;
    m_recording->steps.push_back(std::move(step));
    m_programs.push_back(read.program());
}

void RunBuilder::noteSources()
{
    const std::string remark = remarkOnSources(m_programs);
    if (!remark.empty() && !m_recording->steps.empty())
        m_recording->steps.front().notes.push_back({remark});
}

RecordedRun RunBuilder::finish(const SourceText& source)
{
    RecordedRun run{.program = {}, .recording = m_recording, .texts = std::move(m_programs)};
    // A large text takes long to read: that of a recording of TVM is that of the input.
    const bool isInput = run.texts.front()->source.text() == source.text();
    run.program = isInput ? *run.texts.front() : open({source, {}, {}, std::nullopt});
    if (!run.program.isOpen() && run.texts.front()->isOpen())
        run.program = *run.texts.front();
    if (!run.program.isOpen()) {
        // Nothing to run again, but the steps can be looked at.
        run.program.parsed.emplace();
        run.program.parsed->module = m_recording->input;
        run.program.diagnostics.clear();
    }
    return run;
}

Diagnostic cancelledReading()
{
    return error("cancelled", "the reading was cancelled");
}

size_t helpersFor(size_t textBytes)
{
    constexpr size_t FewBytes = size_t(1) << 18; // not worth a thread
    return textBytes / FewBytes;
}

size_t bytesOf(const std::vector<SourceText>& texts)
{
    return std::transform_reduce(texts.begin(), texts.end(), size_t(0), std::plus<>(),
                                 [](const SourceText& text) { return text.text().size(); });
}

std::vector<SourceText> sourcesOf(const std::string& name, std::vector<std::string> texts)
{
    std::vector<SourceText> sources;
    for (std::string& text : texts)
        sources.emplace_back(name, std::move(text));
    return sources;
}

PassInvocation invocationOf(const std::string& text, Branch branch)
{
    Result<std::vector<PassInvocation>> passes = parseInvocations(text);
    PassInvocation pass;
    if (passes && passes->size() == 1)
        pass = std::move(passes->front());
    else
        pass.name = text;
    pass.branch = branch;
    return pass;
}

} // namespace tir
