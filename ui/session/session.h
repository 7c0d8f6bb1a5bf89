/// The state of the window: one opened program, its recording, the current step, and the selection in it. Views follow
/// the signals and request changes; they do not know each other.

#pragma once

#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/introduced_diagnostics.h"
#include "passes/workbench/trace/line_history.h"
#include "passes/workbench/trace/step_groups.h"
#include "ui/session/edits.h"
#include "ui/session/entity_watch.h"
#include "ui/session/job.h"
#include "ui/session/run_setup.h"
#include "ui/session/shown_steps.h"
#include "ui/session/step_comparison.h"
#include "ui/session/step_navigation.h"
#include "ui/session/watchpoint.h"

#include <functional>
#include <map>

namespace tir::ui {

enum class Phase {
    Empty,      ///< nothing is open
    Reading,    ///< a text is being parsed
    Outline,    ///< the same, and the steps of a large recording are there with their texts, without modules
    Unreadable, ///< it has errors: see program().diagnostics
    Running,    ///< the pipeline runs
    Ready,      ///< there is a recording
    Broken,     ///< we failed: see failure()
};

/// Which pipeline a program that is opened runs through.
enum class OpenWith : uint8_t {
    FittingPipeline,
    Setup,             ///< whatever setup() has, without its programs
    SetupWithPrograms, ///< the same with its programs: the user has named them for this program
};

/// Something in a step: who (the identity of a variable, buffer or function), where, or both.
struct Selection {
    const Node* identity = nullptr;
    size_t number = 0; ///< of the module that `place` counts in
    Place place = NoPlace;
    Span source; ///< of the text that was opened, when it could not be read

    bool isEmpty() const { return !identity && place == NoPlace && source.isEmpty(); }
    bool operator==(const Selection&) const = default;
};

struct LineCounts {
    int added = 0;
    int removed = 0;
};

struct EditedRun;
struct FileReading;
struct PipelineRun;
struct ReadProgram;

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    JobList& jobs() { return m_jobs; }
    /// Whether views may store choices, from one start of the window to the next.
    bool keepsSettings() const { return m_keepsSettings; }
    void setKeepsSettings(bool keeps) { m_keepsSettings = keeps; }
    Phase phase() const { return m_phase; }
    bool isReading() const { return m_phase == Phase::Reading || m_phase == Phase::Outline; }
    /// Whether there are steps to look at: with their modules, or only with their texts.
    bool hasSteps() const { return m_phase == Phase::Ready || m_phase == Phase::Outline; }
    const QString& failure() const { return m_failure; }

    // ---- the program
    /// A program, a trace, or a folder that TVM's DumpIR filled. A program runs through the pipeline that the user
    /// chose if it takes the program, else through the one that fits; one of the museum, through that of its story.
    void openFile(const QString& path, OpenWith with = OpenWith::FittingPipeline);
    void openText(const QString& name, const QString& text, OpenWith with = OpenWith::FittingPipeline);
    void close();
    /// Reads the open file again; the step that is looked at stays.
    void reload();
    /// Reads the open text again, with values for names that it takes from its Python surroundings.
    void define(std::map<std::string, std::string> defines);
    const std::map<std::string, std::string>& defines() const { return m_defines; }
    /// Null while nothing is open.
    std::shared_ptr<const OpenedProgram> program() const { return m_program; }
    /// The pipeline for the program; nothing while no program is open.
    const std::optional<FittingPipeline>& fittingPipeline() const { return m_fitting; }
    /// The description of the program; nothing if it is not a sample.
    const std::optional<Story>& story() const { return m_story; }
    const QString& path() const { return m_path; } ///< empty for pasted text
    /// Of the file when it was read or saved (file_stamp.h).
    const QByteArray& fileStamp() const { return m_fileStamp; }
    const QString& name() const { return m_name; }

