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

/// Short names that CUDA and the prologue define. The lone underscore is reserved so that temporaries have a number
/// from the first one on.
constexpr std::string_view Defined[] = {
    "_",        "atomic",    "blockDim", "blockIdx", "char2",     "char3",     "char4", "double2", "double3",
    "double4",  "float2",    "float3",   "float4",   "gridDim",   "half",      "half2", "half4",   "int2",
    "int3",     "int4",      "int64_t",  "int8_t",   "longlong2", "longlong4", "max",   "min",     "short2",
    "short4",   "threadIdx", "uchar",    "uchar2",   "uchar4",    "uint",      "uint2", "uint3",   "uint4",
    "uint64_t", "ushort",    "ushort2",  "ushort4",  "warpSize",
};

/// Functions of CUDA's headers that generated code calls; those of float32 have the suffix f.
constexpr std::string_view CalledFunctions[] = {
    "abs",   "acos",  "acosh",  "asin",      "asinh",     "atan",      "atan2",   "atanh", "ceil", "copysign",
    "cos",   "cosh",  "erf",    "exp",       "exp10",     "exp2",      "fabs",    "floor", "fma",  "fmod",
    "hypot", "isinf", "isnan",  "isfinite",  "ldexp",     "log",       "log10",   "log1p", "log2", "max",
    "min",   "pow",   "printf", "nearbyint", "nextafter", "rint",      "round",   "rsqrt", "sin",  "sinh",
    "sqrt",  "tan",   "tanh",   "trunc",     "atomicAdd", "atomicCAS", "clock64",
};

/// Other functions and types of CUDA's headers.
constexpr std::string_view OtherFunctions[] = {
    "NULL",
    "cbrt",
    "cospi",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "dim3",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "expm1",
    "fdim",
    "fdivide",
    "fmax",
    "fmin",
    "frexp",
    "ilogb",
    "j0",
    "j1",
    "jn",
    "labs",
    "lgamma",
    "llabs",
    "llmax",
    "llmin",
    "llrint",
    "llround",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nan",
    "norm",
    "norm3d",
    "norm4d",
    "normcdf",
    "normcdfinv",
    "nvcuda",
    "rcbrt",
    "remainder",
    "remquo",
    "rhypot",
    "rnorm",
    "rnorm3d",
    "rnorm4d",
    "scalbln",
    "scalbn",
    "signbit",
    "sincos",
    "sincospi",
    "sinpi",
    "size_t",
    "std",
    "tgamma",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
    "y0",
    "y1",
    "yn",
    "clock",
    "assert",
    "malloc",
    "free",
    "memcpy",
    "memset",
    "int16_t",
    "int32_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "hpow",
    "htan",
    "hatan",
    "herf",
    "CUtensorMap",
};

/// Beginnings of names that CUDA's headers and the prologue keep for themselves.
constexpr std::string_view Prefixes[] = {"CUDART_", "__", "atomic", "make_", "nv_", "ptx_", "tvm_builtin_"};

bool isOneOf(std::span<const std::string_view> words, std::string_view name)
{
    return std::ranges::find(words, name) != words.end();
}

} // namespace

bool isDefinedByCuda(std::string_view name)
{
    const auto isFunction = [](std::string_view word) {
        return isOneOf(CalledFunctions, word) || isOneOf(OtherFunctions, word);
    };
    return isOneOf(Defined, name) || isFunction(name) ||
           (name.ends_with('f') && isFunction(name.substr(0, name.size() - 1))) ||
           std::ranges::any_of(Prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

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
    c_like::Names names({Keywords, Defined, CalledFunctions});
    for (const std::string_view function : CalledFunctions)
        names.reserve(std::string(function) + "f");
    return names;
}

} // namespace tir::cuda_c
