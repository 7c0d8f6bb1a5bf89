/// The pages of the view of runs, and what they say while they are empty.

#include "ui/common/placeholder.h"
#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/run/compare_bar.h"
#include "ui/run/inputs_view.h"
#include "ui/run/kernels_page.h"
#include "ui/run/output_view.h"
#include "ui/run/run_bar.h"
#include "ui/run/run_view.h"
#include "ui/run/steps_page.h"
#include "ui/run/tensor_view.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"
#include "ui/session/step_findings.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableView>

namespace tir::ui {

void RunView::makePages()
{
    m_outputs = new OutputView;
    m_outputsPage = new ContentOrPlaceholder(m_outputs);
    m_inputs = new InputsView;
    m_inputsPage = new ContentOrPlaceholder(m_inputs);
    m_historyTable = new QTableView;
    setUpTable(*m_historyTable, QStringLiteral("historyTable"), m_history);
    addRowMenu(*m_historyTable);
    m_historyPage = new ContentOrPlaceholder(m_historyTable);
    m_steps = new StepsPage(m_session);
    m_stepsPage = new ContentOrPlaceholder(m_steps);
    m_kernels = new KernelsPage;
    m_messages = new QPlainTextEdit;
    m_messages->setObjectName(QStringLiteral("runMessages"));
    m_messages->setReadOnly(true);
    m_messages->setFont(codeFont());
    m_messages->setFrameShape(QFrame::NoFrame);
    m_messagesPage = new ContentOrPlaceholder(m_messages);
    m_pages->setObjectName(QStringLiteral("runPages"));
    m_pages->setDocumentMode(true);
    m_pages->addTab(m_outputsPage, tr("Outputs"));
    m_pages->addTab(m_inputsPage, tr("Inputs"));
    m_pages->addTab(m_historyPage, tr("History"));
    m_pages->addTab(m_stepsPage, tr("Steps"));
    m_pages->addTab(m_kernels, tr("Kernels"));
    m_pages->addTab(m_messagesPage, tr("Messages"));
    m_pages->setTabVisible(m_pages->indexOf(m_kernels), false);
}

void RunView::connectPages()
{
    m_outputs->tensor().setWriterText(
        [this](const TensorValues& values, int64_t element) { return writerText(values, element); });
    connect(m_outputs, &OutputView::elementChosen, this, &RunView::showWriter);
    connect(m_status, &QLabel::linkActivated, this, &RunView::showRefusedPlace);
    connect(m_inputs, &InputsView::changed, this, &RunView::remember);
    connect(m_inputs, &InputsView::loadRequested, this, &RunView::loadRequest);
    connect(m_inputs, &InputsView::saveRequested, this, &RunView::saveRequest);
    connect(m_compare, &CompareBar::changed, this, &RunView::remember);
    const auto showRun = [this](const QModelIndex& index) {
        if (const RunResultPointer result = m_history.resultAt(index.row())) {
            showResult(result);
            m_pages->setCurrentWidget(m_outputsPage);
        } else {
            showStatus(tr("The tensors of this run were evicted to make room for later runs"));
        }
    };
    connect(m_historyTable, &QTableView::clicked, this, showRun);
    connect(m_historyTable, &QTableView::activated, this, showRun);
}

void RunView::refreshControls()
{
    const bool isRunning = m_job.isRunning();
    const bool isReady = m_session.phase() == Phase::Ready;
    const bool isChecking = isRunning && m_isChecking;
    const bool isExecuting = isRunning && !m_isChecking;
    m_bar->setState(isRunning, isReady);
    StepFindings::of(m_session).setProgress(
        isChecking ? std::optional(CheckProgress{m_job.detail(), m_job.done(), m_job.total()})
                   : std::nullopt);
    const auto show = [](ContentOrPlaceholder* page, bool hasContent, const PlaceholderText& text) {
        if (hasContent)
            page->showContent();
        else
            page->showPlaceholder(text);
    };
    const PlaceholderText noProgram = placeholderText(m_session);
    const bool hasTensors = m_result && !m_result->report.tensors.empty();
    show(m_outputsPage, hasTensors && !isExecuting,
         !isReady      ? noProgram
         : isExecuting ? PlaceholderText{tr("Running…"), tr("Stop ends the worker process")}
         : m_result    ? PlaceholderText{tr("No tensors"),
                                      m_result->report.status == RunStatus::Refused
                                             ? tr("The program was not executed; see Messages")
                                             : tr("The run ended before it produced tensors; see Messages")}
            : !m_stopped.isEmpty()
             ? PlaceholderText{m_stopped, {}}
             : PlaceholderText{tr("Not run yet"),
                               tr("Run executes the module of this step; its inputs are chosen already and "
                                  "can be changed under Inputs")});
    show(m_inputsPage, isReady, noProgram);
    show(m_historyPage, m_history.rowCount() > 0,
         {tr("No runs yet"), tr("Every run is listed here with its times")});
    show(m_stepsPage, !m_steps->isEmpty(),
         !isReady     ? noProgram
         : isChecking ? PlaceholderText{tr("Checking every step…"), m_job.detail()}
         : !m_stopped.isEmpty()
             ? PlaceholderText{m_stopped, {}}
             : PlaceholderText{tr("Not checked yet"),
                               tr("Check every step verifies and executes the module after every pass")});
    show(m_messagesPage, !m_messages->toPlainText().isEmpty(),
         {tr("No messages"), tr("The output of the run appears here")});
}

} // namespace tir::ui
