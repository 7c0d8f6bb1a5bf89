/// One module as the window shows it: printed, with places, and every name tied to who it stands for. The text
/// knows which module it was printed from, so that nothing else has to remember it.

#pragma once

#include "core/ir/places.h"
#include "ui/common/code_text.h"
#include "ui/session/identities.h"

#include <map>
#include <memory>

namespace tir::ui {

struct ModuleText {
    PlaceTable places; ///< of the module that was printed
    CodeText code;
    std::vector<Span> placeSpans; ///< by place; empty for places that the text does not show

    /// The module that was printed: the identity of the text.
    const Module& module() const { return to<Module>(*places[0].node); }
    /// First place whose node is `identity`, or was made from it; NoPlace when there is none.
    Place firstPlaceOf(const Node* identity) const;
    /// Where to look for a place: its own span, else that of the nearest place around it that is shown.
    Span spanOf(Place place) const;
};

using ModuleTextPointer = std::shared_ptr<const ModuleText>;

/// Blocks while it prints: call it in a job.
ModuleTextPointer makeModuleText(const Module& module, const Identities& identities, bool asBareFunction);

/// The texts of the modules shown last, each under the module that it was printed from.
class ModuleTexts {
public:
    /// Null when it has to be printed. `module` may be null.
    ModuleTextPointer find(const Module* module) const;
    void add(ModuleTextPointer text);
    void clear() { m_texts.clear(); }

private:
    std::map<const Module*, ModuleTextPointer> m_texts;
};

} // namespace tir::ui
