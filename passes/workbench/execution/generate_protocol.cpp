#include "passes/workbench/execution/generate_protocol.h"

#include "core/script/json/tvm_json.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/message_json.h"
#include "passes/workbench/trace/diagnostic_json.h"

#include <nlohmann/json.hpp>

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr int GenerateVersion = 1;
constexpr const char* GenerateAction = "generate";

ResourceReport resourceReportFrom(const Json& json)
{
    return {.function = json.at("function"),
            .registers = json.at("registers"),
            .staticSharedBytes = json.at("staticSharedBytes"),
            .dynamicSharedBytes = json.at("dynamicSharedBytes"),
            .stackBytes = json.at("stackBytes"),
            .spillStoreBytes = json.at("spillStoreBytes"),
            .spillLoadBytes = json.at("spillLoadBytes"),
            .constantBytes = json.at("constantBytes"),
            .maxThreads = json.at("maxThreads"),
            .barriers = json.at("barriers")};
}

Json toJson(const Artifact& artifact)
{
    Json ranges = Json::array();
    for (const ArtifactRange& range : artifact.ranges)
        ranges.push_back({range.span.begin, range.span.end, range.place});
    Json resources = Json::array();
    for (const ResourceReport& report : artifact.resources)
        resources.push_back(toJson(report));
    return {{"kind", toString(artifact.kind)},
            {"arch", artifact.arch},
            {"entryPoints", artifact.entryPoints},
            {"ranges", ranges},
            {"resources", resources}};
}

Artifact artifactFrom(const Json& json)
{
    Artifact artifact;
    artifact.kind = artifactKindFromString(json.at("kind").get<std::string>()).value_or(artifact.kind);
    artifact.arch = json.at("arch");
    artifact.entryPoints = json.at("entryPoints").get<std::vector<std::string>>();
    for (const Json& range : json.at("ranges"))
        artifact.ranges.push_back({{range.at(0), range.at(1)}, range.at(2)});
    for (const Json& report : json.at("resources"))
        artifact.resources.push_back(resourceReportFrom(report));
    return artifact;
}

} // namespace

bool isGenerateRequest(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    return json.is_object() && json.contains("action") && json.at("action") == GenerateAction;
}

std::string encodeGenerateRequest(const GenerateRequest& request)
{
    return dumpMessage({{"version", GenerateVersion},
                        {"action", GenerateAction},
                        {"module", toTvmJson(*request.module.module)},
                        {"kind", toString(request.kind)},
                        {"arch", request.options.arch},
                        {"fastMath", request.options.fastMath},
                        {"isSound", request.options.isSound},
                        {"resources", request.options.resources},
                        {"memoryLimitBytes", request.memoryLimitBytes}});
}

Result<GenerateRequest> decodeGenerateRequest(std::string_view text)
{
    GenerateRequest request;
    std::string module;
    // The JSON library reports errors by exceptions; none leaves this function.
    try {
        const Json json = parseMessage(text);
        if (json.at("version") != GenerateVersion)
            return unusableMessage("the request", "another version");
        module = json.at("module");
        const auto kind = artifactKindFromString(json.at("kind").get<std::string>());
        if (!kind)
            return unusableMessage("the request", "no such kind");
        request.kind = *kind;
        request.options.arch = json.at("arch");
        request.options.fastMath = json.at("fastMath");
        request.options.isSound = json.at("isSound");
        request.options.resources = json.at("resources");
        request.memoryLimitBytes = json.at("memoryLimitBytes");
    } catch (const Json::exception& failure) {
        return unusableMessage("the request", failure.what());
    }
    Result<OwnedModule> decoded = fromTvmJson(module);
    if (!decoded)
        return decoded.diagnostics();
    request.module = *std::move(decoded);
    return request;
}

std::string encodeArtifact(const Result<Artifact>& artifact)
{
    const Diagnostics& diagnostics = artifact ? artifact->remarks : artifact.diagnostics();
    return dumpMessage({{"version", GenerateVersion},
                        {"diagnostics", diagnosticsToJson(diagnostics)},
                        {"artifact", artifact ? toJson(*artifact) : Json(nullptr)}}) +
           '\n' + (artifact ? artifact->content : std::string());
}

Result<Artifact> decodeArtifact(std::string_view bytes)
{
    const size_t lineEnd = bytes.find('\n');
    if (lineEnd == bytes.npos)
        return unusableMessage("the answer", "it is incomplete");
    try {
        const Json json = parseMessage(bytes.substr(0, lineEnd));
        if (json.at("version") != GenerateVersion)
            return unusableMessage("the answer", "another version");
        Diagnostics diagnostics = diagnosticsFromJson(json.at("diagnostics"));
        if (json.at("artifact").is_null())
            return diagnostics.empty() ? Diagnostics{unusableMessage("the answer", "it says nothing")}
                                       : diagnostics;
        Artifact artifact = artifactFrom(json.at("artifact"));
        artifact.remarks = std::move(diagnostics);
        artifact.content = bytes.substr(lineEnd + 1);
        return artifact;
    } catch (const Json::exception& failure) {
        return unusableMessage("the answer", failure.what());
    }
}

} // namespace tir
