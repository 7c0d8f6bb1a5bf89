/// Test rows of checked programs with their expected findings.

#pragma once

namespace tir::testing {

void addFindingColumns();
/// The program is `main` with these parameters and statements. `expected` is a part of the findings; "" expects none.
void addFindingRow(const char* name, const char* parameters, const char* statements, const char* expected);
/// Runs the program of the current row and compares its findings.
void compareFindings();

} // namespace tir::testing
