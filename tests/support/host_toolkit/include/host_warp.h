/// Barriers, exchanges and votes; atomic operations, which nothing interrupts here.

#pragma once

inline void __syncthreads()
{
    host::pause(host::Wait::Block);
}

inline void __syncwarp(unsigned mask = 0xffffffff)
{
    host::meetWarp("a barrier of the warp", mask);
}

inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned) {}
inline long long clock64()
{
    return 0;
}

namespace host {

/// `lane` is the number of another lane; this lane's own value if that lane is outside of its group.
template <class T>
T exchanged(const char* operation, unsigned mask, T value, int lane, bool isInGroup)
{
    T own = value;
    meetWarp(operation, mask, &own);
    const bool isThere = isInGroup && lane >= 0 && lane < int(WarpSize) && (current->active >> lane & 1);
    T read = isThere ? shownBy<T>(unsigned(lane)) : own;
    if (isInGroup && !isThere && lane >= 0 && laneOfWarp(unsigned(lane)) && (mask >> lane & 1))
        fail("an exchange reads a lane that does not take part");
    meetWarp("the end of an exchange", 0); // until then the values are shown
    return read;
}

inline int lane()
{
    return int(current->lane);
}

/// Threads of the block, those that have not ended, whose value is true.
inline int countInBlock(bool value)
{
    current->shown = &value;
    pause(Wait::Block);
    int count = 0;
    for (const Thread& thread : threads)
        count += thread.wait != Wait::End && *static_cast<const bool*>(thread.shown);
    pause(Wait::Block); // until then the values are shown
    return count;
}

inline unsigned ballot(const char* operation, unsigned mask, bool value)
{
    bool own = value;
    meetWarp(operation, mask, &own);
    unsigned bits = 0;
    for (unsigned at = 0; at < WarpSize; ++at)
        if (current->active >> at & 1)
            bits |= unsigned(shownBy<bool>(at)) << at;
    meetWarp("the end of a vote", 0);
    return bits;
}

} // namespace host

template <class T>
T __shfl_sync(unsigned mask, T value, int from, int width = 32)
{
    return host::exchanged("__shfl_sync", mask, value, host::lane() / width * width + from % width, true);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const int from = host::lane() - int(by);
    return host::exchanged("__shfl_up_sync", mask, value, from, from >= host::lane() / width * width);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const int from = host::lane() + int(by);
    return host::exchanged("__shfl_down_sync", mask, value, from, from < (host::lane() / width + 1) * width);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32)
{
    const int from = host::lane() ^ with;
    return host::exchanged("__shfl_xor_sync", mask, value, from, from < (host::lane() / width + 1) * width);
}

inline unsigned __activemask()
{
    return host::ballot("__activemask", 0, true);
}
inline unsigned __ballot_sync(unsigned mask, bool value)
{
    return host::ballot("__ballot_sync", mask, value);
}
inline int __any_sync(unsigned mask, bool value)
{
    return host::ballot("__any_sync", mask, value) != 0;
}
inline int __all_sync(unsigned mask, bool value)
{
    return host::ballot("__all_sync", mask, !value) == 0;
}
inline int __syncthreads_or(bool value)
{
    return host::countInBlock(value) != 0;
}
inline int __syncthreads_and(bool value)
{
    return host::countInBlock(!value) == 0;
}
inline int __syncthreads_count(bool value)
{
    return host::countInBlock(value);
}

inline unsigned __reduce_add_sync(unsigned mask, unsigned value)
{
    unsigned own = value, sum = 0;
    host::meetWarp("__reduce_add_sync", mask, &own);
    for (unsigned at = 0; at < host::WarpSize; ++at)
        if (host::current->active >> at & mask >> at & 1)
            sum += host::shownBy<unsigned>(at);
    host::meetWarp("the end of a reduction", 0);
    return sum;
}
inline unsigned __reduce_min_sync(unsigned mask, unsigned value)
{
    unsigned own = value, least = ~0U;
    host::meetWarp("__reduce_min_sync", mask, &own);
    for (unsigned at = 0; at < host::WarpSize; ++at)
        if (host::current->active >> at & mask >> at & 1)
            least = host::shownBy<unsigned>(at) < least ? host::shownBy<unsigned>(at) : least;
    host::meetWarp("the end of a reduction", 0);
    return least;
}

template <class T, class V>
T atomicAdd(T* address, V value)
{
    const T old = *address;
    *address = T(old + T(value));
    return old;
}
template <class T, class V, class W>
T atomicCAS(T* address, V expected, W value)
{
    const T old = *address;
    if (old == T(expected))
        *address = T(value);
    return old;
}
template <class T, class V>
T atomicExch(T* address, V value)
{
    const T old = *address;
    *address = T(value);
    return old;
}
template <class T, class V>
T atomicMax(T* address, V value)
{
    const T old = *address;
    *address = old < T(value) ? T(value) : old;
    return old;
}
template <class T, class V>
T atomicMin(T* address, V value)
{
    const T old = *address;
    *address = T(value) < old ? T(value) : old;
    return old;
}
