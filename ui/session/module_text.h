/// One module for the window: printed, with places, and with the entity of every name. The text stores the module it
/// was printed from.

#pragma once

#include "core/analysis/scopes.h"
#include "core/ir/places.h"
#include "passes/workbench/program/open.h"
#include "ui/common/code_text.h"
#include "ui/session/identities.h"

#include <map>
#include <memory>
#include <mutex>

namespace tir::ui {

/// The texts of a run that was read, by the module that each was parsed to, or that represents it if it was not parsed.
using ImportedTexts = std::map<const Module*, std::shared_ptr<const OpenedProgram>>;

struct ModuleText {
    /// Whether the text was read as the module. If not, its tokens have only colors, and it shows no places.
    bool isRead = true;
    PlaceTable places; ///< of the module that was printed
    CodeText code;
    std::vector<Span> placeSpans; ///< by place; empty for places that the text does not show
    /// Of a text that is not our print: the line of our print for each line, -1 if there is none. Histories of lines
    /// count in our prints.
    std::vector<int> printedLines;
    CodeHints hints; ///< ascending
    CodeFolds folds; ///< ascending

    /// The module that was printed: the identity of the text.
    const Module& module() const { return to<Module>(*places[0].node); }
    /// First place whose node is `identity`, or was derived from it; NoPlace if there is none.
    Place firstPlaceOf(const Node* identity) const;
    /// The span of a place, or else of the nearest enclosing place that has one.
    Span spanOf(Place place) const;
    /// The line of our print with the beginning of line `line`, and back; -1 if there is none.
    int printedLine(int line) const;
    int lineOfPrinted(int printed) const;
    /// The name of the function that is printed at a byte or begins before it; the first one in front of all.
    std::string functionAt(uint32_t offset) const;
    /// Of the module; computed on first use.
    const Scopes& scopes() const;

private:
    mutable std::once_flag m_areScopesRead;
    mutable std::unique_ptr<const Scopes> m_scopes;
};

using ModuleTextPointer = std::shared_ptr<const ModuleText>;

/// Blocks while it prints: call it in a job. If `imported` has the text of the module, it is shown byte for byte.
ModuleTextPointer makeModuleText(const Module& module, const Identities& identities, bool asBareFunction,
                                 const ImportedTexts& imported = {});

/// The texts of the last modules shown: at most eight, fewer if they are large.
class ModuleTexts {
public:
    /// Null when it has to be printed. `module` may be null.
    ModuleTextPointer find(const Module* module) const;
    void add(const ModuleTextPointer& text);
    void clear() { m_texts.clear(); }

private:
    std::vector<ModuleTextPointer> m_texts; ///< the most recent one is first
};

} // namespace tir::ui
