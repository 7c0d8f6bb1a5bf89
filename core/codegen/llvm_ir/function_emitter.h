/// The emitter of one LLVM function. Owns the parts that do the work (function/function_parts.h). Without a platform
/// (function/platform.h), it emits programs for emulator_abi.h. Private to this folder. LLVM's types are only named
/// here.

#pragma once

#include "core/codegen/llvm_ir/function/function_context.h"
#include "core/codegen/llvm_ir/function/platform.h"

#include <memory>
#include <vector>

namespace tir::llvm_ir {

struct Captures;
struct ThreadLaunch;

class FunctionEmitter {
public:
    /// For the emulator; or for a platform, whose functions do not have the parameters of the emulator.
    FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side);
    FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side,
                    const MakePlatform& makePlatform, unsigned firstParameter = 0);
    FunctionEmitter(const FunctionEmitter&) = delete;
    FunctionEmitter& operator=(const FunctionEmitter&) = delete;
    ~FunctionEmitter();

    /// A whole function of the module: parameters, body, return.
    void emitFunction(const PrimFunc& function);
    /// `void entry(SimtEmulator*, void* const* arguments, void* result)` around `callee`, which is `function`.
    void emitEntry(const PrimFunc& function, llvm::Function* callee);
    /// One thread of a launch; returns its captures from the launch site.
    const Captures& emitThread(const Stmt& body, ThreadLaunch launch);
    /// `body` with these variables as parameters; returns 0 when it ends well.
    void emitOutlined(const Stmt& body, const std::vector<const Var*>& params, const FunctionContext& site);

private:
    std::unique_ptr<FunctionParts> m_parts;
};

} // namespace tir::llvm_ir
