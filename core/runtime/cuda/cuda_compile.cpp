#include "core/runtime/cuda/cuda_compile.h"

#include "core/codegen/generators.h"
#include "core/codegen/llvm_ir/toolchain.h"
#include "core/runtime/cuda/cuda_version.h"
#include "core/runtime/cuda/nvcc.h"
#include "core/runtime/cuda/nvrtc.h"
#include "core/support/gpu_arch.h"
#include "core/support/list_text.h"

#include <algorithm>
#include <charconv>

namespace tir {
namespace {

constexpr const char* SeparateRounding = "--fmad=false";

std::string first(const Diagnostics& diagnostics)
{
    return diagnostics.empty() ? std::string() : diagnostics.front().message;
}

/// The bytes of a line, counted from 1.
Span spanOfLine(const std::string& text, int line)
{
    size_t begin = 0;
    for (int number = 1; number < line && begin != std::string::npos; ++number) {
        begin = text.find('\n', begin);
        begin = begin == std::string::npos ? begin : begin + 1;
    }
    if (begin == std::string::npos)
        return {0, 0};
    return {uint32_t(begin), uint32_t(std::min(text.find('\n', begin), text.size()))};
}

/// The first place that any byte of the line was written for.
Place placeOfLine(const Artifact& artifact, int line)
{
    const Span span = spanOfLine(artifact.content, line);
    for (uint32_t at = span.begin; at < span.end; ++at)
        if (const Place place = artifact.placeAt(at); place != NoPlace)
            return place;
    return NoPlace;
}

/// Lines such as "kernels.cu(12): error: …".
Diagnostics errorsIn(const std::string& log, const Artifact& artifact)
{
    constexpr std::string_view File = "kernels.cu(";
    Diagnostics errors;
    for (std::string_view rest = log; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const size_t at = line.find(File);
        const size_t word = at == line.npos ? at : line.find("error", at);
        if (word == line.npos)
            continue;
        int number = 0;
        std::from_chars(line.data() + at + File.size(), line.data() + line.size(), number);
        Diagnostic diagnostic = error("cuda-compiler", std::string(line.substr(at)));
        diagnostic.place = placeOfLine(artifact, number);
        errors.push_back(std::move(diagnostic));
    }
    return errors;
}

/// CUDA C with the map of its lines; without one where a person wrote it.
Result<Artifact> cudaText(const CompileRequest& request)
{
    if (!request.cudaSource.empty())
        return Artifact{.kind = ArtifactKind::Cuda, .arch = request.arch, .content = request.cudaSource};
    return textGenerator(ArtifactKind::Cuda)(request.module, {.arch = request.arch, .isSound = true});
}

/// With the instructions that only this one GPU has, such as wgmma. CUDA 12 was the first to know them.
std::string ownArch(const std::string& arch, const std::string& version)
{
    return cudaVersion(version).major >= 12 && findGpuArch(arch + "a") ? arch + "a" : arch;
}

/// Whether the code of a person may depend on files of that person. Headers of the toolkit are part of a compiler's
/// identity.
bool mayReadFiles(std::string text)
{
    static constexpr std::string_view Known[] = {
        "#include <cstdint>",     "#include <cuda.h>",           "#include <cuda_bf16.h>",
        "#include <cuda_fp16.h>", "#include <cuda_fp4.h>",       "#include <cuda_fp6.h>",
        "#include <cuda_fp8.h>",  "#include <math_constants.h>", "#include <mma.h>"};
    for (size_t at = text.find("\\\n"); at != text.npos; at = text.find("\\\n", at))
        text.erase(at, 2);
    for (std::string_view rest = text; !rest.empty();) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const bool isKnown = std::find(std::begin(Known), std::end(Known), line) != std::end(Known);
        if (!isKnown && (line.find("include") != line.npos || line.find("embed") != line.npos))
            return true;
    }
    return false;
}

/// Both compilers accept them, and the log contains the resources of kernels.
std::vector<std::string> optionsOf(const CompileRequest& request)
{
    std::vector<std::string> options = {"--ptxas-options=-v"};
    if (!request.fusesMultiplyAdd)
        options.emplace_back(SeparateRounding);
    return options;
}

template <class Compiler>
Result<CompiledKernels> compileText(const Compiler& compiler, const std::string& name,
                                    const CompileRequest& request, const KernelCache& cache)
{
    const Result<Artifact> text = cudaText(request);
    if (!text)
        return text.diagnostics();
    CompiledKernels kernels;
    kernels.compiler = name + " " + compiler.version();
    if (!request.fusesMultiplyAdd)
        kernels.compiler += std::string(" (") + SeparateRounding + ")";
    const std::vector<std::string> options = optionsOf(request);
    const std::string arch = ownArch(request.arch, compiler.version());
    const KernelKey key{compiler.identity(), arch, listText(options), text->content};
    const bool isCacheable = !mayReadFiles(request.cudaSource);
    if (std::optional<CachedKernels> known = isCacheable ? cache.find(key) : std::nullopt) {
        kernels.image = std::move(known->cubin);
        kernels.log = std::move(known->log);
        kernels.isCached = true;
        return kernels;
    }
    Result<NvrtcOutput> output = compiler.compile(text->content, arch, options);
    if (!output)
        return output.diagnostics();
    if (output->cubin.empty()) {
        Diagnostics refusals = errorsIn(output->log, *text);
        refusals.insert(refusals.begin(),
                        error("cuda-compiler", kernels.compiler + " refuses the code:\n" + output->log));
        return refusals;
    }
    kernels.image = output->cubin;
    kernels.log = output->log;
    if (isCacheable)
        cache.insert(key, {kernels.image, kernels.log});
    return kernels;
}

NvrtcUse useOf(const CompileRequest& request)
{
    return {.arch = request.arch, .driver = request.driver};
}

/// Why the way is not available on this machine; empty if it is.
std::string obstacle(KernelWay way, const CompileRequest& request)
{
    for (const RejectedWay& rejected : request.rejected)
        if (rejected.way == way)
            return rejected.why;
    switch (way) {
    case KernelWay::Nvrtc:
        return first(Nvrtc::open(useOf(request)).diagnostics());
    case KernelWay::Nvcc: {
        const Result<Nvcc> nvcc = Nvcc::find();
        return nvcc ? whyTooNew("nvcc " + nvcc->version(), nvcc->version(), request.driver)
                    : first(nvcc.diagnostics());
    }
    case KernelWay::Nvptx:
        return request.cudaSource.empty() ? "" : "it does not compile CUDA C, which is given here";
    }
    return {};
}

/// PTX may be for an older GPU than the driver's: the newest that LLVM knows.
Result<CompiledKernels> compilePtx(const CompileRequest& request)
{
    Result<Artifact> ptx = machineGenerator(ArtifactKind::Ptx)(request.module, {.arch = request.arch});
    if (!ptx)
        return ptx.diagnostics();
    if (const std::string why = whyPtxTooNew(ptx->content, request.driver); !why.empty())
        return error("old-driver", why);
    const std::string arch(ptxDirective(ptx->content, ".target"));
    CompiledKernels kernels;
    kernels.compiler = "LLVM " + llvmVersion() + (arch == request.arch ? "" : " for " + arch);
    kernels.image = (*std::move(ptx)).content;
    return kernels;
}

Result<CompiledKernels> compileBy(KernelWay way, const CompileRequest& request, const KernelCache& cache)
{
    switch (way) {
    case KernelWay::Nvrtc:
        return compileText(*Nvrtc::open(useOf(request)), "NVRTC", request, cache);
    case KernelWay::Nvcc:
        return compileText(*Nvcc::find(), "nvcc", request, cache);
    case KernelWay::Nvptx:
        return compilePtx(request);
    }
    return error("no-compiler", "there is nothing to compile kernels with");
}

/// Adds the ways that failed before to the first diagnostic as notes.
Diagnostics withNotes(Diagnostics diagnostics, const std::vector<std::string>& skipped)
{
    for (const std::string& way : skipped)
        diagnostics.front().notes.push_back({"skipped " + way});
    return diagnostics;
}

} // namespace

