/// The text before the functions of a CUDA C file: includes, type aliases, and the helpers that the functions use.

#pragma once

#include <set>
#include <string>

namespace tir::cuda_c {

enum class Feature {
    Half,
    BFloat16,
    Float8,
    Float6,
    Float4,
    MathConstants,
    Wmma,
    TensorMap,
    WideVectors, ///< four lanes of 64 bits
    Half4,
    BFloat164,
    PackHalf,
    PackBFloat16,
    Pack16,
    Pack32,
    HalfMinMax,
    BFloat16MinMax,
    HalfMath, ///< functions that cuda_fp16.h leaves out
    BFloat16Math,
    FloorDivision,
    SaturatedCast,
    GridBarrier,
};
using Features = std::set<Feature>;

/// The text up to the first helper or function.
std::string prologue(const Features& features);

} // namespace tir::cuda_c
