/// Notices that the open file, or the folder of a dump, has other content on disk than the session read. It never
/// reloads anything.

#pragma once

#include "ui/session/job.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace tir::ui {

class Session;

class FileWatch : public QObject {
    Q_OBJECT
public:
    explicit FileWatch(Session& session, QObject* parent = nullptr);

    /// Whether the disk has something else to offer; false while the file is gone.
    bool isChanged() const { return !m_found.isEmpty() && m_found != m_known; }
    /// Whether the file was there and is not anymore.
    bool isGone() const { return m_found.isEmpty() && !m_known.isEmpty(); }
    /// Whether the recording was read while it was written, and is not written anymore.
    bool hasWriterEnded() const { return m_hasWriterEnded; }

signals:
    void changed(); ///< the disk has another content than at the last time, or the writer has ended

private:
    void follow();
    void watch();
    void look();
    void find(QByteArray content);
    void lookForWriter();

    Session& m_session;
    Job m_job;
    QFileSystemWatcher m_watcher;
    QTimer m_delay;  ///< an editor that saves causes several notices
    QTimer m_writer; ///< a process that dies causes no notice
    bool m_hasWriterEnded = false;
    QString m_path; ///< absolute; empty when nothing is watched
    /// The content that is open; another value if it had changed before it was looked at; empty until then.
    QByteArray m_known;
    QByteArray m_found; ///< the content at the last look; empty while the file is gone
};

} // namespace tir::ui
