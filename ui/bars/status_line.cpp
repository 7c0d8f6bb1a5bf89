#include "ui/bars/status_line.h"

#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace tir::ui {

namespace {

/// Of steps as one: that of the first one which went wrong, else whether they change anything.
Verdict verdictOf(const Recording& recording, StepSpan span)
{
    if (span.first == span.last)
        return recording.steps[span.last - 1].verdict;
    for (size_t number = span.first; number <= span.last; ++number)
        if (const Verdict verdict = recording.steps[number - 1].verdict;
            verdict == Verdict::IllFormed || verdict == Verdict::Failed || verdict == Verdict::Unread)
            return verdict;
    const bool isChanged = !recording.isSameModule(recording.previous(span.first), span.last);
    return isChanged ? Verdict::Changed : Verdict::Unchanged;
}

const QString Separator = QStringLiteral("  ·  ");

/// Empty if there are none.
QString errorsText(const Diagnostics& diagnostics)
{
    const auto errors = std::ranges::count(diagnostics, Severity::Error, &Diagnostic::severity);
    return errors == 0   ? QString()
           : errors == 1 ? StatusLine::tr("1 error")
                         : StatusLine::tr("%1 errors").arg(errors);
}

QString watchText(EntityState state)
{
    switch (state) {
    case EntityState::Born:
        return StatusLine::tr("appears here");
    case EntityState::Changed:
        return StatusLine::tr("changes here");
    case EntityState::Gone:
        return StatusLine::tr("is gone from here on");
    case EntityState::Absent:
    case EntityState::Kept:
        break;
    }
    return {};
}

} // namespace

StatusLine::StatusLine(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_step(new QLabel),
      m_dialect(new QLabel),
      m_watched(new QLabel),
      m_failure(new QLabel),
      m_job(new QLabel),
      m_progress(new QProgressBar),
      m_cancel(new QToolButton),
      m_delay(new QTimer(this))
{
    m_step->setObjectName(QStringLiteral("stepStatus"));
    m_dialect->setObjectName(QStringLiteral("dialectStatus"));
    m_dialect->setEnabled(false); // small print
    m_watched->setObjectName(QStringLiteral("watchStatus"));
    m_watched->setTextFormat(Qt::PlainText);
    m_failure->setObjectName(QStringLiteral("failureStatus"));
    m_failure->setTextFormat(Qt::PlainText);
    m_failure->hide();
    m_job->setObjectName(QStringLiteral("jobStatus"));
    m_progress->setObjectName(QStringLiteral("jobProgress"));
    m_progress->setFixedSize(120, 6);
    m_progress->setTextVisible(false);
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_cancel->setIcon(themedIcon(QStringLiteral("close"), &Theme::muted));
    m_cancel->setIconSize({11, 11});
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 0, 6, 0);
    layout->setSpacing(8);
    layout->addWidget(m_step);
    layout->addWidget(m_dialect);
    layout->addWidget(m_watched);
    layout->addStretch();
    layout->addWidget(m_failure);
    layout->addWidget(m_job);
    layout->addWidget(m_progress);
    layout->addWidget(m_cancel);
    setFixedHeight(24);

    m_delay->setSingleShot(true);
    m_delay->setInterval(150);
    connect(m_delay, &QTimer::timeout, this, &StatusLine::refreshJobs);
    connect(&m_session.jobs(), &JobList::changed, this, &StatusLine::refreshJobs);
    connect(&m_session.jobs(), &JobList::failed, this, &StatusLine::showFailure);
    connect(&m_session, &Session::phaseChanged, m_failure, &QLabel::hide);
    connect(&m_session, &Session::stepChanged, m_failure, &QLabel::hide);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (!m_session.jobs().running().isEmpty())
            m_session.jobs().running().front()->cancel();
    });
    connect(&m_session, &Session::phaseChanged, this, &StatusLine::refreshStep);
    connect(&m_session, &Session::stepChanged, this, &StatusLine::refreshStep);
    connect(&m_session.watchpoint(), &Watchpoint::changed, this, &StatusLine::refreshWatch);
    refreshJobs();
    refreshStep();
}

