#include "app/cli/run_device.h"

#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "core/codegen/toolkit/kernel_way.h"
#include "passes/workbench/execution/list_devices.h"

#include <fstream>
#include <iterator>

namespace tir::cli {

void addDeviceOptions(Command& command, DeviceOptions& options)
{
    command
        .option("--device", options.device,
                "Device to execute on: cpu, or cuda or cuda:N for a GPU; default: cpu. Never falls back to "
                "another device")
        .typeName("DEVICE")
        .check({
            [](const std::string& device) {
                return device == "cpu" || cudaOrdinal(device)
                           ? std::string()
                           : "'" + device + "' is not a device, expected cpu, cuda or cuda:N";
            },
        });
    std::vector<std::string> ways;
    for (const KernelWay way : AllKernelWays)
        ways.emplace_back(toString(way));
    command
        .option("--via", options.via,
                "How kernels are compiled for a GPU; default: the first that is installed")
        .oneOf(ways);
    command.option("--repeat", options.repeat, "Timed rounds after a run on a GPU; default: 10")
        .check(wholeNumber(0));
    command.flag("--cold-caches", options.hasColdCaches,
                 "Flush the L2 cache of a GPU before each timed launch; default: its caches are warm");
    command
        .option("--cuda-source", options.cudaSource,
                "CUDA C to run instead of what would be generated; its kernels keep their names and "
                "parameters")
        .typeName("FILE");
}

bool applyDeviceOptions(const DeviceOptions& options, RunRequest& request)
{
    const auto refuse = [](const std::string& message) {
        report({error("usage", message)});
        return false;
    };
    request.device = options.device.value_or(request.device);
    request.via = options.via.value_or(request.via);
    request.repeat = options.repeat.value_or(request.repeat);
    request.hasColdCaches = request.hasColdCaches || options.hasColdCaches;
    if (request.device == "cpu" &&
        (options.via || options.repeat || options.hasColdCaches || !options.cudaSource.empty()))
        return refuse("--via, --repeat, --cold-caches and --cuda-source are for --device cuda");
    if (request.via == toString(KernelWay::Nvptx) && !options.cudaSource.empty())
        return refuse("--via nvptx does not go through CUDA C, which --cuda-source gives");
    if (options.cudaSource.empty())
        return true;
    std::ifstream stream(options.cudaSource, std::ios::binary);
    request.cudaSource.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream.is_open())
        return refuse("'" + options.cudaSource + "' cannot be read");
    if (request.cudaSource.empty())
        return refuse("'" + options.cudaSource + "' is empty");
    return true;
}

} // namespace tir::cli