    // ---- the run
    const RunSetup& setup() const { return m_choice.setup(); }
    /// Whether the user chose the pipeline for an earlier program, and it was not that of the last one.
    bool isPipelineOfEarlierProgram() const { return m_choice.isChoiceResumed(); }
    /// Runs again when something is open.
    void setSetup(RunSetup setup, ChosenFor chosenFor = ChosenFor::AllPrograms);
    /// The setup of the last run of the open program that gave a result, to go back to; nothing before the first.
    const std::optional<RunSetup>& setupOfLastResult() const { return m_setupOfLastResult; }
    /// A pipeline of the user's own TVM that gave no result: the run in view is that of the setup before it.
    struct FailedRun {
        RunSetup setup;
        QString failure;
    };
    /// Nothing after the next choice.
    const std::optional<FailedRun>& failedRun() const { return m_failedRun; }
    void rerun();
    /// Whether the run in view was recorded elsewhere.
    bool isRecorded() const { return recording() && m_isRecorded; }
    /// "recorded run" or "run here, not the recording"; empty for a program that was opened without a run.
    QString runOrigin() const;
    /// Whether the open recording was still being written when it was read: passes that were running have no step.
    bool isBeingRecorded() const { return m_hasRecording && m_isBeingRecorded; }
    /// Which of the builds of a recording is open; 1 of 1 for anything else.
    size_t build() const { return m_build; }
    size_t buildCount() const { return m_buildCount; }
    /// Opens another one. Precondition: 0 < number <= buildCount().
    void openBuild(size_t number);
    /// Pins the recorded run and runs its passes that we have here, for the target that it was for.
    void runHere();
    /// The setup with the programs of its passes confirmed by the user: they start when it runs.
    RunSetup withPrograms(RunSetup setup) { return m_choice.withPrograms(std::move(setup)); }
    /// Null until the phase is Ready.
    std::shared_ptr<const Recording> recording() const { return m_run.isOutline ? nullptr : m_run.recording; }
    /// The same, or the outline of a large recording: its modules are empty.
    std::shared_ptr<const Recording> recordedSteps() const { return m_run.recording; }
    /// Another number for every program that is opened. One that is read again, or edited, keeps it.
    size_t programNumber() const { return m_programNumber; }
    /// Another number for every run that is shown. The modules of a large recording belong to the run of its outline.
    size_t runNumber() const { return m_runNumber; }
    const Identities& identities() const { return *m_run.identities; }
    std::shared_ptr<const Identities> sharedIdentities() const { return m_run.identities; }
    /// The texts of a run that was read; never null.
    std::shared_ptr<const ImportedTexts> importedTexts() const { return m_run.imported; }
    /// Which diagnostics each step introduces and inherits, by module number; empty until the phase is Ready.
    const std::vector<StepDiagnostics>& stepDiagnostics() const { return m_run.stepDiagnostics; }
    /// By step; empty until they have been counted.
    const std::vector<LineCounts>& lineCounts() const { return m_run.lineCounts; }
    /// The changes of each of stepGroups(recording) as one; computed with the above.
    const std::vector<LineCounts>& groupLineCounts() const { return m_run.groupLineCounts; }
    /// Which step wrote each line; null until the lines have been counted.
    std::shared_ptr<const LineHistory> lineHistory() const { return m_run.lineHistory; }

    // ---- the step
    size_t step() const { return m_step; }
    /// Several steps may be looked at as one: from before the first of them to after step(). The same as
    /// step() for a single one.
    size_t firstStep() const { return m_firstStep; }
    bool isSpan() const { return m_firstStep != m_step; }
    size_t stepCount() const { return m_run.recording ? m_run.recording->moduleCount() : 0; }
    /// The module after the step. Precondition: phase() is Ready.
    const Module& module() const { return m_run.recording->module(m_step); }
    const Diagnostics& diagnostics() const; ///< of the step, or of a text that could not be read
    /// The texts of the step looked at last; null until the first are ready. During the moments that the
    /// next ones take, number() differs from step().
    ComparedStepPointer compared() const { return m_comparison->compared(); }
    void setDiffMode(DiffMode mode) { m_comparison->setMode(mode); }
    bool isChanged(size_t number) const;
    /// The step to show first when the program has run; clamped.
    void setStartStep(size_t number) { m_startStep = number; }
    /// To other steps than those in view.
    StepNavigation& navigation() { return *m_navigation; }

    /// The changes of the selection in all steps.
    const EntityWatch& watch() const { return *m_watch; }
    /// The watched entity, which does not depend on the selection.
    Watchpoint& watchpoint() { return *m_watchpoint; }
    const Watchpoint& watchpoint() const { return *m_watchpoint; }
    /// A run to compare this one with.
    Pin& pin() { return *m_pin; }
    const Pin& pin() const { return *m_pin; }

    /// The name of the function of the step in the code view; may be empty. Other views scroll to it.
    const std::string& functionInView() const { return m_functionInView; }
    void setFunctionInView(const std::string& name);

    // ---- edits
    Edits& edits() { return m_edits; }
    const Edits& edits() const { return m_edits; }
    /// Whether the source can be edited: not that of a run that was recorded.
    bool canEditSource() const { return m_program && !m_isRecorded; }
    /// The open program has been saved at `path`.
    void setSaved(const QString& path);

