#include "passes/workbench/worker/run_here.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/work_log.h"
#include "core/support/text_format.h"
#include "passes/workbench/worker/entry_call.h"
#include "passes/workbench/worker/gpu_module.h"
#include "passes/workbench/worker/run_gpu.h"
#include "passes/workbench/worker/run_report.h"
#include "passes/workbench/worker/unreached_parts.h"

namespace tir {
namespace {

RunReport refused(Diagnostics diagnostics)
{
    RunReport report;
    report.device = "cpu";
    refuse(report, std::move(diagnostics));
    return report;
}

/// The checker of a checked program, which knows the memory of the arguments; else null.
std::unique_ptr<Checker> checkerFor(const LlvmProgram& program, std::vector<Argument>& params, bool isChecked)
{
    if (!isChecked)
        return nullptr;
    auto checker = std::make_unique<Checker>(program.sites);
    checker->setLockstep(program.isLockstep);
    for (Argument& param : params)
        if (!param.isScalar)
            checker->addMemory(param.value.bytes.data(), param.value.bytes.size(), RegionKind::Global, true);
    return checker;
}

std::vector<WrittenElements> writersOf(const Checker& checker, const SharedBytes& elements, DType dtype)
{
    std::vector<WrittenElements> result;
    for (const auto& [end, site] : checker.writers(elements.data(), elementBytes(dtype))) {
        const Place place = site == NoSite ? NoPlace : checker.site(site).statement;
        if (result.empty() || result.back().place != place)
            result.push_back({end, place});
        result.back().end = end;
    }
    return result;
}

/// Why the arguments do not fit; empty when they may.
Diagnostics tooLarge(const ArgumentPlan& plan, uint64_t limit)
{
    const uint64_t bytes = plan.bytes();
    if (limit == 0 || bytes <= limit / 2)
        return {};
    return {
        error("no-memory", "the arguments take " + byteText(bytes) +
                               ", and a run keeps them twice, as they were and as they become: that is more "
                               "than the memory limit of " +
                               byteText(limit))};
}

/// As they are before the run; the bytes stay with the arguments.
std::vector<RunTensor> tensorsOf(const std::vector<Argument>& arguments)
{
    std::vector<RunTensor> tensors;
    for (const Argument& argument : arguments) {
        const SharedBytes bytes(nullptr, argument.value.bytes);
        tensors.push_back({argument.name, toString(argument.value.dtype), argument.value.shape, bytes, bytes,
                           argument.isScalar});
    }
    return tensors;
}

WorkCount workOf(const LoggedLaunches& launches, const std::vector<CountedWork>& kinds)
{
    WorkCount work;
    for (size_t slot = 0; slot < kinds.size(); ++slot) {
        const CountedWork& what = kinds[slot];
        const auto count = int64_t(launches.work[slot]);
        const bool isShared = what.memory == StorageRank::Shared;
        switch (what.kind) {
        case CountedWork::Kind::LoadedBytes:
            (isShared ? work.loadedSharedBytes : work.loadedBytes) += count;
            break;
        case CountedWork::Kind::StoredBytes:
            (isShared ? work.storedSharedBytes : work.storedBytes) += count;
            break;
        case CountedWork::Kind::Operations:
        case CountedWork::Kind::MatrixOperations:
            work.addOperations(what.dtype, what.kind == CountedWork::Kind::MatrixOperations, count);
            break;
        }
    }
    return work;
}

std::vector<CountedLaunches> countedLaunches(const WorkLog& log, const LlvmProgram& program)
{
    std::vector<CountedLaunches> counted;
    for (const LoggedLaunches& launches : log.launches())
        counted.push_back({.kernel = launches.kernel,
                           .grid = launches.grid,
                           .block = launches.block,
                           .dynamicSharedBytes = launches.dynamicBytes,
                           .launches = launches.count,
                           .work = workOf(launches, program.counted),
                           .isDifferent = launches.isWorkDifferent});
    return counted;
}

RunReport runOrRefuse(const RunRequest& request, const Confine& confine, const TakeInputs& takeInputs,
                      const MemoryHeard& memoryHeard);

/// Only the counts of the kernels that a GPU would get.
RunReport countKernels(const RunRequest& request, const Confine& confine)
{
    Result<GpuModule> made = toGpuModule(request.module);
    if (!made)
        return refused(made.diagnostics());
    RunRequest lowered = request;
    lowered.countsKernels = false;
    lowered.module = made->module;
    if (!lowered.signature.module)
        lowered.signature = request.module;
    RunReport report = runOrRefuse(lowered, confine, [](const std::vector<RunTensor>&) {}, {});
    report.diagnostics = made->inOriginal(std::move(report.diagnostics), *request.module.module);
    report.findings.clear(); // a GPU run does not observe it
    report.tensors.clear();
    return report;
}

/// A program with its arguments, ready to run on the CPU.
struct CpuRun {
    const PrimFunc& function; ///< the entry
    LlvmProgram program;
    CpuProgram compiled;
    Arguments arguments;
    DType returnDType; ///< of the signature
    int64_t compileNs = 0;
};

Result<CpuRun> prepareCpuRun(const RunRequest& request)
{
    const Module& module = *request.module.module;
    const Result<std::string> entry = request.entry.empty() ? chooseEntry(module) : request.entry;
    if (!entry)
        return entry.diagnostics();
    const Stopwatch emitting;
    Result<LlvmProgram> program = emitLlvm(module, {.entry = *entry,
                                                    .isChecked = request.isChecked,
                                                    .isCounted = request.isCounted,
                                                    .isLockstep = request.isLockstep,
                                                    .isOptimized = request.isOptimized,
                                                    .countsOffsets = request.countsOffsets,
                                                    .checksIndices = request.checksIndices,
                                                    .blockLimit = request.blockLimit});
    if (!program)
        return program.diagnostics();
    const int64_t emitNs = emitting.nanoseconds();
    const auto& function = to<PrimFunc>(*module.find(*entry)->function);
    const Result<const PrimFunc*> signature = signatureOf(request, *entry, function);
    if (!signature)
        return signature.diagnostics();
    const ArgumentOptions options = argumentOptions(request, *entry, **signature);
    if (Diagnostics why = tooLarge(planArguments(**signature, options), request.memoryLimitBytes);
        !why.empty())
        return why;
    Result<Arguments> arguments = makeArguments(**signature, options);
    if (!arguments)
        return arguments.diagnostics();
    const Stopwatch compiling;
    Result<CpuProgram> compiled = CpuProgram::compile(*program);
    if (!compiled)
        return compiled.diagnostics();
    const int64_t compileNs = emitNs + compiling.nanoseconds();
    return CpuRun{
        function, *std::move(program), *std::move(compiled), *std::move(arguments), returnDType(**signature),
        compileNs};
}

/// Adds what the checker has observed.
void addFindings(RunReport& report, Checker& checker, const std::vector<Argument>& params)
{
    for (size_t index = 0; index < params.size(); ++index)
        if (!params[index].isScalar)
            report.tensors[index].writers =
                writersOf(checker, report.tensors[index].after, params[index].value.dtype);
    report.findings = checker.takeFindings();
    report.hiddenFindings = checker.takeHiddenFindings();
}

RunReport runOnCpu(const RunRequest& request, const Confine& confine, const TakeInputs& takeInputs)
{
    Result<CpuRun> prepared = prepareCpuRun(request);
    if (!prepared)
        return refused(prepared.diagnostics());
    auto [function, program, compiled, arguments, returned, compileNs] = *std::move(prepared);

    RunReport report;
    report.device = "cpu";
    report.isLockstep = program.isLockstep;
    report.compileNs = compileNs;
    if (takeInputs)
        takeInputs(tensorsOf(arguments.params));
    std::vector<Argument> params = takeInputs ? std::move(arguments.params) : arguments.params;
    const std::unique_ptr<Checker> checker = checkerFor(program, params, request.isChecked);
    WorkLog log(program.counted.size());
    if (confine)
        confine(Confinement::Everything);
    const EmulatorOptions emulation{.checker = checker.get(),
                                    .blockLimit = program.blockLimit,
                                    .work = request.isCounted ? &log : nullptr,
                                    .partialGrids = &report.partialGrids};
    const auto run = [&entry = compiled, &emulation](void* const* values, void* result) {
        return entry.run(values, result, emulation);
    };
    const Stopwatch running;
    const std::optional<ProgramError> failure = callEntry({.function = function,
                                                           .program = program,
                                                           .sizes = arguments.sizes,
                                                           .returnDType = returned,
                                                           .run = run},
                                                          params, report);
    report.runNs = running.nanoseconds();
    report.counted = countedLaunches(log, program);
    report.status = RunStatus::Done;
    if (failure)
        fail(report, *failure);
    // The tensors take over the memory that the checker has watched.
    if (takeInputs)
        arguments.params = std::vector<Argument>(params.size());
    report.tensors = toRunTensors(arguments.params, params);
    if (checker)
        addFindings(report, *checker, params);
    // A program that stopped with an error skipped the rest for another reason.
    if (!failure)
        for (Finding& finding :
             unreachedParts(*request.module.module, program.parts, compiled.reachedParts()))
            report.findings.push_back(std::move(finding));
    return report;
}

RunReport runOrRefuse(const RunRequest& request, const Confine& confine, const TakeInputs& takeInputs,
                      const MemoryHeard& memoryHeard)
{
    if (request.countsKernels)
        return countKernels(request, confine);
    if (cudaOrdinal(request.device) && request.blockLimit > 0)
        return refused({error("blocks-of-a-gpu", "a GPU runs all blocks of a launch")});
    if (cudaOrdinal(request.device))
        return runOnGpu(request, confine, memoryHeard);
    if (request.device != "cpu")
        return refused({error("no-device", "there is no device '" + request.device +
                                               "': expected cpu, cuda or cuda: and a number")});
    return runOnCpu(request, confine, takeInputs);
}

} // namespace

RunReport runHere(const RunRequest& request, const Confine& confine, const TakeInputs& takeInputs,
                  const MemoryHeard& memoryHeard)
{
    try {
        return runOrRefuse(request, confine, takeInputs, memoryHeard);
    } catch (const std::bad_alloc&) {
        return outOfMemory(request);
    } catch (const std::exception& failure) {
        return refused({error("internal", std::string("internal error: ") + failure.what())});
    }
}

RunReport outOfMemory(const RunRequest& request)
{
    const bool isLimited = request.device == "cpu" && request.memoryLimitBytes > 0;
    std::string message = isLimited
                              ? "the memory limit of " + byteText(request.memoryLimitBytes) + " is not enough"
                              : "the memory of this machine is not enough";
    if (request.isChecked)
        message += "; checks take ten times the memory that the program accesses";
    else if (request.device != "cpu")
        message += "; a run on a GPU keeps the arguments twice in the memory of the host";
    return refused({error("no-memory", message)});
}

} // namespace tir
