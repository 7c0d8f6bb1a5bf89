/// Opening a program: from a file, from stdin, or from a text that was pasted.

#pragma once

#include "core/script/reading/free_names.h"
#include "core/script/reading/parser.h"

#include <optional>

namespace tir {

/// Code of a warning that a text or its `save_json` was not used.
inline constexpr std::string_view SavedJsonCode = "saved-json";

/// A program that was opened, or the diagnostics that prevented it. The text stays, so that errors can be shown in it.
struct OpenedProgram {
    SourceText source;
    std::optional<ParsedModule> parsed; ///< nothing when there are errors
    Diagnostics diagnostics;            ///< errors, or the remarks of a text that was read
    /// The names that the text takes from its Python context, with or without a given value.
    std::vector<FreeName> freeNames = {};
    Dialect dialect = {};
    /// The module is that of the `save_json` of the text (openText() with one), which has more than a text shows.
    bool isFromJson = false;

    bool isOpen() const { return parsed.has_value(); }
    /// Whether the text shows the module: not if it cannot be read, and the module is from its `save_json`.
    bool isTextRead() const { return isOpen() && !parsed->spans.empty(); }
    const Module& module() const { return *parsed->module.module; }
    /// Everything in `diagnostics`, with source lines and carets.
    std::string rendered() const { return render(diagnostics, source); }
};

/// A module, a bare function, or a module in TVM's JSON, whose source is then its print; "-" reads stdin.
/// Line ends and the byte order mark are normalized.
OpenedProgram openFile(const std::string& path, const ParseOptions& options = {});

/// The same for a text; `name` is in front of its diagnostics.
OpenedProgram openText(const std::string& name, std::string bytes, const ParseOptions& options = {});
/// The same; the program shares the text if decoding does not change it.
OpenedProgram openText(const SourceText& source, const ParseOptions& options = {});
/// A text with the `save_json` of its module, which is used if the text shows its places, or cannot be read. If the JSON
/// or the text is not used, a warning with SavedJsonCode has the reason.
OpenedProgram openText(const SourceText& source, std::string_view savedJson,
                       const ParseOptions& options = {});

/// Adds `NAME=VALUE` to the definitions.
Result<bool> addDefine(ParseOptions& options, const std::string& assignment);

} // namespace tir
