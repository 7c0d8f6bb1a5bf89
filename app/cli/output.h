/// Where results and remarks of the commands go. A result is complete before the first byte of it is written.

#pragma once

#include "app/cli/command.h"
#include "core/script/syntax/dialect.h"
#include "core/script/syntax/source.h"
#include "passes/workbench/trace/step_text.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tir::cli {

/// To the file, or to stdout when `path` is empty or "-". Ends the text with one line end.
ExitCode writeResult(const std::string& path, std::string text);

/// The same for bytes, as they are.
ExitCode writeBytes(const std::string& path, const std::string& bytes);

/// "warning".
const char* toString(Severity severity);

/// On stderr, with source lines and carets.
void report(const Diagnostics& diagnostics, const SourceText& source);
/// On stderr, without a source.
void report(const Diagnostics& diagnostics);

/// [{severity, code, message, line, column, endLine, endColumn, notes}]; a note has message and the same
/// four numbers. Lines and columns count from 1, the end is exclusive; null where no place is known.
nlohmann::ordered_json toJson(const Diagnostics& diagnostics, const SourceText& source);

/// Adds line, column, endLine, endColumn, as in the diagnostics; null without a span.
void addSpan(nlohmann::ordered_json& json, const std::optional<Span>& span, const SourceText& source);
/// {line, column, endLine, endColumn}, as in the diagnostics.
nlohmann::ordered_json toJson(Span span, const SourceText& source);

/// The line of a place, from 1; null if it is unknown.
nlohmann::ordered_json lineOf(const StepText& text, Place place);

/// {label, age, prefix, module, hasBlocks, hasTilePrograms, hasRelax, signs}: age is today, before-rename, mixed or
/// unknown; prefix and module are null if the text does not name them; a sign has its text and the four numbers.
nlohmann::ordered_json toJson(const Dialect& dialect, const SourceText& source);

/// Indented as the commands print it.
std::string printed(const nlohmann::ordered_json& json);

} // namespace tir::cli
