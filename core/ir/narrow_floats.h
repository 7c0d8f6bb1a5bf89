/// Floating types that a target can store but not compute with: computing in a wider type instead, and
/// storing them as integers. What the legalization passes of bf16 and fp8 have in common.

#pragma once

#include "core/ir/module.h"

#include <optional>
#include <string>
#include <vector>

namespace tir {

enum class NarrowFloat : uint8_t { BFloat16, Float8 };

bool isNarrow(NarrowFloat family, DType type);
/// "bfloat16", "float8": the word for messages.
std::string_view toString(NarrowFloat family);

/// Only CUDA has such arithmetic: bfloat16 from sm_80, float8 from sm_89.
bool hasArithmetic(const Target* target, NarrowFloat family);

struct NarrowRefusal {
    std::string message;
    const Node* node;
};

struct LegalizedFunction {
    const PrimFunc* function = nullptr;
    std::optional<NarrowRefusal> refusal;
    bool refusesVectorStore = false;       ///< as TVM does, and need not
    std::vector<const Node*> tinyAsNormal; ///< values in which zero and smaller numbers come out wrong
    std::vector<const Buffer*> widened;    ///< buffers before, whose allocation got the wider type
    std::vector<const Buffer*> kept;       ///< allocations that keep it, because their pointer is passed on
};

struct WideCompute {
    NarrowFloat family;
    DType wide;
    /// TVM's numbers for zero and below the smallest normal number, and its refusal of vector stores.
    bool asTvm;
    /// What stands inside of a launch stays as it is: the device has the arithmetic, its host has not.
    bool onlyOutsideLaunches = false;
};

/// Computes with the family in the wider type: what is loaded is widened, what is stored is narrowed.
/// Allocations of the family get the wider type unless their pointer is used by itself.
LegalizedFunction computeWide(Arena& arena, const PrimFunc& function, const WideCompute& options);

/// Stores the family as unsigned integers. Refused when arithmetic on it is left.
LegalizedFunction storeAsIntegers(Arena& arena, const PrimFunc& function, NarrowFloat family);

} // namespace tir
