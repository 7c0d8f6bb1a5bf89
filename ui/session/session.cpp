#include "ui/session/session.h"

#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/common/text.h"
#include "ui/session/blamed_step.h"
#include "ui/session/pipeline_run.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace tir::ui {

Session::Session(QObject* parent)
    : QObject(parent),
      m_pin(std::make_unique<Pin>(*this)),
      m_watch(std::make_unique<EntityWatch>(*this)),
      m_watchpoint(std::make_unique<Watchpoint>(*this)),
      m_edits(this),
      m_readJob(m_jobs, tr("Reading")),
      m_runJob(m_jobs, tr("Running the pipeline")),
      m_compareJob(m_jobs, tr("Comparing")),
      m_countJob(m_jobs, tr("Counting changed lines")),
      m_editJob(m_jobs, tr("Running the edited program")),
      m_prepared(m_jobs),
      m_identities(std::make_shared<Identities>()),
      m_imported(std::make_shared<ImportedTexts>())
{
    if (const Pipeline* pipeline = findPipeline("split"))
        m_setup.pipeline = *pipeline;
    const auto breakDown = [this](const QString& message) {
        if (m_isOutline)
            forgetProgram();
        m_failure = message;
        setPhase(Phase::Broken);
    };
    connect(&m_readJob, &Job::failed, this, breakDown);
    connect(&m_runJob, &Job::failed, this, breakDown);
    connect(&m_compareJob, &Job::failed, this, breakDown);
    connect(&m_editJob, &Job::failed, this, breakDown);
    connect(&m_edits, &Edits::sourceTyped, this, &Session::runEditedSource);
    connect(m_pin.get(), &Pin::changed, this, [this] {
        if (m_recording)
            compare();
    });
    connect(&m_readJob, &Job::cancelled, this, [this] {
        if (m_phase != Phase::Empty && m_isOutline)
            clear();
        else if (m_phase == Phase::Reading)
            setPhase(m_phaseBeforeReading);
    });
    connect(&m_runJob, &Job::cancelled, this, [this] {
        if (hasSteps())
            return; // those that the run has so far
        m_failure = tr("The run was cancelled.");
        setPhase(Phase::Broken);
    });
}

Session::~Session()
{
    disconnect(this);
    m_jobs.disconnect();
}

void Session::setPhase(Phase phase)
{
    m_phase = phase;
    emit phaseChanged();
}

// ---- the program

void Session::openFile(const QString& path, OpenWith with)
{
    if (m_edits.giveUp(Loss::All))
        open({.path = path, .name = QFileInfo(QDir::cleanPath(path)).fileName(), .with = with},
             [file = path.toStdString()](const FileReading& reading) { return readFile(file, reading); });
}

void Session::reload()
{
    if (m_path.isEmpty() || !m_edits.giveUp(Loss::All))
        return;
    open(sameProgram(m_defines),
         [file = m_path.toStdString()](const FileReading& reading) { return readFile(file, reading); });
}

void Session::openText(const QString& name, const QString& text, OpenWith with)
{
    if (m_edits.giveUp(Loss::All))
        open({.path = {}, .name = name, .with = with},
             [file = name.toStdString(), bytes = text.toStdString()](const FileReading& reading) {
                 return ReadProgram{tir::openText(file, bytes, reading.options), {}};
             });
}

Session::Opening Session::sameProgram(std::map<std::string, std::string> defines) const
{
    return {.path = m_path,
            .name = m_name,
            .defines = std::move(defines),
            .isSameProgram = true,
            .with = OpenWith::Setup,
            .build = m_chosenBuild};
}

void Session::openBuild(size_t number)
{
    if (m_path.isEmpty() || !m_edits.giveUp(Loss::All))
        return;
    Opening opening = sameProgram(m_defines);
    opening.build = number;
    open(opening,
         [file = m_path.toStdString()](const FileReading& reading) { return readFile(file, reading); });
}

