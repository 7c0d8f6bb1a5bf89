#include "passes/workbench/check/request_file.h"

#include "passes/workbench/program/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::string_view FormatName = "run request";
constexpr int Version = 1;
constexpr uint64_t MaxRepeat = 1000000;

Diagnostic malformed(const std::string& why)
{
    return error("malformed-request", "not a usable run request: " + why);
}

Json toJson(const std::optional<double>& number)
{
    return number ? Json(*number) : Json();
}

/// Reads one object and records which of its keys were requested.
class ObjectReader {
public:
    ObjectReader(const Json& json, Diagnostics& problems) : m_json(json), m_problems(problems)
    {
        if (!json.is_object())
            m_problems.push_back(malformed("an object is expected, found " + std::string(json.type_name())));
    }

    /// Null when the key is missing or another kind of value is there.
    const Json* find(const char* key, bool (Json::*isKind)() const noexcept, const char* kind)
    {
        m_known.insert(key);
        const auto found = m_json.find(key);
        if (!m_json.is_object() || found == m_json.end() || found->is_null())
            return nullptr;
        if (((*found).*isKind)())
            return &*found;
        m_problems.push_back(malformed("'" + std::string(key) + "' is not a " + kind));
        return nullptr;
    }
    std::optional<std::string> text(const char* key)
    {
        const Json* value = find(key, &Json::is_string, "string");
        return value ? std::optional(value->get<std::string>()) : std::nullopt;
    }
    std::optional<double> number(const char* key)
    {
        const Json* value = find(key, &Json::is_number, "number");
        return value ? std::optional(value->get<double>()) : std::nullopt;
    }
    std::optional<uint64_t> count(const char* key)
    {
        const Json* value = find(key, &Json::is_number_unsigned, "whole number");
        return value ? std::optional(value->get<uint64_t>()) : std::nullopt;
    }

    void complainAboutOthers()
    {
        if (m_json.is_object())
            for (const auto& [key, value] : m_json.items())
                if (!m_known.count(key))
                    m_problems.push_back(malformed("'" + key + "' is not known"));
    }

private:
    const Json& m_json;
    Diagnostics& m_problems;
    std::set<std::string> m_known;
};

/// Takes the value, or the problems, of a result.
template <class T>
void take(Result<T> result, T& value, Diagnostics& problems)
{
    if (result)
        value = *std::move(result);
    else
        problems.insert(problems.end(), result.diagnostics().begin(), result.diagnostics().end());
}

void readInputs(const Json& json, RunRequest& request, Diagnostics& problems)
{
    for (const auto& [name, text] : json.items()) {
        if (text.is_number())
            request.inputs[name] = InputSpec::constant(text.get<double>());
        else if (text.is_string())
            take(parseInputSpec(text.get<std::string>()), request.inputs[name], problems);
        else
            problems.push_back(malformed("input '" + name + "' is neither a string nor a number"));
    }
}

void readCompare(const Json& json, SavedRequest& saved, Diagnostics& problems)
{
    ObjectReader reader(json, problems);
    if (const auto with = reader.text("with"))
        take(parseRunReference(*with), saved.reference, problems);
    saved.compare.relative = reader.number("rtol");
    saved.compare.absolute = reader.number("atol");
    for (const auto& [name, tolerance] :
         {std::pair("rtol", saved.compare.relative), std::pair("atol", saved.compare.absolute)})
        if (tolerance && !(*tolerance >= 0))
            problems.push_back(malformed("'" + std::string(name) + "' is negative"));
    const std::string nan = reader.text("nan").value_or("equal");
    saved.compare.isNanEqual = nan == "equal";
    if (nan != "equal" && nan != "different")
        problems.push_back(malformed("'nan' is neither \"equal\" nor \"different\""));
    reader.complainAboutOthers();
}

/// What is on or off.
struct Switch {
    const char* key;
    bool RunRequest::*field;
};
constexpr Switch Switches[] = {{"check", &RunRequest::isChecked},
                               {"coldCaches", &RunRequest::hasColdCaches},
                               {"count", &RunRequest::isCounted},
                               {"optimize", &RunRequest::isOptimized}};

/// The paths in a request, to be changed.
template <class Change>
void forEachPath(SavedRequest& saved, const Change& change)
{
    for (auto& [name, spec] : saved.request.inputs)
        if (spec.kind == InputSpec::Kind::File)
            spec.path = change(fs::path(spec.path)).string();
    if (saved.reference.kind == RunReference::Kind::Files)
        saved.reference.path = change(fs::path(saved.reference.path)).string();
}

} // namespace

