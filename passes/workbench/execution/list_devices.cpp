#include "passes/workbench/execution/list_devices.h"

#include "passes/workbench/execution/json_fields.h"
#include "passes/workbench/execution/worker_process.h"

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
