/// The threads of a block as fibers. A thread runs until it waits: for all others at a barrier of the block, or for its
/// warp in an operation of the warp. So a thread sees writes of another one only if something orders the two.
///
/// An operation of a warp is carried out when no lane of the warp can run any more, between the lanes that wait for the
/// same kind of operation: those are the active ones.

#pragma once

#include <ucontext.h>

#include <functional>
#include <memory>
#include <vector>

namespace host {

struct Index {
    unsigned x, y, z;
};

enum class Wait { No, Block, Warp, End };

struct Copy {
    void* to;
    const void* from;
    size_t bytes;
    bool isTaken;
};

struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    Index index = {};
    unsigned warp = 0;
    unsigned lane = 0;
    Wait wait = Wait::No;
    const char* operation = nullptr;              ///< of the warp
    void* shown = nullptr;                        ///< to the other lanes, in an operation
    unsigned active = 0;                          ///< lanes that take part in the last operation
    std::vector<std::vector<Copy>> copies = {{}}; ///< asynchronous, in groups; the last one is open
};

inline constexpr size_t StackBytes = 64 << 10;
inline constexpr unsigned WarpSize = 32;

inline std::vector<Thread> threads; ///< of the block
inline Thread* current = nullptr;
inline ucontext_t scheduler;
inline Index blockIndex, blockSize, gridSize;
inline const std::function<void()>* body = nullptr;
inline char failure[300]; ///< empty: nothing went wrong
alignas(1024) inline unsigned char dynamicMemory[256 << 10];

inline void pause(Wait why)
{
    Thread* self = current;
    self->wait = why;
    swapcontext(&self->context, &scheduler);
}

/// Ends the launch: all of its threads stop.
[[noreturn]] inline void fail(const char* what)
{
    std::snprintf(failure, sizeof failure, "%s, in thread (%u, %u, %u) of block (%u, %u, %u)", what,
                  current->index.x, current->index.y, current->index.z, blockIndex.x, blockIndex.y,
                  blockIndex.z);
    pause(Wait::End);
    std::abort();
}

/// The lane of this thread's warp; null if there is none.
inline Thread* laneOfWarp(unsigned lane)
{
    const size_t at = size_t(current->warp) * WarpSize + lane;
    return at < threads.size() ? &threads[at] : nullptr;
}

/// Meets the lanes that are in the same operation; every lane in `mask` has to be.
inline void meetWarp(const char* operation, unsigned mask, void* shown = nullptr)
{
    current->operation = operation;
    if (shown)
        current->shown = shown; // the previous value stays until all have read it
    pause(Wait::Warp);
    for (unsigned lane = 0; lane < WarpSize; ++lane)
        if (Thread* other = laneOfWarp(lane); (mask >> lane & 1) && other && !(current->active >> lane & 1))
            fail("a lane that the mask names is elsewhere");
}

/// The value that lane `lane` publishes in the current operation of the warp.
template <class T>
const T& shownBy(unsigned lane)
{
    return *static_cast<const T*>(laneOfWarp(lane)->shown);
}

inline void finishCopies(size_t openGroups)
{
    std::vector<std::vector<Copy>>& groups = current->copies;
    while (groups.size() - 1 > openGroups) {
        for (const Copy& copy : groups.front())
            copy.isTaken ? std::memcpy(copy.to, copy.from, copy.bytes) : std::memset(copy.to, 0, copy.bytes);
        groups.erase(groups.begin());
    }
}

inline void enter()
{
    (*body)();
    current->copies.push_back({});
    finishCopies(0);
    pause(Wait::End);
}

/// Lets the lanes of a warp that wait for the same operation go on together.
inline bool releaseWarp(unsigned warp)
{
    const size_t first = size_t(warp) * WarpSize;
    const size_t end = std::min(first + WarpSize, threads.size());
    const char* operation = nullptr;
    unsigned active = 0;
    for (size_t at = first; at < end; ++at)
        if (threads[at].wait == Wait::Warp &&
            (!operation || !std::strcmp(operation, threads[at].operation))) {
            operation = threads[at].operation;
            active |= 1U << threads[at].lane;
        }
    for (size_t at = first; at < end; ++at)
        if (active >> (at - first) & 1) {
            threads[at].wait = Wait::No;
            threads[at].active = active;
        }
    return operation;
}

