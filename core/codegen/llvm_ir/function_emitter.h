/// The emitter of one LLVM function. Owns the parts that do it, each of which is given what it uses
/// (function/function_parts.h). Without a platform of its own (function/platform.h), it makes programs for
/// emulator_abi.h. Private to this folder. LLVM's types are only named here.

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
    /// For the emulator; or for the platform, whose functions have no parameters of the emulator.
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
    /// One thread of a launch; answers what it takes from the site of the launch.
    const Captures& emitThread(const Stmt& body, ThreadLaunch launch);
    /// `body` with these variables as parameters; returns 0 when it ends well.
    void emitOutlined(const Stmt& body, const std::vector<const Var*>& params, const FunctionContext& site);

private:
    std::unique_ptr<FunctionParts> m_parts;
};

} // namespace tir::llvm_ir
