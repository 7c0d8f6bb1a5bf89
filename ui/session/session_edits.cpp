/// The source of a session while the user edits it.

#include "ui/session/file_stamp.h"
#include "ui/session/pipeline_run.h"
#include "ui/session/session.h"

#include <QFileInfo>

namespace tir::ui {

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

/// The views keep their content until the new run is there, and while the text cannot be read.
void Session::runEditedSource()
{
    if (!canEditSource() || !m_edits.giveUp(Loss::Cuda))
        return;
    m_editJob.start([edited = EditedSource{.name = m_program->source.name(),
                                           .text = m_edits.source(),
                                           .defines = m_defines,
                                           .setup = m_setup,
                                           .shown = shownSteps(),
                                           .mode = m_diffMode}](
                        JobControl& control) { return runEdited(edited, control); },
                    [this](EditedRun edited) { acceptEdit(std::move(edited)); });
}

void Session::acceptEdit(EditedRun edited)
{
    OpenedProgram& program = edited.program.program;
    if (!program.isOpen() && (m_recording || m_phase == Phase::Running))
        return m_edits.setUnreadSource(std::make_shared<const OpenedProgram>(std::move(program)));
    m_shownBefore = shownSteps();
    if (m_shownBefore)
        m_shownBefore->identity = nullptr;                         // of the text that is replaced
    const std::shared_ptr<const Recording> replaced = m_recording; // until every view has the new one
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

void Session::setSaved(const QString& path)
{
    const bool isRenamed = path != m_path;
    m_path = path;
    m_name = QFileInfo(path).fileName();
    m_fileStamp = tir::ui::fileStamp(path);
    m_edits.setSavedSource(m_edits.source());
    if (isRenamed)
        emit phaseChanged(); // the title names the file
}

} // namespace tir::ui
