#include "passes/workbench/record.h"

#include "passes/framework/registry.h"
#include "passes/pipelines.h"

#include <algorithm>
#include <charconv>

namespace tir {
namespace {

/// The keys that passes and pipelines read.
constexpr std::string_view ConfigKeys[] = {
    "tirx.disable_assert",
    "tirx.disable_cse_tir",
    "tirx.disable_storage_rewrite",
    "tirx.disable_vectorize",
    "tirx.enable_fast_math",
    "tirx.instrument_bound_checkers",
    "tirx.instrument_lwp",
    "tirx.merge_static_smem",
    "tirx.ptx_ldg32",
    "tirx.use_async_copy",
};

DiagnosticNote note(std::string message)
{
    return {.message = std::move(message), .place = NoPlace, .span = {}};
}

Result<std::vector<PassInvocation>> passesOf(const RecordRequest& request)
{
    if (!request.pipeline.empty()) {
        if (const Pipeline* pipeline = findPipeline(request.pipeline))
            return pipeline->passes;
        Diagnostic unknown = error("unknown-pipeline", "there is no pipeline '" + request.pipeline + "'");
        std::string names;
        for (const Pipeline& pipeline : allPipelines())
            names += (names.empty() ? "" : ", ") + pipeline.name;
        unknown.notes.push_back(note("the pipelines are " + names));
        return unknown;
    }
    Result<std::vector<PassInvocation>> passes = parseInvocations(request.passes);
    if (!passes)
        return passes;
    Diagnostics unknown;
    for (const PassInvocation& invocation : *passes)
        if (!findPass(invocation.name))
            unknown.push_back(error("unknown-pass", "no pass '" + invocation.name + "' is built"));
    if (!unknown.empty())
        return unknown;
    return passes;
}

/// What the passes miss where they stand. A pipeline is judged by its order alone: what its program has to
/// bring along is the program's affair, and shows in the run.
std::vector<ContractBreach> breachesOf(const RecordRequest& request, const Module& module,
                                       const std::vector<PassInvocation>& passes)
{
    return request.pipeline.empty() ? checkContracts(passes, missingProperties(module))
                                    : tir::breachesOf(*findPipeline(request.pipeline));
}

/// As TVM's build does: a target without a host gets one.
const Target* withSomeHost(Arena& arena, const Target* target)
{
    if (target->host)
        return target;
    const Target* host = deviceType(*target) == DeviceType::CPU ? target : defaultTarget(arena)->host;
    return withHost(arena, target, host);
}

template <class Number>
bool isNumber(const std::string& text, Number& number)
{
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size();
}

} // namespace

Result<std::shared_ptr<const Recording>> record(const OpenedProgram& program, const RecordRequest& request)
{
    Result<std::vector<PassInvocation>> passes = passesOf(request);
    if (!passes)
        return passes.diagnostics();

    std::vector<ContractBreach> breaches = breachesOf(request, program.module(), *passes);
    if (forbidsRun(breaches) && !request.force) {
        Diagnostics refusal;
        for (const ContractBreach& breach : breaches)
            refusal.push_back(toDiagnostic(breach));
        return refusal;
    }

    // In the arena of the input, which the recording keeps alive.
    Arena& arena = *program.parsed->module.arena;
    const Target* target = nullptr;
    if (!request.target.empty()) {
        const Result<const Target*> given = targetFromText(arena, request.target);
        if (!given)
            return given.diagnostics();
        target = withSomeHost(arena, *given);
    }
    PassConfig config = request.config; // wins over that of the pipeline
    if (!request.pipeline.empty())
        config.merge(PassConfig(findPipeline(request.pipeline)->config));
    const RunOptions options{.target = target,
                             .mode = request.mode,
                             .config = std::move(config),
                             .verify = true,
                             .breaches = std::move(breaches),
                             .passNamed = {},
                             .observer = request.observer,
                             .cancelled = request.cancelled};
    return runPasses(program.parsed->module, *passes, request.pipeline, options);
}

Result<bool> addConfig(PassConfig& config, const std::string& assignment)
{
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        return error("bad-config", "'" + assignment + "' is no setting, expected KEY=VALUE");
    const std::string key = assignment.substr(0, equals);
    if (std::find(std::begin(ConfigKeys), std::end(ConfigKeys), key) == std::end(ConfigKeys)) {
        Diagnostic unknown = error("unknown-config", "no pass reads the configuration '" + key + "'");
        for (const std::string_view known : ConfigKeys)
            unknown.notes.push_back(note("known is '" + std::string(known) + "'"));
        return unknown;
    }
    const std::string value = assignment.substr(equals + 1);
    int64_t integer = 0;
    double real = 0;
    if (value == "true" || value == "false")
        config[key] = value == "true";
    else if (isNumber(value, integer))
        config[key] = integer;
    else if (isNumber(value, real))
        config[key] = real;
    else
        config[key] = value;
    return true;
}

} // namespace tir
