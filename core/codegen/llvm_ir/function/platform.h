/// The differences between the platforms that functions are emitted for. The base class is the CPU with the SIMT
/// emulator; a platform overrides what differs, and returns null or false for the rest, which the parts then emit as
/// for the CPU.

#pragma once

#include "core/codegen/llvm_ir/scan.h"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace llvm {
class Function;
class Type;
class Value;
} // namespace llvm

namespace tir::llvm_ir {

class Platform {
public:
    using Value = llvm::Value;

    virtual ~Platform() = default;

    // ---- calls

    /// Operations that only this platform knows, and those it does otherwise.
    virtual std::optional<Value*> emitOperation(const Call&) { return std::nullopt; }
    virtual std::optional<Value*> emitFunctionCall(const Call&, const ModuleEntry&) { return std::nullopt; }
    /// A function of mathematics by its name for float64, for elements of this type.
    virtual llvm::Function* libraryFunction(std::string_view, DType, const std::vector<llvm::Type*>&)
    {
        return nullptr;
    }
    /// The value of a parameter in a register, and back.
    virtual Value* parameter(const Var&, Value* argument) { return argument; }
    virtual Value* argument(const Var&, Value* value) { return value; }
    /// Ends the run.
    virtual bool fail(std::string_view, std::string_view) { return false; }

    // ---- types

    virtual llvm::Type* memoryType(DType) { return nullptr; }
    virtual Value* toMemory(DType, Value*) { return nullptr; }
    virtual Value* fromMemory(DType, Value*) { return nullptr; }
    /// A float, or a vector of them, in more bits.
    virtual Value* widenedFloat(Value*, DType) { return nullptr; }
    /// Rounds towards zero; out of range and NaN: the nearest value and 0.
    virtual Value* floatToInt(DType, DType, Value*) { return nullptr; }
    /// Whether a division by zero ends the run instead of executing the processor's instruction.
    virtual bool guardsDivisions() const { return true; }

    // ---- memory

    /// A known divisor of the address of an access of consecutive elements, in bytes. The default assumes nothing: an
    /// access that a program computes wrongly must still happen as written.
    virtual uint64_t accessAlignment(const Buffer&, const Expr&, int) { return 1; }
    /// Bytes that the address of one element is a multiple of, when nothing else is known about it.
    virtual uint64_t elementAlignment(DType) const { return 1; }
    virtual bool isVolatile(const Buffer&) const { return false; }
    virtual bool emitAllocation(const AllocBuffer&) { return false; }

    // ---- statements

    virtual bool emitAttr(const AttrStmt&) { return false; }
    virtual bool emitAssert(const AssertStmt&) { return false; }
    virtual bool emitThreadExtent(const AttrStmt&, const IterVar&) { return false; }
    virtual Value* threadIndex(ThreadAxis) { return nullptr; }
    virtual bool emitLaunch(const Stmt&) { return false; }
};

struct FunctionParts;
/// Makes the platform of a function, which may keep references to the parts.
using MakePlatform = std::function<std::unique_ptr<Platform>(FunctionParts&)>;

} // namespace tir::llvm_ir
