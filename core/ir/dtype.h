/// Data types: code, bits and lanes as in DLPack.

#pragma once

#include "core/support/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tir {

/// DLPack's numbers, which traces, JSON and the packed calling convention use.
enum class TypeCode : uint8_t {
    Int = 0,
    UInt = 1,
    Float = 2,
    Handle = 3,
    BFloat = 4,
    Bool = 6,
    Float8E3M4 = 7,
    Float8E4M3 = 8,
    Float8E4M3B11FNUZ = 9,
    Float8E4M3FN = 10,
    Float8E4M3FNUZ = 11,
    Float8E5M2 = 12,
    Float8E5M2FNUZ = 13,
    Float8E8M0FNU = 14,
    Float6E2M3FN = 15,
    Float6E3M2FN = 16,
    Float4E2M1FN = 17,
};

/// A scalar or vector type. Lanes below zero mean vscale times their magnitude.
struct DType {
    TypeCode code = TypeCode::Int;
    uint8_t bits = 32;
    int16_t lanes = 1;

    bool operator==(const DType&) const = default;

    bool isInt() const { return code == TypeCode::Int; }
    bool isUInt() const { return code == TypeCode::UInt; }
    bool isIntegral() const { return isInt() || isUInt() || isBool(); }
    bool isBool() const { return code == TypeCode::Bool; }
    bool isHandle() const { return code == TypeCode::Handle && bits != 0; }
    bool isVoid() const { return code == TypeCode::Handle && bits == 0; }
    bool isBFloat16() const { return code == TypeCode::BFloat; }
    bool isFloat8() const { return code >= TypeCode::Float8E3M4 && code <= TypeCode::Float8E8M0FNU; }
    bool isFloat6() const { return code == TypeCode::Float6E2M3FN || code == TypeCode::Float6E3M2FN; }
    bool isFloat4() const { return code == TypeCode::Float4E2M1FN; }
    /// Of eight bits or fewer.
    bool isSmallFloat() const { return isFloat8() || isFloat6() || isFloat4(); }
    /// Any floating type, IEEE or not.
    bool isAnyFloat() const { return code == TypeCode::Float || isBFloat16() || isSmallFloat(); }
    bool isScalar() const { return lanes == 1; }
    bool isScalable() const { return lanes < 0; }

    /// Bytes of one lane, as TVM's `bytes()`: the lanes do not count.
    int bytes() const { return (bits + 7) / 8; }
    /// Bytes of the whole vector; precondition: not scalable.
    int vectorBytes() const { return (bits * lanes + 7) / 8; }

    static constexpr int MaxLanes = INT16_MAX;

    /// Precondition: at most MaxLanes in magnitude.
    DType withLanes(int newLanes) const
    {
        TIR_CHECK(newLanes >= -MaxLanes && newLanes <= MaxLanes) << "a vector of " << newLanes << " lanes";
        return {code, bits, int16_t(newLanes)};
    }
    DType element() const { return {code, bits, 1}; }
};

inline constexpr DType Int32{TypeCode::Int, 32, 1};
inline constexpr DType Int64{TypeCode::Int, 64, 1};
inline constexpr DType Int8{TypeCode::Int, 8, 1};
inline constexpr DType UInt8{TypeCode::UInt, 8, 1};
inline constexpr DType UInt32{TypeCode::UInt, 32, 1};
inline constexpr DType UInt64{TypeCode::UInt, 64, 1};
inline constexpr DType Float16{TypeCode::Float, 16, 1};
inline constexpr DType Float32{TypeCode::Float, 32, 1};
inline constexpr DType Float64{TypeCode::Float, 64, 1};
inline constexpr DType Bool{TypeCode::Bool, 8, 1};
inline constexpr DType Handle{TypeCode::Handle, 64, 1};
inline constexpr DType Void{TypeCode::Handle, 0, 0};

/// TVM's spelling: `float32`, `int8x4`, `float16xvscalex4`, `handle`, `void`.
std::string toString(DType type);

/// Reads TVM's spelling; the empty text is void. Nothing for anything else, such as widths that no type has.
std::optional<DType> dtypeFromString(std::string_view text);
/// Whether the text has the form of a type, whether or not there is one of that width: `float33`, `int8x0`.
bool looksLikeDType(std::string_view text);

/// Families of floating types that many targets can store but not compute with.
enum class LowPrecision : uint8_t { BFloat16, Float8 };
bool isLowPrecision(LowPrecision family, DType type);
std::string_view toString(LowPrecision family); ///< "bfloat16", "float8"

} // namespace tir
