#include "core/codegen/llvm_ir/optimize.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace tir::llvm_ir {

void optimize(llvm::Module& module, llvm::TargetMachine& machine, bool isOptimized)
{
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager callGraph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
    llvm::ModulePassManager passes = isOptimized
                                         ? builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
                                         : builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
    passes.run(module, modules);
}

} // namespace tir::llvm_ir
