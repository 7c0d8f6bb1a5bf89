/// Targets: what a function is compiled for, with the host that drives it.

#pragma once

#include "core/ir/attr_value.h"
#include "core/support/result.h"

#include <string>

namespace tir {

/// DLPack's device numbers.
enum class DeviceType : int32_t {
    CPU = 1,
    CUDA = 2,
    OpenCL = 4,
    Vulkan = 7,
    Metal = 8,
    ROCm = 10,
    ExtDev = 12,
    WebGPU = 15,
    Hexagon = 16,
    Trn = 18,
};

struct Target : Node {
    static constexpr NodeKind Kind = NodeKind::Target;
    std::string_view kindName; ///< "cuda"
    std::string_view tag;
    std::span<const std::string_view> keys;
    Dict attrs;         ///< everything but kind, tag, keys, host; sorted by key
    const Target* host; ///< null if none is attached
    Target(std::string_view targetKind, std::string_view targetTag,
           std::span<const std::string_view> targetKeys, Dict attributes, const Target* targetHost)
        : Node(Kind),
          kindName(targetKind),
          tag(targetTag),
          keys(targetKeys),
          attrs(attributes),
          host(targetHost)
    {}
};

/// The attribute `target_device_type` if present, else the device type of the kind.
DeviceType deviceType(const Target& target);
/// "cuda": the name for messages.
std::string_view deviceName(DeviceType type);
bool hasKey(const Target& target, std::string_view key);

/// Canonical JSON text; equal texts are equal targets, which is how TVM compares them in passes.
std::string toString(const Target& target);

/// Returns the same target if it has no host.
const Target* withoutHost(Arena& arena, const Target* target);
const Target* withHost(Arena& arena, const Target* target, const Target* host);

/// From a dictionary (the printed form, or any form with at least `kind`); defaults of the kind are
/// filled in. Fails for an unknown kind, with the known ones in a note.
Result<const Target*> targetFromDict(Arena& arena, Dict dict);
/// From a kind name ("cuda") or the text of a JSON object.
Result<const Target*> targetFromText(Arena& arena, std::string_view text);

/// Threads of a warp. Targets in recorded modules may have other numbers.
inline constexpr int64_t LargestWarp = 1024;
constexpr bool isWarpSize(int64_t threads)
{
    return threads >= 1 && threads <= LargestWarp;
}

/// `{"kind": "cuda", "arch": "sm_90"}` with host `llvm`: the target of functions without a target attribute.
const Target* defaultTarget(Arena& arena);

/// Only CUDA has such arithmetic: bfloat16 from sm_80, float8 from sm_89. Null: no target, no arithmetic.
bool hasArithmetic(const Target* target, LowPrecision family);

} // namespace tir