std::string encodeSavedRequest(const SavedRequest& saved)
{
    Json inputs = Json::object();
    for (const auto& [name, spec] : saved.request.inputs)
        inputs[name] = toString(spec);
    Json json;
    json["tirscope"] = FormatName;
    json["version"] = Version;
    json["entry"] = saved.request.entry;
    json["seed"] = saved.request.seed;
    json["inputs"] = std::move(inputs);
    json["timeLimitSeconds"] = saved.request.timeLimitSeconds;
    json["memoryLimitMiB"] = saved.request.memoryLimitBytes >> 20;
    json["device"] = saved.request.device;
    json["via"] = saved.request.via;
    json["repeat"] = saved.request.repeat;
    json["blocks"] = saved.request.blockLimit;
    for (const auto& [key, field] : Switches)
        json[key] = saved.request.*field;
    json["compare"] = {{"with", toString(saved.reference)},
                       {"rtol", toJson(saved.compare.relative)},
                       {"atol", toJson(saved.compare.absolute)},
                       {"nan", saved.compare.isNanEqual ? "equal" : "different"}};
    return json.dump(4, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SavedRequest> decodeSavedRequest(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        return malformed("it is not JSON");
    Diagnostics problems;
    ObjectReader reader(json, problems);
    if (reader.text("tirscope") != FormatName)
        return malformed("it does not say \"tirscope\": \"run request\"");
    if (reader.count("version") != uint64_t(Version))
        return malformed("another version");
    SavedRequest saved;
    RunRequest& request = saved.request;
    request.entry = reader.text("entry").value_or("");
    request.seed = reader.count("seed").value_or(0);
    request.timeLimitSeconds = reader.number("timeLimitSeconds").value_or(request.timeLimitSeconds);
    const uint64_t memory = reader.count("memoryLimitMiB").value_or(request.memoryLimitBytes >> 20);
    request.memoryLimitBytes = memory << 20;
    request.device = reader.text("device").value_or(request.device);
    request.via = reader.text("via").value_or("");
    request.repeat =
        int(std::min<uint64_t>(reader.count("repeat").value_or(uint64_t(request.repeat)), MaxRepeat));
    request.blockLimit = int64_t(reader.count("blocks").value_or(0) & INT64_MAX);
    for (const auto& [key, field] : Switches)
        if (const Json* value = reader.find(key, &Json::is_boolean, "truth value"))
            request.*field = value->get<bool>();
    if (!(request.timeLimitSeconds > 0) || memory == 0 || memory > (uint64_t(1) << 40))
        problems.push_back(malformed("a limit is out of range"));
    if (const Json* inputs = reader.find("inputs", &Json::is_object, "JSON object"))
        readInputs(*inputs, request, problems);
    if (const Json* compare = reader.find("compare", &Json::is_object, "JSON object"))
        readCompare(*compare, saved, problems);
    reader.complainAboutOthers();
    if (!problems.empty())
        return problems;
    return saved;
}

Result<SavedRequest> readSavedRequest(const std::string& path)
{
    const Result<std::string> text = readBytes(path);
    if (!text)
        return text.diagnostics();
    Result<SavedRequest> saved = decodeSavedRequest(*text);
    if (!saved) {
        Diagnostics problems = saved.diagnostics();
        for (Diagnostic& problem : problems)
            problem.message = path + ": " + problem.message;
        return problems;
    }
    const fs::path folder = fs::path(path).parent_path();
    SavedRequest result = *std::move(saved);
    forEachPath(result, [&](const fs::path& file) { return file.is_relative() ? folder / file : file; });
    return result;
}

Result<bool> writeSavedRequest(const std::string& path, const SavedRequest& saved)
{
    SavedRequest written = saved;
    std::error_code failure;
    const fs::path current = fs::current_path(failure);
    if (failure)
        return error("unwritable",
                     "cannot write '" + path + "': the working folder cannot be read: " + failure.message());
    const fs::path folder = (current / path).parent_path().lexically_normal();
    forEachPath(written, [&](const fs::path& file) {
        const fs::path absolute = (current / file).lexically_normal();
        const fs::path relative = absolute.lexically_relative(folder);
        return relative.empty() || *relative.begin() == ".." ? absolute : relative;
    });
    return writeFileAtomically(path, encodeSavedRequest(written));
}

} // namespace tir
