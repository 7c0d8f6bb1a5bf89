/// The runs of a session, the latest first: time, step, device, duration, and result. A run that was compared with that
/// of the pinned run has the times of both, "A | B". Keeps the tensors of as many as fit a budget; older ones keep
/// their row. No widgets, no timers, no files.

#pragma once

#include "ui/common/table_model.h"
#include "ui/run/run_result.h"

#include <vector>

namespace tir::ui {

class HistoryModel : public TableModel {
    Q_OBJECT
public:
    enum Column { When, Step, Device, Compiled, Ran, Verdict, ColumnCount };
    static constexpr size_t MaxRuns = 200;

    /// The latest run keeps its tensors whatever they take.
    explicit HistoryModel(size_t budgetBytes = size_t(512) << 20, QObject* parent = nullptr);

    void add(RunResultPointer result);
    void clear();
    /// Null when its tensors had to go.
    RunResultPointer resultAt(int row) const;
    size_t bytes() const;

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_entries.size(); }
    struct Entry {
        QString texts[ColumnCount];
        QString tip;
        bool isBad = false;
        RunResultPointer result;
    };
    std::vector<Entry> m_entries; ///< the latest first
    size_t m_budgetBytes;
};

} // namespace tir::ui
