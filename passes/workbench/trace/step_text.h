/// The text of one step, and diagnostics placed in it. Verifier and passes refer to places in a module; users read
/// lines and columns.

#pragma once

#include "core/script/printing/printer.h"
#include "passes/framework/recording.h"
#include "passes/workbench/program/open.h"

namespace tir {

/// A module as text, with the range of each of its places.
struct StepText {
    SourceText source;
    PlaceTable places;
    std::vector<Span> spans; ///< by place; empty where the text shows nothing

    /// Of the place, or of the innermost place around it that the text shows.
    std::optional<Span> spanOf(Place place) const;
    /// Of a node of this module, or of a node that was derived from it.
    std::optional<Span> spanOf(const Node* node) const;
    /// The same diagnostics with spans in `source`.
    Diagnostics placed(Diagnostics diagnostics) const;
};

/// The user's text.
StepText sourceText(const OpenedProgram& program);

/// A module in printed form. `name` is in front of its diagnostics.
StepText printedText(const Module& module, const std::string& name, const PrintOptions& options = {});

/// "two_kernels.py@3:MergeSharedMemoryAllocations".
std::string stepName(const std::string& program, size_t number, const std::string& pass);

} // namespace tir
