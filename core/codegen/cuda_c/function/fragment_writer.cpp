#include "core/codegen/cuda_c/function/fragment_writer.h"

#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tir::cuda_c {
namespace {

constexpr const char* Namespace = "nvcuda::wmma::";

/// "16, 8, 32" as three numbers; zeroes when it is not that.
std::array<int64_t, 3> shapeOf(const std::string& text)
{
    std::array<int64_t, 3> shape = {};
    const int count = std::sscanf(text.c_str(), "%ld, %ld, %ld", &shape[0], &shape[1], &shape[2]);
    const bool isSmall =
        std::ranges::all_of(shape, [](int64_t extent) { return extent > 0 && extent <= 256; });
    return count == 3 && isSmall ? shape : std::array<int64_t, 3>();
}

/// The first GPU whose tensor cores have such fragments, as nvcuda::wmma names them; 0: there is none.
int firstArchOf(const std::array<int64_t, 3>& shape, DType dtype, bool isSum)
{
    const auto is = [&](int64_t m, int64_t n, int64_t k) { return shape == std::array<int64_t, 3>{m, n, k}; };
    const bool isWide = is(16, 16, 16) || is(32, 8, 16) || is(8, 32, 16);
    if (dtype == Float16)
        return isWide ? 70 : 0;
    if (dtype == Float32 && isSum)
        return isWide ? 70 : 0;
    if (dtype == Float64)
        return is(8, 8, 4) ? 80 : 0;
    if (isSum)
        return dtype == Int32 ? (isWide ? 72 : is(8, 8, 32) || is(8, 8, 128) ? 75 : 0) : 0;
    if (dtype.isBFloat16())
        return isWide ? 80 : 0;
    return (dtype == Int8 || dtype == UInt8) && isWide ? 72 : 0;
}

std::string memoryLayout(std::string_view layout)
{
    return std::string(Namespace) + (layout == "col_major" ? "mem_col_major" : "mem_row_major");
}

} // namespace

void FragmentWriter::allocate(const AllocBuffer& node, StorageRank rank)
{
    use(Feature::Wmma);
    const Buffer& buffer = *node.buffer;
    const Fragment& fragment = m_fragments[buffer.data];
    const auto [m, n, k] = shapeOf(fragment.shape);
    if (m * n * k == 0)
        return refuse("matrix fragment " + quoted(buffer.name) + " has no shape: InferFragment notes it");
    const bool isSum = rank == StorageRank::WmmaAccumulator;
    if (const int firstArch = firstArchOf({m, n, k}, buffer.dtype, isSum); firstArch > 0)
        needArch(firstArch, "matrix fragments of " + toString(buffer.dtype));
    else
        return refuse("tensor cores have no fragments of " + toString(buffer.dtype) +
                      " for products of shape " + std::string(fragment.shape));
    std::string kind = "accumulator";
    int64_t elements = m * n;
    if (rank == StorageRank::WmmaMatrixA) {
        kind = "matrix_a";
        elements = m * k;
    } else if (rank == StorageRank::WmmaMatrixB) {
        kind = "matrix_b";
        elements = n * k;
    }
    if (!fragment.layout.empty() && fragment.layout != "row_major" && fragment.layout != "col_major")
        return refuse("matrix fragment " + quoted(buffer.name) + " has the unknown layout " +
                      quoted(fragment.layout));
    std::string text = std::string(Namespace) + "fragment<" + Namespace + kind + ", " + std::to_string(m) +
                       ", " + std::to_string(n) + ", " + std::to_string(k) + ", ";
    text += storage(buffer.dtype);
    if (rank != StorageRank::WmmaAccumulator)
        text += std::string(", ") + Namespace + (fragment.layout.empty() ? "row_major" : fragment.layout);
    m_pointers.setElementType(*buffer.data, buffer.dtype);
    const std::string name = m_names.define(*buffer.data);
    line(text + "> " + name + "[" + std::to_string(constantElementCount(buffer) / elements) + "];");
}

std::optional<std::string> FragmentWriter::operation(const Call& call)
{
    const OpId op = call.opId();
    const auto fragment = [&](size_t at) {
        return expr(*call.args[at]) + "[" + expr(*call.args[at + 1]) + "]";
    };
    const auto isAccumulator = [&](const Expr& arg) {
        const auto* var = as<Var>(&arg);
        const auto* pointer = var ? as<PointerType>(var->type) : nullptr;
        return pointer && pointer->scope == "wmma.accumulator";
    };
    if (op == OpId::tvm_fill_fragment && call.args.size() == 6)
        return std::string(Namespace) + "fill_fragment(" + expr(*call.args[0]) + "[" + expr(*call.args[4]) +
               "], " + expr(*call.args[5]) + ")";
    if (op == OpId::tvm_load_matrix_sync && call.args.size() == 8) {
        std::string text = std::string(Namespace) + "load_matrix_sync(" + expr(*call.args[0]) + "[" +
                           expr(*call.args[4]) + "], " + expr(*call.args[5]) + ", " + expr(*call.args[6]);
        if (isAccumulator(*call.args[0]))
            text += ", " + memoryLayout(stringOf(*call.args[7]));
        return text + ")";
    }
    if (op == OpId::tvm_store_matrix_sync && call.args.size() == 8)
        return std::string(Namespace) + "store_matrix_sync(" + expr(*call.args[5]) + ", " +
               expr(*call.args[0]) + "[" + expr(*call.args[4]) + "], " + expr(*call.args[6]) + ", " +
               memoryLayout(stringOf(*call.args[7])) + ")";
    if ((op == OpId::tvm_mma_sync || op == OpId::tvm_bmma_sync) && call.args.size() == 8)
        return std::string(Namespace) + (op == OpId::tvm_mma_sync ? "mma_sync(" : "bmma_sync(") +
               fragment(0) + ", " + fragment(2) + ", " + fragment(4) + ", " + fragment(6) + ")";
    return std::nullopt;
}

} // namespace tir::cuda_c
