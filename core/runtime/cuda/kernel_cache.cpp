#include "core/runtime/cuda/kernel_cache.h"

namespace tir {
namespace {

std::string textOf(const KernelKey& key)
{
    return packed({&key.compiler, &key.arch, &key.options, &key.source});
}

} // namespace

KernelCache::KernelCache() : KernelCache(FileCache::userFolder("kernels"), DefaultBytes) {}

KernelCache::KernelCache(std::string folder, int64_t maxBytes) : m_files(std::move(folder), maxBytes) {}

std::optional<CachedKernels> KernelCache::find(const KernelKey& key) const
{
    const std::optional<std::string> content = m_files.find(textOf(key));
    if (!content)
        return std::nullopt;
    std::string_view rest = *content;
    CachedKernels kernels;
    if (!unpack(rest, kernels.log) || !unpack(rest, kernels.cubin) || !rest.empty())
        return std::nullopt;
    return kernels;
}

void KernelCache::insert(const KernelKey& key, const CachedKernels& kernels) const
{
    m_files.insert(textOf(key), packed({&kernels.log, &kernels.cubin}));
}

} // namespace tir
