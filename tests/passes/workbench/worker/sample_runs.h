/// Running samples, and comparing what they compute with formulas.

#pragma once

#include "passes/workbench/program/open.h"
#include "passes/workbench/worker/run_here.h"

#include <QString>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tir::testing {

using Numbers = std::vector<double>;
/// Of tensors, by name.
using Values = std::map<std::string, Numbers>;
/// From the inputs, the outputs.
using Formula = std::function<Values(const Values&)>;

/// `name`: below the folder of the samples.
OpenedProgram openSample(const QString& name);

/// With inputs that are always the same.
RunReport runModule(const OwnedModule& module, const OwnedModule& signature, bool isChecked = false);

/// The first element that is off by `tolerance` or more, in words; empty when there is none.
QString differenceOf(const RunReport& report, const Formula& formula, double tolerance);

} // namespace tir::testing
