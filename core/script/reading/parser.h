/// Reads TVMScript: everything TVM prints, and the sugar people write.

#pragma once

#include "core/ir/places.h"
#include "core/script/reading/text_spans.h"
#include "core/script/syntax/dialect.h"
#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/source.h"
#include "core/support/result.h"

#include <map>
#include <string>

namespace tir {

struct ParseOptions {
    /// Values for names that the text takes from its Python surroundings: integers, dtypes, strings.
    std::map<std::string, std::string> defines;
    ReadingWatch watch = {};
};

/// A text as it was read.
struct ParsedModule {
    OwnedModule module;
    /// Source span per place of the module; empty if the text does not show the place.
    TextSpans spans;
    /// A bare `@T.prim_func` instead of a module: wrapped into a module, printed bare again.
    bool isBareFunction = false;
    Dialect dialect;
    std::string metadata; ///< JSON of the metadata section; may be empty
    Diagnostics remarks;  ///< notes and warnings about readable but unusual text
};

/// All errors of the text, not only the first; "cancelled" when the watch returned false.
Result<ParsedModule> parseModule(const SourceText& source, const ParseOptions& options = {});

} // namespace tir
