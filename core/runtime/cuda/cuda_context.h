/// One GPU in use: its context, its memory, the kernels loaded into it. The destructor releases everything.

#pragma once

#include "core/runtime/cuda/cuda_driver.h"

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tir {

/// The resources of a loaded kernel, as reported by the driver.
struct LoadedKernel {
    cuda::Function function = nullptr;
    int registers = 0;
    int64_t staticSharedBytes = 0;
    int64_t localBytes = 0;         ///< of a thread
    int maxThreads = 0;             ///< in a block
    int64_t sharedLimit = 48 << 10; ///< static and dynamic bytes that a launch may currently use
    bool hasLargeClusters = false;
};

/// Memory of a GPU; zeros if the driver does not report it.
struct CudaMemory {
    int64_t freeBytes = 0;
    int64_t totalBytes = 0;
};

class CudaContext {
public:
    /// "The last thing failed": nothing when it did not.
    using Failure = std::optional<Diagnostic>;

    static Result<std::unique_ptr<CudaContext>> open(const CudaDriver& driver, int ordinal);
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;
    ~CudaContext();

    const CudaDriver& driver() const { return m_driver; }
    const CudaDeviceFacts& facts() const { return m_facts; }

    /// Code of a failure of `load`: the driver cannot use this image, but may use one that was compiled in another way.
    static constexpr const char* RejectedImage = "image-rejected";
    /// A cubin, or PTX, which the driver then compiles; `log` gets the output of its compiler. Must not be called again
    /// after it succeeded.
    Failure load(const std::string& image, std::string& log);
    /// By symbol. Precondition: an image is loaded.
    Result<LoadedKernel*> kernel(const std::string& symbol);

    /// Lets launches of the kernel pass so many bytes of dynamic shared memory.
    Failure raiseDynamicLimit(LoadedKernel& kernel, int64_t bytes);
    /// Lets clusters have more than 8 blocks.
    Failure allowLargeClusters(LoadedKernel& kernel);

    CudaMemory memory() const;
    /// Filled with FreshMemoryByte; lives until it is released, or as long as the context.
    Result<void*> allocate(int64_t bytes);
    /// Ends the lifetime of the memory: earlier launches can still use it, and allocate() may return it again. False
    /// for other addresses.
    bool release(void* memory);
    /// How often memory has gone back to the driver, because there was too little.
    size_t giveBacks() const { return m_givenBack.size(); }
    /// Whether the address is in memory that has gone back since there were so many giveBacks().
    bool isGivenBack(const void* memory, size_t since) const;
    Failure copyIn(void* to, const void* from, int64_t bytes);
    Failure copyOut(void* to, const void* from, int64_t bytes);

    /// `arguments`: an address for every parameter of the kernel.
    Failure launch(const cuda::LaunchConfig& config, const LoadedKernel& kernel, void** arguments);
    /// Waits for everything that was launched; reports errors of kernels.
    Failure synchronize();

    /// Allocates what flushCaches() writes. Fails if there is too little memory: what launches have used stays theirs, so
    /// that they can be repeated.
    Failure prepareFlush();
    bool canFlush() const { return m_flushed != 0; }
    /// Evicts the contents of the L2 cache. Precondition: canFlush().
    Failure flushCaches();

    /// Events before and after the launches between the calls. None of these waits.
    Failure startClock();
    Failure stopClock();
    Result<bool> hasStarted();
    Result<bool> hasStopped();
    /// From start to stop on the GPU's own clock. Precondition: hasStopped().
    Result<int64_t> elapsedNs();

    /// Releases nothing, which would wait for running kernels: the process is about to end.
    void abandon() { m_isAbandoned = true; }

private:
    CudaContext(const CudaDriver& driver, CudaDeviceFacts facts);
    Failure check(const char* what, cuda::Status status) const;
    Result<bool> hasHappened(cuda::Event event);
    Diagnostic noMemory(size_t bytes, cuda::Status status) const;
    size_t flushBytes() const;
    /// Memory that was released and fits; 0 without any.
    cuda::DevicePointer takeReleased(size_t bytes);
    void giveBackReleased();

    CudaDriver m_driver;
    const cuda::Functions& m_functions;
    CudaDeviceFacts m_facts;
    cuda::Device m_device = 0;
    cuda::Context m_context = nullptr;
    cuda::Module m_module = nullptr;
    std::unordered_map<std::string, LoadedKernel> m_kernels;
    std::map<cuda::DevicePointer, size_t> m_memory;                  ///< bytes
    std::multimap<size_t, cuda::DevicePointer> m_released;           ///< by bytes
    std::vector<std::pair<cuda::DevicePointer, size_t>> m_givenBack; ///< and bytes, in this order
    cuda::Event m_start = nullptr;
    cuda::Event m_stop = nullptr;
    cuda::DevicePointer m_flushed = 0; ///< memory that is written to flush caches; 0: none
    bool m_isAbandoned = false;
};

} // namespace tir
