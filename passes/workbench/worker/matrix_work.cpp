#include "passes/workbench/worker/matrix_work.h"

#include "core/analysis/pointer_memory.h"
#include "core/ir/make.h"
#include "core/ir/visitor.h"

#include <cstdio>
#include <string>

namespace tir {
namespace {

constexpr int64_t WarpThreads = 32;

/// Of PTX's name of the type of a factor; nothing for types of less than a byte.
std::optional<DType> factorType(const Expr* word)
{
    static constexpr std::pair<std::string_view, std::string_view> Names[] = {
        {"fp16", "float16"}, {"bf16", "bfloat16"},      {"tf32", "float32"},
        {"fp64", "float64"}, {"e4m3", "float8_e4m3fn"}, {"e5m2", "float8_e5m2"}};
    const auto* text = as<StringImm>(word);
    std::string_view name = text ? text->value : std::string_view();
    for (const auto& [ofPtx, own] : Names)
        if (name == ofPtx)
            name = own;
    const std::optional<DType> dtype = dtypeFromString(name);
    return dtype && dtype->bits >= 8 ? dtype : std::nullopt;
}

class ShapeFinder : public Visitor {
public:
    explicit ShapeFinder(std::unordered_map<const Var*, std::array<int64_t, 3>>& shapes) : m_shapes(shapes) {}

private:
    void visit(const Call& call) override
    {
        const bool hasShape = call.isOp(OpId::tvm_fill_fragment) || call.isOp(OpId::tvm_load_matrix_sync) ||
                              call.isOp(OpId::tvm_store_matrix_sync);
        const auto* data = hasShape && call.args.size() >= 6 ? as<Var>(call.args[0]) : nullptr;
        if (data) {
            std::array<int64_t, 3> shape = {};
            for (size_t axis = 0; axis < 3; ++axis)
                if (const auto* extent = as<IntImm>(call.args[1 + axis]))
                    shape[axis] = extent->value;
            m_shapes.emplace(data, shape);
        }
        visitChildren(call);
    }

    std::unordered_map<const Var*, std::array<int64_t, 3>>& m_shapes;
};

/// mma_store(m, n, target, registers, offset, stride): eight registers of a thread.
std::optional<MatrixWork> registerStore(const Call& call)
{
    constexpr int64_t Registers = 8;
    if (call.args.size() < 6)
        return std::nullopt;
    return MatrixWork{.storedBytes = Registers * call.dtype.bytes(),
                      .storedTo = memoryOfPointer(*call.args[call.args.size() - 4])};
}

/// ptx_ldmatrix(transposed, count, type, …): a word of each matrix.
std::optional<MatrixWork> matrixLoad(const Call& call)
{
    constexpr int64_t WordBytes = 4;
    const size_t address = call.isOp(OpId::ptx_ldmatrix_legacy) ? 5 : 3;
    const auto* count = call.args.size() > address ? as<IntImm>(call.args[1]) : nullptr;
    if (!count)
        return std::nullopt;
    return MatrixWork{.loadedBytes = WordBytes * count->value,
                      .loadedFrom = memoryOfPointer(*call.args[address])};
}

/// ptx_mma(shape, layouts …, types …): by all threads of the warp.
std::optional<MatrixWork> matrixProduct(const Call& call)
{
    const size_t type = call.isOp(OpId::ptx_mma_legacy) ? 3 : 4;
    if (call.args.size() <= type)
        return std::nullopt;
    const auto* shape = as<StringImm>(call.args[0]);
    const std::optional<DType> factors = factorType(call.args[type]);
    int m = 0;
    int n = 0;
    int k = 0;
    if (!shape || !factors || std::sscanf(std::string(shape->value).c_str(), "m%dn%dk%d", &m, &n, &k) != 3)
        return std::nullopt;
    return MatrixWork{.threads = WarpThreads, .operations = int64_t(2) * m * n * k, .factors = *factors};
}

/// ptx_cp_async(destination, offset, source, offset, bytes[, predicate])
std::optional<MatrixWork> asynchronousCopy(const Call& call)
{
    const auto* bytes = call.args.size() == 5 || call.args.size() == 6 ? as<IntImm>(call.args[4]) : nullptr;
    if (!bytes)
        return std::nullopt;
    return MatrixWork{.loadedBytes = bytes->value,
                      .storedBytes = bytes->value,
                      .loadedFrom = memoryOfPointer(*call.args[2]),
                      .storedTo = memoryOfPointer(*call.args[0]),
                      .isExact = call.args.size() == 5};
}

} // namespace

MatrixOperations::MatrixOperations(const Stmt& body)
{
    ShapeFinder finder(m_shapes);
    static_cast<Visitor&>(finder).visit(&body);
}

std::optional<MatrixOperations::Fragment> MatrixOperations::fragment(const Expr* data) const
{
    const auto* var = as<Var>(data);
    const auto* pointer = var ? as<PointerType>(var->type) : nullptr;
    const auto scope = pointer ? storageScopeFromString(pointer->scope) : std::nullopt;
    const auto shape = m_shapes.find(var);
    const std::optional<DType> dtype = var ? pointeeDType(var) : std::nullopt;
    if (!scope || !dtype || shape == m_shapes.end())
        return std::nullopt;
    const auto [m, n, k] = shape->second;
    const int64_t rows = scope->rank == StorageRank::WmmaMatrixB ? k : m;
    const int64_t columns = scope->rank == StorageRank::WmmaMatrixA ? k : n;
    return Fragment{*dtype, rows * columns, m * n * k};
}

/// (fragment, m, n, k, index, address, stride, layout)
std::optional<MatrixWork> MatrixOperations::fragmentCopy(const Call& call, bool isLoad) const
{
    const std::optional<Fragment> tile = call.args.size() == 8 ? fragment(call.args[0]) : std::nullopt;
    if (!tile)
        return std::nullopt;
    const int64_t bytes = tile->elements * tile->dtype.bytes();
    const StorageRank memory = memoryOfPointer(*call.args[5]);
    MatrixWork work{.threads = WarpThreads};
    (isLoad ? work.loadedBytes : work.storedBytes) = bytes;
    (isLoad ? work.loadedFrom : work.storedTo) = memory;
    return work;
}

std::optional<MatrixWork> MatrixOperations::workOf(const Call& call) const
{
    const auto isOneOf = [&](OpId a, OpId b) { return call.isOp(a) || call.isOp(b); };
    if (isOneOf(OpId::mma_fill, OpId::mma_fill_legacy) || call.isOp(OpId::tvm_fill_fragment))
        return MatrixWork{};
    if (isOneOf(OpId::mma_store, OpId::mma_store_legacy))
        return registerStore(call);
    if (isOneOf(OpId::ptx_ldmatrix, OpId::ptx_ldmatrix_legacy))
        return matrixLoad(call);
    if (isOneOf(OpId::ptx_mma, OpId::ptx_mma_legacy))
        return matrixProduct(call);
    if (isOneOf(OpId::tvm_load_matrix_sync, OpId::tvm_store_matrix_sync))
        return fragmentCopy(call, call.isOp(OpId::tvm_load_matrix_sync));
    if (call.isOp(OpId::ptx_cp_async))
        return asynchronousCopy(call);
    if (!call.isOp(OpId::tvm_mma_sync) || call.args.size() != 8)
        return std::nullopt;
    const std::optional<Fragment> left = fragment(call.args[2]);
    if (!left)
        return std::nullopt;
    return MatrixWork{.threads = WarpThreads, .operations = 2 * left->products, .factors = left->dtype};
}

} // namespace tir
