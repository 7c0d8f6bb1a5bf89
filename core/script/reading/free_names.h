/// The names that a text takes from its Python surroundings: variables of an enclosing function, constants of
/// the file it was cut from. They are what `ParseOptions::defines` can give a value; what only Python can
/// make of them (calls, attributes) is distinguished. (tvmscript.md 13)

#pragma once

#include "core/script/syntax/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// What a value given from outside is: how it is spelled decides.
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
    /// What fits every use, the likeliest first. Empty when no value can be given: `advice` says why.
    std::vector<DefineKind> kinds;
    std::string advice; ///< what to write instead; empty when a value can be given
};

/// In the order of their first uses; without those that the text defines, the dialect's, and Python's own.
/// Works on broken texts, too. Whether a name is bound is decided as in Python: by whole functions.
std::vector<FreeName> freeNames(const SourceText& source);

/// What `value` is as a definition of a name, and whether it can stand for one of `kind`: an integer is also
/// a float and a boolean, a data type also a text.
DefineKind defineKind(std::string_view value);
bool fits(DefineKind kind, std::string_view value);

} // namespace tir
