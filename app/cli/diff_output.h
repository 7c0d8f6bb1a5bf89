/// The difference of two modules as the commands print it.

#pragma once

#include "app/cli/command_line.h"
#include "core/ir/module.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tir::cli {

struct DiffForm {
    bool json = false;
    bool lines = false; ///< a comparison of the texts instead of the programs
};
/// `--json`, `--lines`; without either, the structural diff as text.
void addDiffFormOptions(Command& command, DiffForm& form);

/// A module and how its side is headed: "step 3, SplitHostDevice".
struct DiffSide {
    const Module& module;
    std::string heading;
};

struct PrintedDiff {
    std::string text;
    bool isEmpty = false;
};

/// Both modules in printed form. As text: the headings, one line per change, then the lines that differ, in unified
/// form. `asBareFunctions`: a module of one function prints without its class.
PrintedDiff printDiff(const DiffSide& before, const DiffSide& after, const DiffForm& form,
                      bool asBareFunctions = false);

/// {before, after, added, removed, changed, moved, respelled, changes, renames}. The five numbers count lines.
/// A change has kind, function, statement, statements, before and after ({line, endLine} or null), and, where
/// they apply, source, parts ({before, after, index}), attributes, and parameters ({parameter, variable}). Renames
/// have kind (variable or buffer), before, after, and function.
nlohmann::ordered_json diffToJson(const DiffSide& before, const DiffSide& after,
                                  bool asBareFunctions = false);

} // namespace tir::cli
