/// The devices that programs can run on, listed by the worker: a faulty driver only affects that process, and the
/// window does not load CUDA.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

struct RunDevice {
    std::string id;      ///< as in a request: "cpu", "cuda:0"
    std::string name;    ///< "CPU", "NVIDIA H100 80GB HBM3 (sm_90)"
    std::string problem; ///< why it cannot be used; empty when it can

    bool operator==(const RunDevice&) const = default;
};

/// Of "cuda" (number 0) and "cuda:1"; nothing for other names.
std::optional<int> cudaOrdinal(std::string_view device);

/// The CPU first; if there is no GPU, "cuda" with the reason. Blocks for the lifetime of a worker process.
std::vector<RunDevice> listDevices(const std::atomic<bool>* cancelled = nullptr);

/// The messages: {"version": 1, "devices": true}, and [{"id", "name", "problem"}].
bool isDevicesRequest(std::string_view text);
std::string encodeDevices(const std::vector<RunDevice>& devices);

/// Lists them in this process; called by the worker.
std::vector<RunDevice> listDevicesHere();

} // namespace tir
