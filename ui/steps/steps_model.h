/// The steps of a recording, one per row; row 0 is the input. Groups of steps have a row above their steps, and hide
/// them when collapsed. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/trace/introduced_diagnostics.h"
#include "passes/workbench/trace/step_groups.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <optional>

namespace tir::ui {

class StepFindings;
enum class EntityState : uint8_t;
enum class RunMark : uint8_t;
struct LineCounts;

class StepsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, VerdictIcon, Pass, Changes, Duration, ColumnCount };
    enum Role {
        VerdictRole = Qt::UserRole, ///< int(Verdict); the input is Imported, and no step
        ArgumentsRole,              ///< of the pass, with parentheses
        ErrorsRole,                 ///< how many
        IsWarnedRole,               ///< the step introduces a warning
        RunMarkRole,                ///< int(RunMark): the result of executing the step
        AddedRole,                  ///< lines; nothing while they are counted
        RemovedRole,
        IsDimmedRole,      ///< a step without effect
        IsConsequenceRole, ///< bad, but an earlier step was so, too
        IsInGroupRole,
        IsGroupRole,      ///< the row of a group
        IsCollapsedRole,  ///< of the row of a group
        IsOutOfPlaceRole, ///< its contract does not allow it to be where it is
        IsBadRole,        ///< a run of every step found that it breaks the program
        HistoryRole,      ///< int(EntityState) of the selection
        WatchRole,        ///< int(EntityState) of the watched entity
        PinnedMarkRole,   ///< "≠ A" if the pinned run has a different module, "only in B", or empty
        DepthRole, ///< how many recorded passes ran this one inside them; passes that run a list do not count
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null clears. `diagnostics` are those of introducedDiagnostics().
    void setRecording(std::shared_ptr<const Recording> recording,
                      const std::vector<StepDiagnostics>& diagnostics);
    /// Sets the results of executing the steps.
    void setFindings(const StepFindings& findings);
    /// By step and by group; shorter while they are counted.
    void setLineCounts(std::vector<LineCounts> counts, std::vector<LineCounts> ofGroups);

    /// Sets the changes of the selection, by module number; may be empty.
    void setHistory(std::vector<EntityState> history);
    /// Sets the changes of the watched entity, by module number; `name` is empty if there is none.
    void setWatch(const QString& name, std::vector<EntityState> states);

    /// How a step compares with the one of the pinned run.
    struct ComparedWithPinned {
        bool isOther = false;           ///< it has another result
        bool isOnlyHere = false;        ///< the pinned run has no such step
        std::optional<Verdict> verdict; ///< of the pinned run's step
    };
    /// By module number; empty: nothing is pinned.
    void setComparedWithPinned(std::vector<ComparedWithPinned> steps);

    /// The steps of a row: one, or all of a group. Precondition: a row of the model.
    StepSpan spanOf(int row) const;
    /// The row of a step, that of its group where it is collapsed.
    int rowOf(size_t number) const;
    /// The row of exactly these steps; -1 if there is none.
    int rowOfGroup(StepSpan span) const;
    /// Precondition: the row of a group.
    void setCollapsed(int row, bool isCollapsed);
    std::vector<StepSpan> collapsed() const;
    /// The name of the step's pass; "Input" for 0.
    QString passOf(size_t number) const;
    /// Whether the step changes the module, ends without a result, or introduces a warning.
    bool isNoteworthy(size_t number) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group {
        StepGroup steps;
        bool isCollapsed = false;
    };
    struct Row {
        size_t number = 0;            ///< of a step; of the last one of a group
        const Group* group = nullptr; ///< whose row it is; null for the row of a step
    };

    void arrange();
    StepSpan spanOf(const Row& row) const;
    QString textOf(const Row& row, int column) const;
    int64_t durationOf(const Row& row) const;
    /// The change of an entity in a step; empty if there is none.
    static QString lifeText(const QString& what, const std::vector<EntityState>& states, size_t number);
    QString toolTipOf(const Row& row) const;
    /// The worst of all steps of the row.
    RunMark markOf(const Row& row) const;
    bool isWarned(const Row& row) const;
    QString pinnedMarkOf(const Row& row) const;
    QVariant dataOfGroup(const Row& row, int role) const;
    std::optional<LineCounts> countsOf(const Row& row) const;
    EntityState stateOf(const Row& row, const std::vector<EntityState>& states) const;
    Verdict verdictOf(size_t number) const;
    Verdict verdictOf(const Group& group) const;
    bool isBad(size_t number) const;

    std::shared_ptr<const Recording> m_recording;
    std::vector<Group> m_groups;
    std::vector<Row> m_rows;
    std::vector<int> m_depths; ///< by module number
    std::vector<LineCounts> m_counts;
    std::vector<LineCounts> m_groupCounts;
    size_t m_firstBad = SIZE_MAX;
    std::vector<QStringList> m_warnings; ///< messages that each step introduces, by module number
    std::vector<RunMark> m_marks;        ///< by module number; empty while nothing was executed
    std::optional<size_t> m_firstWrong;
    std::vector<EntityState> m_history;
    QString m_watched; ///< name of the watched entity
    std::vector<EntityState> m_watch;
    std::vector<ComparedWithPinned> m_compared; ///< by module number
};

} // namespace tir::ui
