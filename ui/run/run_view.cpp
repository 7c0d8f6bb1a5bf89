#include "ui/run/run_view.h"

#include "ui/common/icons.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/session/session.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

namespace tir::ui {
namespace {

/// The module of a step; the recording stays alive through its arena.
OwnedModule ownedModule(const Recording& recording, size_t number)
{
    return {recording.arena, &recording.module(number)};
}

} // namespace

template <>
ViewInfo viewInfo<RunView>()
{
    return {.id = QStringLiteral("run"),
            .title = RunView::tr("Run"),
            .place = ViewPlace::BottomRight,
            .make = [](Session& session) { return new RunView(session); }};
}

RunView::RunView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Running on the CPU")),
      m_button(new QToolButton),
      m_checkButton(new QToolButton),
      m_seed(new QSpinBox),
      m_compare(new QCheckBox(tr("Compare with the input"))),
      m_status(new QLabel),
      m_table(new QTableView),
      m_stack(new ContentOrPlaceholder(m_table))
{
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setModel(&m_model);
    m_table->setFont(smallFont());
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_status->setObjectName(QStringLiteral("runStatus"));
    m_status->setFont(smallFont());
    m_status->setContentsMargins(8, 2, 8, 4);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeControls());
    layout->addWidget(m_status);
    layout->addWidget(m_stack, 1);

    connect(m_button, &QToolButton::clicked, this, [this] {
        if (m_job.isRunning())
            m_job.cancel();
        else
            run();
    });
    connect(m_checkButton, &QToolButton::clicked, this, &RunView::checkSteps);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (m_table->model() == &m_stepsModel)
            m_session.goTo(size_t(index.row()));
    });
    connect(&m_session, &Session::runRequested, this, &RunView::run);
    connect(&m_session, &Session::recordingChanged, this, &RunView::forget);
    connect(&m_session, &Session::phaseChanged, this, &RunView::refreshControls);
    connect(&m_session.jobs(), &JobList::changed, this, &RunView::refreshControls);
    connect(&m_job, &Job::failed, this, [this](const QString& message) {
        m_status->setText(message);
        m_status->show();
    });
    forget();
}

QWidget* RunView::makeControls()
{
    m_button->setObjectName(QStringLiteral("runButton"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_checkButton->setObjectName(QStringLiteral("checkStepsButton"));
    m_checkButton->setText(tr("Check every step"));
    m_checkButton->setToolTip(tr("Verifies and runs the module after every pass with the same inputs,\n"
                                 "and names the first pass that breaks it or changes the result"));
    m_seed->setObjectName(QStringLiteral("seedBox"));
    m_seed->setRange(0, 999999);
    m_seed->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_seed->setPrefix(tr("seed "));
    m_seed->setToolTip(tr("Inputs are made from the signature with this seed"));
    m_compare->setObjectName(QStringLiteral("compareBox"));
    m_compare->setChecked(true);
    m_compare->setToolTip(tr("Runs the program as it was opened, too, and compares all tensors"));
    auto* device = new QLabel(tr("CPU"));
    device->setObjectName(QStringLiteral("deviceLabel"));
    device->setToolTip(tr("Every GPU thread is a coroutine, a barrier a point where it waits"));
    auto* controls = new QWidget;
    auto* layout = new QHBoxLayout(controls);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(8);
    layout->addWidget(m_button);
    layout->addWidget(device);
    layout->addWidget(m_seed);
    layout->addWidget(m_compare);
    layout->addStretch();
    layout->addWidget(m_checkButton);
    return controls;
}

void RunView::refreshControls()
{
    const bool isRunning = m_job.isRunning();
    m_button->setText(isRunning ? tr("Stop") : tr("Run"));
    m_button->setIcon(isRunning ? themedIcon(QStringLiteral("stop"), &Theme::error)
                                : themedIcon(QStringLiteral("run"), &Theme::success));
    m_button->setEnabled(isRunning || m_session.phase() == Phase::Ready);
    m_checkButton->setEnabled(!isRunning && m_session.phase() == Phase::Ready);
    if (m_table->model()->rowCount() > 0 && !isRunning)
        m_stack->showContent();
    else if (m_session.phase() != Phase::Ready)
        m_stack->showPlaceholder(placeholderText(m_session));
    else if (isRunning)
        m_stack->showPlaceholder({tr("Running …"), tr("Stop ends the worker process")});
    else if (m_status->text().isEmpty())
        m_stack->showPlaceholder({tr("Not run yet"), tr("Run executes the module of this step on the CPU")});
    else
        m_stack->showPlaceholder({});
}

void RunView::forget()
{
    m_job.cancel();
    m_model.clear();
    m_stepsModel.clear();
    m_status->clear();
    m_status->hide();
    refreshControls();
}

void RunView::run()
{
    if (m_session.phase() != Phase::Ready)
        return;
    forget();
    const size_t number = m_session.step();
    m_job.start(
        [recording = m_session.recording(), number, seed = uint64_t(m_seed->value()),
         isCompared = m_compare->isChecked() && number > 0](JobControl& control) {
            RunResult result;
            result.number = number;
            RunRequest request;
            request.module = ownedModule(*recording, number);
            request.signature = ownedModule(*recording, 0);
            request.seed = seed;
            result.report = runInWorker(request, &control.cancelled());
            if (isCompared && result.report.status == RunStatus::Done && !control.isCancelled()) {
                request.module = ownedModule(*recording, 0);
                result.reference = runInWorker(request, &control.cancelled());
            }
            return result;
        },
        [this](const RunResult& result) { accept(result); });
    refreshControls();
}

void RunView::checkSteps()
{
    if (m_session.phase() != Phase::Ready)
        return;
    forget();
    m_job.start(
        [recording = m_session.recording(), program = m_session.program(),
         seed = uint64_t(m_seed->value())](JobControl& control) {
            ExecuteOptions options;
            options.request.seed = seed;
            options.cancelled = &control.cancelled();
            options.progress = [&](size_t done, size_t total) {
                control.report(int(done), int(total), tr("step %1").arg(done));
            };
            StepsChecked checked{.trace = makeTrace(*recording, *program),
                                 .runs = executeSteps(modulesOf(*recording), options),
                                 .report = {}};
            checked.report = check(checked.trace, checked.runs);
            return checked;
        },
        [this](const StepsChecked& checked) { accept(checked); });
    refreshControls();
}

void RunView::showTable(QAbstractItemModel& model)
{
    m_table->setModel(&model);
    for (int column = 0; column < model.columnCount(); ++column)
        m_table->setColumnHidden(column, false);
    m_table->resizeColumnsToContents();
}

void RunView::accept(const StepsChecked& checked)
{
    m_stepsModel.setChecked(checked);
    showTable(m_stepsModel);
    m_table->setColumnWidth(StepRunsModel::Pass,
                            std::min(m_table->columnWidth(StepRunsModel::Pass), width() / 3));
    if (checked.report.firstBad)
        m_table->scrollTo(m_stepsModel.index(int(*checked.report.firstBad), 0),
                          QAbstractItemView::PositionAtCenter);
    m_status->setText(statusText(checked));
    m_status->show();
    refreshControls();
}

void RunView::accept(const RunResult& result)
{
    m_model.setResult(result);
    showTable(m_model);
    m_table->setColumnHidden(RunModel::Reference, !m_model.hasReference());
    const QString step = result.number == 0 ? tr("Input") : tr("Step %1").arg(result.number);
    m_status->setText(step + QStringLiteral(": ") + statusText(result));
    m_status->show();
    refreshControls();
}

} // namespace tir::ui
