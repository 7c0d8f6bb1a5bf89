#include "passes/workbench/worker/run_gpu.h"

#include "core/analysis/calls.h"
#include "core/runtime/cuda/cuda_compile.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/support/text_format.h"
#include "passes/workbench/worker/device_tensors.h"
#include "passes/workbench/worker/entry_call.h"
#include "passes/workbench/worker/gpu_kernel_reports.h"
#include "passes/workbench/worker/gpu_module.h"
#include "passes/workbench/worker/run_report.h"
#include "passes/workbench/worker/time_kernels.h"

#include <algorithm>

namespace tir {
namespace {

using Failure = CudaContext::Failure;

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/// One request in stages; each returns whether the next can follow.
class GpuRun {
public:
    GpuRun(const RunRequest& request, const Confine& confine, const MemoryHeard& memoryHeard,
           HostClock& clock)
        : m_clock(clock),
          m_startNs(clock.nowNs()),
          m_request(request),
          m_confine(confine),
          m_memoryHeard(memoryHeard)
    {
        m_report.device = "cuda:" + std::to_string(*cudaOrdinal(request.device));
    }

    RunReport run()
    {
        if (prepare() && compile() && execute() && m_request.repeat > 0)
            measure();
        return std::move(m_report);
    }

private:
    bool refuse(Diagnostics diagnostics)
    {
        tir::refuse(m_report, std::move(diagnostics));
        return false;
    }

    /// The same for places in the module that was compiled.
    bool refuseMade(const Diagnostics& diagnostics)
    {
        return refuse(m_made->inOriginal(diagnostics, *m_request.module.module));
    }

    bool fail(const ProgramError& error)
    {
        tir::fail(m_report, error);
        return false;
    }

    bool prepare()
    {
        if (m_request.isChecked)
            return refuse({error(
                "cannot-run",
                "memory checks work on the CPU only: switch them off, or execute the program on the CPU")});
        const Result<CudaDriver> driver = CudaDriver::open();
        if (!driver)
            return refuse(driver.diagnostics());
        Result<std::unique_ptr<CudaContext>> context =
            CudaContext::open(*driver, *cudaOrdinal(m_request.device));
        if (!context)
            return refuse(context.diagnostics());
        m_context = *std::move(context);
        const Result<std::string> entry =
            m_request.entry.empty() ? chooseEntry(*m_request.module.module) : m_request.entry;
        if (!entry)
            return refuse(entry.diagnostics());
        m_entry = *entry;
        Result<GpuModule> made = toGpuModule(m_request.module);
        if (!made)
            return refuse(made.diagnostics());
        m_made = std::make_unique<GpuModule>(*std::move(made));
        return makeArguments();
    }

    bool makeArguments()
    {
        const ModuleEntry* entry = module().find(m_entry);
        m_function = entry ? as<PrimFunc>(entry->function) : nullptr;
        if (!m_function)
            return refuse(
                {error("no-entry", "function '" + m_entry + "' is not a TIR function of the module")});
        RunRequest request = m_request;
        if (!request.signature.module)
            request.signature = request.module;
        const Result<const PrimFunc*> signature = signatureOf(request, m_entry, *m_function);
        if (!signature)
            return refuse(signature.diagnostics());
        const ArgumentOptions options = argumentOptions(request, m_entry, **signature);
        if (!fitsInto(m_context->memory(), planArguments(**signature, options).bytes()))
            return false;
        Result<Arguments> arguments = tir::makeArguments(**signature, options);
        if (!arguments)
            return refuse(arguments.diagnostics());
        m_arguments = *std::move(arguments);
        m_params = m_arguments.params;
        m_returnDType = returnDType(**signature);
        return true;
    }

    /// The limit is what the GPU has free; --memory-limit is for the CPU.
    bool fitsInto(const CudaMemory& memory, uint64_t argumentBytes)
    {
        m_memory = {.argumentBytes = int64_t(std::min<uint64_t>(argumentBytes, INT64_MAX)),
                    .freeBytes = memory.freeBytes,
                    .totalBytes = memory.totalBytes};
        if (m_memoryHeard)
            m_memoryHeard(m_memory);
        if (memory.totalBytes == 0 || m_memory.argumentBytes <= memory.freeBytes)
            return true;
        return refuse({error("no-memory", "the arguments take " + byteText(argumentBytes) + ", but only " +
                                              byteText(uint64_t(memory.freeBytes)) + " of the GPU's " +
                                              byteText(uint64_t(memory.totalBytes)) + " are free")});
    }

    bool compile()
    {
        const Stopwatch compiling;
        Result<LlvmProgram> program = emitLlvm(module(), {.entry = m_entry, .drivesDevice = true});
        if (!program)
            return refuseMade(program.diagnostics());
        m_program = *std::move(program);
        if (!loadKernels())
            return false;
        Result<CpuProgram> host = CpuProgram::compile(m_program);
        if (!host)
            return refuse(host.diagnostics());
        m_host = std::make_unique<CpuProgram>(*std::move(host));
        m_report.compileNs = compiling.nanoseconds();
        return true;
    }

