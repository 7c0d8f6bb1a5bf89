/// The slow parts of a session, as functions for its jobs: running a pipeline, counting its changes.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

struct PipelineRun {
    std::shared_ptr<const Recording> recording; ///< null: see `failure`
    std::shared_ptr<const Identities> identities;
    std::shared_ptr<const ImportedTexts> imported; ///< like `identities`, null without a recording
    std::vector<StepDiagnostics> stepDiagnostics;  ///< by module number; points into the recording
    QString failure;
};

/// A file as it was read: a program, or a trace with the run that was recorded.
struct ReadProgram {
    OpenedProgram program;
    PipelineRun run;                                       ///< without a recording: the program is to be run
    std::optional<FittingPipeline> fitting = std::nullopt; ///< nothing if the program is not open
    std::optional<Story> story = std::nullopt;
    QByteArray fileStamp = {}; ///< of the file, before it was read
    size_t build = 1;          ///< RecordedRun::build
    size_t buildCount = 1;
    bool isRunning = false; ///< RecordedRun::isRunning
};

/// How a file is read.
struct FileReading {
    ParseOptions options = {};
    /// Gets the outline of a large recording before its modules are read (RunReading::outline).
    std::function<void(ReadProgram)> outline = {};
    size_t build = 0; ///< RunReading::build
};

/// A program, a `.tirtrace` file, or a folder that TVM's DumpIR filled.
ReadProgram readFile(const std::string& path, const FileReading& reading = {});

/// A source that the user edits, and how its run is shown.
struct EditedSource {
    std::string name;
    std::string text;
    std::map<std::string, std::string> defines;
    RunSetup setup;
    std::optional<ShownSteps> shown;
    DiffMode mode = DiffMode::Structure;
};

/// The program, with its run unless the text does not read or the run fails.
struct EditedRun {
    ReadProgram program;
    ComparedStepPointer compared; ///< of the step that is shown first; null without a run
};

EditedRun runEdited(const EditedSource& source, JobControl& control);

/// `soFar` gets the run up to now while a pipeline of the user's own TVM runs; it may be empty.
PipelineRun runPipeline(const OpenedProgram& program, const RunSetup& setup, JobControl& control,
                        const std::function<void(PipelineRun)>& soFar = {});

struct ChangedLines {
    std::vector<LineCounts> steps;              ///< by step; the input has no counts
    std::vector<LineCounts> groups;             ///< of stepGroups(recording)
    std::shared_ptr<const LineHistory> history; ///< null if it was cancelled
    /// With the copies that comparisons show, if modules of the run were read from texts; else null, and if it was
    /// cancelled.
    std::shared_ptr<const Identities> identities;
};

ChangedLines countChangedLines(const Recording& recording, bool asBareFunction, JobControl& control);

} // namespace tir::ui
