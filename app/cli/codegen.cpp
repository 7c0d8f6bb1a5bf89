/// `tirc codegen`: the output of a code generator for a program or for a step of a pipeline. With --json:
///
///     kind, arch    what was generated
///     step, pass    from which module: 0 is the input; the pass that made it, ""
///     text          the code; null for bytes
///     entryPoints   symbols that can be called from outside
///     lines         [{line, sourceLine}]: the line of the step's text that a line of the code comes from;
///                   null if there is none
///     resources     [{function, registers, staticSharedBytes, dynamicSharedBytes, stackBytes,
///                   spillStoreBytes, spillLoadBytes, constantBytes, maxThreads, barriers, occupancy,
///                   whatIf}]; -1 if it was not measured; occupancy and whatIf as in gpu_report_json.h,
///                   null if the launch computes their inputs; the dynamic bytes are a text, an
///                   expression if the launch computes them
///     remarks       [{severity, code, message, line, column, endLine, endColumn, notes}]

#include "app/cli/output.h"
#include "app/cli/selected_step.h"
#include "core/runtime/occupancy.h"
#include "core/support/gpu_arch.h"
#include "passes/fitting_pipeline.h"
#include "passes/workbench/execution/generate_code.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/gpu_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CodegenArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string step; ///< empty: the last one
    std::string emit = "cuda";
    CodegenOptions codegen;
    std::string arch; ///< empty: of the target
    std::string output;
    bool isForced = false;
    bool isJson = false;
};

Json linesOf(const Artifact& artifact, const StepText& text)
{
    Json lines = Json::array();
    uint32_t begin = 0;
    for (int line = 1; begin < artifact.content.size(); ++line) {
        const std::optional<Span> span = text.spanOf(artifact.placeAt(begin));
        lines.push_back(
            {{"line", line}, {"sourceLine", span ? Json(text.source.lineColumn(span->begin).line) : Json()}});
        const size_t end = artifact.content.find('\n', begin);
        begin = end == std::string::npos ? uint32_t(artifact.content.size()) : uint32_t(end + 1);
    }
    return lines;
}

Json occupancyOf(const ResourceReport& report, const std::string& arch)
{
    const auto demand = demandOf(report);
    const auto limits = gpuLimits(arch);
    return demand && limits ? Json(tir::toJson(tir::occupancyOf(*limits, *demand))) : Json();
}

Json whatIfOf(const ResourceReport& report, const std::string& arch)
{
    const auto demand = demandOf(report);
    const auto limits = gpuLimits(arch);
    return demand && limits ? Json(tir::toJson(occupancyWhatIf(*limits, *demand))) : Json();
}

Json jsonOf(const Artifact& artifact, const SelectedStep& stage)
{
    Json resources = Json::array();
    for (const ResourceReport& report : artifact.resources) {
        Json resource(tir::toJson(report));
        resource["occupancy"] = occupancyOf(report, artifact.arch);
        resource["whatIf"] = whatIfOf(report, artifact.arch);
        resources.push_back(std::move(resource));
    }
    const bool isReadable = isText(artifact.kind);
    return {{"kind", toString(artifact.kind)},
            {"arch", artifact.arch},
            {"step", stage.number},
            {"pass", stage.pass()},
            {"text", isReadable ? Json(artifact.content) : Json()},
            {"entryPoints", artifact.entryPoints},
            {"lines", isReadable ? linesOf(artifact, stage.text) : Json::array()},
            {"resources", std::move(resources)},
            {"remarks", toJson(stage.text.placed(artifact.remarks), stage.text.source)}};
}

/// Programs as people write them are not split; the pipeline that fits them is one option away.
void suggestPipeline(const CodegenArguments& options, const SelectedStep& stage)
{
    if (!options.pipeline.isEmpty() || !options.step.empty() || stage.number > 0 || hasError(stage.verdict))
        return;
    const bool isSplit = std::ranges::any_of(stage.module.module->functions, [](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && callingConv(*function) != CallingConv::Default;
    });
    if (isSplit)
        return;
    const std::string& name = fittingPipeline(*stage.module.module).pipeline->name;
    std::fputs(("note: --pipeline " + name + " splits the program into host and device code first\n").c_str(),
               stderr);
}

