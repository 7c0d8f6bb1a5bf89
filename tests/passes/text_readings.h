/// Other modules that a text of TVM may represent. Its printer omits information, which passes can carry to places
/// where it becomes visible.

#pragma once

#include "core/script/reading/parser.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace tir::testing {

/// One thing that texts leave out.
enum class TextLoss : uint8_t {
    Suffixes,   ///< `A_1` beside an `A` may have been called `A`: the printer numbers equal names
    Handles,    ///< a handle or data pointer may have the name of its buffer
    Alignments, ///< `A.view(16)` may be aligned otherwise than `A`
    SizeParams, ///< a parameter may be a size variable, which is not negative
};

/// A module that prints as the same text.
struct Reading {
    OwnedModule module;
    QString losses; ///< which things were filled in
};

/// All other readings of `text`, whose usual reading is `module`; those with fewer losses come first.
std::vector<Reading> otherReadings(const std::string& text, const OwnedModule& module);

/// The text with the wording of assertions taken out, which is TVM's own, without the remark about metadata
/// where nothing else has any, and without newlines at its end.
std::string withoutWording(const std::string& text);

} // namespace tir::testing
