#include "passes/workbench/program/samples.h"

#include "passes/workbench/program/text_file.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// A text member, or empty.
std::string textOf(const nlohmann::json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flagOf(const nlohmann::json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_boolean() && found->get<bool>();
}

} // namespace

std::string samplesFolder()
{
    if (const char* folder = std::getenv("TIRSCOPE_SAMPLES"))
        return folder;
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure);
    if (!failure) {
        const fs::path installed = program.parent_path().parent_path() / "share/tirscope/samples";
        if (fs::exists(installed / "index.json", failure))
            return installed;
    }
    return TIRSCOPE_SAMPLES_FOLDER;
}

Result<std::vector<Sample>> readSamples(const std::string& folder)
{
    const std::string path = (fs::path(folder) / "index.json").string();
    const Result<std::string> text = readBytes(path);
    if (!text)
        return text.diagnostics();
    const nlohmann::json index = nlohmann::json::parse(*text, nullptr, false);
    if (!index.is_array())
        return error("bad-index", "'" + path + "' is no list of samples");

    std::vector<Sample> samples;
    for (const nlohmann::json& entry : index) {
        const fs::path file = entry.is_object() ? textOf(entry, "file") : "";
        if (file.empty())
            return error("bad-index", "'" + path + "': an entry names no file");
        samples.push_back({.path = (fs::path(folder) / file).string(),
                           .name = file.stem().string(),
                           .group = textOf(entry, "group"),
                           .title = textOf(entry, "title"),
                           .summary = textOf(entry, "summary"),
                           .pipeline = textOf(entry, "pipeline"),
                           .isRunnable = flagOf(entry, "isRunnable"),
                           .remedy = textOf(entry, "remedy"),
                           .remedyMode = textOf(entry, "remedyMode") == "sound" ? Mode::Sound : Mode::AsTvm});
    }
    return samples;
}

} // namespace tir