/// Empty if code can be generated for the architecture.
std::string whyNoArch(const std::string& arch)
{
    if (const std::string why = whyUnknownArch(arch); !why.empty())
        return why;
    return gpuLimits(arch) ? "" : "'" + arch + "' is older than sm_70, the first that code is generated for";
}

ExitCode run(const CodegenArguments& options)
{
    if (options.codegen.resources && (options.emit == "c" || options.emit == "llvm")) {
        report({error("usage",
                      "--resources measures kernels, and --emit " + options.emit + " is code of the host")});
        return ExitCode::Unusable;
    }
    const std::optional<SelectedStep> stage = selectStep(options.file, options.pipeline, options.step);
    if (!stage)
        return ExitCode::Unusable;
    if (stage->broken && !options.isForced) {
        report(stage->broken->errors, stage->broken->source);
        if (stage->number > 0)
            std::fprintf(stderr,
                         "note: the module has been ill-formed since %s, so no code is generated; --force "
                         "generates it anyway\n",
                         stage->broken->title.c_str());
        suggestPipeline(options, *stage);
        return ExitCode::No;
    }
    const std::set<std::string> reported = reportTvmDefects(*stage);
    CodegenOptions codegen = options.codegen;
    codegen.isSound = options.pipeline.mode == "sound";
    if (const std::string arch = options.arch.empty() ? archOf(*stage->module.module) : options.arch;
        !arch.empty())
        codegen.arch = arch;
    if (const std::string why = whyNoArch(codegen.arch); !why.empty()) {
        report({error("unknown-arch", "the target: " + why + "; --arch names another one")});
        return ExitCode::No;
    }
    const GenerateRequest request{
        .module = stage->module, .kind = *artifactKindFromString(options.emit), .options = codegen};
    const Result<Artifact> artifact = generateCode(request, stage->verdict, options.isForced);
    if (!artifact) {
        report(stage->text.placed(artifact.diagnostics()), stage->text.source);
        suggestPipeline(options, *stage);
        return ExitCode::No;
    }
    Diagnostics remarks = artifact->remarks;
    std::erase_if(remarks, [&](const Diagnostic& remark) { return reported.contains(remark.code); });
    report(stage->text.placed(std::move(remarks)), stage->text.source);
    if (options.isJson)
        return writeResult(options.output, printed(jsonOf(*artifact, *stage)));
    // Cubins are always measured; the table is shown on request.
    if (options.codegen.resources)
        for (const ResourceReport& resources : artifact->resources) {
            std::fprintf(stderr, "%s\n", toString(resources).c_str());
            for (const std::string& line : occupancyLines(resources, artifact->arch))
                std::fprintf(stderr, "  %s\n", line.c_str());
        }
    return isText(artifact->kind) ? writeResult(options.output, artifact->content)
                                  : writeBytes(options.output, artifact->content);
}

std::vector<std::string> kinds()
{
    std::vector<std::string> words;
    for (const ArtifactKind kind : AllArtifactKinds)
        words.emplace_back(toString(kind));
    return words;
}

} // namespace

void addCodegenCommand(CommandLine& line)
{
    Command command = line.add("codegen", "Generate code from a program, or from any step");
    const auto options = std::make_shared<CodegenArguments>();
    addFileOptions(command, options->file,
                   "Program, or trace; split into host and device code, or with --pipeline");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addStepOption(command, options->step);
    command
        .option("--emit", options->emit,
                "cuda, ptx, cubin, sass: of the kernels; c, llvm: of the host functions")
        .oneOf(kinds())
        .showDefault();
    command.option("--arch", options->arch, "GPU architecture; default: that of the target, else sm_90")
        .typeName("sm_NN")
        .check({whyNoArch});
    command.flag("--fast-math", options->codegen.fastMath, "Approximate exp, log, sin … of float32");
    command.flag("--resources", options->codegen.resources,
                 "Measure registers, shared memory and spills of the kernels; needs the CUDA toolkit");
    command.flag("--force", options->isForced, "Generate from an ill-formed module as well, with warnings");
    command.flag("--json", options->isJson, "Print the result as JSON, with the source line of each line");
    command.option("-o,--output", options->output, "Write to OUT instead of stdout").typeName("OUT");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
