// Matrix instructions of PTX: each form becomes a device function around one instruction.

#include "core/codegen/cuda_c/function_writer.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <cstdio>

namespace tir::cuda_c {
namespace {

struct OperandType {
    std::string_view word; ///< in the call
    const char* ptx;
    int bits;
};
constexpr OperandType OperandTypes[] = {
    {"fp16", "f16", 16},      {"float16", "f16", 16},       {"bf16", "bf16", 16},
    {"bfloat16", "bf16", 16}, {"tf32", "tf32", 32},         {"fp32", "f32", 32},
    {"float32", "f32", 32},   {"fp64", "f64", 64},          {"float64", "f64", 64},
    {"int8", "s8", 8},        {"uint8", "u8", 8},           {"int4", "s4", 4},
    {"uint4", "u4", 4},       {"int32", "s32", 32},         {"e4m3", "e4m3", 8},
    {"e5m2", "e5m2", 8},      {"float8_e4m3fn", "e4m3", 8}, {"float8_e5m2", "e5m2", 8},
};

const OperandType* operandType(std::string_view word)
{
    for (const OperandType& type : OperandTypes)
        if (type.word == word)
            return &type;
    return nullptr;
}

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

/// "{%0, %1}"; counts on from `next`.
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

/// The forms of mma.sync in PTX 7.8, and of 8.1 for 8-bit floats: types of both operands, type of the sum.
struct MatrixForm {
    std::string_view operands; ///< each of them alike, integers of one width also mixed
    std::string_view sums;
    std::string_view shape;
    int firstArch;
};
constexpr MatrixForm MatrixForms[] = {
    {"f16", "f16 f32", "m8n8k4", 70}, {"f16", "f16 f32", "m16n8k8", 75}, {"f16", "f16 f32", "m16n8k16", 80},
    {"bf16", "f32", "m16n8k8", 80},   {"bf16", "f32", "m16n8k16", 80},   {"tf32", "f32", "m16n8k4", 80},
    {"tf32", "f32", "m16n8k8", 80},   {"f64", "f64", "m8n8k4", 80},      {"f64", "f64", "m16n8k4", 90},
    {"f64", "f64", "m16n8k8", 90},    {"f64", "f64", "m16n8k16", 90},    {"s8 u8", "s32", "m8n8k16", 75},
    {"s8 u8", "s32", "m16n8k16", 80}, {"s8 u8", "s32", "m16n8k32", 80},  {"s4 u4", "s32", "m8n8k32", 75},
    {"s4 u4", "s32", "m16n8k32", 80}, {"s4 u4", "s32", "m16n8k64", 80},  {"e4m3 e5m2", "f32", "m16n8k32", 89},
};

/// Whether `word` is an element of the list.
bool isAmong(std::string_view list, std::string_view word)
{
    for (size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1))
        if ((at == 0 || list[at - 1] == ' ') &&
            (at + word.size() == list.size() || list[at + word.size()] == ' '))
            return true;
    return false;
}

struct MatrixProduct {
    std::string shape; ///< "m16n8k16"
    std::string layouts;
    const OperandType* a;
    const OperandType* b;
    const OperandType* c;
    bool isSaturated;
    int m = 0;
    int n = 0;
    int k = 0;

    /// Four products of quarters of a warp in one instruction.
    bool isOfQuarters() const { return shape == "m8n8k4" && a->bits == 16; }
    /// Null if there is no such instruction.
    const MatrixForm* form()
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
    std::string name() const
    {
        return "ptx_mma_" + shape + "_" + layouts + "_" + c->ptx + "_" + a->ptx + "_" + b->ptx +
               (isSaturated ? "_satfinite" : "");
    }
    std::string helper() const
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
               "(void* accumulator, const void* left, const void* right) {\n  " + registerType(*c) +
               "* c = (" + registerType(*c) + "*)accumulator;\n  const " + registerType(*a) +
               "* a = (const " + registerType(*a) + "*)left;\n  const " + registerType(*b) + "* b = (const " +
               registerType(*b) + "*)right;\n  asm volatile(\"mma.sync.aligned." + shape + "." + dotted +
               (isSaturated ? ".satfinite." : ".") + c->ptx + "." + a->ptx + "." + b->ptx + "." + c->ptx +
               " " + outputs + ", " + left + ", " + right + ", " + registers(cCount, next) +
               ";\"\n    : " + operands(*c, "c", cCount, "+") + "\n    : " + operands(*a, "a", aCount, "") +
               ", " + operands(*b, "b", bCount, "") + ");\n}\n";
    }
};

/// Zero where the load is not taken.
constexpr const char* GuardedLoad =
    "__device__ __forceinline__ void ptx_ldg32(void* dst, const void* src, bool is_taken) {\n"
    "  uint value = 0;\n"
    "  asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.nc.b32 %0, [%1]; }\"\n"
    "    : \"+r\"(value) : \"l\"(src), \"r\"((int)is_taken));\n"
    "  *(uint*)dst = value;\n}\n";

