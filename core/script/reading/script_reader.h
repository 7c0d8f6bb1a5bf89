/// Evaluates the syntax tree of a text into IR, as TVM's parser does by running it: Python numbers stay
/// Python numbers until they meet an expression, operators match types and fold, and calls of the dialect
/// create nodes or change the block, function or module that is open.
///
/// Owns the parts of the reader and their shared state; each part has references to the parts that it uses.

#pragma once

#include "core/script/reading/parser.h"
#include "core/script/syntax/syntax.h"

#include <memory>

namespace tir::script {

class ReadProgress;
class SyntaxReader;

class ScriptReader {
public:
    /// `syntax` and `dialect` must outlive the reader. `progress` may be null.
    ScriptReader(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
                 Diagnostics& diagnostics, ReadProgress* progress);
    ScriptReader(const ScriptReader&) = delete;
    ScriptReader& operator=(const ScriptReader&) = delete;
    ~ScriptReader();

    /// Null after errors.
    const Module* module(Suite file, const ParseOptions& options, bool& isBareFunction);
    /// By place of the module; may be called once, if there was no error.
    std::vector<Span> takeSpans();
    Diagnostics& remarks();
    /// JSON of the metadata section; may be empty.
    std::string_view metadata() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace tir::script
