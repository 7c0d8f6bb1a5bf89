#include "core/codegen/llvm_ir/gpu_artifacts.h"

#include "core/analysis/functions.h"
#include "core/codegen/llvm_ir/nvptx.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/support/checked_math.h"

#include <charconv>
#include <climits>

namespace tir {
namespace {

Artifact toArtifact(const PtxProgram& program, const std::string& arch)
{
    Artifact artifact{.kind = ArtifactKind::Ptx, .arch = arch, .content = program.text.text};
    artifact.entryPoints = program.kernels;
    artifact.ranges = rangesOfLines(program.text.text, program.text.places);
    return artifact;
}

/// Threads in a block of the launches, which is also the size that the kernel is compiled for; -1 if not constant.
int blockThreads(const FunctionRow& row)
{
    constexpr std::string_view Axis = "threadIdx.";
    CheckedProduct threads;
    for (const std::string& param : row.launchParams) {
        const size_t equals = param.find(" = ");
        if (!param.starts_with(Axis) || equals == param.npos)
            continue;
        int64_t extent = 0;
        const char* const begin = param.data() + equals + 3;
        const char* const end = param.data() + param.size();
        if (const auto [stop, failure] = std::from_chars(begin, end, extent);
            failure != std::errc() || stop != end)
            return -1;
        threads.multiply(extent);
    }
    const int64_t count = threads.value().value_or(-1);
    return count >= 0 && count <= INT_MAX ? int(count) : -1;
}

} // namespace

std::vector<ResourceReport> completeReports(std::vector<ResourceReport> reports, const Module& module)
{
    std::vector<ResourceReport> complete;
    for (const FunctionRow& row : functionTable(module))
        for (ResourceReport& report : reports)
            if (report.function == (row.symbol.empty() ? row.name : row.symbol)) {
                report.dynamicSharedBytes = row.dynamicBytes;
                report.maxThreads = blockThreads(row);
                complete.push_back(report);
            }
    return complete;
}

std::vector<ArtifactRange> rangesOfLines(const std::string& text, const std::vector<Place>& places)
{
    std::vector<ArtifactRange> ranges;
    uint32_t begin = 0;
    for (const Place place : places) {
        const size_t newline = text.find('\n', begin);
        const uint32_t end = uint32_t(newline == std::string::npos ? text.size() : newline + 1);
        if (place != NoPlace) {
            if (!ranges.empty() && ranges.back().place == place && ranges.back().span.end == begin)
                ranges.back().span.end = end;
            else
                ranges.push_back({{begin, end}, place});
        }
        begin = end;
    }
    return ranges;
}

Result<Artifact> generatePtx(const Module& module, const CodegenOptions& options)
{
    const Result<PtxProgram> program = emitPtx(module, options);
    if (!program)
        return program.diagnostics();
    Artifact artifact = toArtifact(*program, options.arch);
    if (!options.resources)
        return artifact;
    Result<AssembledKernels> assembled = assemblePtx(artifact.content, options.arch);
    if (assembled) {
        artifact.resources = completeReports((*std::move(assembled)).resources, module);
    } else {
        for (const Diagnostic& diagnostic : assembled.diagnostics())
            artifact.remarks.push_back({.severity = Severity::Note,
                                        .code = diagnostic.code,
                                        .message = "resources are absent: " + diagnostic.message});
    }
    return artifact;
}

Result<Artifact> generateCubin(const Module& module, const CodegenOptions& options)
{
    const Result<PtxProgram> program = emitPtx(module, options);
    if (!program)
        return program.diagnostics();
    Result<AssembledKernels> assembled = assemblePtx(program->text.text, options.arch);
    if (!assembled)
        return assembled.diagnostics();
    AssembledKernels kernels = *std::move(assembled);
    Artifact artifact{.kind = ArtifactKind::Cubin, .arch = options.arch, .content = std::move(kernels.cubin)};
    artifact.entryPoints = program->kernels;
    artifact.resources = completeReports(std::move(kernels.resources), module);
    return artifact;
}

Result<Artifact> generateSass(const Module& module, const CodegenOptions& options)
{
    Result<Artifact> cubin = generateCubin(module, options);
    if (!cubin)
        return cubin;
    Artifact artifact = *std::move(cubin);
    Result<std::string> text = disassembleCubin(artifact.content);
    if (!text)
        return text.diagnostics();
    artifact.kind = ArtifactKind::Sass;
    artifact.content = *std::move(text);
    return artifact;
}

} // namespace tir
