#include "ui/run/run_view.h"

#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/placeholder.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/run/compare_bar.h"
#include "ui/run/inputs_view.h"
#include "ui/run/kernels_page.h"
#include "ui/run/output_view.h"
#include "ui/run/printed_text.h"
#include "ui/run/reproducer_job.h"
#include "ui/run/request_store.h"
#include "ui/run/run_bar.h"
#include "ui/run/steps_page.h"
#include "ui/run/tensor_view.h"
#include "ui/session/run_sizes.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStyle>
#include <QTabWidget>
#include <QVBoxLayout>

namespace tir::ui {
namespace {

constexpr int LookMilliseconds = 150;

/// The first place in a rejection.
Place placeOf(const RunReport& report)
{
    for (const Diagnostic& diagnostic : report.diagnostics)
        if (diagnostic.place != NoPlace)
            return diagnostic.place;
    return NoPlace;
}

QString stoppedText(const QElapsedTimer& runningFor)
{
    return RunView::tr("Stopped after %1").arg(durationText(runningFor.nsecsElapsed()));
}

} // namespace

template <>
ViewInfo viewInfo<RunView>()
{
    return {.id = QStringLiteral("run"),
            .title = RunView::tr("Run"),
            .place = ViewPlace::Right,
            .icon = QStringLiteral("results"),
            .key = Qt::Key_F9,
            .make = [](Session& session) { return new RunView(session); }};
}

RunView::RunView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Running")),
      m_reproducer(new ReproducerJob(session, this)),
      m_bar(new RunBar(session.jobs())),
      m_compare(new CompareBar),
      m_status(new QLabel),
      m_pages(new QTabWidget)
{
    makePages();
    m_status->setObjectName(QStringLiteral("runStatus"));
    m_status->setFont(smallFont());
    m_status->setContentsMargins(8, 2, 8, 4);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::RichText);
    m_status->setTextInteractionFlags(Qt::TextBrowserInteraction);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_compare);
    layout->addWidget(m_status);
    layout->addWidget(m_pages, 1);

    connect(m_bar, &RunBar::runRequested, this, &RunView::run);
    connect(m_bar, &RunBar::stopRequested, &m_job, &Job::cancel);
    connect(m_bar, &RunBar::stepsRequested, this, &RunView::checkSteps);
    connect(m_bar, &RunBar::changed, this, &RunView::remember);
    connect(m_bar, &RunBar::devicesListed, m_compare, &CompareBar::setDevices);
    connect(&m_session, &Session::runRequested, this, &RunView::run);
    connect(&m_session, &Session::checkRequested, this, &RunView::checkSteps);
    connect(&m_session, &Session::reproducerRequested, this, &RunView::makeReproducer);
    connect(m_reproducer, &ReproducerJob::ended, this,
            [this](const QString& message) { showStatus(message.toHtmlEscaped()); });
    connect(&m_session, &Session::recordingChanged, this, &RunView::followRecording);
    connect(&m_session, &Session::phaseChanged, this, &RunView::refreshControls);
    connect(&m_session.pin(), &Pin::changed, this, &RunView::followPin);
    connect(&m_session.jobs(), &JobList::changed, this, &RunView::refreshControls);
    connect(&StepFindings::of(m_session), &StepFindings::cancelRequested, &m_job, &Job::cancel);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_look.stop();
        showStatus(message.toHtmlEscaped());
    });
    connect(&m_job, &Job::cancelled, this, [this] {
        m_look.stop();
        showPrinted();
        m_stopped = stoppedText(m_runningFor);
        showStatus(m_stopped);
    });
    m_look.setInterval(LookMilliseconds);
    connect(&m_look, &QTimer::timeout, this, &RunView::showPrinted);
    connectPages();
    followRecording();
}

/// Jobs that end together with the view do not report.
RunView::~RunView()
{
    m_session.jobs().disconnect(this);
    m_job.disconnect(this);
}

void RunView::showStatus(const QString& text)
{
    m_status->setText(text);
    m_status->setProperty("isError", m_result && isFailure(*m_result) && text == resultText());
    m_status->style()->polish(m_status);
    m_status->setVisible(!text.isEmpty());
    refreshControls();
}