/// Four matrices of 8 by 8 at most, into as many registers.
std::string loadMatrixHelper(const std::string& name, int count, bool isTransposed)
{
    const OperandType word = {"", "b32", 32};
    int next = 0;
    const std::string outputs = registers(count, next);
    return "__device__ __forceinline__ void " + name +
           "(void* dst, const void* src) {\n  uint* r = (uint*)dst;\n" +
           "  uint from = (uint)__cvta_generic_to_shared(src);\n  asm "
           "volatile(\"ldmatrix.sync.aligned.m8n8.x" +
           std::to_string(count) + (isTransposed ? ".trans" : "") + ".shared.b16 " + outputs + ", [%" +
           std::to_string(next) + "];\"\n    : " + operands(word, "r", count, "=") +
           " : \"r\"(from) : \"memory\");\n}\n";
}

} // namespace

std::optional<std::string> FunctionWriter::ptxCall(const Call& call)
{
    const OpId op = call.opId();
    const auto at = [&](size_t number) { return expr(*call.args[number]); };
    /// An offset counts elements of the call's type.
    const auto offsetPointer = [&](size_t number, DType dtype) {
        return "(((" + storage(dtype) + "*)" + at(number) + ") + " + at(number + 1) + ")";
    };
    if (op == OpId::ptx_ldmatrix_legacy && call.args.size() == 7) {
        const auto* count = as<IntImm>(call.args[1]);
        const bool isTransposed = isTrue(call.args[0]);
        if (!count || (count->value != 1 && count->value != 2 && count->value != 4) ||
            stringOf(*call.args[2]) != ".b16" || (isTransposed && call.dtype.bits != 16)) {
            refuse(call, "ldmatrix loads 1, 2 or 4 matrices of 16-bit elements");
            return "";
        }
        needArch(75, "loads of matrices");
        const std::string name =
            "ptx_ldmatrix_x" + std::to_string(count->value) + (isTransposed ? "_trans" : "");
        m_file.addHelper(name, loadMatrixHelper(name, int(count->value), isTransposed));
        return name + "(" + offsetPointer(3, call.dtype) + ", " + offsetPointer(5, call.dtype) + ")";
    }
    if (op == OpId::ptx_ldg32 && call.args.size() == 4) {
        const auto* load = as<BufferLoad>(call.args[2]);
        const Expr* index = load ? indexOf(*load->buffer, load->indices) : nullptr;
        if (!index || load->dtype.bits != 32 || load->dtype.lanes != 1) {
            refuse(call, "ldg32 loads one element of 32 bits from a buffer");
            return "";
        }
        m_file.addHelper("ptx_ldg32", GuardedLoad);
        const std::string from =
            expression(*load, [&] { return pointer(*load->buffer, load->dtype) + " + " + expr(*index); });
        return "ptx_ldg32(" + at(0) + " + " + at(3) + ", " + from + ", " + at(1) + ")";
    }
    if (op == OpId::ptx_mma_legacy && call.args.size() >= 13) {
        MatrixProduct product{.shape = std::string(stringOf(*call.args[0])),
                              .layouts = std::string(stringOf(*call.args[1])) + "_" +
                                         std::string(stringOf(*call.args[2])),
                              .a = operandType(stringOf(*call.args[3])),
                              .b = operandType(stringOf(*call.args[4])),
                              .c = operandType(stringOf(*call.args[5])),
                              .isSaturated = isTrue(call.args[12])};
        const MatrixForm* form = product.form();
        if (!form) {
            refuse(call, "a product of matrices of shape " + quoted(product.shape) +
                             " with these layouts and types is not known here");
            return "";
        }
        needArch(form->firstArch,
                 "products of matrices of shape " + product.shape + " and type " + product.a->ptx);
        m_file.addHelper(product.name(), product.helper());
        const auto operand = [&](size_t number, size_t word) {
            const std::string_view spelled = stringOf(*call.args[word]);
            const OperandType& type = *operandType(spelled);
            const std::string element = type.bits == 64   ? "double"
                                        : type.bits == 32 ? "uint"
                                        : type.bits == 16 ? "ushort"
                                                          : "uchar";
            return "(((" + element + "*)" + at(number) + ") + " + at(number + 1) + ")";
        };
        const std::string c = operand(10, 5);
        return product.name() + "(" + c + ", " + operand(6, 3) + ", " + operand(8, 4) + ")";
    }
    if ((op == OpId::mma_fill || op == OpId::mma_fill_legacy) && call.args.size() == 3) {
        const std::string index = m_names.fresh("i");
        line("for (int " + index + " = 0; " + index + " < " + at(0) + "; ++" + index + ") {");
        line("  " + offsetPointer(1, call.dtype) + "[" + index + "] = (" + type(call.dtype) + ")0;");
        line("}");
        return "";
    }
    if ((op == OpId::mma_store || op == OpId::mma_store_legacy) && call.args.size() == 6) {
        // Thread t of a warp holds eight elements of a 16 by 16 tile: two neighbors in each 8 by 8 quarter.
        const std::string index = m_names.fresh("i");
        const std::string thread = "((int)threadIdx.x)";
        line("for (int " + index + " = 0; " + index + " < 8; ++" + index + ") {");
        line("  ((" + storage(call.dtype) + "*)" + at(2) + ")[(" + index + " % 4 / 2 * 8 + " + thread +
             " / 4) * " + at(5) + " + " + index + " / 4 * 8 + " + thread + " % 4 * 2 + " + index +
             " % 2] = " + offsetPointer(3, call.dtype) + "[" + index + "];");
        line("}");
        return "";
    }
    return std::nullopt;
}

} // namespace tir::cuda_c
