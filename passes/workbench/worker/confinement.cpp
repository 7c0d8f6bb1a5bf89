// A filter of system calls (seccomp) in the machine language of the Berkeley packet filter.

#include "passes/workbench/worker/confinement.h"

#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tir {
namespace {

#if defined(__x86_64__)
constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t Architecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t Architecture = 0; // not known here: nothing is confined
#endif

/// Of the second set of system calls of x86-64, with 32-bit pointers.
constexpr uint32_t FirstOtherCall = 0x40000000;

constexpr uint32_t Allow = SECCOMP_RET_ALLOW;
constexpr uint32_t Refuse = SECCOMP_RET_ERRNO | EPERM;

/// The lower half of an argument; both architectures are little-endian.
constexpr uint32_t argument(int index)
{
    return uint32_t(offsetof(seccomp_data, args)) + 8 * uint32_t(index);
}

class Filter {
public:
    Filter()
    {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, Architecture, 1, 0);
        answer(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
        add(BPF_JMP | BPF_JGE | BPF_K, FirstOtherCall, 0, 1);
        answer(Refuse);
    }

    void answer(uint32_t what) { add(BPF_RET | BPF_K, what); }

    void forCalls(std::initializer_list<long> calls, uint32_t what)
    {
        for (const long call : calls) {
            add(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(call), 0, 1);
            answer(what);
        }
    }

    /// `call` is decided by whether its argument has one of the bits.
    void forBits(long call, int index, uint32_t bits, uint32_t whenSet, uint32_t whenNot)
    {
        forArgument(call, index, BPF_JSET, bits, whenSet, whenNot);
    }
    /// `call` is decided by whether its argument has this value.
    void forValue(long call, int index, uint32_t value, uint32_t whenEqual, uint32_t whenNot)
    {
        forArgument(call, index, BPF_JEQ, value, whenEqual, whenNot);
    }

    /// For all threads: otherwise code that controls one could make another one do what it must not do.
    bool install()
    {
        const sock_fprog program = {.len = static_cast<unsigned short>(m_code.size()),
                                    .filter = m_code.data()};
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
    }

private:
    void forArgument(long call, int index, uint16_t comparison, uint32_t value, uint32_t whenTrue,
                     uint32_t whenNot)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(call), 0, 4);
        load(argument(index));
        add(uint16_t(BPF_JMP | comparison | BPF_K), value, 0, 1);
        answer(whenTrue);
        answer(whenNot);
    }

    void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset); }
    void add(uint16_t code, uint32_t value, uint8_t whenTrue = 0, uint8_t whenFalse = 0)
    {
        m_code.push_back({code, whenTrue, whenFalse, value});
    }

    std::vector<sock_filter> m_code;
};

/// Computing, threads, memory, clocks, and the open channels to the parent.
Filter nothingButComputing()
{
    Filter filter;
    filter.forCalls({SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_lseek, SYS_close}, Allow);
    filter.forCalls({SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise}, Allow);
    filter.forCalls({SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq,
                     SYS_set_tid_address, SYS_getpid, SYS_gettid, SYS_exit, SYS_exit_group},
                    Allow);
    filter.forCalls({SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall}, Allow);
    filter.forCalls({SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
                     SYS_gettimeofday, SYS_getrandom},
                    Allow);
    filter.forBits(SYS_mmap, 2, PROT_EXEC, Refuse, Allow);
    filter.forBits(SYS_mprotect, 2, PROT_EXEC, Refuse, Allow);
    filter.forBits(SYS_clone, 0, CLONE_THREAD, Allow, Refuse);
    // Its flags are in memory, where a filter cannot look: the C library falls back to clone.
    filter.forCalls({SYS_clone3}, SECCOMP_RET_ERRNO | ENOSYS);
    filter.forValue(SYS_tgkill, 0, uint32_t(getpid()), Allow, Refuse); // abort()
    filter.answer(Refuse);
    return filter;
}

Filter noNewProcesses()
{
    Filter filter;
    filter.forCalls({SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev},
                    Refuse);
    filter.forValue(SYS_socket, 0, AF_UNIX, Allow, Refuse);
    filter.answer(Allow);
    return filter;
}

} // namespace

bool confineProcess(Confinement confinement)
{
    if (Architecture == 0)
        return false;
    if (confinement == Confinement::NewProcesses)
        return noNewProcesses().install();
    // Effective even without seccomp: no file can be opened, and none grows.
    const rlimit none = {0, 0};
    const bool isLimited = setrlimit(RLIMIT_NOFILE, &none) == 0 && setrlimit(RLIMIT_FSIZE, &none) == 0;
    return nothingButComputing().install() && isLimited;
}

} // namespace tir
