#include "ui/run/reproducer_job.h"

#include "passes/workbench/reproduce/reproducer.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

namespace tir::ui {

ReproducerJob::ReproducerJob(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_job(session.jobs(), tr("Making a reproducer"))
{
    connect(&m_session, &Session::recordingChanged, this, &ReproducerJob::cancel);
    connect(&m_job, &Job::failed, this, &ReproducerJob::ended);
    connect(&m_job, &Job::cancelled, this, [this] { emit ended(tr("no reproducer: it was cancelled")); });
}

void ReproducerJob::start(const QString& folder, const RunRequest& request)
{
    const RunSetup& setup = m_session.setup();
    ReproducerOptions options{.run = request, .isOfTvm = !m_session.canEditSource()};
    options.request.target = setup.target;
    options.request.mode = setup.mode;
    options.request.config = setup.config;
    if (findPipeline(setup.pipeline.name))
        options.request.pipeline = setup.pipeline.name;
    m_job.start(
        [recording = m_session.recording(), options, folder](JobControl& control) mutable {
            options.cancelled = &control.cancelled();
            options.executed = [&](size_t done, size_t total) {
                control.report(int(done), int(total), tr("executing step %1").arg(done));
            };
            options.reduced = [&](const ReduceProgress& now) {
                control.report(0, 0, tr("%1 statements, %2 tries").arg(now.statements).arg(now.tried));
            };
            const Result<Reproducer> found = makeReproducer(*recording, options);
            if (!found)
                return tr("no reproducer: %1")
                    .arg(messagesOf(found.diagnostics()).join(QStringLiteral("; ")));
            const Result<bool> written = writeReproducer(folder.toStdString(), *found);
            if (!written)
                return messagesOf(written.diagnostics()).join(QStringLiteral("; "));
            return tr("reproducer in %1: %2").arg(folder, toQString(summaryOf(*found, *recording)));
        },
        [this](const QString& message) { emit ended(message); });
}

} // namespace tir::ui
