/// Which variables and buffers a piece of program takes from outside.

#pragma once

#include "core/ir/places.h"

#include <memory>
#include <vector>

namespace tir {

struct UseDef {
    std::vector<const Var*> undefinedVars;       ///< in first-use order
    std::vector<const Buffer*> undefinedBuffers; ///< in first-use order
};

/// Walks `body` with `defined` known. `visitThreadExtent`: extents of thread_extent count as uses.
/// InternalError when a variable or buffer is defined twice, or after it was used.
UseDef useDef(const Stmt& body, VarList defined, bool visitThreadExtent = true);

/// What the predicates of loads and stores use: nothing, as in TVM, or what is in them.
enum class PredicateUses : uint8_t { AsTvm, Counted };

/// The same for many pieces: keeps its tables from one to the next.
class UseDefAnalyzer {
public:
    UseDefAnalyzer() : UseDefAnalyzer(PredicateUses::AsTvm) {}
    explicit UseDefAnalyzer(PredicateUses predicates);
    ~UseDefAnalyzer();
    UseDef read(const Stmt& body, VarList defined, bool visitThreadExtent = true);

private:
    class Walk;
    std::unique_ptr<Walk> m_walk;
};

} // namespace tir
