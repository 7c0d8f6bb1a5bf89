/// The names that a text takes from its Python context: variables of an enclosing function, constants of the original
/// file. `ParseOptions::defines` can give them values, except those that only Python can evaluate (calls, attributes).

#pragma once

#include "core/script/syntax/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// The kind of an externally defined value, which its spelling determines.
enum class DefineKind : uint8_t {
    Integer, ///< `1024`, `0x40`, `16 * 4`
    Float,   ///< `0.5`
    Boolean, ///< `True`
    DType,   ///< `float16`
    Text,    ///< anything else, quoted or not
    Tuple,   ///< `(16, 16)`, `[1, 2]`
};
/// "integer", "data type" …
std::string_view toString(DefineKind kind);

struct FreeName {
    std::string name;
    std::vector<Span> uses; ///< in order of the text
    /// Kinds that fit every use, the likeliest first. Empty if no value can be given: `advice` gives the reason.
    std::vector<DefineKind> kinds;
    std::string advice; ///< what to write instead; empty if a value can be given
};

/// In the order of their first uses; without those that the text defines, the dialect's, and Python's own.
/// Works on broken texts, too. Whether a name is bound is decided as in Python: by whole functions.
std::vector<FreeName> freeNames(const SourceText& source);

/// The kind of `value` as a definition of a name, and whether it can be used as `kind`: an integer is also a float and
/// a boolean, a data type also a text.
DefineKind defineKind(std::string_view value);
bool fits(DefineKind kind, std::string_view value);

} // namespace tir
