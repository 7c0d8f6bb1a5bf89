#include "passes/workbench/worker/answer_request.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/support/child_spawn.h"
#include "core/support/diagnostic.h"
#include "core/support/output_file.h"
#include "passes/workbench/execution/generate_protocol.h"
#include "passes/workbench/execution/list_devices.h"
#include "passes/workbench/execution/worker_protocol.h"
#include "passes/workbench/worker/generate_here.h"
#include "passes/workbench/worker/run_here.h"
#include "passes/workbench/worker/sanitized.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <new>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

namespace tir {
namespace {

/// File descriptor of the reply, the original standard output.
int answerFile = STDOUT_FILENO;

/// Other output, of a GPU driver on behalf of a kernel for example, is not part of the reply: it goes to the standard
/// error, line by line.
void keepOutputApart()
{
    const int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return;
    answerFile = kept;
    setvbuf(stdout, nullptr, _IOLBF, 0);
}

bool writeAnswer(std::string_view answer)
{
    return writeAll(answerFile, answer) == 0;
}

/// Reports which statement was running, for a checked program. The fault happens again when this returns, and then ends
/// the worker. Calls only functions that a signal handler may call.
void tellStatement(int)
{
    uint32_t rest = tirscope_statement;
    if (rest == NoPlace)
        return;
    char digits[16];
    char* first = std::end(digits);
    do {
        *--first = char('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    const bool isSaid = write(answerFile, LastStatement.data(), LastStatement.size()) >= 0 &&
                        write(answerFile, first, size_t(std::end(digits) - first)) >= 0;
    static_cast<void>(isSaid); // best effort
}

/// Ends with its parent, which may have ended already, and soon after its time limit: in case the requesting process is
/// stopped or killed before it can end this one.
void limitLife(const WorkerLimits& limits)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != limits.parent)
        _exit(1);
    if (limits.timeLimitSeconds <= 0)
        return;
    constexpr double GraceSeconds = 5;
    const auto seconds = time_t(std::min(limits.timeLimitSeconds, LongestSeconds) + GraceSeconds);
    const itimerval timer = {.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
    setitimer(ITIMER_REAL, &timer, nullptr); // SIGALRM ends the process
    // A program that took over the process can block signals, but not this one.
    const rlim_t allCores = rlim_t(seconds) * std::max(1u, std::thread::hardware_concurrency());
    const rlimit processor = {allCores, allCores};
    setrlimit(RLIMIT_CPU, &processor);
}

/// Crashes without core files, and has no files but its streams.
void prepareProcess()
{
    if (!IsSanitized)
        close_range(STDERR_FILENO + 1, UINT_MAX, 0);
    keepOutputApart();
    // The program may have exhausted its stack.
    static char stack[16 << 10];
    const stack_t other = {.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
    sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_handler = tellStatement;
    action.sa_flags = SA_ONSTACK | int(SA_RESETHAND);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

void limitMemory(uint64_t bytes)
{
    const rlimit limit = {bytes, bytes};
    if (!IsSanitized && bytes > 0)
        setrlimit(RLIMIT_AS, &limit);
}

std::string readAll(std::FILE* file)
{
    std::string text;
    char buffer[1 << 16];
    while (const size_t count = std::fread(buffer, 1, sizeof buffer, file))
        text.append(buffer, count);
    return text;
}

bool writeAnswer(const EncodedPart& part)
{
    return writeAnswer(part.line) &&
           std::ranges::all_of(part.tensors, [](std::string_view bytes) { return writeAnswer(bytes); });
}

void confine(Confinement confinement)
{
    if (!IsSanitized && !confineProcess(confinement))
        std::fputs("warning: this system cannot keep the program from files and other processes\n", stderr);
}

/// Handles a request to run a program.
bool answerRun(const std::string& text, double timeLimitSeconds)
{
    Result<RunRequest> decoded = decodeRequest(text);
    RunReport report;
    bool hasInputs = false;
    const auto sendInputs = [&](const std::vector<RunTensor>& tensors) {
        hasInputs = true;
        writeAnswer(encodeInputs(tensors)); // best effort: the report fails in the same way
    };
    if (decoded) {
        RunRequest request = *std::move(decoded);
        if (timeLimitSeconds > 0)
            request.timeLimitSeconds = timeLimitSeconds; // it is not sent
        // A driver reserves addresses for all memory there is.
        if (request.device == "cpu")
            limitMemory(request.memoryLimitBytes);
        report = runHere(request, confine, sendInputs,
                         [](const GpuMemoryUse& memory) { writeAnswer(encodeMemory(memory)); });
    } else {
        report.diagnostics = decoded.diagnostics();
        report.message = decoded.diagnostics().front().message;
    }
    return (hasInputs || report.tensors.empty() || writeAnswer(encodeInputs(report.tensors))) &&
           writeAnswer(encodeOutcome(report));
}

/// The reply to a request to generate code.
std::string generateAnswer(const std::string& text)
{
    const Result<GenerateRequest> request = decodeGenerateRequest(text);
    if (!request)
        return encodeArtifact(request.diagnostics());
    limitMemory(request->memoryLimitBytes);
    return encodeArtifact(generateHere(*request));
}

} // namespace

int answerRequest(const WorkerLimits& limits)
{
    limitLife(limits);
    prepareProcess();
    const std::string request = readAll(stdin);
    const bool isWritten = isDevicesRequest(request)    ? writeAnswer(encodeDevices(listDevicesHere()))
                           : isGenerateRequest(request) ? writeAnswer(generateAnswer(request))
                                                        : answerRun(request, limits.timeLimitSeconds);
    return isWritten ? 0 : 1;
}

} // namespace tir
