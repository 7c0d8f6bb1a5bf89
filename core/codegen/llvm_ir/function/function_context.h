/// What all parts of the emitter of one LLVM function share.

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

/// Where generated code runs; decides what allocations and thread axes mean.
enum class Side : uint8_t { Host, Device };

/// The emulator, the block and the thread come before the parameters of every function that the emulator runs.
inline constexpr unsigned EmulatorParameters = 3;

struct FunctionContext {
    FunctionContext(ModuleEmitter& module, llvm::Function* function, Side side, unsigned firstParameter);
    FunctionContext(const FunctionContext&) = delete;
    FunctionContext& operator=(const FunctionContext&) = delete;

    void setUpPrologue();
    void finishPrologue();
    /// What is emitted next is where `site` is.
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
    std::unique_ptr<PlaceCursor> cursor;  ///< null: places are not recorded
    llvm::DISubprogram* placeScope = nullptr;
    // Null in functions that the emulator does not run:
    llvm::Value* emulator = nullptr;
    llvm::Value* block = nullptr;
    llvm::Value* thread = nullptr;
};

/// Marks the instructions made in its lifetime as made from a statement, an expression of the node around, or a
/// function; does nothing where places are not recorded.
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
