/// Executing samples.

#pragma once

#include "passes/workbench/program/open.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/worker/run_here.h"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace tir::testing {

/// `name`: below the folder of the samples.
OpenedProgram openSample(const QString& name);

/// The samples of a group that can be executed on the CPU.
std::vector<Sample> executableSamples(const std::string& group);

/// Sizes of samples that are meant for large inputs: a few rows, and enough steps to fill a software pipeline.
std::map<std::string, InputSpec> testSizes(const std::string& sample);

/// The passes of a pipeline as far as the host and the device have one module.
std::vector<PassInvocation> commonPasses(const std::string& pipeline);

/// A finding because of which the results may differ from one execution to another; empty if there is none.
std::string unsoundness(const RunReport& checked);

/// With inputs that are always the same.
RunReport runModule(const OwnedModule& module, const OwnedModule& signature, bool isChecked = false);

} // namespace tir::testing