/// Ends the run or the check that is going on.
void RunView::stop()
{
    m_job.cancel();
    m_stopped.clear();
}

void RunView::forgetResult()
{
    stop();
    m_result.reset();
    m_outputs->clear();
    m_kernels->clear();
    m_pages->setTabVisible(m_pages->indexOf(m_kernels), false);
    m_messages->clear();
    showStatus({});
}

/// Another program resets the request, or restores its last one; another pipeline keeps the request.
void RunView::followRecording()
{
    m_steps->clear();
    forgetResult();
    const auto recording = m_session.recording();
    m_compare->setStepCount(recording ? recording->moduleCount() : 1);
    if (!recording) {
        if (m_session.program())
            return; // there will be another one
        m_inputsProgram.reset();
        m_inputs->setModule({});
        m_history.clear();
        return refreshControls();
    }
    const bool isSameProgram = m_inputsProgram == m_session.program();
    const SavedRequest kept = saved();
    m_inputs->setModule({recording->arena, &recording->module(0)});
    if (isSameProgram)
        return use(kept);
    m_inputsProgram = m_session.program();
    m_history.clear();
    m_compare->set({RunReference::Kind::Step, 0, {}}, {});
    if (const std::optional<SavedRequest> remembered = rememberedRequest(m_session))
        use(*remembered);
    refreshControls();
}

/// While two runs are compared, so are their results.
void RunView::followPin()
{
    const Pin& pin = m_session.pin();
    if (m_session.phase() == Phase::Ready)
        m_compare->setPinned(pin.isCompared() && !pin.steps().empty());
}

void RunView::run()
{
    if (m_session.phase() != Phase::Ready)
        return;
    forgetResult();
    if (!m_inputs->isValid()) {
        m_pages->setCurrentWidget(m_inputsPage);
        return showStatus(m_inputs->firstProblem().toHtmlEscaped());
    }
    remember();
    m_pages->setCurrentWidget(m_outputsPage);
    const size_t number = m_session.step();
    const RunOrder order{m_session.recording(), number, saved(), m_session.edits().cuda(number),
                         m_compare->isWithPinned() ? pinnedStepBeside(m_session) : std::nullopt};
    m_printed = std::make_shared<PrintedText>();
    m_hasTurnedPage = false;
    m_look.start();
    m_runningFor.start();
    m_isChecking = false;
    m_job.start(
        [this, order, printed = m_printed](JobControl& control) {
            return execute(order, control, *printed, [this, &control](const GpuMemoryUse& memory) {
                control.post([this, memory] { showMemory(memory); });
            });
        },
        [this](const RunResultPointer& result) {
            endPrinted(result->report);
            m_history.add(result);
            m_historyTable->resizeColumnsToContents();
            StepFindings::of(m_session).set(result->number, {result->report.findings, markOf(*result)});
            showResult(result);
        });
    refreshControls();
}

/// Before the kernels are compiled: shows how much GPU memory a run uses while it waits for the GPU.
void RunView::showMemory(const GpuMemoryUse& memory)
{
    const QString text = toQString(inWords(memory));
    if (!text.isEmpty())
        showStatus(tr("Running; memory of the GPU: %1").arg(text));
}

/// During a run there are no outputs yet: its printed text is shown instead.
void RunView::showPrinted()
{
    const std::optional<QString> text = m_printed ? m_printed->news() : std::nullopt;
    if (!text)
        return;
    QScrollBar* scroll = m_messages->verticalScrollBar();
    const int position = scroll->value();
    const bool follows = position == scroll->maximum(); // a user who has scrolled up is reading
    m_messages->setPlainText(printedMessage(*text));
    scroll->setValue(follows ? scroll->maximum() : position);
    if (m_pages->currentWidget() == m_outputsPage) {
        m_pages->setCurrentWidget(m_messagesPage);
        m_hasTurnedPage = true;
    }
    refreshControls();
}

