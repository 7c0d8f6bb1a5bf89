#include "ui/run/steps_page.h"

#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QHeaderView>
#include <QMenu>

#include <algorithm>

namespace tir::ui {
namespace {

/// `followsOther`: the result of an earlier step is not the expected one.
RunMark markOf(const StepRun& run, bool followsOther)
{
    if (!run.isBad() && !hasError(toDiagnostics(run.findings)))
        return run.status == RunStatus::Done ? RunMark::Agrees : RunMark::None;
    const bool isInherited =
        run.status == RunStatus::Done && run.introduced.empty() && (followsOther || !run.hasOtherResult());
    return isInherited ? RunMark::Inherited : RunMark::Wrong;
}

} // namespace

StepsPage::StepsPage(Session& session, QWidget* parent) : QTableView(parent), m_session(session)
{
    setUpTable(*this, QStringLiteral("stepsTable"), m_model);
    // The reason of the current step is shown in full.
    setWordWrap(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current, const QModelIndex& previous) {
                if (previous.isValid())
                    setRowHeight(previous.row(), verticalHeader()->defaultSectionSize());
                showReason(current.row());
            });
    connect(&m_session, &Session::stepChanged, this, &StepsPage::followStep);
    const auto goToStep = [this](const QModelIndex& index) { m_session.goTo(size_t(index.row())); };
    connect(this, &QTableView::clicked, this, goToStep);
    connect(this, &QTableView::activated, this, goToStep);
    addRowMenu(*this, [this](QMenu& menu, const QModelIndex& index) {
        menu.addAction(tr("Go to Step %1").arg(index.row()), this,
                       [this, step = size_t(index.row())] { m_session.goTo(step); });
    });
}

void StepsPage::followStep()
{
    if (const int row = int(m_session.step()); row < m_model.rowCount())
        setCurrentIndex(m_model.index(row, StepRunsModel::Pass));
}

/// How the reason wraps depends on the width.
void StepsPage::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    showReason(currentIndex().row());
}

/// Makes the row as high as its reason.
void StepsPage::showReason(int row)
{
    constexpr int Padding = 20;
    const QModelIndex reason = m_model.index(row, StepRunsModel::Reason);
    if (!reason.isValid())
        return;
    const QFontMetrics metrics(reason.data(Qt::FontRole).value<QFont>());
    const QRect room(0, 0, columnWidth(StepRunsModel::Reason) - Padding, QWIDGETSIZE_MAX);
    const int height = metrics.boundingRect(room, Qt::TextWordWrap, reason.data().toString()).height();
    setRowHeight(row, std::max(height + metrics.descent() * 2, verticalHeader()->defaultSectionSize()));
}

bool StepsPage::hasReasons() const
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (!m_model.index(row, StepRunsModel::Reason).data().toString().isEmpty())
            return true;
    return false;
}

void StepsPage::setChecked(const StepsChecked& checked)
{
    m_model.setChecked(checked);
    bool followsOther = false;
    for (const StepRun& run : checked.runs.runs) {
        StepFindings::of(m_session).set(run.step, {run.findings, markOf(run, followsOther)});
        followsOther |= run.hasOtherResult();
    }
    StepFindings::of(m_session).setAnswer(
        {.text = bannerText(checked), .details = fullText(checked), .firstWrong = checked.report.firstBad});
    resizeColumnsToContents();
    // Most of the width is for the reasons, if there are any.
    const int most = hasReasons() ? width() / 4 : width() / 2;
    for (const int column : {StepRunsModel::Pass, StepRunsModel::Result})
        setColumnWidth(column, std::min(columnWidth(column), most));
    followStep();
    if (checked.report.firstBad)
        scrollTo(m_model.index(int(*checked.report.firstBad), 0), QAbstractItemView::PositionAtCenter);
}

} // namespace tir::ui
