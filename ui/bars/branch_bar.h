/// Shows that the open program is a copy of a step, and goes back to the program that it was copied from.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class StepBranch;

class BranchBar : public HintBar {
    Q_OBJECT
public:
    explicit BranchBar(StepBranch& branch, QWidget* parent = nullptr);

private:
    void refresh();

    StepBranch& m_branch;
};

} // namespace tir::ui
