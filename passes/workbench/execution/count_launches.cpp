#include "passes/workbench/execution/count_launches.h"

#include "core/support/file_cache.h"
#include "core/support/temporary_folder.h"
#include "core/support/version.h"
#include "passes/workbench/execution/work_count_json.h"
#include "passes/workbench/execution/worker_protocol.h"

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr int64_t MaxCacheBytes = int64_t(64) << 20;

/// The same for the same program, inputs, and version of this program. Files count by their content.
std::string keyOf(const RunRequest& request)
{
    const std::string version(tir::version());
    const std::string program = encodeRequest(request);
    std::string files;
    for (const auto& [name, spec] : request.inputs)
        if (spec.kind == InputSpec::Kind::File) {
            const std::string content = contentOf(spec.path);
            files +=
                name + " " + std::to_string(content.size()) + " " + std::to_string(hashOf(content)) + "\n";
        }
    return packed({&version, &program, &files});
}

std::optional<std::vector<CountedLaunches>> read(const std::optional<std::string>& content)
{
    const Json json = Json::parse(content.value_or(""), nullptr, /*allow_exceptions=*/false);
    try {
        return content ? std::optional(countedLaunchesFromJson(json)) : std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

} // namespace

void addCounts(RunReport& report, const RunRequest& request, const std::atomic<bool>* cancelled)
{
    if (report.status != RunStatus::Done || !report.gpu)
        return;
    GpuReport& gpu = *report.gpu;
    if (gpu.isEdited) {
        gpu.notCounted = "edited CUDA C ran, which the CPU does not execute";
        return;
    }
    RunRequest counting = request;
    counting.device = "cpu";
    counting.isCounted = true;
    counting.countsKernels = true;
    counting.via.clear(); // how the GPU ran it does not matter
    counting.repeat = 0;
    counting.hasColdCaches = false;
    counting.isCompared = false;
    const FileCache cache(FileCache::userFolder("counts"), MaxCacheBytes);
    const std::string key = keyOf(counting);
    if (const auto known = read(cache.find(key)))
        return addCounts(gpu, *known);
    const RunReport counted = runInWorker(counting, cancelled);
    if (counted.status != RunStatus::Done) {
        gpu.notCounted = std::string(toString(counted.status)) + ": " + counted.message;
        return;
    }
    cache.insert(key, toJson(counted.counted).dump());
    addCounts(gpu, counted.counted);
}

} // namespace tir
