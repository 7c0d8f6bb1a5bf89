/// Compiled kernels kept on disk, so that a text is compiled once: below XDG_CACHE_HOME or ~/.cache, in
/// tirscope/kernels. Entries that have not been used for longest go when there are too many bytes. Whatever
/// goes wrong with the files costs a compilation and nothing else.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tir {

/// What was compiled and by whom; equal keys have equal results.
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

    /// In the user's cache folder; holds nothing where there is none.
    KernelCache();
    KernelCache(std::string folder, int64_t maxBytes);

    /// Nothing when it is not there.
    std::optional<CachedKernels> find(const KernelKey& key) const;
    void insert(const KernelKey& key, const CachedKernels& kernels) const;

private:
    std::string pathOf(const KernelKey& key) const;
    void makeRoom() const;

    std::string m_folder; ///< empty: none
    int64_t m_maxBytes;
};

} // namespace tir
