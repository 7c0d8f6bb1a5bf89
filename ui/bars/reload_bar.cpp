#include "ui/bars/reload_bar.h"

#include "passes/workbench/trace/pass_event_file.h"
#include "ui/session/session.h"

#include <QDir>
#include <QFileInfo>
#include <QPushButton>

namespace tir::ui {
namespace {

/// The file to which the instrument appends; empty if the program is not a recording of that kind.
QString recordingOf(const QString& path)
{
    constexpr qint64 MaxFirstLine = 1 << 16;
    const QString name =
        QFileInfo(path).isDir()
            ? QDir(path).filePath(QString::fromLatin1(EventFileName.data(), qsizetype(EventFileName.size())))
            : path;
    QFile file(name);
    if (name.isEmpty() || !QFileInfo(name).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return looksLikeEventLines(file.readLine(MaxFirstLine).toStdString()) ? name : QString();
}

} // namespace

ReloadBar::ReloadBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("reload"), tr("Keep the text that is open"), parent),
      m_session(session),
      m_watch(session, this)
{
    button()->setText(tr("Reload"));
    button()->setToolTip(tr("Read the file again; the step that is shown stays"));
    connect(button(), &QPushButton::clicked, &m_session, &Session::reload);
    connect(&m_watch, &FileWatch::changed, this, &ReloadBar::refresh);
    refresh();
}

void ReloadBar::refresh()
{
    // Edits are not lost unasked.
    const QString recording = m_session.edits().isEmpty() ? recordingOf(m_session.path()) : QString();
    const bool isGone = m_watch.isGone();
    setMessage((isGone ? tr("%1 is no longer on disk. The window keeps its text; Save As writes a copy of it")
                       : tr("%1 has changed on disk"))
                   .arg(m_session.name()));
    button()->setVisible(!isGone);
    setVisible(isGone || (m_watch.isChanged() && recording.isEmpty()));
    follow(recording);
}

/// Passes are appended; those that have been read stay. Those that still run fail when the writer ends.
void ReloadBar::follow(const QString& recording)
{
    const qint64 size = QFileInfo(recording).size();
    const bool hasGrown = recording == m_followed && size != m_followedSize;
    if (recording != m_followed) {
        m_followed = recording;
        m_followedSize = size;
    }
    // After a reading, the watch looks at the file again.
    if (recording.isEmpty() || m_session.isReading() || !(hasGrown || m_watch.hasWriterEnded()))
        return;
    m_followedSize = size;
    m_session.reload();
}

} // namespace tir::ui
