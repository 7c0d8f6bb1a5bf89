#include "core/codegen/llvm_ir/nvptx.h"

#include "core/codegen/device_functions.h"
#include "core/codegen/llvm_ir/function/function_context.h"
#include "core/codegen/llvm_ir/nvptx_module.h"
#include "core/codegen/llvm_ir/optimize.h"
#include "core/codegen/llvm_ir/scan.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/support/gpu_arch.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <mutex>

// The backend's entry points; <llvm/Support/TargetSelect.h> declares them only for all targets together.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace tir {
namespace llvm_ir {
namespace {

constexpr const char* Triple = "nvptx64-nvidia-cuda";

void initializeNvptx()
{
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
    });
}

const llvm::Target& nvptxTarget()
{
    initializeNvptx();
    std::string complaint;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(Triple, complaint);
    TIR_CHECK(target) << "this LLVM generates no PTX: " << complaint;
    return *target;
}

/// The GPU to generate for: `arch`, or if this LLVM does not know it the newest one before it, since PTX can be assembled
/// for every later GPU, too.
Result<std::string> knownArchitecture(const std::string& arch)
{
    const std::unique_ptr<llvm::MCSubtargetInfo> known(nvptxTarget().createMCSubtargetInfo(Triple, "", ""));
    const int wanted = computeCapability(arch);
    int newest = 0;
    for (const llvm::SubtargetSubTypeKV& entry : known->getAllProcessorDescriptions()) {
        const std::string name = entry.Key;
        if (name == arch)
            return arch;
        if (const int number = computeCapability(name); number <= wanted && !name.ends_with("a"))
            newest = std::max(newest, number);
    }
    if (newest == 0)
        return error("unknown-arch", "LLVM does not know a GPU " + quoted(arch) +
                                         "; a name such as sm_80 or sm_90 was expected");
    return "sm_" + std::to_string(newest);
}

/// LLVM raises the version of PTX to that which the GPU itself requires, 8.0 for sm_90a.
std::unique_ptr<llvm::TargetMachine> makeMachine(const std::string& gpu, int ptxVersion)
{
    return std::unique_ptr<llvm::TargetMachine>(nvptxTarget().createTargetMachine(
        Triple, gpu, "+ptx" + std::to_string(ptxVersion), llvm::TargetOptions(), std::nullopt, std::nullopt,
        llvm::CodeGenOptLevel::Aggressive));
}

/// Metadata that the runtime and the assembler need.
void annotateKernel(llvm::Function& kernel, const PrimFunc& function)
{
    llvm::LLVMContext& context = kernel.getContext();
    llvm::IRBuilder<> b(context);
    llvm::NamedMDNode* annotations = kernel.getParent()->getOrInsertNamedMetadata("nvvm.annotations");
    const auto annotate = [&](const char* name, llvm::Metadata* value) {
        annotations->addOperand(llvm::MDNode::get(
            context, {llvm::ValueAsMetadata::get(&kernel), llvm::MDString::get(context, name), value}));
    };
    const auto number = [&](int64_t value) {
        return llvm::ConstantAsMetadata::get(b.getInt32(uint32_t(value)));
    };
    kernel.setCallingConv(llvm::CallingConv::PTX_Kernel);
    annotate("kernel", number(1));

    const LaunchScan launch = scanLaunch(*function.body);
    std::array<int64_t, 3> threads = {1, 1, 1};
    bool isConstant = false;
    bool isSymbolic = false;
    for (size_t axis = 0; axis < threads.size(); ++axis)
        if (const Expr* extent = launch.extents[size_t(ThreadAxis::ThreadX) + axis]) {
            const auto* constant = as<IntImm>(extent);
            isConstant = isConstant || constant;
            isSymbolic = isSymbolic || !constant;
            threads[axis] = constant ? constant->value : 1;
        }
    if (isConstant && !isSymbolic) {
        annotate("maxntidx", number(threads[0]));
        annotate("maxntidy", number(threads[1]));
        annotate("maxntidz", number(threads[2]));
    }
}

/// Descriptors of tensor maps are passed by value and must stay where the launch put them.
void passTensorMapsByValue(llvm::Function& kernel, const PrimFunc& function)
{
    constexpr uint64_t Bytes = 128;
    constexpr uint64_t Alignment = 64;
    llvm::LLVMContext& context = kernel.getContext();
    std::vector<llvm::Metadata*> numbers;
    for (size_t index = 0; index < function.params.size(); ++index) {
        const auto* pointer = as<PointerType>(function.params[index]->type);
        if (!pointer || pointer->element->kind != NodeKind::TensorMapType)
            continue;
        llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), Bytes);
        kernel.removeParamAttr(unsigned(index), llvm::Attribute::NoAlias);
        kernel.addParamAttr(unsigned(index), llvm::Attribute::getWithByValType(context, type));
        kernel.addParamAttr(unsigned(index),
                            llvm::Attribute::getWithAlignment(context, llvm::Align(Alignment)));
        numbers.push_back(
            llvm::ConstantAsMetadata::get(llvm::IRBuilder<>(context).getInt32(uint32_t(index + 1))));
    }
    if (!numbers.empty())
        kernel.getParent()
            ->getOrInsertNamedMetadata("nvvm.annotations")
            ->addOperand(llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&kernel),
                                                     llvm::MDString::get(context, "grid_constant"),
                                                     llvm::MDNode::get(context, numbers)}));
}

