#include "passes/workbench/execution/generate_protocol.h"

#include "core/script/json/tvm_json.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/message_json.h"

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr int GenerateVersion = 1;
constexpr const char* GenerateAction = "generate";

constexpr auto RequestFields = [](auto& request, const auto& field) {
    field("arch", request.options.arch);
    field("fastMath", request.options.fastMath);
    field("isSound", request.options.isSound);
    field("resources", request.options.resources);
    field("memoryLimitBytes", request.memoryLimitBytes);
};

/// Without the ranges.
constexpr auto ArtifactFields = [](auto& artifact, const auto& field) {
    field.name("kind", artifact.kind, artifactKindFromString);
    field("arch", artifact.arch);
    field("entryPoints", artifact.entryPoints);
    field("resources", artifact.resources, ResourceFields);
};

Json toJson(const Artifact& artifact)
{
    Json json = writeFields(artifact, ArtifactFields);
    Json& ranges = json["ranges"] = Json::array();
    for (const ArtifactRange& range : artifact.ranges)
        ranges.push_back({range.span.begin, range.span.end, range.place});
    return json;
}

Artifact artifactFrom(const Json& json)
{
    Artifact artifact;
    readFields(json, artifact, ArtifactFields);
    for (const Json& range : json.at("ranges"))
        artifact.ranges.push_back({{range.at(0), range.at(1)}, range.at(2)});
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
    Json json = writeFields(request, RequestFields);
    json["version"] = GenerateVersion;
    json["action"] = GenerateAction;
    json["module"] = toTvmJson(*request.module.module);
    json["kind"] = toString(request.kind);
    return dumpMessage(json);
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
        readFields(json, request, RequestFields);
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
