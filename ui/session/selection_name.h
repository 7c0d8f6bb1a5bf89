/// A selection by the names of its entity and its place, to find it in another run.

#pragma once

#include "ui/session/place_name.h"

namespace tir::ui {

class Session;

struct SelectionName {
    NodeKind kind = NodeKind::Module; ///< of the entity
    std::string entity;               ///< empty without one
    PlaceName place;
    bool isBefore = false; ///< the place is in the text on the left
    bool operator==(const SelectionName&) const = default;
};

/// The selection of the session. The place has no name while the texts of its step are missing.
SelectionName selectionName(const Session& session);
/// The first entity with the name; null if there is none.
const Node* findEntity(const Identities& identities, const SelectionName& name);
/// Whether the texts of the step in view are there.
bool hasTextInView(const Session& session);
/// Selects the place in the step in view, and the entity that is there; does nothing if its text has no such place.
void selectNamedPlace(Session& session, const SelectionName& name);

} // namespace tir::ui