    /// If the driver rejects the code, it is compiled in the next way, unless the request names one.
    bool loadKernels()
    {
        CompileRequest request{.module = module(),
                               .arch = m_context->facts().arch,
                               .way = kernelWayFromString(m_request.via),
                               .cudaSource = m_request.cudaSource,
                               .driver = m_context->driver().version(),
                               .fusesMultiplyAdd = !m_request.isCompared};
        for (;;) {
            Result<CompiledKernels> compiled = compileKernels(request, KernelCache());
            if (!compiled)
                return refuseMade(compiled.diagnostics());
            const CompiledKernels kernels = *std::move(compiled);
            m_report.gpu = reportOf(kernels);
            std::string log;
            Failure failure = m_context->load(kernels.image, log);
            m_report.gpu->compilerLog += log;
            if (!failure)
                return true;
            if (request.way || failure->code != CudaContext::RejectedImage) {
                failure->message += log.empty() ? "" : "\n" + log;
                return refuse({*failure});
            }
            request.rejected.push_back({kernels.way, "the driver rejects the code of " + kernels.compiler +
                                                         ": " + failure->message +
                                                         (log.empty() ? "" : ": " + firstLine(log))});
        }
    }

    GpuReport reportOf(const CompiledKernels& kernels) const
    {
        const CudaDeviceFacts& facts = m_context->facts();
        return {.deviceName = facts.name,
                .arch = facts.arch,
                .driver = m_context->driver().version(),
                .via = std::string(toString(kernels.way)),
                .compiler = kernels.compiler,
                .skippedWays = kernels.skippedWays,
                .isCached = kernels.isCached,
                .isEdited = !m_request.cudaSource.empty(),
                .compilerLog = kernels.log,
                .passes = m_made->passes,
                .memory = m_memory,
                .peakBytesPerSecond = facts.peakBytesPerSecond,
                .peakOperationsPerSecond = facts.peakOperationsPerSecond,
                .multiprocessors = facts.multiprocessors,
                .clockHertz = facts.clockHertz};
    }

    bool execute()
    {
        Result<DeviceTensors> tensors = DeviceTensors::make(*m_context, m_params);
        if (!tensors)
            return fail({"MemoryError", tensors.diagnostics().front().message});
        m_tensors = *std::move(tensors);
        if (Failure failure = m_tensors.copyIn(*m_context, m_params))
            return fail({"CudaError", failure->message});
        m_launcher = std::make_unique<CudaLauncher>(*m_context);
        if (m_confine)
            m_confine(Confinement::NewProcesses);
        const Stopwatch running;
        const std::optional<ProgramError> error =
            callEntry({.function = *m_function,
                       .program = m_program,
                       .sizes = m_arguments.sizes,
                       .returnDType = m_returnDType,
                       .run = [&](void* const* values,
                                  void* result) { return m_host->drive(*m_launcher, values, result); },
                       .deviceMemory = m_tensors.memory()},
                      m_params, m_report);
        Failure failure = m_context->synchronize();
        m_report.runNs = running.nanoseconds();
        m_rows = addKernelReports(*m_report.gpu, m_launcher->launches(), *m_context, module());
        if (error)
            return fail(*error);
        if (!failure)
            failure = m_tensors.copyOut(*m_context, m_params);
        if (failure)
            return fail({"CudaError", failure->message + launchedInWords()});
        m_report.status = RunStatus::Done;
        m_report.tensors = toRunTensors(m_arguments.params, m_params);
        return true;
    }

    /// Which kernels an error that shows late may have come from.
    std::string launchedInWords() const
    {
        std::string text;
        for (const KernelReport& kernel : m_report.gpu->kernels)
            text += (text.empty() ? ", after the launch of " : ", ") + kernel.name;
        return text;
    }

    void measure()
    {
        const int64_t nowNs = m_clock.nowNs();
        timeKernels(*m_report.gpu, *m_context, *m_launcher, m_rows, m_clock,
                    {.batches = m_request.repeat,
                     .hasColdCaches = m_request.hasColdCaches,
                     .runNs = m_report.runNs,
                     .nowNs = nowNs,
                     .secondsLeft = m_request.timeLimitSeconds - double(nowNs - m_startNs) / 1e9});
    }

    const Module& module() const { return *m_made->module.module; }

    HostClock& m_clock;
    const int64_t m_startNs;
    const RunRequest& m_request;
    const Confine& m_confine;
    const MemoryHeard& m_memoryHeard;
    RunReport m_report;
    std::string m_entry;
    std::unique_ptr<GpuModule> m_made;
    const PrimFunc* m_function = nullptr;
    DType m_returnDType;            ///< of the signature
    Arguments m_arguments;          ///< as they were before the run
    std::vector<Argument> m_params; ///< as the run leaves them
    GpuMemoryUse m_memory;          ///< before the run
    LlvmProgram m_program;
    std::unique_ptr<CudaContext> m_context;
    std::unique_ptr<CpuProgram> m_host;
    std::unique_ptr<CudaLauncher> m_launcher;
    DeviceTensors m_tensors;
    std::vector<size_t> m_rows; ///< of the report, by launch
};

} // namespace

RunReport runOnGpu(const RunRequest& request, const Confine& confine, const MemoryHeard& memoryHeard)
{
    HostClock clock;
    return runOnGpu(request, confine, memoryHeard, clock);
}

RunReport runOnGpu(const RunRequest& request, const Confine& confine, const MemoryHeard& memoryHeard,
                   HostClock& clock)
{
    return GpuRun(request, confine, memoryHeard, clock).run();
}

} // namespace tir
