/// The metadata section of the text being read, and the objects that the text refers to.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class Names;

class MetadataSection : public ReaderPart {
public:
    MetadataSection(ReadContext& context, Names& names) : ReaderPart(context), m_names(names) {}

    /// `metadata = tvm.ir.load_json("""…""")`. One that does not read leaves its objects opaque.
    void read(const Statement& assignment);
    /// `metadata["type"][number]`: the object that the section defines, else an opaque object.
    Value object(std::string_view typeKey, int64_t number, Span span);

    /// Empty if there is none.
    std::string_view json() const { return m_json; }

private:
    std::string_view m_json;
    Dict m_objects; ///< type keys and lists of objects
    Names& m_names;
};

} // namespace tir::script
