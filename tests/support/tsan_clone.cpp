/// Lets tests start programs under ThreadSanitizer. QProcess makes its children with clone(), and until they
/// run their program they live on the memory of the parent. ThreadSanitizer takes every clone() for a fork():
/// the child sets up its state anew, which is the parent's too, and the parent dies of it ("CHECK failed:
/// tsan_rtl.cpp"). Here the child gets a copy of the memory, as after fork().

#include <cstdarg>

#include <sched.h>
#include <sys/types.h>

extern "C" {

/// What ThreadSanitizer has for a clone(): it lets a program define its own.
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
