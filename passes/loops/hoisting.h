/// Moves conditions and bindings out of the loops that they do not depend on.
///
///     for i in range(8):                    if n > 3:
///         if n > 3: A[i] = 1    becomes         for i in range(8):
///                                                   if n > 3: A[i] = 1
///
/// The inner branch stays: simplification decides it by the outer one. (passes-lowering-more-1.md 1)

#pragma once

#include "passes/framework/pass.h"

namespace tir::passes {

/// Which conditions are moved. Numbers are those of TVM's configuration.
namespace hoisted_condition {
inline constexpr int64_t IfStatement = 1;
inline constexpr int64_t IfExpression = 2;   ///< the condition of `if_then_else`
inline constexpr int64_t BooleanOperand = 4; ///< an operand of `and`, `or`
inline constexpr int64_t BlockVars = 8;      ///< may use thread variables and cross their definitions
} // namespace hoisted_condition

/// Which bindings are moved.
namespace hoisted_let {
inline constexpr int64_t RequiredByCondition = 1;
inline constexpr int64_t BindStatement = 2;
inline constexpr int64_t LetExpression = 4;
} // namespace hoisted_let

struct HoistOptions {
    int64_t conditions = 0;
    int64_t lets = 0;
};

/// The options of hoist_if_then_else; `isBasic`: its variant without block variables.
HoistOptions ifHoistOptions(const PrimFunc& function, PassContext& context, bool isBasic);

/// Ends with SSA conversion.
FunctionOutcome hoist(const PrimFunc& function, PassContext& context, HoistOptions options);

} // namespace tir::passes
