/// What a confined process can no longer do, and what it still can. Each attempt runs in a separate process.

#include "passes/workbench/worker/confinement.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tir;

namespace {

/// Returns whether it succeeded.
using Attempt = std::function<bool()>;

struct Case {
    const char* name;
    Attempt attempt;
};

/// Runs in a confined child process; the exit code is the result of the attempt. -1: it did not exit.
int outcomeOf(Confinement confinement, const Attempt& attempt)
{
    const pid_t child = fork();
    if (child == 0) {
        if (!confineProcess(confinement))
            _exit(3);
        _exit(attempt() ? 0 : 1);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool startsProgram()
{
    char program[] = "/bin/true";
    char* arguments[] = {program, nullptr};
    execve(program, arguments, nullptr);
    return false; // it would exit with 0
}

bool connects(int family)
{
    return socket(family, SOCK_STREAM, 0) >= 0;
}

bool readsMemoryOf(pid_t process)
{
    char byte = 0;
    const iovec here = {&byte, 1};
    const iovec there = {&byte, 1}; // the same address, after a fork
    return process_vm_readv(process, &here, 1, &there, 1, 0) == 1;
}

bool makesCode()
{
    return mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}

bool turnsDataIntoCode()
{
    void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}

bool computesInThreads()
{
    int sum = 0;
    std::thread other([&sum] {
        std::vector<int> numbers(1 << 20, 1); // memory from the system
        for (const int number : numbers)
            sum += number;
    });
    other.join();
    return sum == 1 << 20;
}

} // namespace

class TestConfinement : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
#ifdef TIR_IS_SANITIZED
        QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    }

    void filesAndProcessesAreOutOfReach()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a.txt")).toStdString();
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const pid_t self = getpid();
        signal(SIGXFSZ, SIG_IGN); // so that a write beyond the limit returns an error
        const Case cases[] = {
            {"read a file", [&] { return open(path.c_str(), O_RDONLY) >= 0; }},
            {"create a file", [&] { return open((path + "2").c_str(), O_CREAT | O_WRONLY, 0600) >= 0; }},
            {"grow an open file", [&] { return write(file.handle(), "x", 1) == 1; }},
            {"remove a file", [&] { return unlink(path.c_str()) == 0; }},
            {"rename a file", [&] { return rename(path.c_str(), (path + "3").c_str()) == 0; }},
            {"change the rights of a file", [&] { return chmod(path.c_str(), 0777) == 0; }},
            {"make a folder", [&] { return mkdir((path + "4").c_str(), 0700) == 0; }},
            {"leave the working folder", [] { return chdir("/") == 0; }},
            {"connect over the network", [] { return connects(AF_INET); }},
            {"connect over the other network", [] { return connects(AF_INET6); }},
            {"connect to a local service", [] { return connects(AF_UNIX); }},
            {"copy a channel", [] { return dup(STDERR_FILENO) >= 0; }},
            {"start a program", startsProgram},
            {"fork", [] { return fork() >= 0; }},
            {"fork by another call", [] { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0; }},
            {"fork by a third call", [] { return syscall(SYS_clone3, nullptr, 0) >= 0 || errno != ENOSYS; }},
            {"signal another process", [=] { return kill(self, 0) == 0; }},
            {"trace another process", [=] { return ptrace(PTRACE_SEIZE, self, 0, 0) == 0; }},
            {"read another process", [=] { return readsMemoryOf(self); }},
            {"make code", makesCode},
            {"turn data into code", turnsDataIntoCode},
            {"lift its limits",
             [] {
                 const rlimit free = {9, 9};
                 return setrlimit(RLIMIT_NOFILE, &free) == 0;
             }},
            {"catch signals", [] { return signal(SIGALRM, SIG_IGN) != SIG_ERR; }},
        };
        for (const auto& [name, attempt] : cases)
            QVERIFY2(outcomeOf(Confinement::Everything, attempt) == 1, name);
        QVERIFY(QFile::exists(QString::fromStdString(path)));
    }

    void threadsThatWereThereBeforeAreConfined()
    {
        for (const Confinement confinement : {Confinement::Everything, Confinement::NewProcesses}) {
            const pid_t child = fork();
            if (child == 0) {
                std::atomic<bool> isConfined = false;
                std::atomic<bool> connected = false;
                std::thread earlier([&] {
                    while (!isConfined)
                        std::this_thread::yield();
                    connected = connects(AF_INET);
                });
                if (!confineProcess(confinement))
                    _exit(3);
                isConfined = true;
                earlier.join();
                _exit(connected ? 0 : 1);
            }
            int status = 0;
            QCOMPARE(waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 1);
        }
    }

    void computingGoesOn()
    {
        const Case cases[] = {
            {"compute in threads", computesInThreads},
            {"answer", [] { return write(STDERR_FILENO, "", 0) == 0; }},
            {"wait", [] { return usleep(1000) == 0; }},
            {"look at the clock",
             [] {
                 timespec now;
                 return clock_gettime(CLOCK_MONOTONIC, &now) == 0;
             }},
        };
        for (const auto& [name, attempt] : cases)
            QVERIFY2(outcomeOf(Confinement::Everything, attempt) == 0, name);
    }

    void aFailedProgramStillAborts()
    {
        const pid_t child = fork();
        if (child == 0) {
            confineProcess(Confinement::Everything);
            abort();
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGABRT);
    }

    void aDriverKeepsItsFiles()
    {
        const Case refused[] = {
            {"start a program", startsProgram},
            {"connect over the network", [] { return connects(AF_INET); }},
            {"trace another process", [] { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }},
        };
        for (const auto& [name, attempt] : refused)
            QVERIFY2(outcomeOf(Confinement::NewProcesses, attempt) == 1, name);
        const Case allowed[] = {
            {"open a device", [] { return open("/dev/null", O_RDWR) >= 0; }},
            {"make code", makesCode},
            {"compute in threads", computesInThreads},
        };
        for (const auto& [name, attempt] : allowed)
            QVERIFY2(outcomeOf(Confinement::NewProcesses, attempt) == 0, name);
    }
};

TIR_TEST(TestConfinement)
#include "tst_confinement.moc"
