/// The resources of the kernels in generated code: a table with one row per kernel, and a remark below it.

#pragma once

#include "ui/generated/generated_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace tir::ui {

class ResourcePanel : public QWidget {
    Q_OBJECT
public:
    explicit ResourcePanel(QWidget* parent = nullptr);

    /// The table, and why it is empty or incomplete.
    void showResources(const Artifact& artifact);
    void setRemark(const QString& text);
    /// Without the table.
    void showRemark(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitColumns();

    ResourceModel m_resources;
    QTableView* m_table;
    QLabel* m_remark;
};

} // namespace tir::ui
