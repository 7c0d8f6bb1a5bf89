/// The arguments that all calls that make buffers share.

#pragma once

#include "core/script/reading/reader_part.h"

#include <array>
#include <vector>

namespace tir::script {

class CallSite;
class Conversions;

struct BufferFields {
    std::vector<const Expr*> shape;
    DType dtype = Float32;
    const Var* data = nullptr;
    std::vector<const Expr*> strides;
    const Expr* elemOffset = nullptr;
    std::string_view scope = "global";
    int64_t align = 0;
    int64_t offsetFactor = 0;
    bool isAutoBroadcast = false;
    std::vector<int64_t> axisSeparators;
    bool hasDefaultLayout = true;
    const Layout* layout = nullptr;
    std::vector<const Expr*> allocatedAddr;

    /// The type of indices and offsets.
    DType indexType() const { return shape.empty() ? Int64 : shape[0]->dtype; }
};

/// Reads the fields of one call, of which `firstPosition` arguments are something else.
class BufferFieldReader : public ReaderPart {
public:
    BufferFieldReader(ReadContext& context, Conversions& values, CallSite& site, size_t firstPosition);

    /// False after the first error.
    bool read(BufferFields& fields);

private:
    /// In the order of the arguments.
    enum Argument : size_t {
        Shape,
        ElementType,
        Data,
        Strides,
        ElemOffset,
        ByteOffset,
        Scope,
        Align,
        OffsetFactor,
        Type,
        AxisSeparators,
        LayoutOf,
        AllocatedAddr,
        ArgumentCount
    };
    struct Given {
        const Value* value = nullptr; ///< null if it is left out, or None where that means the same
        Span span = {};
    };

    bool readShape(BufferFields& fields);
    bool readData(BufferFields& fields);
    bool readStrides(BufferFields& fields);
    bool readOffset(BufferFields& fields);
    bool readType(BufferFields& fields);
    bool readSeparators(BufferFields& fields);
    bool readLayout(BufferFields& fields);
    bool readAddress(BufferFields& fields);
    bool readText(Argument argument, std::string_view what, std::string_view& text);
    bool readInt(Argument argument, std::string_view what, int64_t& number);

    Conversions& m_values;
    std::array<Given, ArgumentCount> m_given;
};

} // namespace tir::script
