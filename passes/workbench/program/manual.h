/// The texts of the manual (resources/manual) and the cards of the passes (resources/passes), compiled into the
/// programs, so that they are there wherever the programs are.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tir {

struct ManualPage {
    std::string_view name;  ///< "first-steps"; of a card: the name of the pass, "SplitHostDevice"
    std::string_view title; ///< its heading
    std::string_view text;  ///< Markdown, with the heading
};

/// In reading order; the first one lists the others.
std::span<const ManualPage> manualPages();

/// One card for every pass that is built, sorted by file name.
std::span<const ManualPage> passCards();

/// The page or card of that name, ignoring case; null if there is none.
const ManualPage* findManualPage(std::string_view name);

/// The explanation of a scope, an attribute, or an operation ("tvm_storage_sync", with or without `T.`) from the
/// glossary; empty if the glossary does not contain it.
std::string glossaryEntry(std::string_view word);

} // namespace tir
