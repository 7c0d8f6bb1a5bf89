#include "ui/session/session.h"

#include "ui/common/text.h"
#include "ui/session/pipeline_run.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace tir::ui {

Session::Session(QObject* parent)
    : QObject(parent),
      m_readJob(m_jobs, tr("Reading")),
      m_runJob(m_jobs, tr("Running the pipeline")),
      m_compareJob(m_jobs, tr("Comparing")),
      m_countJob(m_jobs, tr("Counting changed lines")),
      m_identities(std::make_shared<Identities>())
{
    if (const Pipeline* pipeline = findPipeline("split"))
        m_setup.pipeline = *pipeline;
    const auto breakDown = [this](const QString& message) {
        m_failure = message;
        setPhase(Phase::Broken);
    };
    connect(&m_readJob, &Job::failed, this, breakDown);
    connect(&m_runJob, &Job::failed, this, breakDown);
    connect(&m_compareJob, &Job::failed, this, breakDown);
    connect(&m_readJob, &Job::cancelled, this, [this] {
        if (m_phase == Phase::Reading)
            setPhase(m_phaseBeforeReading);
    });
    connect(&m_runJob, &Job::cancelled, this, [this] {
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
    if (giveUpEdits())
        open({.path = path, .name = QFileInfo(QDir::cleanPath(path)).fileName(), .with = with},
             [file = path.toStdString()](const ParseOptions& options) { return readFile(file, options); });
}

void Session::reload()
{
    if (m_path.isEmpty() || !giveUpEdits())
        return;
    open(sameProgram(m_defines),
         [file = m_path.toStdString()](const ParseOptions& options) { return readFile(file, options); });
}

void Session::openText(const QString& name, const QString& text)
{
    if (giveUpEdits())
        open({.path = {}, .name = name},
             [file = name.toStdString(), bytes = text.toStdString()](const ParseOptions& options) {
                 return ReadProgram{tir::openText(file, bytes, options), {}};
             });
}

void Session::define(std::map<std::string, std::string> defines)
{
    if (!m_program || !giveUpEdits())
        return;
    open(sameProgram(std::move(defines)), [program = m_program](const ParseOptions& options) {
        const SourceText& source = program->source;
        return ReadProgram{tir::openText(source.name(), std::string(source.text()), options), {}};
    });
}

Session::Opening Session::sameProgram(std::map<std::string, std::string> defines) const
{
    return {.path = m_path,
            .name = m_name,
            .defines = std::move(defines),
            .isSameProgram = true,
            .with = OpenWith::Setup};
}

/// What is open stays until the new text has been read: a cancelled reading leaves everything as it was.
void Session::open(const Opening& opening, std::function<ReadProgram(const ParseOptions&)> read)
{
    m_readJob.start(
        [read = std::move(read), name = opening.name, defines = opening.defines](JobControl& control) {
            ParseOptions options;
            options.defines = defines;
            options.watch = [&](int percent) {
                control.report(percent, 100, name);
                return !control.isCancelled();
            };
            ReadProgram program = read(options);
            if (program.program.isOpen())
                program.fitting = tir::fittingPipeline(program.program.module());
            program.story = readStory(name.toStdString(), program.program.source.text());
            return program;
        },
        [this, opening](ReadProgram program) {
            std::optional<ShownSteps> shown = opening.isSameProgram ? shownSteps() : std::nullopt;
            clear();
            m_shownBefore = std::move(shown);
            if (m_shownBefore)
                m_shownBefore->identity = nullptr; // of the text that is closed
            m_path = opening.path;
            m_name = opening.name;
            m_defines = opening.defines;
            acceptProgram(std::move(program), opening.with);
        });
    if (m_phase == Phase::Reading)
        return;
    m_phaseBeforeReading = m_phase;
    setPhase(Phase::Reading);
}

void Session::acceptProgram(ReadProgram read, OpenWith with)
{
    m_program = std::make_shared<const OpenedProgram>(std::move(read.program));
    m_fitting = std::move(read.fitting);
    m_story = std::move(read.story);
    emit programChanged();
    if (!m_program->isOpen())
        return setPhase(Phase::Unreadable);
    if (!read.run.recording) {
        const bool fits = m_isPipelineChosen && m_fitting->whyNot(m_setup.pipeline).empty();
        if (with == OpenWith::FittingPipeline && !fits) {
            m_setup.pipeline = *m_fitting->pipeline;
            m_isPipelineChosen = false;
            emit setupChanged();
        }
        return rerun();
    }
    // A run that was recorded says how it was run; another choice runs the program anew.
    const Recording& recording = *read.run.recording;
    const Pipeline* pipeline = findPipeline(recording.pipeline);
    m_setup.pipeline = pipeline ? *pipeline : Pipeline{tr("as recorded").toStdString(), {}, {}};
    if (!pipeline)
        for (const Step& step : recording.steps)
            m_setup.pipeline.passes.push_back(step.pass);
    m_setup.mode = recording.mode;
    m_setup.config = {}; // a recording does not tell it
    emit setupChanged();
    acceptRun(std::move(read.run));
}

void Session::close()
{
    if (giveUpEdits())
        clear();
}

void Session::clear()
{
    if (m_phase == Phase::Empty)
        return;
    m_phase = Phase::Empty; // before the jobs: a cancelled one sets the phase too
    forgetRun();
    m_readJob.cancel();
    m_program.reset();
    m_fitting.reset();
    m_story.reset();
    m_shownBefore.reset();
    m_defines.clear();
    m_path.clear();
    m_name.clear();
    emit programChanged();
    emit phaseChanged();
}

// ---- the run

void Session::setSetup(RunSetup setup)
{
    if (!giveUpEdits())
        return emit setupChanged(); // for the views that show the other one already
    m_isPipelineChosen |= setup.pipeline.passes != m_setup.pipeline.passes;
    m_setup = std::move(setup);
    emit setupChanged();
    rerun();
}

void Session::rerun()
{
    if (!m_program || !m_program->isOpen() || !giveUpEdits())
        return;
    m_shownBefore = shownSteps();
    forgetRun();
    setPhase(Phase::Running);
    m_runJob.start([program = m_program,
                    setup = m_setup](JobControl& control) { return runPipeline(*program, setup, control); },
                   [this](PipelineRun run) { acceptRun(std::move(run)); });
}

void Session::acceptRun(PipelineRun run)
{
    m_failure = run.failure;
    if (!run.recording)
        return setPhase(Phase::Broken);
    m_recording = std::move(run.recording);
    m_cudaEdits.clear();
    m_identities = std::move(run.identities);
    m_stepDiagnostics = std::move(run.stepDiagnostics);
    const std::optional<ShownSteps> before = m_shownBefore;
    StepSpan shown = stepsToShow(*m_recording, m_stepDiagnostics, before);
    m_isStepChosen = before && before->isChosen;
    if (!before || !isMissed(*before, *m_recording))
        m_shownBefore.reset();
    if (const auto start = std::exchange(m_startStep, std::nullopt)) {
        shown.first = shown.last = std::min(*start, stepCount() - 1);
        m_isStepChosen = true;
    }
    m_firstStep = shown.first;
    m_step = shown.last;
    m_collapsed.clear();
    m_phase = Phase::Ready;
    emit recordingChanged();
    emit phaseChanged();
    emit stepChanged();
    if (before && m_identities->isOfInput(before->identity))
        selectEntity(before->identity);
    compare();
    countLines();
}

/// Of the run that is shown, else of the one before it.
std::optional<ShownSteps> Session::shownSteps() const
{
    if (!m_recording)
        return m_shownBefore;
    ShownSteps shown;
    if (m_shownBefore) { // steps that this run has not
        shown = *m_shownBefore;
    } else {
        shown = {.passes = {}, .span = {m_firstStep, m_step}, .isChosen = m_isStepChosen};
        for (const Step& step : m_recording->steps)
            shown.passes.push_back(step.pass);
    }
    shown.identity = m_selection.identity;
    return shown;
}

void Session::forgetRun()
{
    const QSignalBlocker runBlocker(m_runJob);
    m_runJob.cancel();
    m_compareJob.cancel();
    m_countJob.cancel();
    m_failure.clear();
    m_stepDiagnostics.clear();
    m_recording.reset();
    m_cudaEdits.clear();
    m_identities = std::make_shared<Identities>();
    m_lineCounts.clear();
    m_groupLineCounts.clear();
    m_lineHistory.reset();
    m_step = m_firstStep = 0;
    m_collapsed.clear();
    m_compared.reset();
    m_texts.clear();
    select({});
    emit recordingChanged();
    emit comparedChanged();
}

void Session::countLines()
{
    m_countJob.start([recording = m_recording, bare = m_program->parsed->isBareFunction](
                         JobControl& control) { return countChangedLines(*recording, bare, control); },
                     [this](ChangedLines counts) {
                         m_lineCounts = std::move(counts.steps);
                         m_groupLineCounts = std::move(counts.groups);
                         m_lineHistory = std::move(counts.history);
                         emit lineCountsChanged();
                     });
}

// ---- the step

const Diagnostics& Session::diagnostics() const
{
    static const Diagnostics none;
    if (m_recording)
        return m_recording->diagnostics(m_step);
    return m_program ? m_program->diagnostics : none;
}

std::string Session::cudaEdit(size_t number) const
{
    const auto found = m_cudaEdits.find(number);
    return found == m_cudaEdits.end() ? std::string() : found->second;
}

void Session::setCudaEdit(size_t number, std::string text)
{
    if (text == cudaEdit(number))
        return;
    if (text.empty())
        m_cudaEdits.erase(number);
    else
        m_cudaEdits[number] = std::move(text);
    emit cudaEditChanged(number);
}

bool Session::giveUpEdits()
{
    if (m_cudaEdits.empty())
        return true;
    if (m_lossQuestion && !m_lossQuestion())
        return false;
    while (!m_cudaEdits.empty())
        setCudaEdit(m_cudaEdits.begin()->first, {});
    return true;
}

bool Session::isChanged(size_t number) const
{
    if (number == 0)
        return true;
    const Step& step = m_recording->steps[number - 1];
    return step.before != step.after || step.verdict == Verdict::IllFormed || step.verdict == Verdict::Failed;
}

void Session::goTo(size_t number)
{
    if (!m_recording)
        return;
    number = std::min(number, stepCount() - 1);
    lookAt({number, number});
}

void Session::goToSpan(StepSpan span)
{
    if (!m_recording || span.first == 0 || span.last >= stepCount() || span.last < span.first)
        return;
    lookAt(onOneWay(*m_recording, span));
}

void Session::lookAt(StepSpan span)
{
    if (span == StepSpan{m_firstStep, m_step})
        return;
    const bool isOtherModule = span.last != m_step;
    m_firstStep = span.first;
    m_step = span.last;
    m_isStepChosen = true;
    m_shownBefore.reset();
    if (isOtherModule) {
        // Who is selected stays so in every step; a place belongs to one.
        Selection kept;
        kept.identity = m_selection.identity;
        kept.number = m_step;
        select(kept);
    }
    emit stepChanged();
    compare();
}

/// To a step, or to all that it is collapsed with.
void Session::enter(size_t number)
{
    for (const StepSpan& span : m_collapsed)
        if (span.contains(number))
            return goToSpan(span);
    goTo(number);
}

void Session::goToNext()
{
    enter(m_step + 1);
}

void Session::goToPrevious()
{
    enter(m_firstStep == 0 ? 0 : m_firstStep - 1);
}

void Session::goToNextChanged()
{
    for (size_t number = m_step + 1; number < stepCount(); ++number)
        if (isChanged(number))
            return enter(number);
}

void Session::goToPreviousChanged()
{
    for (size_t number = m_firstStep; number-- > 0;)
        if (isChanged(number))
            return enter(number);
}

void Session::goToFirstProblem()
{
    if (const std::optional<size_t> number =
            m_recording ? firstProblem(*m_recording, m_stepDiagnostics) : std::nullopt)
        enter(*number);
}

void Session::requestCheck()
{
    if (m_phase == Phase::Ready)
        emit checkRequested();
}

void Session::requestRun()
{
    if (m_phase == Phase::Ready)
        emit runRequested();
}

void Session::setDiffMode(DiffMode mode)
{
    if (mode == m_diffMode)
        return;
    m_diffMode = mode;
    if (m_recording)
        compare();
}

void Session::compare()
{
    const Module* after = &m_recording->module(m_step);
    const Module* before = m_step > 0 ? &m_recording->module(m_recording->previous(m_firstStep)) : nullptr;
    m_compareJob.start(
        [span = StepSpan{m_firstStep, m_step}, before, after, beforeText = m_texts.find(before),
         afterText = m_texts.find(after), recording = m_recording, identities = m_identities,
         bare = m_program->parsed->isBareFunction, mode = m_diffMode](JobControl&) mutable {
            if (!afterText)
                afterText = makeModuleText(*after, *identities, bare);
            if (before == after)
                beforeText = afterText;
            else if (before && !beforeText)
                beforeText = makeModuleText(*before, *identities, bare);
            return compareStep(recording, span, beforeText, afterText, mode);
        },
        [this](const ComparedStepPointer& compared) {
            m_compared = compared;
            m_texts.add(compared->after);
            if (compared->before)
                m_texts.add(compared->before);
            emit comparedChanged();
        });
}

// ---- the selection

void Session::selectEntity(const Node* node)
{
    Selection selection;
    selection.identity = m_identities->of(node);
    selection.number = m_step;
    select(selection);
}

void Session::selectPlace(Place place)
{
    Selection selection;
    selection.number = m_step;
    selection.place = place;
    if (m_compared && m_compared->number == m_step && place < m_compared->after->places.size())
        selection.identity = m_identities->at(m_compared->after->places, place);
    select(selection);
}

void Session::selectNode(const Node* node)
{
    if (!m_compared || m_compared->number != m_step)
        return selectEntity(node);
    const PlaceTable& places = m_compared->after->places;
    const Place own = places.firstPlaceOf(node);
    const Place place = own != NoPlace ? own : places.firstPlaceMadeFrom(node);
    if (place != NoPlace)
        selectPlace(place);
    else
        selectEntity(node);
}

void Session::selectSource(Span span)
{
    Selection selection;
    selection.source = span;
    select(selection);
}

void Session::select(const Selection& selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    emit selectionChanged();
}

} // namespace tir::ui
