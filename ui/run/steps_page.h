/// The results of all steps of the pipeline, as a table; a click goes to the step.

#pragma once

#include "ui/run/step_runs_model.h"

#include <QTableView>

namespace tir::ui {

class Session;

class StepsPage : public QTableView {
    Q_OBJECT
public:
    explicit StepsPage(Session& session, QWidget* parent = nullptr);

    /// Also sets the session's StepFindings, so that other views mark the steps.
    void setChecked(const StepsChecked& checked);
    void clear() { m_model.clear(); }
    bool isEmpty() const { return m_model.rowCount() == 0; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void followStep();
    void showReason(int row);
    bool hasReasons() const;

    Session& m_session;
    StepRunsModel m_model;
};

} // namespace tir::ui
