#include "core/codegen/toolkit/ptxas.h"

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/support/child_process.h"
#include "core/support/temporary_folder.h"

#include <charconv>

namespace tir {
namespace {

/// Large kernels take their time, and the machine may be busy.
constexpr double TimeLimitSeconds = 300;

Diagnostic noTool(const std::string& name)
{
    return error("no-tool", name + " not found: install the CUDA toolkit or set CUDA_HOME");
}

/// The error message of the tool; its first lines are the most useful.
Diagnostic toolError(const std::string& name, const ChildOutcome& outcome)
{
    constexpr size_t MostBytes = 2000;
    if (outcome.end == ChildOutcome::End::Exited)
        return error("tool-failed", name + " ended with exit code " + std::to_string(outcome.code) + ": " +
                                        (outcome.errors + outcome.output).substr(0, MostBytes));
    return error(
        "tool-failed",
        name + (outcome.end == ChildOutcome::End::TimedOut ? " took too long" : " did not end by itself"));
}

/// The number before `words` in the line; -1 if it is not there.
int64_t numberBefore(std::string_view line, std::string_view words)
{
    const size_t at = line.find(words);
    if (at == line.npos || at == 0)
        return -1;
    const size_t end = line.find_last_not_of(' ', at - 1);
    const size_t begin = line.find_last_not_of("0123456789", end);
    int64_t number = -1;
    const size_t first = begin == line.npos ? 0 : begin + 1;
    std::from_chars(line.data() + first, line.data() + end + 1, number);
    return number;
}

/// All constant banks together; -1 if none is named.
int64_t constantBytes(std::string_view line)
{
    constexpr std::string_view Words = " bytes cmem[";
    int64_t total = -1;
    for (size_t at = line.find(Words); at != line.npos; at = line.find(Words)) {
        total = std::max<int64_t>(total, 0) + numberBefore(line, Words);
        line.remove_prefix(at + Words.size());
    }
    return total;
}

} // namespace

std::vector<ResourceReport> readResources(const std::string& messages)
{
    constexpr std::string_view Start = "Compiling entry function '";
    std::vector<ResourceReport> reports;
    std::string_view rest = messages;
    bool isKernel = false; // and not a function that kernels call
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (const size_t at = line.find(Start); at != line.npos) {
            const std::string_view name = line.substr(at + Start.size());
            reports.emplace_back().function = name.substr(0, name.find('\''));
            isKernel = true;
        }
        if (const size_t at = line.find("Function properties for "); at != line.npos && !reports.empty())
            isKernel = line.substr(line.find_last_of(' ') + 1) == reports.back().function;
        if (reports.empty() || !isKernel)
            continue;
        ResourceReport& report = reports.back();
        if (line.find("stack frame") != line.npos) {
            report.stackBytes = numberBefore(line, " bytes stack frame");
            report.spillStoreBytes = numberBefore(line, " bytes spill stores");
            report.spillLoadBytes = numberBefore(line, " bytes spill loads");
        }
        if (line.find(" registers") != line.npos) {
            report.registers = int(numberBefore(line, " registers"));
            report.barriers = int(std::max<int64_t>(numberBefore(line, " barriers"), 0));
            report.staticSharedBytes = std::max<int64_t>(numberBefore(line, " bytes smem"), 0);
            report.constantBytes = constantBytes(line);
        }
    }
    return reports;
}

Result<AssembledKernels> assemblePtx(const std::string& ptx, const std::string& arch)
{
    const std::optional<std::string> ptxas = findCudaTool("ptxas");
    if (!ptxas)
        return noTool("ptxas");
    const TemporaryFolder folder;
    const Result<std::string> input = folder.write("kernels.ptx", ptx);
    if (!input)
        return input.diagnostics();
    const std::string output = folder.file("kernels.cubin");
    ChildOptions options;
    options.program = *ptxas;
    options.arguments = {"-v", "--gpu-name", arch, "-o", output, *input};
    options.timeLimitSeconds = TimeLimitSeconds;
    const ChildOutcome outcome = runChild(options);
    if (outcome.end != ChildOutcome::End::Exited || outcome.code != 0)
        return toolError("ptxas", outcome);
    return AssembledKernels{contentOf(output), readResources(outcome.errors + outcome.output)};
}

Result<std::string> disassembleCubin(const std::string& cubin)
{
    const std::optional<std::string> nvdisasm = findCudaTool("nvdisasm");
    const std::optional<std::string> cuobjdump = nvdisasm ? std::nullopt : findCudaTool("cuobjdump");
    if (!nvdisasm && !cuobjdump)
        return noTool("nvdisasm and cuobjdump");
    const TemporaryFolder folder;
    const Result<std::string> input = folder.write("kernels.cubin", cubin);
    if (!input)
        return input.diagnostics();
    ChildOptions options;
    options.program = nvdisasm ? *nvdisasm : *cuobjdump;
    options.arguments =
        nvdisasm ? std::vector<std::string>{"-c", *input} : std::vector<std::string>{"-sass", *input};
    options.timeLimitSeconds = TimeLimitSeconds;
    const ChildOutcome outcome = runChild(options);
    if (outcome.end != ChildOutcome::End::Exited || outcome.code != 0)
        return toolError(nvdisasm ? "nvdisasm" : "cuobjdump", outcome);
    return outcome.output;
}

} // namespace tir
