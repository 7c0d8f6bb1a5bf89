/// A variable, buffer, function, or statement that is watched, whatever is selected, and the steps that change it: stepping
/// stops there. A watched name is looked up again in the next run of the program; a statement stays if the user wrote it.

#pragma once

#include "ui/session/entity_history.h"
#include "ui/session/job.h"

#include <optional>

namespace tir {
struct OpenedProgram;
}

namespace tir::ui {

class Session;

class Watchpoint : public QObject {
    Q_OBJECT
public:
    /// Follows the session, which owns it; nothing is watched yet.
    explicit Watchpoint(Session& session);

    /// Watches what is selected. Watches nothing if that is watched already, or if nothing is selected.
    void toggle();
    void clear();

    bool isSet() const { return m_kind != Kind::Nothing; }
    /// "values"; of a statement, the first words of its line.
    const QString& name() const { return m_name; }
    /// By module number; empty until the steps have been examined.
    const std::vector<EntityState>& states() const { return m_states; }
    /// The nearest step after `number` (before it, `direction` -1) that changes the watched entity.
    std::optional<size_t> nextEvent(size_t number, int direction) const;

    /// Looks up the watched name again: another run has other nodes for the same variables.
    void restart();

signals:
    void changed();

private:
    enum class Kind : uint8_t { Nothing, Entity, Statement };
    struct Line {
        size_t number = 0; ///< of a module
        int line = 0;      ///< in our print
        bool operator==(const Line&) const = default;
    };

    void watchStatement();
    void followProgram();
    void followRun();
    void examineEntity();
    void examineStatement();
    void setStates(std::vector<EntityState> states);

    Session& m_session;
    Job m_job;
    Kind m_kind = Kind::Nothing;
    QString m_name;
    NodeKind m_nodeKind = NodeKind::Var;
    const Node* m_identity = nullptr;             ///< compared, never looked into; null: to be found by name
    std::optional<Line> m_line;                   ///< of the statement
    std::weak_ptr<const OpenedProgram> m_program; ///< that the identity and the line are of
    QString m_programName;
    std::weak_ptr<const Recording> m_recording; ///< that was examined last
    std::vector<EntityState> m_states;
};

} // namespace tir::ui