/// The open program stays until the new text has been read, or the outline of a large recording is there: a cancelled
/// reading leaves everything as it was. A recording that is read again, for example because it has grown, needs no
/// outline.
void Session::open(const Opening& opening, std::function<ReadProgram(const FileReading&)> read)
{
    m_readJob.start(
        [this, opening, read = std::move(read)](JobControl& control) {
            FileReading reading;
            reading.options.defines = opening.defines;
            reading.build = opening.build;
            reading.options.watch = [&](int percent) {
                control.report(percent, 100, opening.name);
                return !control.isCancelled();
            };
            if (!opening.isSameProgram)
                reading.outline = [&](ReadProgram outline) {
                    const auto shared = std::make_shared<ReadProgram>(std::move(outline));
                    control.post([this, opening, shared] { acceptOutline(opening, std::move(*shared)); });
                };
            ReadProgram program = read(reading);
            if (program.program.isOpen())
                program.fitting = tir::fittingPipeline(program.program.module());
            program.story = readStory(opening.name.toStdString(), program.program.source.text());
            return program;
        },
        [this, opening](ReadProgram program) { acceptRead(opening, std::move(program)); });
    if (m_phase == Phase::Reading)
        return;
    m_phaseBeforeReading = m_phase;
    setPhase(Phase::Reading);
}

void Session::acceptRead(const Opening& opening, ReadProgram read)
{
    if (m_phase == Phase::Outline && read.run.recording)
        return completeOutline(std::move(read), opening.with);
    replaceProgram(opening, read.program);
    acceptProgram(std::move(read), opening.with);
}

void Session::acceptOutline(const Opening& opening, ReadProgram outline)
{
    replaceProgram(opening, outline.program);
    m_isOutline = true;
    acceptProgram(std::move(outline), opening.with);
}

/// Discards the open program, and the settings for it.
void Session::replaceProgram(const Opening& opening, const OpenedProgram& program)
{
    std::optional<ShownSteps> shown = opening.isSameProgram ? shownSteps() : std::nullopt;
    if (!opening.isSameProgram)
        ++m_programNumber;
    forgetProgram();
    m_edits.setUnreadSource(nullptr);
    m_shownBefore = std::move(shown);
    if (m_shownBefore)
        m_shownBefore->identity = nullptr; // of the text that is closed
    m_path = opening.path;
    m_name = opening.name;
    m_defines = opening.defines;
    m_chosenBuild = opening.build;
    if (!opening.isSameProgram && opening.with != OpenWith::SetupWithPrograms)
        m_setup.external = {}; // opening a file starts nothing
    if (!opening.keepsEdits)
        m_edits.setSavedSource(std::string(program.source.text()));
}

void Session::acceptProgram(ReadProgram read, OpenWith with)
{
    m_program = std::make_shared<const OpenedProgram>(std::move(read.program));
    m_fitting = std::move(read.fitting);
    m_story = std::move(read.story);
    m_build = read.build;
    m_buildCount = read.buildCount;
    m_isBeingRecorded = read.isRunning;
    m_hasRecording = m_isRecorded = read.run.recording != nullptr;
    if (!read.fileStamp.isEmpty()) // else the text that was read once is parsed again
        m_fileStamp = read.fileStamp;
    emit programChanged();
    if (!m_program->isOpen())
        return setPhase(Phase::Unreadable);
    if (!read.run.recording) {
        if (with == OpenWith::FittingPipeline) {
            if (std::exchange(m_isConfigRecorded, false))
                m_setup.config = {};
            choosePipeline();
        }
        return rerun();
    }
    // A recording contains its settings; another choice runs the program again.
    const Recording& recording = *read.run.recording;
    const Pipeline* pipeline = findPipeline(recording.pipeline);
    m_setup.pipeline = pipeline ? *pipeline : Pipeline{tr("as recorded").toStdString(), {}, {}};
    if (!pipeline)
        for (const Step& step : recording.steps)
            m_setup.pipeline.passes.push_back(step.pass);
    m_setup.mode = recording.mode;
    m_setup.config = givenConfig(recording);
    m_isConfigRecorded = true;
    emit setupChanged();
    acceptRun(std::move(read.run));
}

