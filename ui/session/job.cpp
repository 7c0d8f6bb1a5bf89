#include "ui/session/job.h"

#include <QMetaMethod>
#include <QTimerEvent>

namespace tir::ui {

void JobControl::report(int done, int total, const QString& what)
{
    deliver([done, total, what](Job& job) { job.setProgress(done, total, what); });
}

void JobControl::post(std::function<void()> function)
{
    deliver([function = std::move(function)](Job&) { function(); });
}

void JobControl::supersede()
{
    m_job = nullptr;
    m_cancelled = true;
}

void JobControl::deliver(std::function<void(Job&)> function)
{
    if (m_cancelled)
        return;
    m_list.post([self = shared_from_this(), function = std::move(function)] {
        // The job may have been started again, or have gone, since this was posted.
        if (self->m_job)
            function(*self->m_job);
    });
}

JobList::JobList(QObject* parent) : QObject(parent)
{
    // Running a program blocks its thread while the worker process works; leave room beside it.
    m_threads.setMaxThreadCount(qMax(4, QThread::idealThreadCount()));
    connect(
        this, &JobList::resultPosted, this, [this] { m_results.take()(); }, Qt::QueuedConnection);
}

JobList::~JobList()
{
    cancelAll();
    m_threads.waitForDone();
}

void JobList::cancelAll()
{
    const QList<Job*> jobs = m_running;
    for (Job* job : jobs)
        job->cancel();
}

void JobList::add(Job* job)
{
    m_running.append(job);
    emit changed();
}

void JobList::remove(Job* job)
{
    m_running.removeOne(job);
    emit changed();
}

void JobList::start(CallQueue::Call work)
{
    m_work.push(std::move(work));
    // When everything that is due has been painted: with few cores, work would take turns with it. A singleShot() of 0 ms
    // would only post an event, which comes before those that paint.
    startTimer(0);
}

void JobList::timerEvent(QTimerEvent* event)
{
    killTimer(event->timerId());
    m_threads.start([this] { m_work.take()(); });
}

void JobList::post(CallQueue::Call result)
{
    m_results.push(std::move(result));
    emit resultPosted();
}

Job::Job(JobList& list, QString title, QObject* parent)
    : QObject(parent),
      m_list(list),
      m_title(std::move(title))
{}

Job::~Job()
{
    end();
}

std::shared_ptr<JobControl> Job::begin()
{
    end();
    m_control = std::make_shared<JobControl>(m_list, this);
    m_detail.clear();
    m_done = 0;
    m_total = 0;
    m_list.add(this);
    return m_control;
}

void Job::end()
{
    if (!m_control)
        return;
    m_control->supersede();
    m_control.reset();
    m_list.remove(this);
}

void Job::fail(const QString& message)
{
    end();
    if (isSignalConnected(QMetaMethod::fromSignal(&Job::failed)))
        emit failed(message);
    else
        emit m_list.failed(m_title, message);
}

void Job::cancel()
{
    if (!isRunning())
        return;
    end();
    emit cancelled();
}

void Job::setProgress(int done, int total, const QString& what)
{
    m_done = done;
    m_total = total;
    m_detail = what;
    emit m_list.changed();
}

} // namespace tir::ui
