/// Compares our module with TVM's text of its result for the same input.

#pragma once

#include "core/ir/module.h"

#include <QString>

#include <string>

namespace tir::testing {

/// Ascending.
enum class Agreement : uint8_t {
    Different,
    EqualAsText, ///< the printed texts are equal, but do not distinguish undefined variables
    Equal,       ///< as modules, up to the order that TVM leaves to chance (binding_order.h)
    SameText,    ///< byte for byte, except for the wording of assertions, which is ours
};

struct Comparison {
    Agreement agreement = Agreement::Different;
    QString why; ///< the first difference; empty when the texts are the same
};

/// `theirs` may end in newlines.
Comparison compareWithText(const Module& ours, const std::string& theirs);

} // namespace tir::testing
