/// Lets tests start programs under ThreadSanitizer. QProcess starts children with clone(), which share the memory of
/// the parent until they run their program. ThreadSanitizer treats every clone() as a fork(): the child resets its
/// state, which is also the parent's, and the parent fails ("CHECK failed: tsan_rtl.cpp"). Here the child gets a copy
/// of the memory, as after fork().

#include <cstdarg>

#include <sched.h>
#include <sys/types.h>

extern "C" {

/// ThreadSanitizer's clone(), which a program may replace.
int ___interceptor_clone(int (*function)(void*), void* stack, int flags, void* argument, pid_t* parentId,
                         void* threadStorage, pid_t* childId);

int clone(int (*function)(void*), void* stack, int flags, void* argument, ...)
{
    va_list rest;
    va_start(rest, argument);
    auto* parentId = va_arg(rest, pid_t*);
    auto* threadStorage = va_arg(rest, void*);
    auto* childId = va_arg(rest, pid_t*);
    va_end(rest);
    return ___interceptor_clone(function, stack, flags & ~(CLONE_VM | CLONE_VFORK), argument, parentId,
                                threadStorage, childId);
}

} // extern "C"
