#include "passes/workbench/program/samples.h"

#include "passes/workbench/program/text_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// By order and name; then groups, and topics within them, are brought together where their first one is.
void sortSamples(std::vector<Sample>& samples)
{
    std::ranges::sort(samples, {}, [](const Sample& sample) { return std::tie(sample.order, sample.name); });
    std::map<std::string, int> groups;
    std::map<std::pair<std::string, std::string>, int> topics;
    for (const Sample& sample : samples) {
        groups.try_emplace(sample.group, sample.order);
        topics.try_emplace({sample.group, sample.topic}, sample.order);
    }
    std::ranges::stable_sort(samples, {}, [&](const Sample& sample) {
        return std::tuple(groups[sample.group], std::string_view(sample.group),
                          topics[{sample.group, sample.topic}], std::string_view(sample.topic));
    });
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
        if (fs::exists(installed / "README.md", failure))
            return installed;
    }
    return TIRSCOPE_SAMPLES_FOLDER;
}

bool isInSamplesFolder(const std::string& path)
{
    std::error_code failure;
    const fs::path folder = fs::weakly_canonical(samplesFolder(), failure);
    const fs::path file = fs::weakly_canonical(path, failure);
    const fs::path within = file.lexically_relative(folder);
    return !path.empty() && !within.empty() && *within.begin() != "..";
}

Result<std::vector<Sample>> readSamples(const std::string& folder)
{
    std::error_code failure;
    fs::recursive_directory_iterator entries(folder, failure);
    if (failure)
        return error("unreadable", "'" + folder + "': " + failure.message());
    std::vector<Sample> samples;
    Diagnostics errors;
    for (; !failure && entries != fs::end(entries); entries.increment(failure)) {
        if (entries->path().extension() != ".py")
            continue;
        const std::string path = entries->path().string();
        const Result<std::string> text = readBytes(path);
        if (!text) {
            errors.insert(errors.end(), text.diagnostics().begin(), text.diagnostics().end());
            continue;
        }
        if (!text->starts_with("# title: "))
            continue;
        Result<Sample> sample = parseSampleHeader(path, *text);
        if (sample)
            samples.push_back(std::move(sample).value());
        else
            errors.insert(errors.end(), sample.diagnostics().begin(), sample.diagnostics().end());
    }
    if (failure)
        errors.push_back(error("unreadable", "'" + folder + "': " + failure.message()));
    if (!errors.empty())
        return errors;
    sortSamples(samples);
    return samples;
}

} // namespace tir
