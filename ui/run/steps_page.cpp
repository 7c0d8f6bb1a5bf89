#include "ui/run/steps_page.h"

#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

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
    bool followsOther = false;
    for (const StepRun& run : checked.runs.runs) {
        StepFindings::of(m_session).set(run.step, {run.findings, markOf(run, followsOther)});
        followsOther |= run.hasOtherResult();
    }
    StepFindings::of(m_session).setAnswer(
        {.text = bannerText(checked), .details = fullText(checked), .firstWrong = checked.report.firstBad});
    resizeColumnsToContents();
    setColumnWidth(StepRunsModel::Pass, std::min(columnWidth(StepRunsModel::Pass), width() / 3));
    if (checked.report.firstBad)
        scrollTo(m_model.index(int(*checked.report.firstBad), 0), QAbstractItemView::PositionAtCenter);
}

} // namespace tir::ui
