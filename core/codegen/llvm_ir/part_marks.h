/// Records which parts of a program a run reached: every launch, branch and function gets a byte that the generated
/// code sets on entry. Private to this folder, except ProgramPart.

#pragma once

#include "core/support/diagnostic.h"

#include <cstdint>
#include <vector>

namespace llvm {
class GlobalVariable;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace tir {

struct ProgramPart {
    enum class Kind : uint8_t {
        Function,
        Launch,
        Branch,
        Rest,       ///< of a sequence of statements, from this one on: the one before may leave it
        TrueValue,  ///< of the `if_then_else` or `Select` at the place
        FalseValue, ///< likewise
        LeftValue,  ///< of the `min` or `max` at the place
        RightValue, ///< likewise
        Operand,    ///< the right one of `and` or `or`: the left one may decide
        Lanes,      ///< of an access, those for which the predicate at the place holds
    };
    Kind kind = Kind::Branch;
    Place place = NoPlace;
};

/// Symbol of the bytes, one for each part.
inline constexpr const char* ReachedPartsSymbol = "tirscope_reached";

namespace llvm_ir {

class PartMarks {
public:
    explicit PartMarks(llvm::Module& output);

    /// Emits the mark where `builder` is.
    void mark(llvm::IRBuilderBase& builder, ProgramPart part);
    /// The same for a part that is reached only if the condition, a boolean, holds.
    void markIf(llvm::IRBuilderBase& builder, ProgramPart part, llvm::Value* condition);
    /// Defines the bytes. Call once, when everything is emitted.
    std::vector<ProgramPart> finish();

private:
    llvm::Value* add(llvm::IRBuilderBase& builder, ProgramPart part);

    llvm::Module& m_output;
    llvm::GlobalVariable* m_bytes; ///< a declaration: how many there are is known at the end
    std::vector<ProgramPart> m_parts;
};

} // namespace llvm_ir
} // namespace tir
