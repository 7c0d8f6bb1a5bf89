/// The run of a session's program, also while the user edits its source.

#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/session/blamed_step.h"
#include "ui/session/pipeline_run.h"
#include "ui/session/session.h"

#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace tir::ui {

void Session::setSetup(RunSetup setup, ChosenFor chosenFor)
{
    if (!m_edits.giveUp(Loss::Cuda))
        return emit setupChanged(); // for the views that show the other one already
    m_choice.choose(std::move(setup), chosenFor);
    m_failedRun.reset();
    emit setupChanged();
    rerun();
}

void Session::rerun()
{
    if (!m_program || !m_program->isOpen() || m_run.isOutline || !m_edits.giveUp(Loss::Cuda))
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
        [this, program = m_program, setup = setup()](JobControl& control) {
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

void Session::runHere()
{
    if (!isRecorded())
        return;
    m_pin->set();
    RunSetup setup = this->setup();
    if (!findPipeline(setup.pipeline.name))
        setup.pipeline = {.name = {}, .summary = {}, .passes = ourPasses(*m_run.recording)};
    if (const Target* target = boundTarget(*m_run.recording))
        setup.target = toString(*target);
    setSetup(std::move(setup));
}

/// Our pipelines always give a result.
bool Session::canGoBackFromFailure() const
{
    return setup().external.isAllowed && isTvmPipeline(setup().pipeline.name) && m_setupOfLastResult &&
           !isTvmPipeline(m_setupOfLastResult->pipeline.name);
}

/// The views have the last result again, and not all the same message.
void Session::goBackFromFailure(const QString& failure)
{
    FailedRun failed{setup(), failure};
    m_choice.choose(*m_setupOfLastResult, ChosenFor::ThisProgram);
    m_failedRun = std::move(failed);
    emit setupChanged();
    rerun();
}

void Session::acceptRun(PipelineRun run, const ComparedStepPointer& compared)
{
    m_failure = run.failure;
    if (!run.recording && canGoBackFromFailure())
        return goBackFromFailure(run.failure);
    if (!run.recording)
        return setPhase(Phase::Broken);
    if (!m_isRecorded)
        m_setupOfLastResult = setup();
    m_run.recording = std::move(run.recording);
    m_edits.forgetCuda();
    m_run.identities = std::move(run.identities);
    m_run.imported = std::move(run.imported);
    m_run.stepDiagnostics = std::move(run.stepDiagnostics);
    const std::optional<ShownSteps> before = m_shownBefore;
    // The defect of some samples is found only by executing them.
    StepSpan shown =
        stepsToShow(*m_run.recording, m_run.stepDiagnostics, before, blamedStep(*m_run.recording, m_story));
    const bool isThere = before && hasStepInView(*before, *m_run.recording);
    m_isStepChosen = isThere && before->isChosen;
    if (isThere || !before || !before->isChosen)
        m_shownBefore.reset();
    if (const auto start = std::exchange(m_startStep, std::nullopt)) {
        shown.first = shown.last = std::min(*start, stepCount() - 1);
        m_isStepChosen = true;
    }
    m_firstStep = shown.first;
    m_step = shown.last;
    m_phase = m_run.isOutline ? Phase::Outline : Phase::Ready;
    if (compared)
        m_comparison->keep(compared);
    emit recordingChanged();
    emit phaseChanged();
    emit stepChanged();
    if (before)
        selectAgain(*before);
    if (isThere)
        m_awaited = before->selection;
    if (compared)
        m_comparison->accept(compared);
    else
        m_comparison->compare();
    if (!m_run.isOutline)
        countLines();
}

/// The views keep their content until the new run is there, and while the text cannot be read.
void Session::runEditedSource()
{
    if (!canEditSource() || !m_edits.giveUp(Loss::Cuda))
        return;
    m_editJob.start([edited = EditedSource{.name = m_program->source.name(),
                                           .text = m_edits.source(),
                                           .defines = m_defines,
                                           .setup = setup(),
                                           .shown = shownSteps(),
                                           .mode = m_comparison->mode()}](
                        JobControl& control) { return runEdited(edited, control); },
                    [this](EditedRun edited) { acceptEdit(std::move(edited)); });
}

void Session::acceptEdit(EditedRun edited)
{
    OpenedProgram& program = edited.program.program;
    if (!program.isOpen() && (m_run.recording || m_phase == Phase::Running))
        return m_edits.setUnreadSource(std::make_shared<const OpenedProgram>(std::move(program)));
    m_shownBefore = shownSteps();
    if (m_shownBefore)
        m_shownBefore->identity = nullptr;                             // of the text that is replaced
    const std::shared_ptr<const Recording> replaced = m_run.recording; // until every view has the new one
    {
        const QSignalBlocker blocker(this); // the views see the new run in place of the old one
        forgetRun();
    }
    m_program = std::make_shared<const OpenedProgram>(std::move(program));
    m_fitting = std::move(edited.program.fitting);
    m_story = std::move(edited.program.story);
    m_edits.setUnreadSource(nullptr);
    m_phase = m_program->isOpen() ? Phase::Running : Phase::Unreadable;
    emit programChanged();
    emit selectionChanged();
    if (m_program->isOpen())
        return acceptRun(std::move(edited.program.run), edited.compared);
    emit phaseChanged();
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
    m_comparison->clear();
    m_countJob.cancel();
    m_failure.clear();
    m_run = {};
    ++m_runNumber;
    m_edits.forgetCuda();
    m_step = m_firstStep = 0;
    m_awaited.reset();
    select({});
    emit recordingChanged();
    emit comparedChanged();
}

/// Who is who in a run that was read is known later than its texts.
void Session::useIdentities(std::shared_ptr<const Identities> identities)
{
    m_run.identities = std::move(identities);
    m_comparison->forgetTexts();
    emit identitiesChanged();
    Selection same = m_selection;
    same.identity = m_run.identities->of(same.identity);
    select(same);
    m_watch->restart();
    m_watchpoint->restart();
    m_comparison->compare();
}

void Session::countLines()
{
    m_countJob.start([recording = m_run.recording, bare = areBareFunctions(*m_program, *m_run.recording)](
                         JobControl& control) { return countChangedLines(*recording, bare, control); },
                     [this](ChangedLines counts) {
                         if (counts.identities)
                             useIdentities(std::move(counts.identities));
                         m_run.lineCounts = std::move(counts.steps);
                         m_run.groupLineCounts = std::move(counts.groups);
                         m_run.lineHistory = std::move(counts.history);
                         emit lineCountsChanged();
                     });
}

} // namespace tir::ui