/// Back to the outputs, unless the printed text explains why there are none, or the user has turned to another page.
void RunView::endPrinted(const RunReport& report)
{
    m_look.stop();
    m_printed.reset();
    if (report.status == RunStatus::Done && m_hasTurnedPage && m_pages->currentWidget() == m_messagesPage)
        m_pages->setCurrentWidget(m_outputsPage);
    if (report.status != RunStatus::Done && !report.standardError.empty())
        m_pages->setCurrentWidget(m_messagesPage);
}

void RunView::showResult(const RunResultPointer& result)
{
    m_result = result;
    m_outputs->setResult(result);
    const auto recording = result->recording.lock();
    publishSizes(result->sizes, tr("the run of %1 (%2)").arg(stepText(*result), timeText(result->started)));
    m_kernels->setReport(
        result->report, recording ? toQString(deviceOf(*recording, result->number)) : QString(),
        recording && !result->report.counted.empty()
            ? launchDemands(recording->module(result->number),
                            sizeLookup(RunSizes::of(m_session).sizes(), m_session.sharedIdentities()))
            : std::vector<LaunchDemand>());
    m_pages->setTabVisible(m_pages->indexOf(m_kernels),
                           result->report.gpu || !result->report.counted.empty());
    m_messages->setPlainText(messagesOf(result->report));
    showStatus(resultText());
}

/// The line about the shown result; empty without one.
QString RunView::resultText() const
{
    if (!m_result)
        return {};
    QString text = QStringLiteral("%1: %2").arg(stepText(*m_result), statusText(*m_result)).toHtmlEscaped();
    if (placeOf(m_result->report) != NoPlace)
        text += QStringLiteral(" <a href=\"place\">%1</a>").arg(tr("show the place"));
    return text;
}

/// Selects the place of a rejection.
void RunView::showRefusedPlace()
{
    if (!m_result || m_result->recording.lock() != m_session.recording())
        return;
    m_session.goTo(m_result->number);
    m_session.select({.number = m_result->number, .place = placeOf(m_result->report), .source = {}});
}

void RunView::showWriter(size_t tensor, qint64 element)
{
    if (!m_result || m_result->recording.lock() != m_session.recording())
        return;
    const Place place = TensorValues(m_result, tensor).writerOf(element);
    if (place == NoPlace)
        return;
    m_session.goTo(m_result->number);
    m_session.select({.number = m_result->number, .place = place, .source = {}});
}

QString RunView::writerText(const TensorValues& values, int64_t element) const
{
    if (values.tensor().writers.empty())
        return values.isMismatch(element) ? tr("a run with memory checks says which statement wrote it")
                                          : QString();
    const Place place = values.writerOf(element);
    if (place == NoPlace)
        return tr("never written");
    const ComparedStepPointer compared = m_session.compared();
    const bool isShown = compared && compared->number == values.result()->number &&
                         values.result()->recording.lock() == m_session.recording();
    if (!isShown)
        return tr("a click shows the statement that wrote it");
    const Span span = compared->after->spanOf(place);
    return tr("written by line %1; a click shows it").arg(compared->after->code.lineAt(span.begin) + 1);
}

/// The result of the last run stays.
void RunView::checkSteps()
{
    if (m_session.phase() != Phase::Ready)
        return;
    stop();
    m_steps->clear();
    showStatus(resultText());
    m_pages->setCurrentWidget(m_stepsPage);
    const Pin& pin = m_session.pin();
    CheckOrder order{m_session.recording(), saved().request};
    order.request.isChecked = order.request.device == "cpu"; // no GPU watches its memory
    if (pin.isCompared() && !pin.steps().empty()) {
        order.pinned = pin.run();
        order.steps = pin.steps();
    }
    m_runningFor.start();
    m_isChecking = true;
    m_job.start([order](JobControl& control) { return tir::ui::checkSteps(order, control); },
                [this](const StepsChecked& checked) {
                    m_steps->setChecked(checked);
                    showStatus(resultText()); // the bar above the code has the answer
                    publishSizes(checked.sizes, tr("the check of every step"));
                });
    refreshControls();
}

void RunView::makeReproducer(const QString& folder)
{
    showStatus(tr("Making a reproducer…"));
    m_reproducer->start(folder, saved().request);
}

} // namespace tir::ui
