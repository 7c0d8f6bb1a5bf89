/// The work of operations on matrices, and of asynchronous copies: of products, the operations; of loads and stores, the
/// bytes. The same as in an execution (core/codegen/llvm_ir/function: fragments, register_matrices, copies).

#pragma once

#include "core/ir/stmt.h"
#include "core/ir/storage_scope.h"

#include <array>
#include <optional>
#include <unordered_map>

namespace tir {

struct MatrixWork {
    int64_t threads = 1; ///< that do it together
    int64_t operations = 0;
    DType factors = Void; ///< of a product
    int64_t loadedBytes = 0;
    int64_t storedBytes = 0;
    StorageRank loadedFrom = StorageRank::Local;
    StorageRank storedTo = StorageRank::Local;
    bool isExact = true; ///< false: a condition decides, and it counts as true
};

class MatrixOperations {
public:
    /// Of a kernel, which outlives this.
    explicit MatrixOperations(const Stmt& body);

    /// Nothing if the call is not such an operation, or if its arguments are not known.
    std::optional<MatrixWork> workOf(const Call& call) const;

private:
    struct Fragment {
        DType dtype = Void;
        int64_t elements = 0;
        int64_t products = 0; ///< multiplications, if it is a factor
    };
    std::optional<Fragment> fragment(const Expr* data) const;
    std::optional<MatrixWork> fragmentCopy(const Call& call, bool isLoad) const;

    std::unordered_map<const Var*, std::array<int64_t, 3>>
        m_shapes; ///< m, n, k of fragments, by data variable
};

} // namespace tir
