/// The verdict and the execution of every step of the pipeline with the same inputs, one per row; row 0 is the input.
/// While two runs are compared, a step with another result in the pinned one shows both, "A | B". No widgets, no
/// timers, no files.

#pragma once

#include "ui/common/table_model.h"
#include "ui/run/check_steps.h"

#include <QStringList>

namespace tir::ui {

class StepRunsModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Step, Pass, Result, Reason, ColumnCount };

    explicit StepRunsModel(QObject* parent = nullptr);

    void setChecked(const StepsChecked& checked);
    void clear();

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        QString texts[ColumnCount];
        bool isBad = false;
        bool isFirstBad = false;
    };
    static void addPinned(Row& row, const QString& result, const QString& reason);

    std::vector<Row> m_rows;
};

} // namespace tir::ui
