/// SSA conversion: every variable of a module is defined once. And copies of functions
/// that keep it so.

#pragma once

#include "core/ir/module.h"

#include <memory>

namespace tir {

/// How extents of an allocation refer to a renamed variable.
enum class AllocExtents : uint8_t {
    AsTvm, ///< it stays, though the accesses are to a buffer over the new one, unless the allocation is renamed
    Renamed, ///< as everywhere else
};

/// Converts the functions of one module, one after another.
class SsaConverter {
public:
    explicit SsaConverter(Arena& arena, AllocExtents extents = AllocExtents::AsTvm);
    ~SsaConverter();
    /// The same function when it defines nothing that was defined before, in it or in an earlier one.
    const PrimFunc* convert(const PrimFunc& function);

private:
    class Rewriter;
    std::unique_ptr<Rewriter> m_rewriter;
};

/// The same module when nothing is defined twice.
const Module* convertToSsa(Arena& arena, const Module& module);

/// The same function with new variables.
const PrimFunc* withFreshVars(Arena& arena, const PrimFunc& function);

} // namespace tir
