#include "core/codegen/llvm_ir/emit.h"

#include "core/analysis/calls.h"
#include "core/analysis/verify/types.h"
#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/driver_function.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/work_slots.h"
#include "core/support/text_format.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace tir {
namespace llvm_ir {
namespace {

constexpr const char* EntrySymbol = "tirscope_entry";

/// LLVM's passes over several functions look at all arguments of a call whenever they find out something about one: of
/// 4,000 parameters, that takes seconds.
constexpr unsigned MostArguments = 100;

/// Takes the arguments out of their array and calls the entry.
void emitEntryPoint(ModuleEmitter& emitter, const ModuleEntry& entry)
{
    const auto& function = to<PrimFunc>(*entry.function);
    // A kernel cannot be the entry of a process; its body is launched in place.
    llvm::Function* callee = emitter.function(entry, Side::Host);
    llvm::IRBuilder<> b(emitter.context());
    llvm::Type* pointer = b.getPtrTy();
    auto* type = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer}, false);
    llvm::Function* wrapper =
        llvm::Function::Create(type, llvm::Function::ExternalLinkage, EntrySymbol, emitter.output());
    FunctionEmitter(emitter, wrapper, Side::Host).emitEntry(function, callee);
}

/// Puts an entry with many parameters in place of the only call of it. Precondition: the module is valid.
void inlineLargeEntry(llvm::Module& output)
{
    std::vector<llvm::CallInst*> calls;
    for (llvm::BasicBlock& block : *output.getFunction(EntrySymbol))
        for (llvm::Instruction& instruction : block)
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                call && call->arg_size() > MostArguments)
                calls.push_back(call);
    for (llvm::CallInst* call : calls) {
        llvm::Function* callee = call->getCalledFunction();
        if (!callee || !callee->hasOneUse())
            continue;
        llvm::InlineFunctionInfo info;
        if (llvm::InlineFunction(*call, info).isSuccess())
            callee->eraseFromParent();
    }
}

/// A checked program spends its time in the checker, which is compiled already.
Optimization optimizationFor(const LlvmOptions& options)
{
    if (!options.isOptimized)
        return Optimization::None;
    return options.isChecked ? Optimization::Quick : Optimization::Full;
}

} // namespace
} // namespace llvm_ir

Result<LlvmProgram> emitLlvm(const Module& module, const LlvmOptions& options)
{
    const ModuleEntry* entry = module.find(options.entry);
    if (!entry)
        return error("no-entry", "function " + quoted(options.entry) + " is not in the module");
    const auto* function = as<PrimFunc>(entry->function);
    if (!function)
        return error("no-entry", "function " + quoted(options.entry) + " is not a TIR function");
    if (Diagnostics errors = checkTypes(module); !errors.empty())
        return errors;

    llvm::LLVMContext context;
    llvm::Module output(std::string(module.name), context);
    std::unique_ptr<llvm_ir::ModuleEmitter> owned;
    if (options.drivesDevice)
        owned = std::make_unique<llvm_ir::DriverModuleEmitter>(module, output);
    else
        owned = std::make_unique<llvm_ir::ModuleEmitter>(module, output);
    llvm_ir::ModuleEmitter& emitter = *owned;
    if (options.isChecked)
        emitter.recordChecks();
    if (options.isCounted)
        emitter.recordWork();
    if (!options.drivesDevice)
        emitter.recordParts();
    const bool isUnlowered = llvm_ir::hasBlocks(module);
    emitter.setLockstep(options.isLockstep || isUnlowered);
    emitter.setCountsOffsets(options.countsOffsets || isUnlowered);
    emitter.setChecksIndices(options.checksIndices);
    llvm_ir::emitEntryPoint(emitter, *entry);
    if (Diagnostics refusals = emitter.takeRefusals(); !refusals.empty())
        return refusals;

    std::string complaint;
    llvm::raw_string_ostream complaints(complaint);
    TIR_CHECK(!llvm::verifyModule(output, &complaints)) << "LLVM rejects the generated code: " << complaint;
    llvm_ir::inlineLargeEntry(output);

    LlvmProgram program;
    if (emitter.parts())
        program.parts = emitter.parts()->finish();
    if (emitter.checks())
        program.sites = emitter.checks()->take();
    if (emitter.work())
        program.counted = emitter.work()->take();
    program.entrySymbol = llvm_ir::EntrySymbol;
    program.sizes = llvm_ir::ModuleEmitter::implicitSizes(*function);
    program.isLockstep = emitter.isLockstep();
    program.optimization = llvm_ir::optimizationFor(options);
    program.blockLimit = options.blockLimit;
    program.returnDType = returnDType(*function);
    llvm::raw_string_ostream bitcode(program.bitcode);
    llvm::WriteBitcodeToFile(output, bitcode);
    return program;
}

Result<std::string> llvmText(const LlvmProgram& program)
{
    llvm::LLVMContext context;
    auto module = llvm::parseBitcodeFile({program.bitcode, "program"}, context);
    if (!module)
        return error("internal", llvm::toString(module.takeError()));
    std::string text;
    llvm::raw_string_ostream stream(text);
    (*module)->print(stream, nullptr);
    return text;
}

} // namespace tir
