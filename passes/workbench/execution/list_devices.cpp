#include "passes/workbench/execution/list_devices.h"

#include "passes/workbench/execution/json_fields.h"
#include "passes/workbench/execution/worker_process.h"

#include <charconv>

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr double TimeLimitSeconds = 20;
constexpr std::string_view Request = R"({"version":1,"devices":true})";

constexpr auto DeviceFields = [](auto& device, const auto& field) {
    field("id", device.id);
    field("name", device.name);
    field("problem", device.problem);
};

std::vector<RunDevice> onlyCpu(const std::string& problem)
{
    return {{"cpu", "CPU", ""}, {"cuda", "CUDA", problem}};
}

} // namespace

std::optional<int> cudaOrdinal(std::string_view device)
{
    constexpr std::string_view Kind = "cuda";
    if (!device.starts_with(Kind))
        return std::nullopt;
    device.remove_prefix(Kind.size());
    if (device.empty())
        return 0;
    int ordinal = 0;
    const auto [end, failure] = std::from_chars(device.data() + 1, device.data() + device.size(), ordinal);
    const bool isNumber = device.size() > 1 && failure == std::errc() && end == device.data() + device.size();
    return device.front() == ':' && isNumber && ordinal >= 0 ? std::optional(ordinal) : std::nullopt;
}

std::vector<RunDevice> listDevices(const std::atomic<bool>* cancelled)
{
    const ChildOutcome outcome = askWorker(std::string(Request), TimeLimitSeconds, cancelled);
    if (outcome.end != ChildOutcome::End::Exited)
        return onlyCpu(whyNoAnswer(outcome, "the search for devices", TimeLimitSeconds));
    // The JSON library reports errors by exceptions; none leaves this function.
    try {
        std::vector<RunDevice> devices;
        readFields(Json::parse(outcome.output), devices, DeviceFields);
        return devices;
    } catch (const Json::exception&) {
        return onlyCpu("the worker gave no answer that can be read");
    }
}

bool isDevicesRequest(std::string_view text)
{
    return text == Request;
}

std::string encodeDevices(const std::vector<RunDevice>& devices)
{
    return writeFields(devices, DeviceFields).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace tir
