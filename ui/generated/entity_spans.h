/// Where generated code names a variable, a buffer, or a function of the module.

#pragma once

#include "core/codegen/artifact.h"
#include "ui/session/module_text.h"

namespace tir::ui {

/// What was generated for the name of `identity`, at all places of the module or only at `place`; ascending. In C, these
/// are the names, and expressions such as `threadIdx.x` for a variable without one; in a language whose lines have places,
/// the lines of its uses. A definition that is not named in the code has nothing.
std::vector<Span> spansOfEntity(const Artifact& artifact, const ModuleText& text, const Node* identity,
                                Place place = NoPlace);

/// What was generated for a selection: for the statement or expression at `place`, else for the name that is there, else,
/// also without a place, for `identity` at all places.
std::vector<Span> spansOfSelection(const Artifact& artifact, const ModuleText& text, Place place,
                                   const Node* identity);

} // namespace tir::ui
