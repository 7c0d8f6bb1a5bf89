/// Where a program can run, asked of the worker: a driver that misbehaves does so there, and the window opens
/// no CUDA.

#pragma once

#include <atomic>
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

/// The CPU first; where there is no GPU, "cuda" with the reason. Blocks for the life of a worker process.
std::vector<RunDevice> listDevices(const std::atomic<bool>* cancelled = nullptr);

/// What crosses the pipe: {"version": 1, "devices": true}, and [{"id", "name", "problem"}].
bool isDevicesRequest(std::string_view text);
std::string encodeDevices(const std::vector<RunDevice>& devices);

/// In this process; what the worker does.
std::vector<RunDevice> listDevicesHere();

} // namespace tir
