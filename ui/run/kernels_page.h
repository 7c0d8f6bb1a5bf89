/// What the kernels of a run took on a GPU: a line about the device, and a row for each launch.

#pragma once

#include "ui/run/kernels_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace tir::ui {

class KernelsPage : public QWidget {
    Q_OBJECT
public:
    explicit KernelsPage(QWidget* parent = nullptr);

    void setReport(const std::optional<GpuReport>& report);

private:
    KernelsModel m_model;
    QLabel* m_text;
    QTableView* m_table;
};

} // namespace tir::ui
