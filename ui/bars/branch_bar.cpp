#include "ui/bars/branch_bar.h"

#include "ui/session/step_branch.h"

#include <QPushButton>

namespace tir::ui {

BranchBar::BranchBar(StepBranch& branch, QWidget* parent)
    : HintBar(QStringLiteral("branch"), tr("Hide this bar; Edit > Back to the Original Program stays"),
              parent),
      m_branch(branch)
{
    button()->setToolTip(
        tr("Open the original program again, with its pipeline, at the step (Ctrl+Shift+E)"));
    connect(button(), &QPushButton::clicked, &m_branch, &StepBranch::goBack);
    connect(&m_branch, &StepBranch::changed, this, &BranchBar::refresh);
    refresh();
}

void BranchBar::refresh()
{
    setVisible(m_branch.isOpen());
    if (!m_branch.isOpen())
        return;
    setMessage(tr("This is a copy of %1 after step %2. It runs through the passes that follow; the original "
                  "is not changed.")
                   .arg(m_branch.originalName())
                   .arg(m_branch.originalStep()));
    button()->setText(tr("Back to %1").arg(m_branch.originalName()));
}

} // namespace tir::ui