void StatusLine::refreshJobs()
{
    const QList<Job*>& running = m_session.jobs().running();
    const bool hasWaited = m_progress->isVisibleTo(this) || !m_delay->isActive();
    if (!running.isEmpty() && !m_progress->isVisibleTo(this) && !m_delay->isActive() && sender() != m_delay) {
        m_delay->start();
        return;
    }
    const bool isShown = !running.isEmpty() && hasWaited;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_job, m_progress, m_cancel})
        widget->setVisible(isShown);
    if (running.isEmpty())
        m_delay->stop();
    if (!isShown)
        return;
    const Job& job = *running.front();
    m_job->setText(job.detail().isEmpty() ? job.title() : job.title() + QStringLiteral(": ") + job.detail());
    m_progress->setRange(0, job.total());
    m_progress->setValue(job.done());
}

void StatusLine::showFailure(const QString& title, const QString& message)
{
    constexpr int MostWidth = 480; ///< the tool tip has all of it
    const QString text = tr("%1 failed: %2").arg(title, message);
    m_failure->setText(m_failure->fontMetrics().elidedText(text, Qt::ElideRight, MostWidth));
    m_failure->setToolTip(message.toHtmlEscaped());
    m_failure->show();
}

void StatusLine::refreshDialect()
{
    const auto program = m_session.program();
    const bool isShown = program && program->dialect.age != DialectVersion::Unknown;
    m_dialect->setVisible(isShown);
    if (!isShown)
        return;
    QStringList reasons{tr("The dialect of the program, recognized by")};
    for (const Dialect::Sign& sign : program->dialect.signs)
        reasons.append(tr("line %1: %2")
                           .arg(program->source.lineColumn(sign.span.begin).line)
                           .arg(toQString(sign.message)));
    m_dialect->setText(QStringLiteral("·  ") + toQString(program->dialect.label()));
    m_dialect->setToolTip(reasons.join(QStringLiteral("\n")));
}

void StatusLine::refreshWatch()
{
    const Watchpoint& watchpoint = m_session.watchpoint();
    const std::vector<EntityState>& states = watchpoint.states();
    m_watched->setVisible(watchpoint.isSet() && m_session.hasSteps());
    if (!watchpoint.isSet())
        return;
    EntityState here = EntityState::Absent;
    QStringList events;
    for (size_t number = 0; number < states.size(); ++number) {
        if (!isEvent(states[number]))
            continue;
        events.append(tr("step %1: %2").arg(number).arg(watchText(states[number])));
        if (number >= m_session.firstStep() && number <= m_session.step())
            here = states[number];
    }
    const std::optional<size_t> next = watchpoint.nextEvent(m_session.step(), 1);
    const QString rest = isEvent(here)      ? watchText(here)
                         : states.empty()   ? QStringLiteral("…")
                         : events.isEmpty() ? tr("not in this run")
                         : next             ? tr("changes next in step %1").arg(*next)
                                            : tr("no later step changes it");
    m_watched->setText(tr("·  watching %1: %2").arg(watchpoint.name(), rest));
    m_watched->setToolTip(events.join(QLatin1Char('\n')));
    QFont words = font();
    words.setBold(isEvent(here));
    m_watched->setFont(words);
}

void StatusLine::refreshStep()
{
    refreshDialect();
    refreshWatch();
    if (!m_session.hasSteps()) {
        QStringList parts{m_session.name()};
        if (m_session.phase() == Phase::Unreadable)
            parts.append(errorsText(m_session.diagnostics()));
        m_step->setText(parts.join(Separator));
        return;
    }
    const Recording& recording = *m_session.recordedSteps();
    const size_t number = m_session.step();
    const size_t count = m_session.stepCount() - 1;
    QStringList parts{m_session.name()};
    if (const QString origin = m_session.runOrigin(); !origin.isEmpty())
        parts.append(origin);
    parts.append(m_session.isSpan()
                     ? tr("steps %1 to %2 of %3 as one").arg(m_session.firstStep()).arg(number).arg(count)
                     : tr("step %1 of %2").arg(number).arg(count));
    if (number > 0)
        parts.append(toQString(toString(verdictOf(recording, {m_session.firstStep(), number}))));
    if (const QString errors = errorsText(m_session.diagnostics()); !errors.isEmpty())
        parts.append(errors);
    m_step->setText(parts.join(Separator));
}

} // namespace tir::ui
