#include "core/runtime/cuda/cuda_context.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/support/gpu_arch.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tir {
namespace {

constexpr size_t LogBytes = 64 << 10;
constexpr int64_t LargestL2Bytes = int64_t(128) << 20; ///< for a driver that does not report the size

constexpr int OldestCapability = 70;

/// "7.0" of 70.
std::string capabilityText(int capability)
{
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

cuda::DevicePointer address(const void* pointer)
{
    return reinterpret_cast<cuda::DevicePointer>(pointer);
}

bool isRejection(cuda::Status status)
{
    switch (status) {
    case cuda::InvalidImage:
    case cuda::NoBinaryForGpu:
    case cuda::InvalidPtx:
    case cuda::JitCompilerNotFound:
    case cuda::UnsupportedPtxVersion:
    case cuda::JitCompilationDisabled:
        return true;
    default:
        return false;
    }
}

} // namespace

CudaContext::CudaContext(const CudaDriver& driver, CudaDeviceFacts facts)
    : m_driver(driver),
      m_functions(driver.functions()),
      m_facts(std::move(facts))
{}

CudaContext::~CudaContext()
{
    if (!m_context || m_isAbandoned)
        return;
    // After an error of a kernel, all calls on the context fail; it ends with the process then.
    for (cuda::Event event : {m_start, m_stop})
        if (event)
            m_functions.cuEventDestroy_v2(event);
    giveBackReleased();
    for (const auto& [memory, bytes] : m_memory)
        m_functions.cuMemFree_v2(memory);
    if (m_module)
        m_functions.cuModuleUnload(m_module);
    m_functions.cuDevicePrimaryCtxRelease_v2(m_device);
}

CudaContext::Failure CudaContext::check(const char* what, cuda::Status status) const
{
    if (status == cuda::Success)
        return std::nullopt;
    return m_driver.failure(what, status);
}

Result<std::unique_ptr<CudaContext>> CudaContext::open(const CudaDriver& driver, int ordinal)
{
    Result<CudaDeviceFacts> facts = driver.facts(ordinal);
    if (!facts)
        return facts.diagnostics();
    if (computeCapability(facts->arch) < OldestCapability)
        return error("old-device",
                     "GPU number " + std::to_string(ordinal) + ", " + facts->name +
                         ", has compute capability " + capabilityText(computeCapability(facts->arch)) +
                         ", but kernels are generated for " + capabilityText(OldestCapability) + " or later");
    std::unique_ptr<CudaContext> context(new CudaContext(driver, *std::move(facts)));
    const cuda::Functions& functions = context->m_functions;
    if (Failure failure = context->check("cuDeviceGet", functions.cuDeviceGet(&context->m_device, ordinal)))
        return *failure;
    if (Failure failure =
            context->check("cuDevicePrimaryCtxRetain",
                           functions.cuDevicePrimaryCtxRetain(&context->m_context, context->m_device)))
        return *failure;
    if (Failure failure = context->check("cuCtxSetCurrent", functions.cuCtxSetCurrent(context->m_context)))
        return *failure;
    for (cuda::Event* event : {&context->m_start, &context->m_stop})
        if (Failure failure = context->check("cuEventCreate", functions.cuEventCreate(event, 0)))
            return *failure;
    return context;
}

CudaContext::Failure CudaContext::load(const std::string& image, std::string& log)
{
    std::string info(LogBytes, '\0');
    std::string errors(LogBytes, '\0');
    const auto number = [](size_t value) { return reinterpret_cast<void*>(value); };
    cuda::JitOption options[] = {cuda::JitOption::InfoLog, cuda::JitOption::InfoLogBytes,
                                 cuda::JitOption::ErrorLog, cuda::JitOption::ErrorLogBytes,
                                 cuda::JitOption::LogVerbose};
    void* values[] = {info.data(), number(LogBytes), errors.data(), number(LogBytes), number(1)};
    const cuda::Status status = m_functions.cuModuleLoadDataEx(&m_module, image.c_str(),
                                                               unsigned(std::size(options)), options, values);
    log = std::string(info.c_str()) + errors.c_str();
    Failure failure = check("loading the kernels into the GPU", status);
    if (failure)
        m_module = nullptr;
    if (failure && isRejection(status))
        failure->code = RejectedImage;
    return failure;
}

Result<LoadedKernel*> CudaContext::kernel(const std::string& symbol)
{
    const auto known = m_kernels.find(symbol);
    if (known != m_kernels.end())
        return &known->second;
    LoadedKernel kernel;
    const cuda::Status status = m_functions.cuModuleGetFunction(&kernel.function, m_module, symbol.c_str());
    if (status != cuda::Success)
        return m_driver.failure("there is no kernel " + quoted(symbol) + " in the code that was loaded",
                                status);
    Failure failure;
    const auto attribute = [&](cuda::FunctionAttribute which) {
        int value = 0;
        if (Failure now =
                check("cuFuncGetAttribute", m_functions.cuFuncGetAttribute(&value, which, kernel.function)))
            failure = std::move(now);
        return value;
    };
    kernel.registers = attribute(cuda::FunctionAttribute::Registers);
    kernel.staticSharedBytes = attribute(cuda::FunctionAttribute::SharedBytes);
    kernel.localBytes = attribute(cuda::FunctionAttribute::LocalBytes);
    kernel.maxThreads = attribute(cuda::FunctionAttribute::MaxThreadsPerBlock);
    if (failure)
        return *failure;
    return &m_kernels.emplace(symbol, kernel).first->second;
}

CudaContext::Failure CudaContext::raiseDynamicLimit(LoadedKernel& kernel, int64_t bytes)
{
    Failure failure = check("raising the limit of dynamic shared memory",
                            m_functions.cuFuncSetAttribute(
                                kernel.function, cuda::FunctionAttribute::MaxDynamicSharedBytes, int(bytes)));
    if (!failure)
        kernel.sharedLimit = kernel.staticSharedBytes + bytes;
    return failure;
}

CudaContext::Failure CudaContext::allowLargeClusters(LoadedKernel& kernel)
{
    if (kernel.hasLargeClusters)
        return std::nullopt;
    kernel.hasLargeClusters = true;
    return check(
        "allowing clusters of more than 8 blocks",
        m_functions.cuFuncSetAttribute(kernel.function, cuda::FunctionAttribute::NonPortableClusterSize, 1));
}

CudaMemory CudaContext::memory() const
{
    size_t free = 0;
    size_t total = 0;
    if (m_functions.cuMemGetInfo_v2(&free, &total) != cuda::Success)
        return {};
    return {.freeBytes = int64_t(free), .totalBytes = int64_t(total)};
}

Result<void*> CudaContext::allocate(int64_t bytes)
{
    const auto size = size_t(std::max<int64_t>(bytes, 1)); // an empty allocation would have no address
    cuda::DevicePointer memory = takeReleased(size);
    cuda::Status status = memory ? cuda::Success : m_functions.cuMemAlloc_v2(&memory, size);
    if (status != cuda::Success && !m_released.empty()) {
        giveBackReleased();
        status = m_functions.cuMemAlloc_v2(&memory, size);
    }
    if (status != cuda::Success)
        return noMemory(size, status);
    m_memory.try_emplace(memory, size);
    if (Failure failure = check("cuMemsetD8", m_functions.cuMemsetD8_v2(memory, FreshMemoryByte, size)))
        return *failure;
    return reinterpret_cast<void*>(memory);
}

Diagnostic CudaContext::noMemory(size_t bytes, cuda::Status status) const
{
    const CudaMemory known = memory();
    const std::string rest = " (" + byteText(uint64_t(known.freeBytes)) + " of " +
                             byteText(uint64_t(known.totalBytes)) + " are free)";
    return m_driver.failure(
        "the GPU has no memory for " + byteText(bytes) + (known.totalBytes > 0 ? rest : ""), status);
}

/// At most twice as large, so that small memory does not take the place of large memory.
cuda::DevicePointer CudaContext::takeReleased(size_t bytes)
{
    const auto found = m_released.lower_bound(bytes);
    if (found == m_released.end() || found->first / 2 > bytes)
        return 0;
    const auto [size, memory] = *found;
    m_released.erase(found);
    m_memory.emplace(memory, size);
    return memory;
}

void CudaContext::giveBackReleased()
{
    for (const auto& [bytes, memory] : std::exchange(m_released, {}))
        if (m_functions.cuMemFree_v2(memory) == cuda::Success)
            m_givenBack.emplace_back(memory, bytes);
}

bool CudaContext::release(void* memory)
{
    const auto found = m_memory.find(address(memory));
    if (found == m_memory.end())
        return false;
    m_released.emplace(found->second, found->first);
    m_memory.erase(found);
    return true;
}

/// Other memory may have the address now: it is not what the launches before used.
bool CudaContext::isGivenBack(const void* memory, size_t since) const
{
    return std::any_of(m_givenBack.begin() + ptrdiff_t(since), m_givenBack.end(),
                       [at = address(memory)](const auto& entry) {
                           return at >= entry.first && at - entry.first < entry.second;
                       });
}

CudaContext::Failure CudaContext::copyIn(void* to, const void* from, int64_t bytes)
{
    if (bytes == 0)
        return std::nullopt;
    return check("copying to the GPU", m_functions.cuMemcpyHtoD_v2(address(to), from, size_t(bytes)));
}

CudaContext::Failure CudaContext::copyOut(void* to, const void* from, int64_t bytes)
{
    if (bytes == 0)
        return std::nullopt;
    return check("copying from the GPU", m_functions.cuMemcpyDtoH_v2(to, address(from), size_t(bytes)));
}

CudaContext::Failure CudaContext::launch(const cuda::LaunchConfig& config, const LoadedKernel& kernel,
                                         void** arguments)
{
    return check("cuLaunchKernelEx",
                 m_functions.cuLaunchKernelEx(&config, kernel.function, arguments, nullptr));
}

CudaContext::Failure CudaContext::synchronize()
{
    return check("waiting for the GPU", m_functions.cuCtxSynchronize());
}

CudaContext::Failure CudaContext::startClock()
{
    return check("cuEventRecord", m_functions.cuEventRecord(m_start, nullptr));
}

CudaContext::Failure CudaContext::stopClock()
{
    return check("cuEventRecord", m_functions.cuEventRecord(m_stop, nullptr));
}

Result<bool> CudaContext::hasStarted()
{
    return hasHappened(m_start);
}

Result<bool> CudaContext::hasStopped()
{
    return hasHappened(m_stop);
}

Result<bool> CudaContext::hasHappened(cuda::Event event)
{
    const cuda::Status status = m_functions.cuEventQuery(event);
    if (status == cuda::Success || status == cuda::NotReady)
        return status == cuda::Success;
    return m_driver.failure("timing a launch", status);
}

Result<int64_t> CudaContext::elapsedNs()
{
    float milliseconds = 0;
    const cuda::Status status = m_functions.cuEventElapsedTime(&milliseconds, m_start, m_stop);
    if (status != cuda::Success)
        return m_driver.failure("timing a launch", status);
    return std::llround(double(milliseconds) * 1e6);
}

/// Twice the size of L2, since lines are not replaced in the order of their age.
size_t CudaContext::flushBytes() const
{
    return 2 * size_t(m_facts.l2Bytes > 0 ? m_facts.l2Bytes : LargestL2Bytes);
}

CudaContext::Failure CudaContext::prepareFlush()
{
    if (m_flushed)
        return std::nullopt;
    const cuda::Status status = m_functions.cuMemAlloc_v2(&m_flushed, flushBytes());
    if (status != cuda::Success) {
        m_flushed = 0;
        return noMemory(flushBytes(), status);
    }
    m_memory.emplace(m_flushed, flushBytes());
    return std::nullopt;
}

CudaContext::Failure CudaContext::flushCaches()
{
    return check("cuMemsetD8", m_functions.cuMemsetD8_v2(m_flushed, FreshMemoryByte, flushBytes()));
}

} // namespace tir
