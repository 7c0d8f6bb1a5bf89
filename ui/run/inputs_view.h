/// The request of a run: the function, its inputs, the seed, the limits of the worker. Everything has a default; it can
/// be changed here, saved to a request file, and loaded from one.

#pragma once

#include "ui/run/inputs_model.h"

#include "passes/workbench/execution/run_request.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;
class QTableView;

namespace tir::ui {

class InputsView : public QWidget {
    Q_OBJECT
public:
    explicit InputsView(QWidget* parent = nullptr);

    /// Sets the program as it was opened; the module may be null. Resets everything to defaults.
    void setModule(const OwnedModule& module);
    /// The request, without modules.
    RunRequest request() const;
    void setRequest(const RunRequest& request);
    bool isValid() const { return m_model.isValid(); }
    QString firstProblem() const { return m_model.firstProblem(); }

signals:
    void changed(); ///< by a person
    void saveRequested();
    void loadRequested();

private:
    QWidget* makeForm();
    QWidget* makeLimits();
    void chooseFunction();
    void chooseFile(int row);
    void reset();

    OwnedModule m_module;
    InputsModel m_model;
    QComboBox* m_entry;
    QSpinBox* m_seed;
    QDoubleSpinBox* m_timeLimit;
    QSpinBox* m_memoryLimit;
    QTableView* m_table;
};

} // namespace tir::ui
