/// The functions of one step, one per row; where two runs are compared, those of both. No widgets, no timers, no files.

#pragma once

#include "core/analysis/functions.h"
#include "ui/common/table_model.h"

#include <optional>

namespace tir::ui {

class FunctionsModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Function,
        Target,
        Host,
        Convention,
        Symbol,
        ReturnType,
        Launch,
        DynamicBytes,
        StaticBytes,
        ColumnCount
    };

    explicit FunctionsModel(QObject* parent = nullptr);

    /// True for a cell that differs between the two runs.
    enum Role { DiffersRole = Qt::UserRole };

    /// `pinned`: the functions of the same step of the pinned run, when two runs are compared.
    void setFunctions(std::vector<FunctionRow> functions,
                      const std::optional<std::vector<FunctionRow>>& pinned = std::nullopt);
    /// NoPlace for an invalid index, and for a function that only the pinned run has.
    Place placeAt(const QModelIndex& index) const;
    /// The row of the function that starts at a place; -1 if there is none.
    int rowOf(Place place) const;
    int rowOf(const std::string& name) const;

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        std::optional<FunctionRow> own;    ///< of the run in view, B
        std::optional<FunctionRow> pinned; ///< A
    };
    bool differs(const Row& row, int column) const;
    QString text(const Row& row, int column) const;

    std::vector<Row> m_rows;
    bool m_isCompared = false;
};

} // namespace tir::ui
