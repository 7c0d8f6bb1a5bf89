#include "passes/workbench/run_gpu.h"

#include "core/codegen/ptxas.h"
#include "core/runtime/cpu_jit.h"
#include "core/runtime/cuda_compile.h"
#include "core/runtime/cuda_launcher.h"
#include "passes/workbench/entry_call.h"
#include "passes/workbench/gpu_module.h"
#include "passes/workbench/work_count.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;
using Failure = CudaContext::Failure;

/// Timed launches all together; programs of many launches are repeated less often.
constexpr size_t MaxTimedLaunches = 20000;

int64_t nanosecondsSince(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

/// The tensors of a run, on the GPU.
class DeviceTensors {
public:
    static Result<DeviceTensors> make(CudaContext& context, const std::vector<Argument>& params)
    {
        DeviceTensors tensors;
        for (const Argument& param : params) {
            tensors.m_memory.push_back(nullptr);
            if (param.isScalar)
                continue;
            const Result<void*> memory = context.allocate(int64_t(param.value.bytes.size()));
            if (!memory)
                return memory.diagnostics();
            tensors.m_memory.back() = *memory;
        }
        return tensors;
    }

    const std::vector<void*>& memory() const { return m_memory; }

    Failure copyIn(CudaContext& context, const std::vector<Argument>& params) const
    {
        for (size_t index = 0; index < params.size(); ++index)
            if (m_memory[index])
                if (Failure failure = context.copyIn(m_memory[index], params[index].value.bytes.data(),
                                                     int64_t(params[index].value.bytes.size())))
                    return failure;
        return std::nullopt;
    }

    Failure copyOut(CudaContext& context, std::vector<Argument>& params) const
    {
        for (size_t index = 0; index < params.size(); ++index)
            if (m_memory[index])
                if (Failure failure = context.copyOut(params[index].value.bytes.data(), m_memory[index],
                                                      int64_t(params[index].value.bytes.size())))
                    return failure;
        return std::nullopt;
    }

private:
    std::vector<void*> m_memory; ///< null for scalars
};

std::array<int64_t, 3> toArray(const int64_t (&counts)[3])
{
    return {counts[0], counts[1], counts[2]};
}

bool isSameLaunch(const KernelReport& report, const MadeLaunch& launch)
{
    return report.name == launch.kernel && report.grid == toArray(launch.config.grid) &&
           report.block == toArray(launch.config.block) && report.cluster == toArray(launch.config.cluster) &&
           report.dynamicSharedBytes == launch.config.dynamicBytes;
}

/// What is known of a launch without running it.
KernelReport describe(const MadeLaunch& launch, CudaContext& context,
                      const std::vector<ResourceReport>& resources)
{
    KernelReport report{.name = launch.kernel,
                        .grid = toArray(launch.config.grid),
                        .block = toArray(launch.config.block),
                        .cluster = toArray(launch.config.cluster),
                        .dynamicSharedBytes = launch.config.dynamicBytes,
                        .isCooperative = launch.config.isCooperative != 0,
                        .isProgrammatic = launch.config.isProgrammatic != 0};
    for (const ResourceReport& known : resources)
        if (known.function == launch.kernel)
            report.resources = known;
    report.resources.function = launch.kernel;
    const Result<LoadedKernel*> kernel = context.kernel(launch.kernel);
    if (!kernel)
        return report;
    const LoadedKernel& loaded = **kernel;
    report.resources.registers = loaded.registers;
    report.resources.staticSharedBytes = loaded.staticSharedBytes;
    report.resources.maxThreads = loaded.maxThreads;
    report.localBytes = loaded.localBytes;
    if (const std::optional<GpuLimits> limits = gpuLimits(context.facts().arch)) {
        const BlockDemand demand{.threads = int(report.block[0] * report.block[1] * report.block[2]),
                                 .registers = loaded.registers,
                                 .sharedBytes = loaded.staticSharedBytes + report.dynamicSharedBytes};
        report.occupancy = occupancyOf(*limits, demand);
        report.whatIf = occupancyWhatIf(*limits, demand);
    }
    return report;
}

/// The values that a launch passes for the kernel's integers.
Sizes integersOf(const PrimFunc& kernel, const MadeLaunch& launch)
{
    Sizes values;
    for (size_t index = 0; index < kernel.params.size() && index < launch.arguments.size(); ++index) {
        const DType dtype = kernel.params[index]->dtype;
        if (!dtype.isIntegral() || dtype.bits > 64)
            continue;
        Tensor value = makeTensor(dtype, {});
        std::memcpy(value.bytes.data(), launch.arguments[index].data(), value.bytes.size());
        values[kernel.params[index]] = int64_t(numberAt(value, 0));
    }
    return values;
}

std::optional<WorkCount> workOf(const Module& module, const MadeLaunch& launch)
{
    for (const ModuleEntry& entry : module.functions) {
        const auto* kernel = as<PrimFunc>(entry.function);
        if (!kernel || callingConv(*kernel) != CallingConv::DeviceKernelLaunch ||
            (globalSymbol(*kernel) != launch.kernel && entry.var->name != launch.kernel))
            continue;
        int64_t threads = 1;
        for (size_t axis = 0; axis < 3; ++axis)
            threads *= launch.config.grid[axis] * launch.config.block[axis];
        return countWork(*kernel, threads, integersOf(*kernel, launch));
    }
    return std::nullopt;
}

/// What the work comes to at the median time.
void addShares(GpuReport& report)
{
    for (KernelReport& kernel : report.kernels) {
        if (!kernel.work || kernel.medianNs() == 0)
            continue;
        const double seconds = double(kernel.medianNs()) / 1e9;
        const double bytes = double(kernel.work->loadedBytes + kernel.work->storedBytes);
        if (report.peakBytesPerSecond > 0)
            kernel.bandwidthShare = bytes / seconds / report.peakBytesPerSecond;
        if (report.peakOperationsPerSecond > 0)
            kernel.arithmeticShare =
                double(kernel.work->operations) / seconds / report.peakOperationsPerSecond;
    }
}

/// Of every launch the row of the report it belongs to. The work of edited code is not known.
std::vector<size_t> addKernels(GpuReport& report, const std::vector<MadeLaunch>& launches,
                               CudaContext& context, const Module& module)
{
    const std::vector<ResourceReport> resources = readResources(report.compilerLog);
    std::vector<size_t> rows;
    for (const MadeLaunch& launch : launches) {
        const auto known = std::find_if(report.kernels.begin(), report.kernels.end(),
                                        [&](const KernelReport& row) { return isSameLaunch(row, launch); });
        rows.push_back(size_t(known - report.kernels.begin()));
        if (known == report.kernels.end()) {
            report.kernels.push_back(describe(launch, context, resources));
            if (!report.isEdited)
                report.kernels.back().work = workOf(module, launch);
        }
        ++report.kernels[rows.back()].launches;
    }
    return rows;
}

/// One request on its way; every stage answers whether the next can follow.
class GpuRun {
public:
    explicit GpuRun(const RunRequest& request) : m_request(request)
    {
        m_report.device = "cuda:" + std::to_string(*cudaOrdinal(request.device));
    }

    RunReport run()
    {
        prepare() && compile() && execute() && measure();
        return std::move(m_report);
    }

private:
    bool refuse(Diagnostics diagnostics)
    {
        m_report.status = RunStatus::Refused;
        m_report.message.clear();
        for (const Diagnostic& diagnostic : diagnostics)
            m_report.message += (m_report.message.empty() ? "" : "\n") + diagnostic.message;
        m_report.diagnostics = std::move(diagnostics);
        return false;
    }

    /// The same for places in the module that was compiled.
    bool refuseMade(const Diagnostics& diagnostics)
    {
        return refuse(m_made->inOriginal(diagnostics, *m_request.module.module));
    }

    bool fail(std::string message)
    {
        m_report.status = RunStatus::Failed;
        m_report.message = std::move(message);
        return false;
    }

    bool prepare()
    {
        if (m_request.isChecked)
            return refuse(
                {error("cannot-run", "checks watch what the CPU does; a run on a GPU cannot be checked")});
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
        Result<Arguments> arguments = tir::makeArguments(**signature, {m_request.seed, m_request.inputs});
        if (!arguments)
            return refuse(arguments.diagnostics());
        m_arguments = *std::move(arguments);
        m_params = m_arguments.params;
        return true;
    }

    bool compile()
    {
        const auto start = Clock::now();
        Result<LlvmProgram> program = emitLlvm(module(), {.entry = m_entry, .drivesDevice = true});
        if (!program)
            return refuseMade(program.diagnostics());
        m_program = *std::move(program);
        const CompileRequest request{.module = module(),
                                     .arch = m_context->facts().arch,
                                     .way = kernelWayFromString(m_request.via),
                                     .cudaSource = m_request.cudaSource};
        Result<CompiledKernels> compiled = compileKernels(request, KernelCache());
        if (!compiled)
            return refuseMade(compiled.diagnostics());
        const CompiledKernels kernels = *std::move(compiled);
        m_report.gpu = GpuReport{.deviceName = m_context->facts().name,
                                 .arch = m_context->facts().arch,
                                 .driver = m_context->driver().version(),
                                 .via = std::string(toString(kernels.way)),
                                 .compiler = kernels.compiler,
                                 .skippedWays = kernels.skippedWays,
                                 .isCached = kernels.isCached,
                                 .isEdited = !m_request.cudaSource.empty(),
                                 .compilerLog = kernels.log,
                                 .passes = m_made->passes,
                                 .peakBytesPerSecond = m_context->facts().peakBytesPerSecond,
                                 .peakOperationsPerSecond = m_context->facts().peakOperationsPerSecond};
        std::string log;
        const Failure failure = m_context->load(kernels.image, log);
        m_report.gpu->compilerLog += log;
        if (failure)
            return refuse({*failure});
        Result<CpuProgram> host = CpuProgram::compile(m_program);
        if (!host)
            return refuse(host.diagnostics());
        m_host = std::make_unique<CpuProgram>(*std::move(host));
        m_report.compileNs = nanosecondsSince(start);
        return true;
    }

    bool execute()
    {
        Result<DeviceTensors> tensors = DeviceTensors::make(*m_context, m_params);
        if (!tensors)
            return fail("MemoryError: " + tensors.diagnostics().front().message);
        m_tensors = *std::move(tensors);
        if (Failure failure = m_tensors.copyIn(*m_context, m_params))
            return fail("CudaError: " + failure->message);
        m_launcher = std::make_unique<CudaLauncher>(*m_context);
        const auto start = Clock::now();
        const std::optional<ProgramError> error =
            callEntry({.function = *m_function,
                       .program = m_program,
                       .sizes = m_arguments.sizes,
                       .run = [&](void* const* values,
                                  void* result) { return m_host->drive(*m_launcher, values, result); },
                       .deviceMemory = m_tensors.memory()},
                      m_params, m_report.returnValue);
        Failure failure = m_context->synchronise();
        m_report.runNs = nanosecondsSince(start);
        m_rows = addKernels(*m_report.gpu, m_launcher->launches(), *m_context, module());
        if (error)
            return fail(error->kind + ": " + error->message);
        if (!failure)
            failure = m_tensors.copyOut(*m_context, m_params);
        if (failure)
            return fail("CudaError: " + failure->message + launchedInWords());
        m_report.status = RunStatus::Done;
        for (size_t index = 0; index < m_params.size(); ++index) {
            const Argument& before = m_arguments.params[index];
            m_report.tensors.push_back({before.name, toString(before.value.dtype), before.value.shape,
                                        before.value.bytes, std::move(m_params[index].value.bytes),
                                        before.isScalar});
        }
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

    /// Launches the same kernels again, in order, and times each; the first round warms up.
    bool measure()
    {
        const std::vector<MadeLaunch>& launches = m_launcher->launches();
        if (launches.empty() || m_request.repeat <= 0)
            return true;
        const int rounds =
            int(std::clamp<size_t>(MaxTimedLaunches / launches.size(), 1, size_t(m_request.repeat)));
        for (int round = 0; round <= rounds; ++round) {
            if (Failure failure = m_tensors.copyIn(*m_context, m_arguments.params))
                return notMeasured(failure->message);
            for (size_t number = 0; number < launches.size(); ++number) {
                Failure failure = m_context->startClock();
                if (!failure)
                    failure = m_launcher->repeat(launches[number]);
                if (failure)
                    return notMeasured(failure->message);
                const Result<int64_t> elapsed = m_context->stopClock();
                if (!elapsed)
                    return notMeasured(elapsed.diagnostics().front().message);
                if (round > 0)
                    m_report.gpu->kernels[m_rows[number]].timesNs.push_back(*elapsed);
            }
        }
        m_report.gpu->repeat = rounds;
        addShares(*m_report.gpu);
        return true;
    }

    /// The result stands; only the times are missing.
    bool notMeasured(const std::string& why)
    {
        for (KernelReport& kernel : m_report.gpu->kernels)
            kernel.timesNs.clear();
        m_report.gpu->compilerLog += "not timed: " + why + "\n";
        return false;
    }

    const Module& module() const { return *m_made->module.module; }

    const RunRequest& m_request;
    RunReport m_report;
    std::string m_entry;
    std::unique_ptr<GpuModule> m_made;
    const PrimFunc* m_function = nullptr;
    Arguments m_arguments;          ///< as they were before the run
    std::vector<Argument> m_params; ///< as the run leaves them
    LlvmProgram m_program;
    std::unique_ptr<CudaContext> m_context;
    std::unique_ptr<CpuProgram> m_host;
    std::unique_ptr<CudaLauncher> m_launcher;
    DeviceTensors m_tensors;
    std::vector<size_t> m_rows; ///< of the report, by launch
};

} // namespace

std::optional<int> cudaOrdinal(std::string_view device)
{
    constexpr std::string_view Kind = "cuda";
    if (!device.starts_with(Kind))
        return std::nullopt;
    device.remove_prefix(Kind.size());
    if (device.empty())
        return 0;
    int ordinal = 0;
    const auto [end, failure] = std::from_chars(device.data() + 1, device.data() + device.size(), ordinal);
    const bool isNumber = device.size() > 1 && failure == std::errc() && end == device.data() + device.size();
    return device.front() == ':' && isNumber && ordinal >= 0 ? std::optional(ordinal) : std::nullopt;
}

RunReport runOnGpu(const RunRequest& request)
{
    return GpuRun(request).run();
}

} // namespace tir
