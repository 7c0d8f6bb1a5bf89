/// Checked programs: every access calls the runtime for the address to use, so that an invalid access is reported and
/// does no harm. In other programs an access only computes its address.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/binding.h"
#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/part_marks.h"

namespace tir::llvm_ir {

class Pointers;

class MemoryChecks : public FunctionPart {
public:
    MemoryChecks(FunctionContext& context, Pointers& pointers) : FunctionPart(context), m_pointers(pointers)
    {}

    void noteStatement(const Stmt& stmt);
    /// A run that gets here has reached the part.
    void notePart(ProgramPart::Kind kind, const Node& node);
    /// Of the node, the values for which the condition holds and does not hold are reached, in some lane of a vector.
    void noteValues(const Node& node, Value* condition);
    /// Whether the `min` or `max` limits stored data by a constant.
    bool notesLimit(const Binary& node) const;
    /// Of such a node, the value that it chooses is reached; none if both are equal.
    void noteLimit(const Binary& node, Value* isLeft, Value* isRight);
    /// A run reaches the part if the condition holds, in some lane of a vector.
    void notePartIf(ProgramPart::Kind kind, const Node& node, Value* condition);
    Value* checkedPointer(SiteKind kind, const Node& node, const Pointer& pointer, int64_t bytes,
                          int64_t alignment = 1);
    Value* checkedPointer(uint32_t site, const Pointer& pointer);
    Value* guardedPointer(Value* condition, const Node& node, const Pointer& pointer, int64_t bytes,
                          int64_t alignment = 1);
    /// A parallel loop of the host starts or ends, or its next iteration starts.
    void noteParallel(ParallelEvent event);
    /// Whether overflow of the operation is to be reported. Indices are compared with the sizes of their buffers instead,
    /// unless LlvmOptions::checksIndices.
    bool checksOverflow(const Binary& node) const;
    /// The sum, difference or product of signed integers. Precondition: checksOverflow(node).
    Value* checkedArithmetic(const Binary& node, Value* left, Value* right);
    Value* checkedDivisor(const Binary& node, Value* divisor);
    /// Reports `value` of an axis of the block if it is not `isInside`.
    void checkDomain(const IterVar& axis, const SBlockRealize& node, Value* value, Value* isInside);

private:
    void report(const char* function, SiteKind kind, const Binary& node, Value* condition);

    Pointers& m_pointers;
};

} // namespace tir::llvm_ir
