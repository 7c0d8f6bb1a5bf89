/// The life of a variable, buffer, or function over the steps of a run: where it appears, where the statements that it
/// is in change, and where it is gone.

#pragma once

#include "passes/workbench/trace/line_history.h"
#include "ui/session/identities.h"

#include <functional>
#include <optional>
#include <vector>

namespace tir::ui {

enum class EntityState : uint8_t {
    Absent,
    Born,
    Kept,
    Changed, ///< in the statements that name it, or in its type, shape, or scope
    Gone,    ///< the step before had it
};

/// By module number. Moving a statement is not a change. Walks every module once; ends early, with fewer states, if
/// `isCancelled` returns true.
std::vector<EntityState> entityHistory(const Recording& recording, const Identities& identities,
                                       const Node* identity, const std::function<bool()>& isCancelled = {});

/// The states of a line of the text, from what happened to it (LineHistory::events): moving it changes nothing.
std::vector<EntityState> lineStates(const Recording& recording, const std::vector<LineEvent>& events);

/// The nearest step after `number` (before it, `direction` -1) where it is born, changes, or goes.
std::optional<size_t> nextEvent(const std::vector<EntityState>& states, size_t number, int direction);

/// Whether a step does something to it.
constexpr bool isEvent(EntityState state)
{
    return state != EntityState::Absent && state != EntityState::Kept;
}

/// The number of uses in the module, by kind.
struct EntityUses {
    int reads = 0;
    int writes = 0;
    int others = 0; ///< of a pointer or variable: every place that names it, its definition included
};
EntityUses entityUses(const PlaceTable& places, const Identities& identities, const Node* identity);

} // namespace tir::ui
