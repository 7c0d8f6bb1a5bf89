/// The program of a session: how it is opened, read again, saved, and closed.

#include "ui/session/session.h"

#include "ui/session/file_stamp.h"
#include "ui/session/pipeline_run.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace tir::ui {

Session::Session(QObject* parent)
    : QObject(parent),
      m_navigation(std::make_unique<StepNavigation>(*this)),
      m_pin(std::make_unique<Pin>(*this)),
      m_watch(std::make_unique<EntityWatch>(*this)),
      m_watchpoint(std::make_unique<Watchpoint>(*this)),
      m_edits(this),
      m_readJob(m_jobs, tr("Reading")),
      m_runJob(m_jobs, tr("Running the pipeline")),
      m_comparison(std::make_unique<StepComparison>(*this)),
      m_countJob(m_jobs, tr("Counting changed lines")),
      m_editJob(m_jobs, tr("Running the edited program"))
{
    connect(&m_readJob, &Job::failed, this, &Session::breakDown);
    connect(&m_runJob, &Job::failed, this, &Session::breakDown);
    connect(m_comparison.get(), &StepComparison::failed, this, &Session::breakDown);
    connect(&m_editJob, &Job::failed, this, &Session::breakDown);
    connect(&m_edits, &Edits::sourceTyped, this, &Session::runEditedSource);
    connect(m_comparison.get(), &StepComparison::changed, this, [this] {
        emit comparedChanged();
        selectAwaited();
    });
    connect(m_pin.get(), &Pin::changed, this, [this] {
        if (m_run.recording)
            m_comparison->compare();
    });
    connect(&m_readJob, &Job::cancelled, this, [this] {
        if (m_phase != Phase::Empty && m_run.isOutline)
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

void Session::breakDown(const QString& message)
{
    if (m_run.isOutline)
        forgetProgram();
    m_failure = message;
    setPhase(Phase::Broken);
}

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

void Session::define(std::map<std::string, std::string> defines)
{
    if (!m_program || !m_edits.giveUp(Loss::Cuda))
        return;
    Opening opening = sameProgram(std::move(defines));
    opening.keepsEdits = true;
    open(opening, [name = m_program->source.name(), text = m_edits.source()](const FileReading& reading) {
        return ReadProgram{tir::openText(name, text, reading.options), {}};
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
    m_run.isOutline = true;
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
        m_choice.dropPrograms();
    if (!opening.keepsEdits)
        m_edits.setSavedSource(std::string(program.source.text()));
}

/// The recording replaces its outline: the steps in view stay, until their texts are parsed.
void Session::completeOutline(ReadProgram read, OpenWith with)
{
    const bool isChosen = m_isStepChosen;
    const ComparedStepPointer compared = m_comparison->compared();
    std::optional<ShownSteps> shown = shownSteps();
    shown->isChosen = true;
    const size_t run = m_runNumber;
    {
        const QSignalBlocker blocker(this); // the views see the recording in place of the outline
        forgetRun();
    }
    m_runNumber = run;
    m_phase = Phase::Reading;
    m_shownBefore = std::move(shown);
    m_comparison->keep(compared);
    m_edits.setSavedSource(std::string(read.program.source.text()));
    acceptProgram(std::move(read), with);
    m_isStepChosen = isChosen;
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
            m_choice.fit(*m_fitting, m_story);
            emit setupChanged();
        }
        return rerun();
    }
    // Another choice runs the program again.
    m_choice.take(*read.run.recording, tr("as recorded").toStdString());
    emit setupChanged();
    acceptRun(std::move(read.run));
}

void Session::setSaved(const QString& path)
{
    const bool isRenamed = path != m_path;
    m_path = path;
    m_name = QFileInfo(path).fileName();
    m_fileStamp = tir::ui::fileStamp(path);
    m_edits.markSaved();
    if (isRenamed)
        emit phaseChanged(); // the title names the file
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
    m_failedRun.reset();
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

} // namespace tir::ui
