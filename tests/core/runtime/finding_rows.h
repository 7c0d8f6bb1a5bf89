/// Test rows of checked programs with their expected findings.

#pragma once

#include <QString>

namespace tir::testing {

struct RunResult;

/// One per line.
QString findingsOf(const RunResult& result);

/// The parameters of most of these programs.
inline constexpr const char* XY = "X: T.Buffer((64,), \"float32\"), Y: T.Buffer((64,), \"float32\")";

void addFindingColumns();
/// The program is `main` with these parameters and statements. `expected` is a part of the findings; "" expects none.
void addFindingRow(const char* name, const char* parameters, const char* statements, const char* expected);
/// Runs the program of the current row and compares its findings.
void compareFindings();

} // namespace tir::testing
