/// A place of a module by its text, to find it in the module of another run.

#pragma once

#include "ui/session/module_text.h"

namespace tir::ui {

struct PlaceName {
    std::string function;
    NodeKind kind = NodeKind::Module;
    std::string text;  ///< its first line; empty: there is no such place
    size_t number = 0; ///< of those in the function that are alike, from 0
    bool isEmpty() const { return text.empty(); }
    bool operator==(const PlaceName&) const = default;
};

/// Empty if the text does not show the place.
PlaceName placeName(const ModuleText& text, Place place);
/// NoPlace if the text has no such place.
Place findPlace(const ModuleText& text, const PlaceName& name);

} // namespace tir::ui
