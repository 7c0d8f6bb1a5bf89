#include "ui/files/source_saver.h"

#include "passes/workbench/trace/open_trace.h"
#include "ui/common/file_dialogs.h"
#include "ui/files/recent_files.h"
#include "ui/session/session.h"

#include <QFileInfo>
#include <QMessageBox>
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

} // namespace

SourceSaver::SourceSaver(Session& session, QWidget& window)
    : QObject(&window),
      m_session(session),
      m_window(window)
{}

bool SourceSaver::save()
{
    return isScript(m_session.path()) ? write(m_session.path()) : saveAs();
}

bool SourceSaver::saveAs()
{
    const QFileInfo open(m_session.path().isEmpty() ? m_session.name() : m_session.path());
    const QString proposal =
        isScript(m_session.path()) ? m_session.path() : open.completeBaseName() + QStringLiteral(".py");
    const QString path =
        chooseFileToSave(&m_window, tr("Save the source"), proposal, tr("TVMScript (*.py);;All files (*)"));
    return !path.isEmpty() && write(path);
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
