/// The rule tables, one for each operation.

#pragma once

#include "core/arith/rewrite/rule.h"

namespace tir::arith {

extern const RuleTable AddRules;
extern const RuleTable AndRules;
extern const RuleTable DivRules;
extern const RuleTable EqualRules;
extern const RuleTable FloorDivRules;
extern const RuleTable FloorModRules;
extern const RuleTable LessRules;
extern const RuleTable MinMaxRules;
extern const RuleTable ModRules;
extern const RuleTable MulRules;
extern const RuleTable NotRules;
extern const RuleTable OrRules;
extern const RuleTable SelectRules;
extern const RuleTable SubRules;

} // namespace tir::arith
