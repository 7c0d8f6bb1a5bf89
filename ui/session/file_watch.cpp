#include "ui/session/file_watch.h"

#include "passes/workbench/trace/pass_event_file.h"
#include "ui/session/file_stamp.h"
#include "ui/session/session.h"

#include <QCryptographicHash>
#include <QFileInfo>

namespace tir::ui {
namespace {

constexpr int DelayMilliseconds = 200;
constexpr int WriterMilliseconds = 500;
constexpr int MaxWatchedFiles = 300; ///< of a dump

/// A value that distinguishes two contents; empty if there is nothing to read. `stamp`: that of `path`.
QByteArray contentOf(const QString& path, const QByteArray& stamp)
{
    if (QFileInfo(path).isDir())
        return stamp;
    QCryptographicHash hash(QCryptographicHash::Sha1);
    QFile file(path);
    // Reading a pipe would block, and its content cannot be read again.
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
}

} // namespace

FileWatch::FileWatch(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_job(session.jobs(), tr("Looking at the file")),
      m_delay(this),
      m_writer(this)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(DelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &FileWatch::look);
    m_writer.setInterval(WriterMilliseconds);
    connect(&m_writer, &QTimer::timeout, this, &FileWatch::lookForWriter);
    // A file that is written without pause is looked at again and again, too.
    const auto lookSoon = [this] {
        if (!m_delay.isActive())
            m_delay.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, lookSoon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, lookSoon);
    connect(&m_session, &Session::programChanged, this, [this] {
        if (!m_session.edits().isSourceEdited()) // the file is still the one that was read
            follow();
    });
    connect(&m_session.edits(), &Edits::sourceChanged, this, [this] {
        if (!m_session.edits().isSourceEdited())
            follow(); // it was saved
    });
    follow();
}

void FileWatch::follow()
{
    m_job.cancel();
    m_delay.stop();
    m_path = m_session.path().isEmpty() ? QString() : QFileInfo(m_session.path()).absoluteFilePath();
    m_known.clear();
    m_hasWriterEnded = false;
    m_session.isBeingRecorded() ? m_writer.start() : m_writer.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    find({});
    look();
}

/// A file that is replaced is another one: it is found through its folder, and watched anew.
void FileWatch::watch()
{
    const QFileInfo info(m_path);
    QStringList paths{info.absolutePath(), m_path};
    if (info.isDir())
        for (const QFileInfo& file : filesOf(m_path).mid(0, MaxWatchedFiles))
            paths.append(file.absoluteFilePath());
    for (const QString& path : std::as_const(paths))
        if (QFileInfo::exists(path) && !m_watcher.files().contains(path) &&
            !m_watcher.directories().contains(path))
            m_watcher.addPath(path);
}

void FileWatch::look()
{
    if (m_path.isEmpty())
        return;
    watch();
    if (m_job.isRunning())
        return m_delay.start();
    m_job.start(
        [path = m_path, read = m_session.fileStamp()](JobControl&) {
            // A change from here on causes another notice.
            const QByteArray stamp = fileStamp(path);
            return std::pair(contentOf(path, stamp), stamp == read);
        },
        [this](std::pair<QByteArray, bool> look) {
            auto& [content, isAsRead] = look;
            if (m_known.isEmpty() && !content.isEmpty())
                m_known = isAsRead ? content : m_session.fileStamp();
            find(std::move(content));
        });
}

void FileWatch::lookForWriter()
{
    if (isBeingWritten(m_path.toStdString()))
        return;
    m_writer.stop();
    m_hasWriterEnded = true;
    emit changed();
}

void FileWatch::find(QByteArray content)
{
    if (content == m_found)
        return;
    m_found = std::move(content);
    emit changed();
}

} // namespace tir::ui
