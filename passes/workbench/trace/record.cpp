#include "passes/workbench/trace/record.h"

#include "core/analysis/verify/property_rules.h"
#include "core/script/reading/suggestion.h"
#include "core/support/gpu_arch.h"
#include "core/support/list_text.h"
#include "passes/fitting_pipeline.h"
#include "passes/framework/config_keys.h"
#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/tvm_pipeline.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <iterator>
#include <utility>

namespace tir {
namespace {

DiagnosticNote note(std::string message)
{
    return {.message = std::move(message), .place = NoPlace, .span = {}};
}

/// Adds the name that was probably meant: a slip of the pen, or the same last part under another prefix.
void suggest(Diagnostic& unknown, std::string_view name, const std::vector<std::string_view>& known)
{
    const auto lastPart = [](std::string_view text) { return text.substr(text.rfind('.') + 1); };
    std::string_view meant = script::closestName(name, known);
    for (size_t i = 0; meant.empty() && i < known.size(); ++i)
        if (lastPart(known[i]) == lastPart(name))
            meant = known[i];
    if (!meant.empty())
        unknown.notes.push_back(note("did you mean '" + std::string(meant) + "'?"));
}

Result<std::vector<PassInvocation>> passesOf(const RecordRequest& request)
{
    if (!request.pipeline.empty()) {
        if (const Pipeline* pipeline = findPipeline(request.pipeline))
            return underConfig(*pipeline, configOf(request)).passes;
        Diagnostic unknown = error("unknown-pipeline", "there is no pipeline '" + request.pipeline + "'");
        std::vector<std::string_view> known;
        for (const Pipeline& pipeline : allPipelines())
            known.push_back(pipeline.name);
        suggest(unknown, request.pipeline, known);
        unknown.notes.push_back(note("the pipelines are " + listText(allPipelines(), &Pipeline::name)));
        return unknown;
    }
    if (!request.invocations.empty())
        return request.invocations;
    Result<std::vector<PassInvocation>> passes = parseInvocations(request.passes);
    if (!passes)
        return passes;
    Diagnostics unknown;
    std::vector<std::string_view> known;
    for (const PassInfo& pass : allPasses())
        known.push_back(pass.name);
    const PassInfo external = externalPass({});
    for (const PassInvocation& invocation : *passes) {
        if (!invocation.tvmName.empty())
            continue; // known only to the user's own TVM
        const PassInfo* pass = findPass(invocation.name);
        if (invocation.name == ExternalPassName)
            pass = &external;
        if (!pass) {
            unknown.push_back(error("unknown-pass", "no pass '" + invocation.name + "' is implemented"));
            suggest(unknown.back(), invocation.name, known);
        } else if (const std::optional<Diagnostic> wrong = checkArguments(*pass, invocation)) {
            unknown.push_back(*wrong);
        }
    }
    if (!unknown.empty())
        return unknown;
    return passes;
}

/// As TVM's build does: a target without a host gets one.
const Target* withSomeHost(Arena& arena, const Target* target)
{
    if (target->host)
        return target;
    const Target* host = deviceType(*target) == DeviceType::CPU ? target : defaultTarget(arena)->host;
    return withHost(arena, target, host);
}

/// `[…]`; only kept, never read.
bool isList(std::string_view value)
{
    return value.starts_with('[') && value.ends_with(']');
}

std::string accepted(const ConfigKey& key)
{
    switch (key.type) {
    case ConfigKey::Type::Bool:
        return "true or false";
    case ConfigKey::Type::List:
        return "a list such as []";
    case ConfigKey::Type::Int:
        break;
    }
    if (key.most < std::numeric_limits<int64_t>::max())
        return "a whole number from " + std::to_string(key.least) + " to " + std::to_string(key.most);
    return key.least == 0 ? "a whole number from 0 on" : "a whole number";
}

template <class Number>
bool isNumber(const std::string& text, Number& number)
{
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size();
}

/// Host code of the input that accesses device memory, which only the split shows if no VerifyMemory is before it.
std::optional<ContractBreach> hostAccess(const Module& module, const std::vector<PassInvocation>& passes,
                                         const Target& target)
{
    const auto first = std::ranges::find_if(passes, [](const PassInvocation& pass) {
        return establishes(pass.name, ModuleProperty::HostMemory) ||
               establishes(pass.name, ModuleProperty::Split);
    });
    if (first == passes.end() || establishes(first->name, ModuleProperty::HostMemory))
        return std::nullopt;
    const Diagnostics found = hostAccessesOnceBound(collectFacts(module), target);
    if (found.empty())
        return std::nullopt;
    ContractBreach breach{.step = size_t(first - passes.begin()) + 1,
                          .pass = toString(*first),
                          .property = toString(ModuleProperty::HostMemory),
                          .isOfInput = true,
                          .message = found.front().message,
                          .notes = {}};
    if (!found.front().notes.empty()) // what to do about it
        breach.notes.push_back(std::exchange(breach.message, found.front().notes.front().message));
    return breach;
}

/// Why a run is refused. An earlier pass without a known contract may establish a property that the input lacks.
Diagnostics refusalOf(const std::vector<ContractBreach>& breaches, const std::vector<PassInvocation>& passes)
{
    Diagnostics refusal;
    for (const ContractBreach& breach : breaches) {
        refusal.push_back(toDiagnostic(breach));
        const auto end = passes.begin() + std::ptrdiff_t(breach.step - 1);
        const auto foreign = std::find_if(
            passes.begin(), end, [](const PassInvocation& pass) { return !findContract(pass.name); });
        if (breach.isOfInput && foreign != end)
            refusal.back().notes.push_back(
                note(toString(*foreign) +
                     " may establish it, because its contract is not known: --force runs the passes anyway"));
    }
    return refusal;
}

} // namespace

Result<std::shared_ptr<const Recording>> record(const OpenedProgram& program, const RecordRequest& request)
{
    Result<std::vector<PassInvocation>> passes = passesOf(request);
    if (!passes)
        return passes.diagnostics();

    Arena arena; // of the target, which the recording copies
    const Result<const Target*> target = targetOf(arena, request);
    if (!target)
        return target.diagnostics();

    std::vector<ContractBreach> breaches =
        breachesOfRun(request.pipeline, program.module(), *passes, **target);
    std::vector<ContractBreach> forbidding = breaches;
    if (!request.pipeline.empty())
        std::erase_if(forbidding, [](const ContractBreach& breach) { return breach.isOfInput; });
    if (forbidsRun(forbidding) && !request.force)
        return refusalOf(breaches, *passes);

    ExternalOptions externalOptions = request.external;
    externalOptions.cancelled = request.cancelled;
    const PassInfo external = externalPass(externalOptions, configOf(request));
    std::deque<PassInfo> ofTvm;
    const auto passOf = [&](const PassInvocation& invocation) -> const PassInfo* {
        if (!invocation.tvmName.empty())
            return &ofTvm.emplace_back(tvmPass(invocation, externalOptions, configOf(request)));
        return invocation.name == ExternalPassName ? &external : findPass(invocation.name);
    };
    const PassRunOptions options{.target = *target,
                                 .mode = request.mode,
                                 .config = configOf(request),
                                 .verify = true,
                                 .breaches = std::move(breaches),
                                 .passOf = passOf,
                                 .observer = request.observer,
                                 .cancelled = request.cancelled};
    std::shared_ptr<const Recording> recording =
        runPasses(program.parsed->module, *passes, request.pipeline, options);
    if (request.external.config.empty())
        return recording;
    Recording configured = *recording;
    configured.tvmConfig = request.external.config;
    return std::make_shared<const Recording>(std::move(configured));
}

bool startsPrograms(const RecordRequest& request)
{
    if (isTvmPipeline(request.pipeline) || std::ranges::any_of(request.invocations, startsProgram))
        return true;
    const Result<std::vector<PassInvocation>> passes = parseInvocations(request.passes);
    return passes && std::ranges::any_of(*passes, startsProgram);
}

PassConfig configOf(const RecordRequest& request)
{
    PassConfig config = request.config;
    const Pipeline* pipeline = request.pipeline.empty() ? nullptr : findPipeline(request.pipeline);
    if (pipeline)
        config.merge(PassConfig(pipeline->config));
    return config;
}

PassConfig givenConfig(const Recording& recording)
{
    PassConfig config = recording.config;
    if (const Pipeline* pipeline = findPipeline(recording.pipeline))
        std::erase_if(config, [&](const auto& set) {
            const auto own = pipeline->config.find(set.first);
            return own != pipeline->config.end() && own->second == set.second;
        });
    return config;
}

Result<const Target*> targetOf(Arena& arena, const RecordRequest& request)
{
    if (request.target.empty())
        return defaultTarget(arena);
    const Result<const Target*> given = targetFromText(arena, request.target);
    if (!given)
        return given;
    const AttrValue* arch = find((*given)->attrs, "arch");
    const bool isText = arch && arch->kind() == AttrValue::Kind::String;
    if ((*given)->kindName == "cuda" && isText && computeCapability(arch->text()) == 0)
        return error("bad-target", whyUnknownArch(arch->text()));
    return withSomeHost(arena, *given);
}

std::vector<ContractBreach> breachesOfRun(const std::string& pipeline, const Module& module,
                                          const std::vector<PassInvocation>& passes, const Target& target)
{
    std::vector<ContractBreach> ofInput = checkContracts(passes, missingProperties(module));
    const Pipeline* named = pipeline.empty() ? nullptr : findPipeline(pipeline);
    if (!named)
        return ofInput;
    Pipeline configured = *named;
    configured.passes = passes;
    std::vector<ContractBreach> breaches = breachesOf(configured);
    // A pipeline that establishes the property too late is at fault itself.
    const auto isOfOrder = [order = breaches](const ContractBreach& breach) {
        return std::ranges::count(order, breach.property, &ContractBreach::property) > 0;
    };
    std::erase_if(ofInput,
                  [&](const ContractBreach& breach) { return !breach.isOfInput || isOfOrder(breach); });
    if (ofInput.empty())
        if (std::optional<ContractBreach> access = hostAccess(module, passes, target))
            ofInput.push_back(*std::move(access));
    if (ofInput.empty())
        return breaches;
    // Which pass stumbles first matters less than that another pipeline would not.
    if (std::string unfit = fittingPipeline(module).whyNot(configured); !unfit.empty()) {
        ContractBreach& first = ofInput.front();
        first.notes.insert(first.notes.begin(), std::exchange(first.message, std::move(unfit)));
    }
    std::ranges::move(ofInput, std::back_inserter(breaches));
    return breaches;
}

Result<bool> addConfig(PassConfig& config, TvmConfig& ofTvm, const std::string& assignment)
{
    const size_t equals = assignment.find('=');
    const std::string name = assignment.substr(0, equals);
    if (equals == std::string::npos || name.empty() || findConfigKey(name))
        return addConfig(config, assignment);
    ofTvm[name] = settingJson(assignment.substr(equals + 1));
    return true;
}

Result<bool> addConfig(PassConfig& config, const std::string& assignment)
{
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        return error("bad-config", "'" + assignment + "' is not a setting, expected KEY=VALUE");
    const std::string name = assignment.substr(0, equals);
    const ConfigKey* key = findConfigKey(name);
    if (!key) {
        Diagnostic unknown = error("unknown-config", "no pass reads the configuration '" + name + "'");
        std::vector<std::string_view> known;
        for (const ConfigKey& candidate : allConfigKeys())
            known.push_back(candidate.key);
        suggest(unknown, name, known);
        unknown.notes.push_back(note("`tirc list config` lists all of them"));
        return unknown;
    }
    const std::string value = assignment.substr(equals + 1);
    const bool isFlag = value == "true" || value == "false" || value == "True" || value == "False";
    const bool isSet = value == "true" || value == "True";
    int64_t integer = 0;
    const bool isInteger = isNumber(value, integer);
    // As in TVM, a flag is also a number and a number is also a flag.
    if (isFlag)
        integer = isSet;
    const bool isInRange = key->least <= integer && integer <= key->most;
    if (key->type == ConfigKey::Type::Bool && (isFlag || isInteger))
        config[name] = integer != 0;
    else if (key->type == ConfigKey::Type::Int && (isFlag || isInteger) && isInRange)
        config[name] = integer;
    else if (key->type == ConfigKey::Type::List && isList(value))
        config[name] = value;
    else
        return error("bad-config", "the configuration '" + name + "' takes " + accepted(*key) +
                                       ", but it is '" + value + "'");
    return true;
}

} // namespace tir
