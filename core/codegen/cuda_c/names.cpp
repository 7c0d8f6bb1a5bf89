#include "core/codegen/cuda_c/names.h"

#include <cctype>

namespace tir::cuda_c {
namespace {

/// Keywords of C++, and what CUDA and the prologue define under short names. The lone underscore is kept
/// free so that temporaries are told apart by their number from the first one on.
constexpr std::string_view Reserved[] = {
    "_",       "alignas",   "alignof",   "asm",       "atomic",   "auto",     "blockDim",  "blockIdx",
    "bool",    "break",     "case",      "catch",     "char",     "char2",    "char3",     "char4",
    "class",   "const",     "constexpr", "continue",  "decltype", "default",  "delete",    "do",
    "double",  "double2",   "double3",   "double4",   "else",     "enum",     "explicit",  "export",
    "extern",  "false",     "float",     "float2",    "float3",   "float4",   "for",       "friend",
    "goto",    "gridDim",   "half",      "half2",     "half4",    "if",       "inline",    "int",
    "int2",    "int3",      "int4",      "int64_t",   "int8_t",   "long",     "longlong2", "longlong4",
    "max",     "min",       "mutable",   "namespace", "new",      "noexcept", "nullptr",   "operator",
    "private", "protected", "public",    "register",  "return",   "short",    "short2",    "short4",
    "signed",  "sizeof",    "static",    "struct",    "switch",   "template", "this",      "threadIdx",
    "throw",   "true",      "try",       "typedef",   "typeid",   "typename", "uchar",     "uchar2",
    "uchar4",  "uint",      "uint2",     "uint3",     "uint4",    "uint64_t", "union",     "unsigned",
    "ushort",  "ushort2",   "ushort4",   "using",     "virtual",  "void",     "volatile",  "warpSize",
    "while",
};

} // namespace

std::string identifier(std::string_view hint)
{
    std::string name;
    for (const char character : hint) {
        const auto byte = static_cast<unsigned char>(character);
        name += byte < 128 && std::isalnum(byte) ? character : '_';
    }
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
        name.insert(0, 1, '_');
    return name;
}

Names::Names()
{
    for (const std::string_view word : Reserved)
        reserve(word);
}

std::string Names::fresh(std::string_view hint)
{
    const std::string base = identifier(hint);
    std::string name = base;
    while (!m_taken.insert(name).second)
        name = base + "_" + std::to_string(++m_next[base]);
    return name;
}

} // namespace tir::cuda_c
