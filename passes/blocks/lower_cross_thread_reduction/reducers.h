/// The reductions that threads can do together: which updates of an accumulator they are, and with which
/// start value.

#pragma once

#include "core/ir/stmt.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tir::passes {

/// An update that matches a reducer: the operands that it combines with the accumulators.
struct ReducerMatch {
    std::string_view name; ///< "sum", for notes
    const CommReducer* reducer;
    std::vector<const Expr*> sources; ///< one per accumulator
};

/// `identities`: the start values; `updates`: the new values; `accumulators`: loads of the old values, which
/// must be the left operands. Nothing if no known reducer fits.
std::optional<ReducerMatch> findReducer(Arena& arena, const std::vector<const Expr*>& identities,
                                        const std::vector<const Expr*>& updates,
                                        const std::vector<const Expr*>& accumulators);

} // namespace tir::passes