/// A program of the museum shows its defect unless the user has chosen a pipeline.
void Session::choosePipeline()
{
    if (m_chosen && !m_fitting->whyNot(*m_chosen).empty())
        m_chosen.reset();
    const Pipeline* ofStory =
        m_story && m_story->hasDefect() ? findPipeline(m_story->sample.pipeline) : nullptr;
    if (!m_chosen && ofStory) {
        m_setup.pipeline = *ofStory;
        m_setup.mode = Mode::AsTvm;
        m_setup.config = {};
    } else {
        m_setup.pipeline = m_chosen ? *m_chosen : *m_fitting->pipeline;
    }
    emit setupChanged();
}

void Session::close()
{
    if (!m_edits.giveUp(Loss::All))
        return;
    clear();
    m_edits.setSavedSource({});
}

void Session::clear()
{
    if (m_phase == Phase::Empty)
        return;
    m_phase = Phase::Empty; // before the job: a cancelled one sets the phase too
    m_readJob.cancel();
    forgetProgram();
}

void Session::forgetProgram()
{
    m_phase = Phase::Empty;
    forgetRun();
    m_editJob.cancel();
    m_program.reset();
    m_setupOfLastResult.reset();
    m_fitting.reset();
    m_story.reset();
    m_hasRecording = false;
    m_shownBefore.reset();
    m_defines.clear();
    m_path.clear();
    m_name.clear();
    emit programChanged();
    emit phaseChanged();
}

// ---- the run

void Session::setSetup(RunSetup setup, ChosenFor chosenFor)
{
    if (!m_edits.giveUp(Loss::Cuda))
        return emit setupChanged(); // for the views that show the other one already
    const bool isOtherList = setup.pipeline.passes != m_setup.pipeline.passes;
    const bool isOfAll = m_chosen && m_chosen->passes == m_setup.pipeline.passes;
    if ((isOtherList || isOfAll) && chosenFor == ChosenFor::AllPrograms) {
        m_chosen.reset(); // opening the next program starts nothing
        if (!isTvmPipeline(setup.pipeline.name) && std::ranges::none_of(setup.pipeline.passes, startsProgram))
            m_chosen = setup.pipeline;
    }
    if (isOtherList && m_setup.external.isAllowed && !isTvmPipeline(setup.pipeline.name))
        setup.external = {}; // another list is confirmed anew
    m_setup = std::move(setup);
    emit setupChanged();
    rerun();
}

void Session::rerun()
{
    if (!m_program || !m_program->isOpen() || m_isOutline || !m_edits.giveUp(Loss::Cuda))
        return;
    if (m_editJob.isRunning()) { // its run has the setup of before
        m_editJob.cancel();
        m_edits.rest();
    }
    m_shownBefore = shownSteps();
    forgetRun();
    m_isRecorded = false;
    setPhase(Phase::Running);
    m_runJob.start(
        [this, program = m_program, setup = m_setup](JobControl& control) {
            return runPipeline(*program, setup, control, [&](PipelineRun soFar) {
                const auto shared = std::make_shared<PipelineRun>(std::move(soFar));
                control.post([this, shared] { acceptRunSoFar(std::move(*shared)); });
            });
        },
        [this](PipelineRun run) { acceptRunSoFar(std::move(run)); });
}

/// A run in place of a shorter one that is shown, if any.
void Session::acceptRunSoFar(PipelineRun run)
{
    if (hasSteps()) {
        m_shownBefore = shownSteps();
        forgetResult();
    }
    acceptRun(std::move(run));
}

QString Session::runOrigin() const
{
    if (!m_hasRecording)
        return {};
    if (!m_isRecorded)
        return tr("run here, not the recording");
    const QString build =
        m_buildCount > 1 ? tr(", build %1 of %2").arg(m_build).arg(m_buildCount) : QString();
    return tr("recorded run") + build + (isBeingRecorded() ? tr(", still running") : QString());
}

RunSetup Session::withPrograms(RunSetup setup)
{
    if (!m_bridge)
        m_bridge = std::make_shared<TvmBridge>(BridgeOptions());
    setup.external = {.isAllowed = true, .bridge = m_bridge};
    return setup;
}

