/// The names under which a text knows TVM's dialects: those that TVM predefines, and those that the header
/// comments and imports of the text give.

#pragma once

#include "core/script/syntax/syntax.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tir::script {

enum class DialectKind : uint8_t {
    Tir,   ///< `T`, `Tx`: functions, statements, expressions
    Infra, ///< `I`, `R`, `tvm`: modules, and functions that are kept as text
};

struct DialectName {
    std::string_view alias;  ///< "T"
    std::string_view module; ///< the last part of the module name: "tirx", "tir"; empty when predefined
    DialectKind kind;
    Span span; ///< of the line that gives it; empty when predefined
};

/// The predefined names, then those of the comments `# from tvm.script import tirx as X` above the first
/// line of the program.
std::vector<DialectName> dialectNames(std::string_view text);

/// The dialect that is imported; nothing if it is not one of TVM's dialects.
std::optional<DialectKind> dialectKind(const SyntaxImport& import);
/// "tirx" for `from tvm.script import tirx as T`.
std::string_view importedModule(const SyntaxImport& import);

} // namespace tir::script
