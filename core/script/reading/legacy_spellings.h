/// Spellings of other versions of TVM: renamed constructs are read with a note, those whose meaning changed are
/// rejected with the current spelling.

#pragma once

#include "core/script/reading/reader_part.h"
#include "core/script/syntax/dialect.h"

#include <span>
#include <string_view>
#include <vector>

namespace tir::script {

class LegacySpellings : public ReaderPart {
public:
    LegacySpellings(ReadContext& context, std::string_view text, const Dialect& dialect)
        : ReaderPart(context),
          m_text(text),
          m_isOld(dialect.age == DialectVersion::BeforeRename)
    {}

    /// The text is from before `tir` was renamed to `tirx`.
    bool isOld() const { return m_isOld; }
    /// The current name of a builtin that was only renamed; adds a note.
    std::string_view currentSpelling(std::string_view path, Span span);
    /// Reports constructs whose meaning changed, with the current spelling. False if the path is not one of them, or if its
    /// meaning in an old text can be expressed today.
    bool refuseOldConstruct(std::string_view path, const Syntax& call, const Syntax* target);
    /// Whether a call is one of TileLang's operations, whose name means something else today; adds a note.
    bool isOfTileLang(std::string_view path, std::span<const Value> args, Span span);
    /// The current name of an operation of an old text; adds a note if it is another one.
    std::string_view currentOperation(std::string_view path, Span span);
    /// `tir.noalias` is `tirx.noalias` today: the keys of attributes, and texts in their values.
    void useCurrentKeys(std::vector<DictEntry>& entries, Span span);

private:
    AttrValue current(const AttrValue& value, Span span);

    std::string_view m_text;
    bool m_isOld;
};

} // namespace tir::script
