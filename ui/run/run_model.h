/// The tensors of a run, one per row, beside those of the reference run. No widgets, no timers, no files.

#pragma once

#include "ui/common/table_model.h"
#include "ui/run/run_result.h"

namespace tir::ui {

class RunModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, DType, Shape, Reference, Min, Max, Mean, Values, ColumnCount };
    enum Role { IsChangedRole = Qt::UserRole, IsMismatchRole };

    explicit RunModel(QObject* parent = nullptr);

    /// Of a result that has been examined.
    void setResult(const RunResult& result);
    void clear();
    bool hasReference() const { return m_hasReference; }

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        QString texts[ColumnCount];
        QString comparison; ///< with the reference, in full
        bool isChanged = false;
        bool isMismatch = false;
    };
    static void describe(Row& row, const TensorComparison* comparison);

    std::vector<Row> m_rows;
    bool m_hasReference = false;
};

} // namespace tir::ui
