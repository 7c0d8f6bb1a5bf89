/// The names in scope as the syntax uses them: targets of assignments, and paths of the dialect.

#pragma once

#include "core/script/reading/name_table.h"
#include "core/script/reading/reader_part.h"

#include <optional>

namespace tir::script {

class Names : public ReaderPart, public NameTable {
public:
    explicit Names(ReadContext& context) : ReaderPart(context) {}

    using NameTable::define;
    /// Names in a tuple are defined in error.
    void define(const Syntax& target, const Value& value);
    /// "axis.remap" when the syntax is `T.axis.remap`; nothing for anything else.
    std::optional<std::string_view> builtinPath(const Syntax& syntax) const;
    /// Adds to the error that was reported last, if it was, where the buffer was declared.
    void noteDeclaration(const Buffer* buffer);
};

} // namespace tir::script