Diagnostics linkLibdevice(llvm::Module& output, const std::set<std::string>& used)
{
    if (used.empty())
        return {};
    const std::optional<std::string> path = findLibdevice();
    if (!path)
        return {error("no-libdevice", "libdevice, which has " + listText(used) +
                                          ", not found: install the CUDA toolkit or set CUDA_HOME")};
    auto buffer = llvm::MemoryBuffer::getFile(*path);
    if (!buffer)
        return {error("no-libdevice", "cannot read " + quoted(*path) + ": " + buffer.getError().message())};
    auto library = llvm::parseBitcodeFile(**buffer, output.getContext());
    if (!library)
        return {error("no-libdevice",
                      "cannot read " + quoted(*path) + ": " + llvm::toString(library.takeError()))};
    std::set<std::string> missing;
    for (const std::string& name : used)
        if (!(*library)->getFunction(name))
            missing.insert(name);
    if (!missing.empty())
        return {error("cannot-generate", "libdevice has no " + listText(missing))};
    (*library)->setTargetTriple(output.getTargetTriple());
    (*library)->setDataLayout(output.getDataLayout());
    TIR_CHECK(!llvm::Linker::linkModules(output, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        << "libdevice cannot be linked";
    for (llvm::Function& function : output)
        if (!function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
            function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // Subnormal numbers are kept, as everywhere else.
    output.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", uint32_t(0));
    return {};
}

std::string assemblyOf(llvm::Module& output, llvm::TargetMachine& machine)
{
    llvm::SmallString<0> text;
    llvm::raw_svector_ostream stream(text);
    llvm::legacy::PassManager passes;
    TIR_CHECK(!machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
        << "the NVPTX backend cannot write assembly";
    passes.run(output);
    return std::string(text);
}

/// LLVM's message before it would end the process; empty if `work` completed. LLVM leaks its memory in that case.
std::string guarded(const std::function<void()>& work)
{
    static std::mutex mutex; // the handlers are the process's
    const std::lock_guard lock(mutex);
    std::string reason;
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(
        [](void* to, const char* message, bool) {
            *static_cast<std::string*>(to) = message;
            std::abort(); // the context continues after its call
        },
        &reason);
    llvm::CrashRecoveryContext context;
    if (!context.RunSafely(work) && reason.empty())
        reason = "it crashed";
    llvm::remove_fatal_error_handler();
    llvm::CrashRecoveryContext::Disable();
    return reason;
}

} // namespace
} // namespace llvm_ir

Result<PtxProgram> emitPtx(const Module& module, const CodegenOptions& options)
{
    const std::string& arch = options.arch;
    const Result<std::string> gpu = llvm_ir::knownArchitecture(arch);
    if (!gpu)
        return gpu.diagnostics();
    llvm::LLVMContext context;
    llvm::Module output(std::string(module.name), context);
    output.setTargetTriple(llvm_ir::Triple);
    output.setDataLayout(llvm_ir::makeMachine(*gpu, llvm_ir::OldestPtx)->createDataLayout());

    PtxProgram program;
    llvm_ir::NvptxModuleEmitter emitter(module, output, computeCapability(*gpu), options.fastMath);
    emitter.recordPlaces();
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function || callingConv(*function) != CallingConv::DeviceKernelLaunch || !isForCuda(*function))
            continue;
        llvm::Function* kernel = emitter.function(entry, llvm_ir::Side::Device);
        llvm_ir::annotateKernel(*kernel, *function);
        llvm_ir::passTensorMapsByValue(*kernel, *function);
        program.kernels.push_back(kernel->getName().str());
    }
    if (Diagnostics refusals = emitter.takeRefusals(); !refusals.empty())
        return refusals;
    if (program.kernels.empty())
        return error(
            "no-kernel",
            "the module has no kernel for a CUDA target; SplitHostDevice and LowerDeviceKernelLaunch "
            "make one of every launch");
    if (Diagnostics complaints = llvm_ir::linkLibdevice(output, emitter.usedFromLibdevice());
        !complaints.empty())
        return complaints;
    emitter.marks()->finish();

    std::string complaint;
    llvm::raw_string_ostream complaints(complaint);
    TIR_CHECK(!llvm::verifyModule(output, &complaints)) << "LLVM rejects the generated code: " << complaint;
    const auto machine = llvm_ir::makeMachine(*gpu, emitter.ptxVersion());
    std::string text;
    const std::string failure = llvm_ir::guarded([&] {
        llvm_ir::optimize(output, *machine, Optimization::Full);
        text = llvm_ir::assemblyOf(output, *machine);
    });
    if (!failure.empty())
        return error("llvm-failed", "LLVM cannot generate PTX for " + arch + " from this module: " + failure);
    program.text = llvm_ir::withoutMarks(text);
    return program;
}

} // namespace tir
