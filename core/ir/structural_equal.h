/// Structural equality and hashing as TVM defines them: definitions map, free
/// variables must be the same object unless the caller lets them map.

#pragma once

#include "core/ir/module.h"

#include <optional>
#include <string>

namespace tir {

struct EqualOptions {
    /// Free variables pair up too, by first meeting. Texts with undefined variables compare only so.
    bool mapFreeVars = false;
    /// Leave out the wording of assert messages (kind and condition stay).
    bool ignoreAssertMessages = false;
};

/// The first difference in place order: a description, and the nodes on both sides (either may be null).
struct Difference {
    std::string message;
    const Node* left = nullptr;
    const Node* right = nullptr;
};

/// Nothing when equal.
std::optional<Difference> findDifference(const Module& a, const Module& b, EqualOptions options = {});
bool structuralEqual(const Node& a, const Node& b, EqualOptions options = {});

/// Equal modules have equal hashes, whatever their variables are called.
uint64_t structuralHash(const Node& node);

} // namespace tir
