#include "passes/workbench/trace/run_builder.h"

#include "core/support/parallel.h"

#include <utility>

namespace tir {
namespace {

const Module* opaqueModule(Arena& arena, std::string_view text)
{
    const ModuleEntry entry{arena.make<GlobalVar>(arena.intern("text")),
                            arena.make<OpaqueFunc>(arena.intern(text), Dict())};
    return arena.make<Module>(arena.intern("Module"), arena.copy(std::span(&entry, 1)), Dict(), Dict());
}

/// `diagnostics` with the warning of an unread text, if it is one and the warning is not there yet.
Diagnostics withUnread(Diagnostics diagnostics, const OpenedProgram& text)
{
    if (!text.isOpen() && !whyUnread(diagnostics)) {
        diagnostics.push_back(unreadText(text.diagnostics));
        diagnostics.back().span.reset(); // spans of a recording are made when it is printed
    }
    return diagnostics;
}

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

RunBuilder::RunBuilder(std::string name) : m_name(std::move(name))
{
    m_recording->arena = std::make_shared<Arena>();
}

size_t RunBuilder::addText(std::string text)
{
    m_texts.push_back({std::move(text), std::nullopt});
    return m_texts.size() - 1;
}

void RunBuilder::readTexts()
{
    std::vector<Text*> unread;
    size_t bytes = 0;
    for (Text& text : m_texts)
        if (!text.read) {
            unread.push_back(&text);
            bytes += text.unread.size();
        }
    std::vector<std::optional<OpenedProgram>> programs(unread.size());
    inParallel(unread.size(), helpersFor(bytes), [&](size_t index) {
        programs[index] = openText(m_name, std::exchange(unread[index]->unread, {}));
    });
    for (size_t index = 0; index < unread.size(); ++index)
        unread[index]->read.emplace(*m_recording->arena, std::move(*programs[index]));
}

RunText& RunBuilder::text(size_t index)
{
    Text& text = m_texts[index];
    if (!text.read)
        text.read.emplace(*m_recording->arena, openText(m_name, std::exchange(text.unread, {})));
    return *text.read;
}

void RunBuilder::setInput(size_t text, Diagnostics diagnostics)
{
    const RunText& read = this->text(text);
    m_recording->input = {m_recording->arena, read.module()};
    m_recording->inputDiagnostics = withUnread(std::move(diagnostics), *read.program());
    m_programs.push_back(read.program());
}

void RunBuilder::add(Step step, size_t text)
{
    const RunText& read = this->text(text);
    step.before = &m_recording->module(step.previous);
    step.after = read.module();
    step.diagnostics = withUnread(step.diagnostics, *read.program());
    if (!read.program()->isOpen())
        step.verdict = Verdict::Unread;
    m_recording->steps.push_back(std::move(step));
    m_programs.push_back(read.program());
}

RecordedRun RunBuilder::finish(const std::string& sourceText)
{
    RecordedRun run{.program = {}, .recording = m_recording, .texts = std::move(m_programs)};
    // A large text takes long to read: that of a recording of TVM is that of the input.
    const bool isInput = run.texts.front()->isOpen() && run.texts.front()->source.text() == sourceText;
    run.program = isInput ? *run.texts.front() : openText(m_name, sourceText);
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

size_t helpersFor(size_t textBytes)
{
    constexpr size_t FewBytes = size_t(1) << 18; // not worth a thread
    return textBytes / FewBytes;
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
