/// Pipelines that are wrong on purpose: each has a pass where it must not run, for a program of samples/museum.

#pragma once

#include "passes/framework/pass.h"

#include <span>
#include <string_view>

namespace tir {

/// A pipeline with some passes at another position.
struct WrongOrder {
    std::string_view name; ///< "split@late-merge"
    std::string_view summary;
    std::string_view base;  ///< the pipeline whose order is changed
    std::string_view moved; ///< in constructor form; added if the pipeline does not contain it
    bool isAfter;           ///< they run right after `anchor`, otherwise right before it
    std::string_view anchor;
};

std::span<const WrongOrder> wrongOrders();

/// Precondition: `passes` are those of order.base, which has the anchor.
std::vector<PassInvocation> reordered(std::vector<PassInvocation> passes, const WrongOrder& order);

} // namespace tir
