#include "core/codegen/llvm_ir/host.h"

#include "core/codegen/host_functions.h"
#include "core/codegen/llvm_ir/function/function_context.h"
#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/llvm_ir/host_module.h"
#include "core/codegen/llvm_ir/place_marks.h"
#include "core/support/text_format.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace tir {
namespace llvm_ir {
namespace {

constexpr const char* EntryName = "__tvm_ffi_main";

/// The entry of the library under the name that loaders look for; a library linked to this one may have its
/// own.
void emitEntryAlias(llvm::Module& output, llvm::Function& entry)
{
    llvm::Function* wrapper =
        llvm::Function::Create(entry.getFunctionType(), llvm::Function::WeakAnyLinkage, EntryName, output);
    llvm::IRBuilder<> b(llvm::BasicBlock::Create(output.getContext(), "entry", wrapper));
    std::vector<llvm::Value*> args;
    for (llvm::Argument& argument : wrapper->args())
        args.push_back(&argument);
    b.CreateRet(b.CreateCall(&entry, args));
}

/// The triple of the target; the code itself is the same for all 64-bit machines.
std::string tripleOf(const Module& module)
{
    for (const ModuleEntry& entry : module.functions)
        if (const Target* target = targetOf(*entry.function))
            if (const AttrValue* triple = find(target->attrs, "mtriple"); triple && !triple->text().empty())
                return std::string(triple->text());
    return {};
}

/// Blocks in an order in which control can reach them.
void tidy(llvm::Function& function)
{
    llvm::EliminateUnreachableBlocks(function);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    llvm::BasicBlock* last = nullptr;
    for (llvm::BasicBlock* block : order) {
        if (last)
            block->moveAfter(last);
        last = block;
    }
}

} // namespace
} // namespace llvm_ir

Result<Artifact> generateHostLlvm(const Module& module, const CodegenOptions&)
{
    llvm::LLVMContext context;
    llvm::Module output(std::string(module.name), context);
    output.setTargetTriple(llvm_ir::tripleOf(module));
    llvm_ir::HostModuleEmitter emitter(module, output);
    emitter.recordPlaces();
    Artifact artifact{.kind = ArtifactKind::Llvm};
    llvm::Function* entryFunction = nullptr;
    for (const ModuleEntry* entry : hostFunctions(module)) {
        llvm::Function* function = emitter.function(*entry, llvm_ir::Side::Host);
        if (!isExposed(*entry->function))
            continue;
        artifact.entryPoints.push_back(function->getName().str());
        const AttrValue* mark = find(entry->function->attrs, attr::IsEntryFunc);
        if (mark && mark->isTrue())
            entryFunction = function;
    }
    if (Diagnostics refusals = emitter.takeRefusals(); !refusals.empty())
        return refusals;
    if (artifact.entryPoints.empty())
        return noHostFunctions();
    if (entryFunction && entryFunction->getReturnType()->isVoidTy())
        return error("not-packed",
                     "entry function " + quoted(entryFunction->getName().str()) +
                         " returns no error code; MakePackedAPI gives it the form that loaders call");
    if (entryFunction && !output.getFunction(llvm_ir::EntryName)) {
        llvm_ir::emitEntryAlias(output, *entryFunction);
        artifact.entryPoints.emplace_back(llvm_ir::EntryName);
    }
    emitter.marks()->finish();
    for (llvm::Function& function : output)
        if (!function.isDeclaration())
            llvm_ir::tidy(function);

    std::string complaint;
    llvm::raw_string_ostream complaints(complaint);
    TIR_CHECK(!llvm::verifyModule(output, &complaints)) << "LLVM rejects the generated code: " << complaint;
    llvm_ir::PlacedText text = llvm_ir::printWithPlaces(output);
    artifact.content = std::move(text.text);
    artifact.ranges = rangesOfLines(artifact.content, text.places);
    return artifact;
}

} // namespace tir
