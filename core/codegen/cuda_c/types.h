/// How data types are spelled in CUDA C, and where a lane of a vector is in its spelling.

#pragma once

#include "core/codegen/cuda_c/prologue.h"
#include "core/ir/dtype.h"

#include <optional>
#include <string>

namespace tir::cuda_c {

/// "float4", "signed char"; nothing for types that CUDA C cannot spell. Void is "void".
std::optional<std::string> typeName(DType type);

/// The same for an element in memory: booleans are stored as signed char.
std::optional<std::string> storageName(DType type);

/// The function that builds a vector from its lanes: "make_float4"; nothing if there is none.
std::optional<std::string> makeFunction(DType type);

/// The function that packs two lanes into one field of a vector that is spelled as wider integers:
/// "__pack_half2"; nothing for vectors with a field for every lane.
std::optional<std::string> packFunction(DType type);

/// An lvalue of one lane of the vector variable `vector`; nothing where lanes cannot be reached (sub-byte
/// types).
std::optional<std::string> laneOf(DType type, const std::string& vector, int lane);

/// The features that the prologue needs to define a type.
Features featuresOf(DType type);

} // namespace tir::cuda_c
