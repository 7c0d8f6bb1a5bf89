/// Puts a run together from texts: those of a trace file, or those of a folder of dumps.

#pragma once

#include "passes/workbench/trace/recorded_run.h"
#include "passes/workbench/trace/span_index.h"

namespace tir {

/// A text of a run and the module that it is.
class RunText {
public:
    /// A text that is not a readable program becomes a module of one opaque function.
    RunText(Arena& arena, OpenedProgram program);
    /// A text that is not parsed: its module is empty.
    static RunText ofOutline(Arena& arena, OpenedProgram program);

    const Module* module() const { return m_module; }
    const std::shared_ptr<const OpenedProgram>& program() const { return m_program; }
    /// The innermost place whose text covers the span.
    Place placeOf(const std::optional<Span>& span);
    /// The node at that place; null if there is none.
    const Node* nodeAt(const std::optional<Span>& span);

private:
    RunText(const Module* module, OpenedProgram program);
    void findPlaces();

    const Module* m_module;
    std::shared_ptr<const OpenedProgram> m_program;
    bool m_hasPlaces = false; ///< computed on demand: most texts of a long run have no diagnostics
    PlaceTable m_places;
    SpanIndex m_spans;
};

class RunBuilder {
public:
    explicit RunBuilder(const RunReading& reading = {});
    /// Creates an outline: its texts are not parsed (RunReading::outline).
    static RunBuilder ofOutline();
    bool isOutline() const { return m_isOutline; }

    /// Of the run. Steps are added by add().
    Recording& recording() { return *m_recording; }
    /// The index of the text, which text() reads. `savedJson` is the `save_json` of its module, which must outlive
    /// readTexts(), or empty. A text with a reason in `whyUnread` is shown, but not read.
    size_t addText(SourceText text, std::string_view savedJson = {}, std::string whyUnread = {});
    /// Reads all texts that were not read yet, on all cores. False if the watch has ended it: nothing else can be done
    /// with the builder then.
    bool readTexts();
    /// Precondition: index is one of addText().
    RunText& text(size_t index);
    /// The module of the text, for reading (Recording::module()). Thread-safe after readTexts().
    const Module& module(size_t index);

    void setInput(size_t text, Diagnostics diagnostics);
    /// Sets the modules of the step. If its text cannot be read, the step becomes unread, with a warning.
    /// Preconditions: setInput() was called; step.previous is the number of an earlier module.
    void add(Step step, size_t text);
    /// Adds to the notes of the first step which modules were read from their `save_json`, if there are any.
    /// Precondition: all steps were added.
    void noteSources();
    /// The run with the source that it started from.
    RecordedRun finish(const SourceText& source);

private:
    struct Text {
        SourceText source;
        std::string_view savedJson; ///< empty if there is none
        std::string whyUnread;      ///< empty if it is read
        std::optional<RunText> read;
    };

    OpenedProgram open(const Text& text, const ParseOptions& options = {}) const;
    RunText readText(OpenedProgram program);
    void addReadingWarnings(Diagnostics& diagnostics, const OpenedProgram& text) const;

    ReadingWatch m_watch; ///< called by one thread at a time
    size_t m_moduleBytesInMemory;
    bool m_isOutline = false;
    std::shared_ptr<Recording> m_recording = std::make_shared<Recording>();
    std::vector<Text> m_texts;
    std::vector<std::shared_ptr<const OpenedProgram>> m_programs; ///< by module number
};

/// The diagnostic of a reading that the watch cancelled.
Diagnostic cancelledReading();

/// How many more threads should work on texts of that size.
size_t helpersFor(size_t textBytes);

size_t bytesOf(const std::vector<SourceText>& texts);

/// The texts of a run of that name. Its outline shares them.
std::vector<SourceText> sourcesOf(const std::string& name, std::vector<std::string> texts);

/// The pass that a text in constructor form names; a text that cannot be read is its name.
PassInvocation invocationOf(const std::string& text, Branch branch);

} // namespace tir
