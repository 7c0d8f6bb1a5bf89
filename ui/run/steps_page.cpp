#include "ui/run/steps_page.h"

#include "ui/common/tables.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <algorithm>

namespace tir::ui {

StepsPage::StepsPage(Session& session, QWidget* parent) : QTableView(parent), m_session(session)
{
    setUpTable(*this, QStringLiteral("stepsTable"), m_model);
    const auto goToStep = [this](const QModelIndex& index) { m_session.goTo(size_t(index.row())); };
    connect(this, &QTableView::clicked, this, goToStep);
    connect(this, &QTableView::activated, this, goToStep);
}

void StepsPage::setChecked(const StepsChecked& checked)
{
    m_model.setChecked(checked);
    for (const StepRun& run : checked.runs.runs)
        StepFindings::of(m_session).set(run.step, run.findings);
    StepFindings::of(m_session).setGuilty(checked.report.firstBad);
    resizeColumnsToContents();
    setColumnWidth(StepRunsModel::Pass, std::min(columnWidth(StepRunsModel::Pass), width() / 3));
    if (checked.report.firstBad)
        scrollTo(m_model.index(int(*checked.report.firstBad), 0), QAbstractItemView::PositionAtCenter);
}

} // namespace tir::ui