void Session::runHere()
{
    if (!isRecorded())
        return;
    m_pin->set();
    RunSetup setup = m_setup;
    if (!findPipeline(setup.pipeline.name))
        setup.pipeline = {.name = {}, .summary = {}, .passes = ourPasses(*m_recording)};
    if (const Target* target = boundTarget(*m_recording))
        setup.target = toString(*target);
    setSetup(std::move(setup));
}

void Session::acceptRun(PipelineRun run, const ComparedStepPointer& compared)
{
    m_failure = run.failure;
    if (!run.recording)
        return setPhase(Phase::Broken);
    if (!m_isRecorded)
        m_setupOfLastResult = m_setup;
    m_recording = std::move(run.recording);
    m_edits.forgetCuda();
    m_identities = std::move(run.identities);
    m_imported = std::move(run.imported);
    m_stepDiagnostics = std::move(run.stepDiagnostics);
    const std::optional<ShownSteps> before = m_shownBefore;
    // The defect of some samples is found only by executing them.
    StepSpan shown = stepsToShow(*m_recording, m_stepDiagnostics, before, blamedStep(*m_recording, m_story));
    const bool isThere = before && hasStepInView(*before, *m_recording);
    m_isStepChosen = isThere && before->isChosen;
    if (isThere || !before || !before->isChosen)
        m_shownBefore.reset();
    if (const auto start = std::exchange(m_startStep, std::nullopt)) {
        shown.first = shown.last = std::min(*start, stepCount() - 1);
        m_isStepChosen = true;
    }
    m_firstStep = shown.first;
    m_step = shown.last;
    m_collapsed.clear();
    m_phase = m_isOutline ? Phase::Outline : Phase::Ready;
    if (compared)
        m_compared = compared;
    emit recordingChanged();
    emit phaseChanged();
    emit stepChanged();
    if (before)
        selectAgain(*before);
    if (isThere)
        m_awaited = before->selection;
    if (compared)
        acceptCompared(compared);
    else
        compare();
    if (!m_isOutline)
        countLines();
}

void Session::forgetRun()
{
    const QSignalBlocker runBlocker(m_runJob);
    m_runJob.cancel();
    forgetResult();
}

void Session::forgetResult()
{
    if (hasSteps())
        m_phase = Phase::Running; // without a recording, the phase is not Ready; the caller sets it
    m_compareJob.cancel();
    m_countJob.cancel();
    m_prepared.clear();
    m_failure.clear();
    m_stepDiagnostics.clear();
    m_recording.reset();
    m_isOutline = false;
    ++m_runNumber;
    m_edits.forgetCuda();
    m_identities = std::make_shared<Identities>();
    m_imported = std::make_shared<ImportedTexts>();
    m_lineCounts.clear();
    m_groupLineCounts.clear();
    m_lineHistory.reset();
    m_step = m_firstStep = 0;
    m_collapsed.clear();
    m_compared.reset();
    m_texts.clear();
    m_awaited.reset();
    select({});
    emit recordingChanged();
    emit comparedChanged();
}

/// Who is who in a run that was read is known later than its texts.
void Session::useIdentities(std::shared_ptr<const Identities> identities)
{
    m_identities = std::move(identities);
    m_texts.clear();
    emit identitiesChanged();
    Selection same = m_selection;
    same.identity = m_identities->of(same.identity);
    select(same);
    m_watch->restart();
    m_watchpoint->restart();
    compare();
}

void Session::countLines()
{
    m_countJob.start([recording = m_recording, bare = m_program->parsed->isBareFunction](
                         JobControl& control) { return countChangedLines(*recording, bare, control); },
                     [this](ChangedLines counts) {
                         if (counts.identities)
                             useIdentities(std::move(counts.identities));
                         m_lineCounts = std::move(counts.steps);
                         m_groupLineCounts = std::move(counts.groups);
                         m_lineHistory = std::move(counts.history);
                         emit lineCountsChanged();
                     });
}

} // namespace tir::ui
