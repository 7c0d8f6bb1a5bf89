/// Compiled kernels kept on disk, in tirscope/kernels of the user's cache folder, so that a text is compiled once.

#pragma once

#include "core/support/file_cache.h"

namespace tir {

/// The input and the tools of a compilation; equal keys have equal results.
struct KernelKey {
    std::string compiler; ///< Nvrtc::identity
    std::string arch;
    std::string options;
    std::string source;
};

struct CachedKernels {
    std::string cubin;
    std::string log; ///< of the compiler
};

class KernelCache {
public:
    static constexpr int64_t DefaultBytes = int64_t(256) << 20;

    /// In the user's cache folder; does not cache if there is no such folder.
    KernelCache();
    KernelCache(std::string folder, int64_t maxBytes);

    /// Nothing when it is not there.
    std::optional<CachedKernels> find(const KernelKey& key) const;
    void insert(const KernelKey& key, const CachedKernels& kernels) const;

private:
    FileCache m_files;
};

} // namespace tir