Result<CompiledKernels> compileKernels(const CompileRequest& request, const KernelCache& cache)
{
    std::vector<std::string> skipped;
    Diagnostics firstFailure;
    for (const KernelWay way : AllKernelWays) {
        if (request.way && way != *request.way)
            continue;
        const std::string why = obstacle(way, request);
        if (!why.empty()) {
            skipped.push_back(std::string(toString(way)) + ": " + why);
            continue;
        }
        Result<CompiledKernels> made = compileBy(way, request, cache);
        if (!made) {
            if (firstFailure.empty())
                firstFailure = withNotes(made.diagnostics(), skipped);
            if (!request.cudaSource.empty()) // the errors of a person, which all compilers find
                break;
            skipped.push_back(std::string(toString(way)) + ": " + first(made.diagnostics()));
            continue;
        }
        CompiledKernels kernels = *std::move(made);
        kernels.way = way;
        kernels.skippedWays = std::move(skipped);
        return kernels;
    }
    if (!firstFailure.empty())
        return firstFailure;
    Diagnostic refusal = error(
        "no-compiler", request.rejected.empty() ? "there is nothing to compile kernels with"
                                                : "the driver rejects the code of every available compiler");
    for (const std::string& way : skipped)
        refusal.message += "\n" + way;
    return refusal;
}

} // namespace tir
