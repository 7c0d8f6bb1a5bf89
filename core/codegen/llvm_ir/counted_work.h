/// What a counted program counts while it runs: bytes that the threads of its launches load and store, and their
/// arithmetic operations. Each kind of work has a slot, in an array of the block that a thread belongs to
/// (GpuBlock::counts); a program that is not counted does not contain such code.

#pragma once

#include "core/ir/dtype.h"
#include "core/ir/storage_scope.h"

namespace tir {

/// One kind of work.
struct CountedWork {
    enum class Kind : uint8_t {
        LoadedBytes,
        StoredBytes,
        Operations,
        MatrixOperations, ///< of the instructions that multiply matrices; a multiplication and an addition are two
    };
    Kind kind = Kind::Operations;
    StorageRank memory = StorageRank::Global; ///< of bytes
    DType dtype = Void; ///< of operations: a scalar type; of matrices: that of their factors

    bool operator==(const CountedWork&) const = default;
};

} // namespace tir
