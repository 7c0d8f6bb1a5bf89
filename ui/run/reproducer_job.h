/// Writes a folder with a small case of the first bad pass, in the background.

#pragma once

#include "passes/workbench/execution/run_request.h"
#include "ui/session/job.h"

namespace tir::ui {

class Session;

class ReproducerJob : public QObject {
    Q_OBJECT
public:
    explicit ReproducerJob(Session& session, QObject* parent = nullptr);

    /// Precondition: the session is Ready. `request`: inputs and limits of executions.
    void start(const QString& folder, const RunRequest& request);
    void cancel() { m_job.cancel(); }

signals:
    /// The path of the reproducer, or why there is none.
    void ended(const QString& message);

private:
    Session& m_session;
    Job m_job;
};

} // namespace tir::ui
