#include "core/codegen/cuda_c/names.h"

#include <algorithm>
#include <iterator>

namespace tir::cuda_c {
namespace {

constexpr std::string_view Keywords[] = {
    "alignas",   "alignof",  "and",      "and_eq",    "asm",          "auto",          "bitand",
    "bitor",     "bool",     "break",    "case",      "catch",        "char",          "char16_t",
    "char32_t",  "class",    "compl",    "const",     "const_cast",   "constexpr",     "continue",
    "decltype",  "default",  "delete",   "do",        "double",       "dynamic_cast",  "else",
    "enum",      "explicit", "export",   "extern",    "false",        "float",         "for",
    "friend",    "goto",     "if",       "inline",    "int",          "long",          "mutable",
    "namespace", "new",      "noexcept", "not",       "not_eq",       "nullptr",       "operator",
    "or",        "or_eq",    "private",  "protected", "public",       "register",      "reinterpret_cast",
    "return",    "short",    "signed",   "sizeof",    "static",       "static_assert", "static_cast",
    "struct",    "switch",   "template", "this",      "thread_local", "throw",         "true",
    "try",       "typedef",  "typeid",   "typename",  "union",        "unsigned",      "using",
    "virtual",   "void",     "volatile", "wchar_t",   "while",        "xor",           "xor_eq",
};

/// What CUDA and the prologue define under short names. The lone underscore is kept free so that temporaries are
/// distinguished by their number from the first one on.
constexpr std::string_view Defined[] = {
    "_",        "atomic",    "blockDim", "blockIdx", "char2",     "char3",     "char4", "double2", "double3",
    "double4",  "float2",    "float3",   "float4",   "gridDim",   "half",      "half2", "half4",   "int2",
    "int3",     "int4",      "int64_t",  "int8_t",   "longlong2", "longlong4", "max",   "min",     "short2",
    "short4",   "threadIdx", "uchar",    "uchar2",   "uchar4",    "uint",      "uint2", "uint3",   "uint4",
    "uint64_t", "ushort",    "ushort2",  "ushort4",  "warpSize",
};

} // namespace

bool isKeyword(std::string_view name)
{
    return std::ranges::find(Keywords, name) != std::end(Keywords);
}

bool isQualifiedName(std::string_view name)
{
    for (size_t end = name.find("::"); end != name.npos; end = name.find("::")) {
        if (!isQualifiedName(name.substr(0, end)))
            return false;
        name.remove_prefix(end + 2);
    }
    return c_like::isIdentifier(name) && !isKeyword(name);
}

c_like::Names unusedNames()
{
    return c_like::Names({Keywords, Defined});
}

} // namespace tir::cuda_c
