/// The controls of a run: the button, the device, on a GPU also the compiler and the rounds, memory checks, and a menu
/// of further measurements. Lists the devices when it is first shown.

#pragma once

#include "passes/workbench/execution/list_devices.h"
#include "passes/workbench/execution/run_request.h"
#include "ui/session/job.h"

#include <QWidget>

class QAction;
class QComboBox;
class QSpinBox;
class QToolButton;

namespace tir::ui {

class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(JobList& jobs, QWidget* parent = nullptr);

    /// Writes the choices into the request.
    void addTo(RunRequest& request) const;
    /// Shows it; the CPU where the device is not there.
    void set(const RunRequest& request);
    void setState(bool isRunning, bool canRun);

signals:
    void runRequested();
    void stopRequested();
    void stepsRequested(); ///< every step is to be checked
    void changed();        ///< by a person
    void devicesListed(const std::vector<RunDevice>& devices);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeButtons();
    void makeChoices();
    void makeOptions();
    void listDevices();
    void showDevices(const std::vector<RunDevice>& devices);
    void selectDevice(const QString& id);
    void refresh();

    Job m_devicesJob;
    bool m_hasDevices = false;
    bool m_isRunning = false;
    QToolButton* m_run;
    QComboBox* m_device;
    QComboBox* m_via;
    QSpinBox* m_repeat;
    QToolButton* m_checks;
    QToolButton* m_options;
    QAction* m_count;
    QAction* m_coldCaches;
    QToolButton* m_checkSteps;
};

} // namespace tir::ui