inline void runWarp(unsigned warp)
{
    const size_t first = size_t(warp) * WarpSize;
    const size_t end = std::min(first + WarpSize, threads.size());
    do {
        for (size_t at = first; at < end; ++at)
            if (threads[at].wait == Wait::No) {
                current = &threads[at];
                swapcontext(&scheduler, &current->context);
                if (*failure)
                    return;
            }
    } while (releaseWarp(warp));
}

inline void runBlock()
{
    for (Thread& thread : threads) {
        getcontext(&thread.context);
        thread.context.uc_stack = {thread.stack.get(), 0, StackBytes};
        thread.context.uc_link = nullptr;
        makecontext(&thread.context, enter, 0);
        thread.wait = Wait::No;
        thread.copies = {{}};
    }
    for (bool isDone = false; !isDone;) {
        for (unsigned warp = 0; warp * WarpSize < threads.size(); ++warp)
            runWarp(warp);
        isDone = true;
        if (*failure)
            return;
        for (Thread& thread : threads)
            if (thread.wait == Wait::Block) { // all that have not ended are there
                thread.wait = Wait::No;
                isDone = false;
            }
    }
}

inline void launch(const unsigned* grid, const unsigned* block, const std::function<void()>& kernel)
{
    body = &kernel;
    *failure = '\0';
    gridSize = {grid[0], grid[1], grid[2]};
    blockSize = {block[0], block[1], block[2]};
    threads = std::vector<Thread>(size_t(block[0]) * block[1] * block[2]);
    for (unsigned at = 0; at < threads.size(); ++at) {
        threads[at].stack = std::unique_ptr<char[]>(new char[StackBytes]);
        threads[at].index = {at % block[0], at / block[0] % block[1], at / block[0] / block[1]};
        threads[at].warp = at / WarpSize;
        threads[at].lane = at % WarpSize;
    }
    std::memset(dynamicMemory, 0xcd, sizeof dynamicMemory);
    for (unsigned z = 0; z < grid[2]; ++z)
        for (unsigned y = 0; y < grid[1]; ++y)
            for (unsigned x = 0; x < grid[0] && !*failure; ++x) {
                blockIndex = {x, y, z};
                runBlock();
            }
    threads.clear();
}

/// The host cannot use the addresses of the stand-in's driver directly.
template <class T>
T usable(T value)
{
    if constexpr (std::is_pointer_v<T>)
        return (T)((uintptr_t)value & ~(uintptr_t(1) << 62));
    else
        return value;
}

template <class... Params, size_t... At>
void launchWith(void (*kernel)(Params...), const unsigned* grid, const unsigned* block, void** arguments,
                std::index_sequence<At...>)
{
    launch(grid, block, [&] { kernel(usable(*(std::remove_cv_t<Params>*)arguments[At])...); });
}

template <class... Params>
void launchWith(void (*kernel)(Params...), const unsigned* grid, const unsigned* block, void** arguments)
{
    launchWith(kernel, grid, block, arguments, std::index_sequence_for<Params...>());
}

/// Bytes of each parameter, those of a pointer negative; 0 ends the list.
template <class... Params>
const int* parameterBytes(void (*)(Params...))
{
    static const int Bytes[] = {(std::is_pointer_v<Params> ? -int(sizeof(Params)) : int(sizeof(Params)))...,
                                0};
    return Bytes;
}

} // namespace host

#define threadIdx (host::current->index)
#define blockIdx host::blockIndex
#define blockDim host::blockSize
#define gridDim host::gridSize

#define HOST_EXPORTED __attribute__((visibility("default")))

/// The function that the stand-in for the driver calls.
#define HOST_KERNEL(name)                                                                                \
    extern "C" HOST_EXPORTED const char* host_launch_##name(const unsigned* grid, const unsigned* block, \
                                                            void** arguments)                            \
    {                                                                                                    \
        host::launchWith(name, grid, block, arguments);                                                  \
        return *host::failure ? host::failure : nullptr;                                                 \
    }                                                                                                    \
    extern "C" HOST_EXPORTED const int* host_parameters_##name()                                         \
    {                                                                                                    \
        return host::parameterBytes(name);                                                               \
    }
