/// What the launches of a run took and did: a line about the device, a row for each kernel and configuration, and below
/// them what the selected one's occupancy would be with other blocks, registers, or shared memory.

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

    /// `arch`: the GPU that the program is for, if the report names none.
    void setReport(const RunReport& report, const QString& arch);
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
