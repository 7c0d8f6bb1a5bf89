#include "core/codegen/c_host/file_writer.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace tir::c_host {
namespace {

/// C's keywords, and names that the prologue and expressions declare.
constexpr std::string_view Keywords[] = {
    "DLDataType", "DLDevice",   "DLTensor",  "INFINITY",       "NAN",           "NULL",     "TVMFFIAny",
    "TVM_DLL",    "_Alignas",   "_Alignof",  "_Atomic",        "_Bool",         "_Complex", "_Float16",
    "_Generic",   "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "asm",      "auto",
    "bool",       "break",      "case",      "char",           "const",         "continue", "default",
    "do",         "double",     "else",      "enum",           "extern",        "false",    "float",
    "for",        "goto",       "if",        "inline",         "int",           "int16_t",  "int32_t",
    "int64_t",    "int8_t",     "linux",     "long",           "ptrdiff_t",     "register", "restrict",
    "return",     "short",      "signed",    "size_t",         "sizeof",        "static",   "struct",
    "switch",     "true",       "typedef",   "typeof",         "uint16_t",      "uint32_t", "uint64_t",
    "uint8_t",    "uintptr_t",  "union",     "unix",           "unsigned",      "void",     "volatile",
    "while",
};

/// The functions of math.h that generated code calls.
constexpr std::string_view MathFunctions[] = {
    "acos",       "acosf",  "acosh",    "acoshf", "asin",   "asinf",  "asinh",     "asinhf",     "atan",
    "atan2",      "atan2f", "atanf",    "atanh",  "atanhf", "ceil",   "ceilf",     "copysign",   "copysignf",
    "cos",        "cosf",   "cosh",     "coshf",  "erf",    "erff",   "exp",       "exp2",       "exp2f",
    "expf",       "fabs",   "fabsf",    "floor",  "floorf", "fma",    "fmaf",      "fmod",       "fmodf",
    "hypot",      "hypotf", "isfinite", "isinf",  "isnan",  "ldexp",  "ldexpf",    "log",        "log10",
    "log10f",     "log1p",  "log1pf",   "log2",   "log2f",  "logf",   "nearbyint", "nearbyintf", "nextafter",
    "nextafterf", "pow",    "powf",     "sin",    "sinf",   "sinh",   "sinhf",     "sqrt",       "sqrtf",
    "tan",        "tanf",   "tanh",     "tanhf",  "trunc",  "truncf",
};

/// The runtime's functions, in its C interface.
struct RuntimeFunction {
    std::string_view name;
    std::string_view declaration;
};
constexpr RuntimeFunction RuntimeFunctions[] = {
    {"TVMBackendAllocWorkspace",
     "void* TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes, "
     "int dtype_code_hint, int dtype_bits_hint);"},
    {"TVMBackendFreeWorkspace", "int TVMBackendFreeWorkspace(int device_type, int device_id, void* ptr);"},
    {"TVMBackendGetFuncFromEnv",
     "int TVMBackendGetFuncFromEnv(void* library_ctx, const char* name, void** out);"},
    {"TVMFFIErrorSetRaisedFromCStrParts",
     "void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t num_parts);"},
    {"TVMFFIFunctionCall",
     "int TVMFFIFunctionCall(void* func, TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);"},
};

constexpr std::string_view Head = R"(#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef TVM_DLL
#define TVM_DLL __attribute__((visibility("default")))
#endif

/* Arguments and tensors, in the layout of TVM's FFI and of DLPack. */
typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    double v_float64;
    void* v_ptr;
    const char* v_c_str;
  };
} TVMFFIAny;
typedef struct {
  int32_t device_type;
  int32_t device_id;
} DLDevice;
typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;
typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
} DLTensor;
)";

/// Names that generated code must not take.
c_like::Names unusedNames()
{
    c_like::Names names({Keywords, MathFunctions});
    for (const RuntimeFunction& function : RuntimeFunctions)
        names.reserve(function.name);
    return names;
}

} // namespace

bool isUsableName(std::string_view name)
{
    return isIdentifier(name) && std::ranges::find(Keywords, name) == std::end(Keywords);
}

std::string typeName(DType dtype)
{
    if (dtype.isVoid())
        return "void";
    if (dtype.isHandle())
        return "void*";
    if (dtype.isBool())
        return "bool";
    const bool isWhole = dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    if (dtype.isIntegral() && isWhole)
        return (dtype.isInt() ? "int" : "uint") + std::to_string(int(dtype.bits)) + "_t";
    if (dtype.code != TypeCode::Float)
        return {};
    return dtype.bits == 64 ? "double" : dtype.bits == 32 ? "float" : dtype.bits == 16 ? "_Float16" : "";
}

std::string stringLiteral(std::string_view text)
{
    std::string literal = "\"";
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            literal += '\\';
            literal += character;
        } else if (character == '\n') {
            literal += "\\n";
        } else if (byte < 0x20 || byte >= 0x7f || character == '?') { // two question marks start a trigraph
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\%03o", byte);
            literal += escape;
        } else {
            literal += character;
        }
    }
    return literal + "\"";
}

FileWriter::FileWriter(const Module& module) : m_module(module), m_places(module), m_names(unusedNames())
{
    // Exported symbols keep their names; other names are changed if they clash.
    for (const ModuleEntry& entry : module.functions)
        if (isExposed(*entry.function)) {
            const std::string symbol(globalSymbol(*entry.function));
            if (!isUsableName(symbol) || std::ranges::find(MathFunctions, symbol) != std::end(MathFunctions))
                refuse(m_places.placeOfFunction(entry.function),
                       "a function cannot be called " + quoted(symbol) + " in C");
            m_functionNames[entry.function] = symbol;
            m_names.reserve(m_functionNames[entry.function]);
        }
    m_names.reserve("__tvm_ffi_main");
    m_names.reserve("__tvm_ffi__library_ctx");
}

const std::string& FileWriter::functionName(const ModuleEntry& entry)
{
    const auto [found, isNew] = m_functionNames.try_emplace(entry.function);
    if (isNew)
        found->second = m_names.fresh(entry.var->name);
    return found->second;
}

const std::string& FileWriter::packedHandle(std::string_view function)
{
    useRuntime("TVMBackendGetFuncFromEnv");
    useRuntime("TVMFFIFunctionCall");
    const auto [found, isNew] = m_packed.try_emplace(std::string(function));
    if (isNew)
        found->second = m_names.fresh(std::string(function) + "_packed");
    return found->second;
}

bool FileWriter::declareExtern(const std::string& name, const std::string& declaration)
{
    m_names.reserve(name);
    return m_externs.try_emplace(name, declaration).first->second == declaration;
}

std::string FileWriter::head() const
{
    std::string text(Head);
    text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    for (const RuntimeFunction& function : RuntimeFunctions)
        if (m_runtime.contains(function.name))
            text += std::string(function.declaration) + "\n";
    for (const auto& [name, declaration] : m_externs)
        text += declaration + "\n";
    text += "\nTVM_DLL void* __tvm_ffi__library_ctx = NULL;\n";
    for (const auto& [function, handle] : m_packed)
        text += "static void* " + handle + " = NULL;\n";
    for (const auto& [name, helper] : m_helpers)
        text += "\n" + helper;
    return text + "\n";
}

} // namespace tir::c_host
