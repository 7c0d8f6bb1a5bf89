#include "core/runtime/cuda/nvcc.h"

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/support/child_process.h"
#include "core/support/temporary_folder.h"

#include <cstdlib>

namespace tir {
namespace {

/// Large kernels take their time, and the machine may be busy.
constexpr double TimeLimitSeconds = 300;

/// "13.0" of "… release 13.0, V13.0.88".
std::string versionIn(const std::string& text)
{
    constexpr std::string_view Word = "release ";
    const size_t at = text.find(Word);
    if (at == text.npos)
        return "?";
    const size_t begin = at + Word.size();
    return text.substr(begin, text.find(',', begin) - begin);
}

} // namespace

Result<Nvcc> Nvcc::find()
{
    const std::optional<std::string> program = findCudaTool("nvcc");
    if (!program)
        return error("no-tool", "nvcc not found: install the CUDA toolkit or set CUDA_HOME");
    Nvcc nvcc;
    nvcc.m_program = *program;
    ChildOptions options;
    options.program = *program;
    options.arguments = {"--version"};
    const std::string said = runChild(options).output;
    nvcc.m_version = versionIn(said);
    nvcc.m_identity = "nvcc\n" + fileIdentity(*program) + "\n" + said;
    for (const char* variable : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN"})
        if (const char* value = std::getenv(variable))
            nvcc.m_identity += std::string(variable) + "=" + value + "\n";
    return nvcc;
}

Result<NvrtcOutput> Nvcc::compile(const std::string& source, const std::string& arch,
                                  const std::vector<std::string>& options) const
{
    const TemporaryFolder folder;
    const Result<std::string> input = folder.write("kernels.cu", source);
    if (!input)
        return input.diagnostics();
    const std::string cubin = folder.file("kernels.cubin");
    ChildOptions child;
    child.program = m_program;
    child.arguments = {"--cubin", "--gpu-architecture=" + arch, "--std=c++17", "-o", cubin};
    child.arguments.insert(child.arguments.end(), options.begin(), options.end());
    child.arguments.push_back(*input);
    child.timeLimitSeconds = TimeLimitSeconds;
    const ChildOutcome outcome = runChild(child);
    if (outcome.end != ChildOutcome::End::Exited)
        return error("tool-failed", outcome.end == ChildOutcome::End::TimedOut
                                        ? "nvcc took too long"
                                        : "nvcc did not end by itself");
    NvrtcOutput output{.cubin = {}, .log = outcome.errors + outcome.output};
    if (outcome.code == 0)
        output.cubin = contentOf(cubin);
    else if (output.log.empty())
        output.log = "nvcc ended with exit code " + std::to_string(outcome.code);
    return output;
}

} // namespace tir
