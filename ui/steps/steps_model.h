/// The steps of a recording, one a row; row 0 is the input. No widgets, no timers, no files.

#pragma once

#include "passes/framework/recording.h"

#include <QAbstractTableModel>

#include <memory>

namespace tir::ui {

struct LineCounts;

class StepsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, VerdictIcon, Pass, Changes, Duration, ColumnCount };
    enum Role {
        VerdictRole = Qt::UserRole, ///< int(Verdict); the input is Imported
        ArgumentsRole,              ///< of the pass, with parentheses
        ErrorsRole,                 ///< how many
        AddedRole,                  ///< lines; nothing while they are counted
        RemovedRole,
        IsDimmedRole,      ///< a step without effect
        IsConsequenceRole, ///< bad, but an earlier step was so, too
        BranchRole,        ///< "host module": the part that the step belongs to; empty for the common one
        StartsBranchRole,  ///< the first step of it
        IsOutOfPlaceRole,  ///< its contract does not allow it to stand where it stands
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null clears.
    void setRecording(std::shared_ptr<const Recording> recording);
    /// By step; shorter while they are counted.
    void setLineCounts(std::vector<LineCounts> counts);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(size_t number, int column) const;
    Verdict verdictOf(size_t number) const;
    bool isBad(size_t number) const;

    std::shared_ptr<const Recording> m_recording;
    std::vector<LineCounts> m_counts;
    size_t m_firstBad = SIZE_MAX;
};

} // namespace tir::ui
