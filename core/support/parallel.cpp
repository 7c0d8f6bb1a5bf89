#include "core/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace tir {

void inParallel(size_t count, size_t helpers, const std::function<void(size_t)>& work)
{
    std::atomic<size_t> next = 0;
    const auto workOnSome = [&] {
        for (size_t index = next++; index < count; index = next++)
            work(index);
    };
    const size_t cores = std::max(std::thread::hardware_concurrency(), 1u);
    std::vector<std::future<void>> helping;
    try {
        for (size_t helper = 0; helper < std::min({helpers, cores - 1, count}); ++helper)
            helping.push_back(std::async(std::launch::async, workOnSome));
    } catch (const std::system_error&) { // no more threads: those that there are do everything
    }
    workOnSome();
    for (std::future<void>& helper : helping)
        helper.get();
}

} // namespace tir
