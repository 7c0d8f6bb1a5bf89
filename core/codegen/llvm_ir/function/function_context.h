/// State shared by all parts of the emitter of one LLVM function.

#pragma once

#include "core/codegen/llvm_ir/module_emitter.h"
#include "core/ir/places.h"

#include <memory>

namespace llvm {
class BasicBlock;
class DISubprogram;
class IRBuilderBase;
} // namespace llvm

namespace tir::llvm_ir {

/// Where generated code runs; decides how allocations and thread axes are emitted.
enum class Side : uint8_t { Host, Device };

/// The emulator, the block and the thread come before the parameters of every function that the emulator runs.
inline constexpr unsigned EmulatorParameters = 3;

struct FunctionContext {
    FunctionContext(ModuleEmitter& module, llvm::Function* function, Side side, unsigned firstParameter);
    FunctionContext(const FunctionContext&) = delete;
    FunctionContext& operator=(const FunctionContext&) = delete;

    void setUpPrologue();
    void finishPrologue();
    /// Continues emitting at the position of `site`.
    void startAt(const FunctionContext& site);

    ModuleEmitter& module;
    llvm::Function* function;
    Side side;
    unsigned firstParameter;
    std::shared_ptr<llvm::IRBuilderBase> builder;
    const Target* target = nullptr;       ///< of the function, or of the region; null: not bound to one yet
    llvm::BasicBlock* prologue = nullptr; ///< values captured and thread indices; dominates everything
    llvm::BasicBlock* start = nullptr;    ///< the block after the prologue
    const Stmt* statement = nullptr;      ///< for the place of a refusal
    bool isInIndex = false;               ///< what is emitted is a part of an index
    std::unique_ptr<PlaceCursor> cursor;  ///< null: places are not recorded
    llvm::DISubprogram* placeScope = nullptr;
    // Null in functions that the emulator does not run:
    llvm::Value* emulator = nullptr;
    llvm::Value* block = nullptr;
    llvm::Value* thread = nullptr;
};

/// Attributes the instructions emitted in its lifetime to a statement, an expression of the enclosing node, or a
/// function; does nothing if places are not recorded.
class PlaceScope {
public:
    PlaceScope(FunctionContext& context, const Node& node);
    PlaceScope(const PlaceScope&) = delete;
    PlaceScope& operator=(const PlaceScope&) = delete;
    ~PlaceScope();

private:
    FunctionContext& m_context;
};

} // namespace tir::llvm_ir
