#include "core/codegen/cuda_c/function/matrix_product.h"

#include <cstdio>

namespace tir::cuda_c {
namespace {

constexpr OperandType OperandTypes[] = {
    {"fp16", "f16", 16},      {"float16", "f16", 16},       {"bf16", "bf16", 16},
    {"bfloat16", "bf16", 16}, {"tf32", "tf32", 32},         {"fp32", "f32", 32},
    {"float32", "f32", 32},   {"fp64", "f64", 64},          {"float64", "f64", 64},
    {"int8", "s8", 8},        {"uint8", "u8", 8},           {"int4", "s4", 4},
    {"uint4", "u4", 4},       {"int32", "s32", 32},         {"e4m3", "e4m3", 8},
    {"e5m2", "e5m2", 8},      {"float8_e4m3fn", "e4m3", 8}, {"float8_e5m2", "e5m2", 8},
};

/// Of PTX 7.8, and of 8.1 for 8-bit floats.
constexpr MatrixForm MatrixForms[] = {
    {"f16", "f16 f32", "m8n8k4", 70}, {"f16", "f16 f32", "m16n8k8", 75}, {"f16", "f16 f32", "m16n8k16", 80},
    {"bf16", "f32", "m16n8k8", 80},   {"bf16", "f32", "m16n8k16", 80},   {"tf32", "f32", "m16n8k4", 80},
    {"tf32", "f32", "m16n8k8", 80},   {"f64", "f64", "m8n8k4", 80},      {"f64", "f64", "m16n8k4", 90},
    {"f64", "f64", "m16n8k8", 90},    {"f64", "f64", "m16n8k16", 90},    {"s8 u8", "s32", "m8n8k16", 75},
    {"s8 u8", "s32", "m16n8k16", 80}, {"s8 u8", "s32", "m16n8k32", 80},  {"s4 u4", "s32", "m8n8k32", 75},
    {"s4 u4", "s32", "m16n8k32", 80}, {"s4 u4", "s32", "m16n8k64", 80},  {"e4m3 e5m2", "f32", "m16n8k32", 89},
};

/// Registers of a thread that hold its part of a matrix with so many elements.
int registerCount(const OperandType& type, int elements)
{
    const int bits = elements * type.bits / 32;
    return type.bits == 64 ? bits / 64 : bits / 32;
}

const char* constraintOf(const OperandType& type)
{
    return type.bits == 64 ? "d" : std::string_view(type.ptx) == "f32" ? "f" : "r";
}

const char* registerType(const OperandType& type)
{
    return type.bits == 64 ? "double" : std::string_view(type.ptx) == "f32" ? "float" : "uint";
}

/// Whether `word` is an element of the list.
bool isAmong(std::string_view list, std::string_view word)
{
    for (size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1))
        if ((at == 0 || list[at - 1] == ' ') &&
            (at + word.size() == list.size() || list[at + word.size()] == ' '))
            return true;
    return false;
}

} // namespace

const OperandType* operandType(std::string_view word)
{
    for (const OperandType& type : OperandTypes)
        if (type.word == word)
            return &type;
    return nullptr;
}

std::string registers(int count, int& next)
{
    std::string text = "{";
    for (int at = 0; at < count; ++at)
        text += (at ? ", %" : "%") + std::to_string(next++);
    return text + "}";
}

std::string operands(const OperandType& type, const char* array, int count, const char* prefix)
{
    std::string text;
    for (int at = 0; at < count; ++at)
        text += std::string(at ? ", \"" : "\"") + prefix + constraintOf(type) + "\"(" + array + "[" +
                std::to_string(at) + "])";
    return text;
}

const MatrixForm* MatrixProduct::form()
{
    const bool areLayouts =
        layouts == "row_col" ||
        (shape == "m8n8k4" && (layouts == "row_row" || layouts == "col_row" || layouts == "col_col"));
    if (!a || !b || !c || !areLayouts || std::sscanf(shape.c_str(), "m%dn%dk%d", &m, &n, &k) != 3)
        return nullptr;
    for (const MatrixForm& form : MatrixForms)
        if (form.shape == shape && isAmong(form.operands, a->ptx) && isAmong(form.operands, b->ptx) &&
            isAmong(form.sums, c->ptx) && (layouts == "row_col" || isOfQuarters()) &&
            (!isSaturated || c->ptx == std::string_view("s32")))
            return &form;
    return nullptr;
}

std::string MatrixProduct::name() const
{
    return "ptx_mma_" + shape + "_" + layouts + "_" + c->ptx + "_" + a->ptx + "_" + b->ptx +
           (isSaturated ? "_satfinite" : "");
}

std::string MatrixProduct::helper() const
{
    const int products = isOfQuarters() ? 4 : 1;
    const int aCount = registerCount(*a, products * m * k);
    const int bCount = registerCount(*b, products * n * k);
    const int cCount = registerCount(*c, products * m * n);
    std::string dotted = layouts;
    dotted[3] = '.';
    int next = 0;
    const std::string outputs = registers(cCount, next);
    const std::string left = registers(aCount, next);
    const std::string right = registers(bCount, next);
    next = 0;
    return "__device__ __forceinline__ void " + name() +
           "(void* accumulator, const void* left, const void* right) {\n  " + registerType(*c) + "* c = (" +
           registerType(*c) + "*)accumulator;\n  const " + registerType(*a) + "* a = (const " +
           registerType(*a) + "*)left;\n  const " + registerType(*b) + "* b = (const " + registerType(*b) +
           "*)right;\n  asm volatile(\"mma.sync.aligned." + shape + "." + dotted +
           (isSaturated ? ".satfinite." : ".") + c->ptx + "." + a->ptx + "." + b->ptx + "." + c->ptx + " " +
           outputs + ", " + left + ", " + right + ", " + registers(cCount, next) +
           ";\"\n    : " + operands(*c, "c", cCount, "+") + "\n    : " + operands(*a, "a", aCount, "") +
           ", " + operands(*b, "b", bCount, "") + ");\n}\n";
}

} // namespace tir::cuda_c
