/// Runs the step looked at in a worker process: one click, no question. Shows the tensors afterwards. Or runs
/// every step with the same inputs and shows which is the first that is bad.

#pragma once

#include "ui/run/run_model.h"
#include "ui/run/step_runs_model.h"
#include "ui/session/job.h"

#include <QWidget>

class QAbstractItemModel;
class QCheckBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTableView;
class QToolButton;

namespace tir::ui {

class ContentOrPlaceholder;
class Session;

class RunView : public QWidget {
    Q_OBJECT
public:
    explicit RunView(Session& session, QWidget* parent = nullptr);

public slots:
    void run();
    void checkSteps();

private:
    QWidget* makeControls();
    void forget();
    void refreshControls();
    void accept(const RunResult& result);
    void accept(const StepsChecked& checked);
    void showTable(QAbstractItemModel& model);

    Session& m_session;
    Job m_job;
    RunModel m_model;
    StepRunsModel m_stepsModel;
    QToolButton* m_button;
    QToolButton* m_checkButton;
    QSpinBox* m_seed;
    QCheckBox* m_compare;
    QLabel* m_status;
    QTableView* m_table;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
