/// Which properties of contracts can be told by looking at a module.

#pragma once

#include "core/analysis/promises.h"

#include <optional>
#include <span>

namespace tir {

/// How long a pass is held to it: what later passes may undo is looked at once.
enum class Holds : uint8_t { Never, RightAfter, FromThenOn };

struct PromisedProperty {
    std::string_view property;
    Promise promise;
    Holds holds; ///< Never: told of the input of a run only
};

std::span<const PromisedProperty> promisedProperties();

} // namespace tir
