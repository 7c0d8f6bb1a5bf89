/// One module as the window shows it: printed, with places, and every name tied to who it stands for.

#pragma once

#include "core/ir/places.h"
#include "ui/common/code_text.h"
#include "ui/session/identities.h"

#include <memory>

namespace tir::ui {

struct ModuleText {
    PlaceTable places;
    CodeText code;
    std::vector<Span> placeSpans; ///< by place; empty for places that the text does not show

    /// First place whose node is `identity`, or was made from it; NoPlace when there is none.
    Place firstPlaceOf(const Node* identity) const;
    /// Where to look for a place: its own span, else that of the nearest place around it that is shown.
    Span spanOf(Place place) const;
};

using ModuleTextPointer = std::shared_ptr<const ModuleText>;

/// Blocks while it prints: call it in a job.
ModuleTextPointer makeModuleText(const Module& module, const Identities& identities, bool asBareFunction);

} // namespace tir::ui
