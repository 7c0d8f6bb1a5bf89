#include "core/codegen/cuda_c/function/ptx_writer.h"

#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/matrix_product.h"
#include "core/codegen/cuda_c/function/memory_writer.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

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

/// Of the pointers to an operand: as wide as its elements.
const char* elementOf(const OperandType& type)
{
    return type.bits == 64 ? "double" : type.bits == 32 ? "uint" : type.bits == 16 ? "ushort" : "uchar";
}

} // namespace

std::string PtxWriter::offsetPointer(const Call& call, size_t number, const std::string& element)
{
    return "(((" + element + "*)" + argument(call, number) + ") + " + argument(call, number + 1) + ")";
}

std::string PtxWriter::loadMatrix(const Call& call)
{
    const auto* count = as<IntImm>(call.args[1]);
    const bool isTransposed = isTrue(call.args[0]);
    if (!count || (count->value != 1 && count->value != 2 && count->value != 4) ||
        stringOf(*call.args[2]) != ".b16" || (isTransposed && call.dtype.bits != 16)) {
        refuse(call, "ldmatrix loads 1, 2 or 4 matrices of 16-bit elements");
        return "";
    }
    needArch(75, "loads of matrices");
    const std::string name = "ptx_ldmatrix_x" + std::to_string(count->value) + (isTransposed ? "_trans" : "");
    m_file.addHelper(name, loadMatrixHelper(name, int(count->value), isTransposed));
    const std::string element = storage(call.dtype);
    return name + "(" + offsetPointer(call, 3, element) + ", " + offsetPointer(call, 5, element) + ")";
}

std::string PtxWriter::guardedLoad(const Call& call)
{
    const auto* load = as<BufferLoad>(call.args[2]);
    const Expr* index = load ? m_memory.indexOf(*load->buffer, load->indices) : nullptr;
    if (!index || load->dtype.bits != 32 || load->dtype.lanes != 1) {
        refuse(call, "ldg32 loads one element of 32 bits from a buffer");
        return "";
    }
    m_file.addHelper("ptx_ldg32", GuardedLoad);
    const std::string from = expression(
        *load, [&] { return m_memory.pointer(*load->buffer, load->dtype) + " + " + expr(*index); });
    return "ptx_ldg32(" + argument(call, 0) + " + " + argument(call, 3) + ", " + from + ", " +
           argument(call, 1) + ")";
}

std::string PtxWriter::multiply(const Call& call)
{
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
    const std::string c = offsetPointer(call, 10, elementOf(*product.c));
    return product.name() + "(" + c + ", " + offsetPointer(call, 6, elementOf(*product.a)) + ", " +
           offsetPointer(call, 8, elementOf(*product.b)) + ")";
}

std::string PtxWriter::fill(const Call& call)
{
    const std::string index = m_names.fresh("i");
    line("for (int " + index + " = 0; " + index + " < " + argument(call, 0) + "; ++" + index + ") {");
    line("  " + offsetPointer(call, 1, storage(call.dtype)) + "[" + index + "] = (" + type(call.dtype) +
         ")0;");
    line("}");
    return "";
}

/// Thread t of a warp holds eight elements of a 16 by 16 tile: two neighbors in each 8 by 8 quarter.
std::string PtxWriter::store(const Call& call)
{
    const std::string index = m_names.fresh("i");
    const std::string thread = "((int)threadIdx.x)";
    const std::string element = storage(call.dtype);
    line("for (int " + index + " = 0; " + index + " < 8; ++" + index + ") {");
    line("  ((" + element + "*)" + argument(call, 2) + ")[(" + index + " % 4 / 2 * 8 + " + thread +
         " / 4) * " + argument(call, 5) + " + " + index + " / 4 * 8 + " + thread + " % 4 * 2 + " + index +
         " % 2] = " + offsetPointer(call, 3, element) + "[" + index + "];");
    line("}");
    return "";
}

std::optional<std::string> PtxWriter::operation(const Call& call)
{
    const size_t count = call.args.size();
    switch (call.opId()) {
    case OpId::ptx_ldmatrix_legacy:
        return count == 7 ? std::optional(loadMatrix(call)) : std::nullopt;
    case OpId::ptx_ldg32:
        return count == 4 ? std::optional(guardedLoad(call)) : std::nullopt;
    case OpId::ptx_mma_legacy:
        return count >= 13 ? std::optional(multiply(call)) : std::nullopt;
    case OpId::mma_fill:
    case OpId::mma_fill_legacy:
        return count == 3 ? std::optional(fill(call)) : std::nullopt;
    case OpId::mma_store:
    case OpId::mma_store_legacy:
        return count == 6 ? std::optional(store(call)) : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace tir::cuda_c
