/// Disagreements of the corpus that have been judged: TVM's pass, or the program, is at fault, and not the
/// executor. Each has its reason, which a test prints with the number of steps.

#pragma once

#include "core/runtime/finding.h"

#include <QString>

#include <string>

namespace tir::testing {

/// Whether the pass makes several threads compute a sum together.
bool changesOrderOfSums(const std::string& pass);

/// Whether the pass has sums of bfloat16 or float8 rounded at their end instead of term by term.
bool roundsSumsElsewhere(const std::string& pass);

/// Why a finding in the program is true, though the program is sound by the verdicts; null: it is not known.
const char* reasonOfFinding(const QString& program, const Finding& finding);

/// Why the program is at fault for the results of its steps from that pass on; null: no fault is known.
const char* reasonOfFault(const QString& program, const std::string& pass);

/// Why a step of the program cannot be executed; null: it is not known.
const char* reasonOfRefusal(const QString& program, const std::string& message);

/// Why a run of the program ends with that error, and rightly so; null: it is not known.
const char* reasonOfError(const QString& program, const std::string& message);

} // namespace tir::testing
