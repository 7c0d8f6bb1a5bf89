/// Names of the properties in which passes state their contracts. A property holds from a pass that gives
/// it until one that breaks it. Some hold from the start, until a pass breaks them.

#pragma once

#include <string_view>

namespace tir::property {

inline constexpr std::string_view Targets = "every function has a target";
inline constexpr std::string_view Entry = "the entry function is marked";
inline constexpr std::string_view FlatBuffers = "buffers have one dimension";
inline constexpr std::string_view LaunchesAsExtents = "launches are thread_extent statements";
inline constexpr std::string_view ThreadsUnified = "one variable per thread axis and launch";
inline constexpr std::string_view Barriers = "barriers between threads are explicit";
inline constexpr std::string_view Unmerged = "shared buffers have allocations of their own";
inline constexpr std::string_view Merged = "one shared allocation per launch and kind";
inline constexpr std::string_view Regions = "device code is marked as regions";
inline constexpr std::string_view Unsplit = "launches stand in the functions they were written in";
inline constexpr std::string_view OneLaunch = "a function has one launch with shared memory";
inline constexpr std::string_view Split = "host and device code are separate functions";
inline constexpr std::string_view Launches = "kernel calls are launches";
inline constexpr std::string_view Packed = "exported host functions are packed";
inline constexpr std::string_view HostCalls = "packed calls pass their arguments on the stack";
inline constexpr std::string_view NoBufferParams = "no function takes buffers as parameters";
inline constexpr std::string_view NoBFloat16Arithmetic = "no arithmetic in bfloat16 that the target lacks";
inline constexpr std::string_view NoFloat8Arithmetic = "no arithmetic in float8 that the target lacks";
inline constexpr std::string_view NoBFloat16Storage = "no memory of bfloat16 that the target lacks";
inline constexpr std::string_view NoFloat8Storage = "no memory of float8 that the target lacks";
inline constexpr std::string_view HostMemory = "host code leaves the memory of devices alone";
inline constexpr std::string_view PlainRamps = "vector indices are plain ramps";
inline constexpr std::string_view Ssa = "every variable is defined once";
inline constexpr std::string_view OwnDeclarations = "every accessed buffer is declared";

} // namespace tir::property
