/// Texts of other times: spellings whose name alone changed are read and noted, those whose meaning changed
/// are refused with what to write. (tvmscript.md 14)

#pragma once

#include "core/script/reading/dialect.h"
#include "core/script/reading/reader_part.h"

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
    /// Today's name of a builtin whose name alone changed; a note says so.
    std::string_view currentSpelling(std::string_view path, Span span);
    /// Reports constructs whose meaning changed, with what to write. False: it is not one of them.
    bool refuseOldConstruct(std::string_view path, const Syntax& call, const Syntax* target);
    /// `tir.noalias` is `tirx.noalias` today.
    std::string_view currentKey(std::string_view key, Span span);

private:
    std::string_view m_text;
    bool m_isOld;
};

} // namespace tir::script
