#include "ui/files/source_saver.h"

#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/open_trace.h"
#include "ui/common/file_dialogs.h"
#include "ui/files/recent_files.h"
#include "ui/session/file_stamp.h"
#include "ui/session/session.h"
#include "ui/session/step_branch.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>

namespace tir::ui {
namespace {

/// TVM's JSON is opened as TVMScript, which is not JSON any more; the program of a recording is one of its texts.
bool isScript(const QString& path)
{
    return !path.isEmpty() && QFileInfo(path).suffix() != QStringLiteral("json") &&
           !isTrace(path.toStdString());
}

/// The text with the line ends of the file that it replaces.
QByteArray bytesFor(const QString& path, std::string_view text)
{
    QByteArray bytes(text.data(), qsizetype(text.size()));
    QFile old(path);
    if (old.open(QIODevice::ReadOnly) && old.readLine().endsWith("\r\n"))
        bytes.replace("\n", "\r\n");
    return bytes;
}

/// Whether another program has changed the text of the open file since it was read or saved.
bool isChangedOnDisk(const Session& session)
{
    if (fileStamp(session.path()) == session.fileStamp())
        return false;
    QFile file(session.path());
    if (!file.open(QIODevice::ReadOnly))
        return false;
    return file.readAll().replace("\r\n", "\n").toStdString() != session.edits().savedSource();
}

/// A file of this name beside the file `path`, or in the user's folder if that is a sample.
QString besideFile(const QString& path, const QString& name)
{
    if (path.isEmpty())
        return name;
    return isInSamplesFolder(path.toStdString()) ? QDir::home().filePath(name)
                                                 : QFileInfo(path).dir().filePath(name);
}

/// "two_kernels_after_3.py" for a copy of step 3.
QString proposalForCopy(const std::vector<StepBranch::Copy>& copies)
{
    const StepBranch::Original& original = copies.front().original;
    QString name = QFileInfo(original.name).completeBaseName();
    for (const StepBranch::Copy& copy : copies)
        name += QStringLiteral("_after_%1").arg(copy.original.step);
    return besideFile(original.path, name + QStringLiteral(".py"));
}

QString proposalFor(const Session& session)
{
    const QString& path = session.path();
    return isScript(path)
               ? besideFile(path, session.name())
               : QFileInfo(path.isEmpty() ? session.name() : path).completeBaseName() + QStringLiteral(".py");
}

} // namespace

SourceSaver::SourceSaver(Session& session, QWidget& window, const StepBranch* branch)
    : QObject(&window),
      m_session(session),
      m_window(window),
      m_branch(branch)
{}

bool SourceSaver::save()
{
    const QString path = m_session.path();
    const bool exists = QFileInfo::exists(path);
    if (isScript(path) && exists && !m_session.edits().isSourceEdited())
        return true;
    if (!isScript(path) || isInSamplesFolder(path.toStdString()))
        return saveAs();
    return (!exists || !isChangedOnDisk(m_session) || mayOverwrite()) && write(path);
}

bool SourceSaver::saveAs()
{
    const QString proposal =
        m_branch && m_branch->isOpen() ? proposalForCopy(m_branch->copies()) : proposalFor(m_session);
    const QString path =
        chooseFileToSave(&m_window, tr("Save the source"), proposal, tr("TVMScript (*.py);;All files (*)"));
    return !path.isEmpty() && write(path);
}

/// Asks which text of a file to keep that another program has changed. The other one is read if the user chooses it.
bool SourceSaver::mayOverwrite()
{
    QMessageBox question(QMessageBox::Warning, tr("Save the source"),
                         tr("%1 has changed on disk since it was opened.").arg(m_session.name()),
                         QMessageBox::Cancel, &m_window);
    question.setObjectName(QStringLiteral("changedFileQuestion"));
    question.setInformativeText(
        tr("Overwrite replaces the file with your text. Reload discards your edits and reads the file."));
    const auto* overwrite = question.addButton(tr("&Overwrite"), QMessageBox::AcceptRole);
    const auto* reload = question.addButton(tr("&Reload"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    if (question.clickedButton() == reload) {
        m_session.edits().discardSource();
        m_session.reload();
    }
    return question.clickedButton() == overwrite;
}

bool SourceSaver::write(const QString& path)
{
    QSaveFile file(path);
    const QByteArray bytes = bytesFor(path, m_session.edits().source());
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        QMessageBox::warning(&m_window, tr("Save the source"), tr("%1: %2").arg(path, file.errorString()));
        return false;
    }
    m_session.setSaved(path);
    if (m_session.keepsSettings())
        rememberRecentFile(path);
    return true;
}

} // namespace tir::ui
