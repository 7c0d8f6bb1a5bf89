#include "ui/run/steps_page.h"

#include "ui/common/row_menu.h"
#include "ui/common/tables.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <QMenu>

#include <algorithm>

namespace tir::ui {
namespace {

/// Findings that an earlier step also has are not the fault of this one, but its execution is not clean either.
RunMark markOf(const StepRun& run)
{
    if (run.isBad() || hasError(toDiagnostics(run.findings)))
        return RunMark::Wrong;
    return run.status == RunStatus::Done ? RunMark::Agrees : RunMark::None;
}

} // namespace

StepsPage::StepsPage(Session& session, QWidget* parent) : QTableView(parent), m_session(session)
{
    setUpTable(*this, QStringLiteral("stepsTable"), m_model);
    const auto goToStep = [this](const QModelIndex& index) { m_session.goTo(size_t(index.row())); };
    connect(this, &QTableView::clicked, this, goToStep);
    connect(this, &QTableView::activated, this, goToStep);
    addRowMenu(*this, [this](QMenu& menu, const QModelIndex& index) {
        menu.addAction(tr("Go to Step %1").arg(index.row()), this,
                       [this, step = size_t(index.row())] { m_session.goTo(step); });
    });
}

void StepsPage::setChecked(const StepsChecked& checked)
{
    m_model.setChecked(checked);
    for (const StepRun& run : checked.runs.runs)
        StepFindings::of(m_session).set(run.step, {run.findings, markOf(run)});
    StepFindings::of(m_session).setAnswer({.text = bannerText(checked), .guilty = checked.report.firstBad});
    resizeColumnsToContents();
    setColumnWidth(StepRunsModel::Pass, std::min(columnWidth(StepRunsModel::Pass), width() / 3));
    if (checked.report.firstBad)
        scrollTo(m_model.index(int(*checked.report.firstBad), 0), QAbstractItemView::PositionAtCenter);
}

} // namespace tir::ui