    // ---- the selection
    const Selection& selection() const { return m_selection; }
    /// A variable, buffer or function of any step, with all of its occurrences; null clears the selection.
    void selectEntity(const Node* node);
    /// A place of the step looked at, with the entity that is there.
    void selectPlace(Place place);
    /// A node of this step, or one that a node of this step was derived from: the subject of a note.
    void selectNode(const Node* node);
    /// Bytes of a text that could not be read.
    void selectSource(Span span);
    void select(const Selection& selection);

public slots:
    /// Clamped to the steps there are.
    void goTo(size_t number);
    /// Shows steps as one; those that do not lead to the last one are left out.
    void goToSpan(tir::StepSpan span);
    /// Requests an execution of the current step.
    void requestRun();
    /// Requests a check of every step.
    void requestCheck();
    /// Requests a reproducer of the first bad pass, in a new folder.
    void requestReproducer(const QString& folder);
    /// Requests editing the source.
    void requestEdit();

signals:
    void phaseChanged();
    void programChanged();
    void setupChanged();
    void recordingChanged();
    void stepChanged();     ///< another step is looked at; its texts may follow
    void comparedChanged(); ///< compared() is another one
    void lineCountsChanged();
    void identitiesChanged(); ///< identities() is another one for the run in view; the selection follows
    void selectionChanged();
    void functionInViewChanged();
    void runRequested();
    void checkRequested();
    void reproducerRequested(const QString& folder);
    void editRequested();

private:
    struct Opening {
        QString path;
        QString name;
        std::map<std::string, std::string> defines = {};
        bool isSameProgram = false; ///< the step that is shown stays
        bool keepsEdits = false;    ///< of the source
        OpenWith with = OpenWith::FittingPipeline;
        size_t build = 0; ///< RunReading::build
    };
    /// What another run replaces.
    struct Run {
        std::shared_ptr<const Recording> recording;
        bool isOutline = false; ///< the recording is that of RunReading::outline
        std::shared_ptr<const Identities> identities = std::make_shared<Identities>();
        std::shared_ptr<const ImportedTexts> imported = std::make_shared<ImportedTexts>();
        std::vector<StepDiagnostics> stepDiagnostics = {}; ///< points into the recording
        std::vector<LineCounts> lineCounts = {};           ///< by step; empty while they are counted
        std::vector<LineCounts> groupLineCounts = {};
        std::shared_ptr<const LineHistory> lineHistory = nullptr;
    };

    void setPhase(Phase phase);
    void breakDown(const QString& message);

    // session.cpp: the program
    Opening sameProgram(std::map<std::string, std::string> defines) const;
    void open(const Opening& opening, std::function<ReadProgram(const FileReading&)> read);
    void replaceProgram(const Opening& opening, const OpenedProgram& program);
    void acceptOutline(const Opening& opening, ReadProgram outline);
    void acceptRead(const Opening& opening, ReadProgram read);
    void completeOutline(ReadProgram read, OpenWith with);
    void acceptProgram(ReadProgram read, OpenWith with);
    void clear();
    void forgetProgram();

    // session_run.cpp: the run
    void acceptRun(PipelineRun run, const ComparedStepPointer& compared = nullptr);
    void acceptRunSoFar(PipelineRun run);
    bool canGoBackFromFailure() const;
    void goBackFromFailure(const QString& failure);
    void runEditedSource();
    void acceptEdit(EditedRun edited);
    void forgetRun();
    void forgetResult();
    void countLines();
    void useIdentities(std::shared_ptr<const Identities> identities);

    // session_steps.cpp: the step and the selection
    std::optional<ShownSteps> shownSteps() const;
    void lookAt(StepSpan span);
    void selectAgain(const ShownSteps& before);
    void selectAwaited();

    JobList m_jobs; // first: outlives the jobs
    std::unique_ptr<StepNavigation> m_navigation;
    std::unique_ptr<Pin> m_pin;
    std::unique_ptr<EntityWatch> m_watch;
    std::unique_ptr<Watchpoint> m_watchpoint;
    bool m_keepsSettings = false;
    Edits m_edits;
    Job m_readJob;
    Job m_runJob;
    std::unique_ptr<StepComparison> m_comparison;
    Job m_countJob;
    Job m_editJob;

    Phase m_phase = Phase::Empty;
    Phase m_phaseBeforeReading = Phase::Empty; ///< to go back to when the reading is cancelled
    QString m_failure;

    QString m_path;
    QByteArray m_fileStamp;
    QString m_name;
    std::shared_ptr<const OpenedProgram> m_program;
    std::optional<FittingPipeline> m_fitting;
    std::optional<Story> m_story;
    std::map<std::string, std::string> m_defines;
    size_t m_build = 1;
    size_t m_buildCount = 1;
    size_t m_chosenBuild = 0; ///< 0: the last one
    size_t m_programNumber = 0;
    bool m_hasRecording = false; ///< the program came with its run
    bool m_isBeingRecorded = false;

    SetupChoice m_choice;
    std::optional<RunSetup> m_setupOfLastResult;
    std::optional<FailedRun> m_failedRun;
    Run m_run;
    size_t m_runNumber = 0;
    bool m_isRecorded = false; ///< the run that the program came with is in view

    size_t m_firstStep = 0;
    size_t m_step = 0;
    bool m_isStepChosen = false; ///< by the user
    std::optional<size_t> m_startStep;
    /// While the program runs again, and afterwards until the user navigates, if the run has no such step.
    std::optional<ShownSteps> m_shownBefore;
    Selection m_selection;
    std::optional<SelectionName> m_awaited; ///< its place is selected when the texts of its step are there
    std::string m_functionInView;
};

} // namespace tir::ui
