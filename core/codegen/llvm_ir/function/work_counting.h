/// Counted programs: the code of a thread also increases the counts of its block. In other programs, nothing is emitted
/// here.

#pragma once

#include "core/codegen/llvm_ir/counted_work.h"
#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class WorkCounting : public FunctionPart {
public:
    using Kind = CountedWork::Kind;

    explicit WorkCounting(FunctionContext& context) : FunctionPart(context) {}

    /// Bytes that are moved here; registers are not counted.
    void countBytes(Kind kind, const Buffer& buffer, int64_t bytes);
    /// The same through a pointer.
    void countBytes(Kind kind, const Expr& pointer, int64_t bytes);
    void countBytes(Kind kind, const Expr& pointer, Value* bytes);
    /// Arithmetic on every lane of the type.
    void countOperations(DType dtype, int64_t ofLane = 1);
    void countBinary(const Binary& node);
    void countMatrixOperations(DType factors, int64_t count);
    /// The work of all threads in a reduction: each combines once.
    void countCombination(const Expr& combination);
    /// Code that is emitted while it is paused is not counted; returns the previous state.
    bool setPaused(bool isPaused) { return std::exchange(m_isPaused, isPaused); }

private:
    bool isCounted() const;
    void countMoved(Kind kind, StorageRank memory, Value* bytes);
    void add(const CountedWork& work, Value* amount);

    bool m_isPaused = false;
    Value* m_counts = nullptr; ///< of the block; created on first use
};

} // namespace tir::llvm_ir
