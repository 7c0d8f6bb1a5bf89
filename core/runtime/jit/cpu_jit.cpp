#include "core/runtime/jit/cpu_jit.h"

#include "core/codegen/llvm_ir/optimize.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

namespace tir {
namespace {

namespace orc = llvm::orc;

Diagnostic compileError(llvm::Error failure)
{
    return error("cannot-compile", llvm::toString(std::move(failure)));
}

/// The functions of emulator_abi.h under their names.
orc::SymbolMap emulatorSymbols(orc::LLJIT& jit)
{
    orc::SymbolMap symbols;
    const auto add = [&](const char* name, auto* function) {
        symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                              llvm::JITSymbolFlags::Exported |
                                                  llvm::JITSymbolFlags::Callable};
    };
    const auto addVariable = [&](const char* name, auto* variable) {
        symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(variable),
                                              llvm::JITSymbolFlags::Exported};
    };
    addVariable("tirscope_returned", &tirscope_returned);
    addVariable("tirscope_statement", &tirscope_statement);
    add("tirscope_allocate", &tirscope_allocate);
    add("tirscope_allocate_for_blocks", &tirscope_allocate_for_blocks);
    add("tirscope_allocate_device", &tirscope_allocate_device);
    add("tirscope_check_access", &tirscope_check_access);
    add("tirscope_check_allocation", &tirscope_check_allocation);
    add("tirscope_check_division", &tirscope_check_division);
    add("tirscope_check_domain", &tirscope_check_domain);
    add("tirscope_check_offer", &tirscope_check_offer);
    add("tirscope_check_outside", &tirscope_check_outside);
    add("tirscope_check_overflow", &tirscope_check_overflow);
    add("tirscope_check_parallel", &tirscope_check_parallel);
    add("tirscope_check_receive", &tirscope_check_receive);
    add("tirscope_copy_async", &tirscope_copy_async);
    add("tirscope_copy_commit", &tirscope_copy_commit);
    add("tirscope_copy_wait", &tirscope_copy_wait);
    add("tirscope_fail", &tirscope_fail);
    add("tirscope_frame", &tirscope_frame);
    add("tirscope_from_bits", &tirscope_from_bits);
    add("tirscope_group_memory", &tirscope_group_memory);
    add("tirscope_launch", &tirscope_launch);
    add("tirscope_launch_kernel", &tirscope_launch_kernel);
    add("tirscope_load_matrices", &tirscope_load_matrices);
    add("tirscope_matrix_product", &tirscope_matrix_product);
    add("tirscope_offer", &tirscope_offer);
    add("tirscope_offered", &tirscope_offered);
    add("tirscope_print", &tirscope_print);
    add("tirscope_release", &tirscope_release);
    add("tirscope_shared", &tirscope_shared);
    add("tirscope_to_bits", &tirscope_to_bits);
    add("tirscope_vote", &tirscope_vote);
    add("tirscope_warp_memory", &tirscope_warp_memory);
    return symbols;
}

/// Instructions of a program for which LLVM chooses registers with care. The time that this takes grows faster than
/// the program: of 2,000 unrolled statements (16,000 instructions) 4.3 s instead of 0.4 s, while they run as fast
/// without it. A loop of few instructions, such as that of a matrix product, takes 1.2 times as long without it.
constexpr unsigned MaxWellAllocated = 2000;

void initializeLlvm()
{
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
    });
}

} // namespace

struct CpuProgram::Impl {
    std::unique_ptr<orc::LLJIT> jit;
    SimtEmulator::EntryPoint entry = nullptr;
    std::span<const uint8_t> reachedParts = {};
};

CpuProgram::CpuProgram(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
CpuProgram::CpuProgram(CpuProgram&&) noexcept = default;
CpuProgram& CpuProgram::operator=(CpuProgram&&) noexcept = default;
CpuProgram::~CpuProgram() = default;

Result<CpuProgram> CpuProgram::compile(const LlvmProgram& program)
{
    initializeLlvm();
    auto host = orc::JITTargetMachineBuilder::detectHost();
    if (!host)
        return compileError(host.takeError());
    auto machine = host->createTargetMachine();
    if (!machine)
        return compileError(machine.takeError());

    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = llvm::parseBitcodeFile({program.bitcode, "program"}, *context);
    if (!module)
        return compileError(module.takeError());
    (*module)->setTargetTriple((*machine)->getTargetTriple().str());
    (*module)->setDataLayout((*machine)->createDataLayout());
    llvm_ir::optimize(**module, **machine, program.optimization);
    if (program.optimization == Optimization::None || (*module)->getInstructionCount() > MaxWellAllocated)
        host->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);

    auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(*host)).create();
    if (!jit)
        return compileError(jit.takeError());
    auto impl = std::make_unique<Impl>();
    impl->jit = std::move(*jit);
    orc::JITDylib& library = impl->jit->getMainJITDylib();
    auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
        impl->jit->getDataLayout().getGlobalPrefix());
    if (!process)
        return compileError(process.takeError());
    library.addGenerator(std::move(*process));
    if (llvm::Error failure = library.define(orc::absoluteSymbols(emulatorSymbols(*impl->jit))))
        return compileError(std::move(failure));
    if (llvm::Error failure =
            impl->jit->addIRModule(orc::ThreadSafeModule(std::move(*module), std::move(context))))
        return compileError(std::move(failure));
    auto entry = impl->jit->lookup(program.entrySymbol);
    if (!entry)
        return compileError(entry.takeError());
    impl->entry = entry->toPtr<SimtEmulator::EntryPoint>();
    if (!program.parts.empty()) {
        auto reached = impl->jit->lookup(ReachedPartsSymbol);
        if (!reached)
            return compileError(reached.takeError());
        impl->reachedParts = {reached->toPtr<const uint8_t*>(), program.parts.size()};
    }
    return CpuProgram(std::move(impl));
}

std::span<const uint8_t> CpuProgram::reachedParts() const
{
    return m_impl->reachedParts;
}

std::optional<ProgramError> CpuProgram::run(void* const* arguments, void* result,
                                            const EmulatorOptions& options) const
{
    return SimtEmulator(options).run(m_impl->entry, arguments, result);
}

std::optional<ProgramError> CpuProgram::drive(DeviceRuntime& device, void* const* arguments,
                                              void* result) const
{
    SimtEmulator emulator;
    emulator.drive(device);
    return emulator.run(m_impl->entry, arguments, result);
}

} // namespace tir
