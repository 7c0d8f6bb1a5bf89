#include "core/codegen/cuda_c/types.h"

namespace tir::cuda_c {
namespace {

constexpr const char* Fields[] = {"x", "y", "z", "w"};

std::string withCount(const char* name, int count)
{
    return count == 1 ? std::string(name) : name + std::to_string(count);
}

/// Two or more lanes of 16 bits in a 32-bit field each pair, of 32 bits in a 64-bit field each pair.
bool isPacked(DType type)
{
    return (type.bits == 16 || type.bits == 32) && (type.lanes == 6 || type.lanes == 8) && !type.isBool() &&
           !type.isHandle();
}

std::optional<std::string> narrowFloatSuffix(DType type)
{
    switch (type.code) {
    case TypeCode::Float8E4M3FN:
        return "e4m3";
    case TypeCode::Float8E5M2:
        return "e5m2";
    case TypeCode::Float8E8M0FNU:
        return "e8m0";
    case TypeCode::Float6E2M3FN:
        return "e2m3";
    case TypeCode::Float6E3M2FN:
        return "e3m2";
    case TypeCode::Float4E2M1FN:
        return "e2m1";
    default:
        return std::nullopt;
    }
}

std::optional<std::string> narrowFloatName(DType type)
{
    const std::optional<std::string> suffix = narrowFloatSuffix(type);
    if (!suffix)
        return std::nullopt;
    const std::string family = type.isFloat8() ? "fp8" : type.isFloat6() ? "fp6" : "fp4";
    if (type.lanes == 1)
        return "__nv_" + family + "_" + *suffix;
    if (type.lanes == 2 || type.lanes == 4)
        return "__nv_" + family + "x" + std::to_string(type.lanes) + "_" + *suffix;
    if (type.isFloat8() && (type.lanes == 8 || type.lanes == 16))
        return withCount("uint", type.lanes / 4);
    return std::nullopt;
}

std::optional<std::string> floatName(DType type)
{
    if (type.code == TypeCode::Float && type.bits == 64 && type.lanes <= 4)
        return withCount("double", type.lanes);
    if (type.code == TypeCode::Float && type.bits == 32) {
        if (type.lanes <= 4)
            return withCount("float", type.lanes);
        return isPacked(type) ? std::optional(withCount("ulonglong", type.lanes / 2)) : std::nullopt;
    }
    if (type.bits != 16)
        return std::nullopt;
    if (isPacked(type))
        return withCount("uint", type.lanes / 2);
    if (type.lanes == 1 || type.lanes == 2 || type.lanes == 4) {
        if (!type.isBFloat16())
            return withCount("half", type.lanes);
        return type.lanes == 1 ? "nv_bfloat16" : "nv_bfloat16" + std::to_string(type.lanes);
    }
    return std::nullopt;
}

std::optional<std::string> byteName(bool isSigned, int lanes)
{
    switch (lanes) {
    case 1:
        return isSigned ? "signed char" : "uchar";
    case 2:
    case 3:
        return withCount(isSigned ? "char" : "uchar", lanes);
    case 4:
        return isSigned ? "int" : "uint";
    case 8:
        return isSigned ? "int2" : "uint2";
    case 16:
        return isSigned ? "int4" : "uint4";
    default:
        return std::nullopt;
    }
}

/// 4-bit and 1-bit integers: as many as fit into a word.
std::optional<std::string> subByteName(DType type)
{
    const int bits = type.bits * type.lanes;
    switch (bits) {
    case 8:
        return "int8_t";
    case 16:
        return "int16_t";
    case 32:
        return "int";
    case 64:
        return "int2";
    case 128:
        return "int4";
    default:
        return type.lanes == 1 ? std::optional<std::string>("int") : std::nullopt;
    }
}

std::optional<std::string> integerName(DType type)
{
    const bool isSigned = type.isInt();
    if (type.bits < 8)
        return subByteName(type);
    if (type.bits == 8)
        return byteName(isSigned, type.lanes);
    if (isPacked(type)) {
        const char* field =
            type.bits == 16 ? (isSigned ? "int" : "uint") : (isSigned ? "longlong" : "ulonglong");
        return withCount(field, type.lanes / 2);
    }
    if (type.lanes > 4)
        return std::nullopt;
    switch (type.bits) {
    case 16:
        return withCount(isSigned ? "short" : "ushort", type.lanes);
    case 32:
        return withCount(isSigned ? "int" : "uint", type.lanes);
    case 64:
        if (type.lanes == 1)
            return isSigned ? "int64_t" : "uint64_t";
        return withCount(isSigned ? "longlong" : "ulonglong", type.lanes);
    default:
        return std::nullopt;
    }
}

/// Four lanes of 64 bits: the prologue defines them.
bool isWide(const std::string& name)
{
    return name == "double4" || name.ends_with("longlong4");
}

/// The vector of two lanes that a field of a packed vector is read as.
std::string pairName(DType type)
{
    return *typeName(type.withLanes(2));
}

} // namespace

std::optional<std::string> typeName(DType type)
{
    if (type.isVoid())
        return "void";
    if (type.lanes < 1)
        return std::nullopt;
    if (type.isHandle())
        return type.lanes == 1 ? std::optional<std::string>("void*") : std::nullopt;
    if (type.isBool()) {
        if (type.lanes == 1)
            return "bool";
        return type.lanes <= 4 ? std::optional(withCount("ushort", type.lanes)) : std::nullopt;
    }
    if (type.isSmallFloat())
        return narrowFloatName(type);
    return type.isIntegral() ? integerName(type) : floatName(type);
}

std::optional<std::string> storageName(DType type)
{
    return type.isBool() ? byteName(true, type.lanes) : typeName(type);
}

std::optional<std::string> makeFunction(DType type)
{
    if (type.lanes < 2 || type.isSmallFloat() || type.bits < 8)
        return std::nullopt;
    if (type.bits == 8 && !type.isBool() && type.lanes > 3)
        return std::nullopt;
    const std::optional<std::string> name = typeName(type);
    if (!name)
        return std::nullopt;
    if (type.isBFloat16() && type.lanes == 2)
        return "make_bfloat162";
    return (isWide(*name) ? "__make_" : "make_") + *name;
}

std::optional<std::string> packFunction(DType type)
{
    if (!isPacked(type))
        return std::nullopt;
    if (type.bits == 32)
        return "__pack_b32";
    if (type.isIntegral())
        return "__pack_b16";
    return type.isBFloat16() ? "__pack_nv_bfloat162" : "__pack_half2";
}

std::optional<std::string> laneOf(DType type, const std::string& vector, int lane)
{
    if (type.lanes == 1)
        return vector;
    if (type.bits < 8 || !typeName(type))
        return std::nullopt;
    if (isPacked(type))
        return "((" + pairName(type) + "*)(&(" + vector + "." + Fields[lane / 2] + ")))->" + Fields[lane % 2];
    if (type.isSmallFloat() || (type.bits == 8 && !type.isBool() && type.lanes > 3))
        return "(reinterpret_cast<" + *typeName(type.element()) + "*>(&" + vector + ")[" +
               std::to_string(lane) + "])";
    return vector + "." + Fields[lane];
}

Features featuresOf(DType type)
{
    Features features;
    if (type.code == TypeCode::Float && type.bits == 16) {
        features.insert(Feature::Half);
        if (type.lanes == 4)
            features.insert(Feature::Half4);
    }
    if (type.isBFloat16()) {
        features.insert(Feature::BFloat16);
        if (type.lanes == 4)
            features.insert(Feature::BFloat164);
    }
    if (type.isFloat8())
        features.insert(Feature::Float8);
    if (type.isFloat6())
        features.insert(Feature::Float6);
    if (type.isFloat4())
        features.insert(Feature::Float4);
    if (const auto name = typeName(type); name && (*name == "double4" || name->ends_with("longlong4")))
        features.insert(Feature::WideVectors);
    return features;
}

} // namespace tir::cuda_c
