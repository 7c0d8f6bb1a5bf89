/// Background work. A Job is one kind of work of one owner: starting it again cancels and supersedes the previous work,
/// whose result is dropped. Results arrive on the thread of the owner.

#pragma once

#include "ui/session/call_queue.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>

namespace tir::ui {

class Job;
class JobList;

/// The state of running work; may outlive the job.
class JobControl : public std::enable_shared_from_this<JobControl> {
public:
    JobControl(JobList& list, Job* job) : m_list(list), m_job(job) {}

    bool isCancelled() const { return m_cancelled; }
    const std::atomic<bool>& cancelled() const { return m_cancelled; }
    /// Reports progress; cheap to call often.
    void report(int done, int total, const QString& what);
    /// Runs `function` on the owner's thread while the work continues, unless the work is superseded by then.
    void post(std::function<void()> function);

private:
    friend class Job;

    /// Owner's thread: the work no longer counts.
    void supersede();
    /// Runs `function` on the owner's thread, unless the job has gone or does something else by then.
    void deliver(std::function<void(Job&)> function);

    JobList& m_list;
    Job* m_job; ///< null once superseded; only the owner's thread looks
    std::atomic<bool> m_cancelled = false;
};

/// All jobs of a window, for views that show progress; owns the threads and the queues between them and its own.
class JobList : public QObject {
    Q_OBJECT
public:
    explicit JobList(QObject* parent = nullptr);
    ~JobList() override;

    const QList<Job*>& running() const { return m_running; }
    void cancelAll();

signals:
    void changed();
    /// The work of a job threw, and nothing is connected to the failed() of the job.
    void failed(const QString& title, const QString& message);
    void resultPosted(); ///< for the list itself, from the thread of the work

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    friend class Job;
    friend class JobControl;

    void add(Job* job);
    void remove(Job* job);
    /// Runs `work` on one of the threads, after the events that are due, painting included.
    void start(CallQueue::Call work);
    /// Any thread: runs `result` on the thread of the list.
    void post(CallQueue::Call result);

    CallQueue m_work;
    CallQueue m_results;
    QThreadPool m_threads;
    QList<Job*> m_running;
};

class Job : public QObject {
    Q_OBJECT
public:
    /// `title` is shown while it runs: "Running the pipeline".
    Job(JobList& list, QString title, QObject* parent = nullptr);
    ~Job() override;

    /// `work(JobControl&)` runs on another thread, `done(result)` afterwards here. Any exception of
    /// the work becomes failed(), or that of the list if nothing is connected to it.
    template <class Work, class Done>
    void start(Work work, Done done);
    void cancel();

    bool isRunning() const { return m_control != nullptr; }
    const QString& title() const { return m_title; }
    QString detail() const { return m_detail; } ///< current activity
    int done() const { return m_done; }
    int total() const { return m_total; } ///< 0: unknown

signals:
    void failed(const QString& message);
    void cancelled();

private:
    friend class JobControl;
    std::shared_ptr<JobControl> begin();
    void end();
    void fail(const QString& message);
    void setProgress(int done, int total, const QString& what);

    JobList& m_list;
    QString m_title;
    QString m_detail;
    int m_done = 0;
    int m_total = 0;
    std::shared_ptr<JobControl> m_control; ///< of the work that counts; null when idle
};

template <class Work, class Done>
void Job::start(Work work, Done done)
{
    using Value = std::invoke_result_t<Work, JobControl&>;
    const std::shared_ptr<JobControl> control = begin();
    m_list.start([control, work = std::move(work), done = std::move(done)]() mutable {
        if (control->isCancelled())
            return;
        try {
            auto value = std::make_shared<Value>(work(*control));
            control->deliver([value, done = std::move(done)](Job& job) mutable {
                job.end();
                done(std::move(*value));
            });
        } catch (const std::exception& error) {
            const bool isMemory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
            control->deliver([message = isMemory ? tr("not enough memory") : QString::fromUtf8(error.what())](
                                 Job& job) { job.fail(message); });
        }
    });
}

} // namespace tir::ui
