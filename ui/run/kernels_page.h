/// The launches of a run: a line about the device, a row for each kernel and configuration, and below them the
/// occupancy of the selected one with other blocks, registers, or shared memory.

#pragma once

#include "ui/run/kernels_model.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QTableView;

namespace tir::ui {

class OccupancyPanel;

class KernelsPage : public QWidget {
    Q_OBJECT
public:
    explicit KernelsPage(QWidget* parent = nullptr);

    /// `arch`: the GPU that the program is compiled for, if the report does not name one. `launches`: of the module.
    void setReport(const RunReport& report, const QString& arch,
                   const std::vector<LaunchDemand>& launches = {});
    void clear();

private:
    void showOccupancy();

    KernelsModel m_model;
    QString m_arch;
    QLabel* m_text;
    QTableView* m_table;
    OccupancyPanel* m_occupancy;
};

} // namespace tir::ui
