/// Which memory the pointers of a function declare, and how it is accessed.

#pragma once

#include "core/arith/analyzer.h"
#include "passes/framework/pass.h"

#include <optional>
#include <vector>

namespace tir::passes {

struct PointerTypingOptions {
    bool retypesParams = true;          ///< buffers of parameters, and parameters that are pointers
    bool allowsUntypedPointers = false; ///< they get the type of their first access
    bool extractsLanes = true;          ///< single elements of vectors are extracted
};

/// A variable that points to memory, and how that memory is accessed.
struct PointerAccesses {
    const Var* var = nullptr;
    DType element = {};           ///< as declared; booleans count as bytes
    const Expr* extent = nullptr; ///< of the last dimension; null where it is not known
    bool isParam = false;
    std::vector<DType> types = {};       ///< of accesses, with the lanes that one of them takes; distinct
    std::vector<DType> scalarReads = {}; ///< with the coefficient of the index as lanes; distinct

    /// The type that fits all accesses; the declared one if there is no better one.
    DType preferredType(arith::Analyzer& analyzer) const;
};

struct CollectedAccesses {
    std::vector<PointerAccesses> pointers; ///< in the order of their declarations
    std::optional<PassError> error;
};
CollectedAccesses collectPointerAccesses(arith::Analyzer& analyzer, const PrimFunc& function,
                                         const PointerTypingOptions& options);

} // namespace tir::passes
