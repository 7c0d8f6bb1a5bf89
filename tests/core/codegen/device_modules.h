/// Modules with device code for tests: the samples after the pipeline `split`, the last device modules of the
/// traces in the corpus, the golden cases.

#pragma once

#include "core/codegen/artifact.h"
#include "core/support/result.h"

#include <QString>

#include <optional>

namespace tir::testing {

struct DeviceModule {
    QString name;
    OwnedModule module;
    std::optional<std::string> cuda; ///< TVM's generated code for it
};

std::vector<DeviceModule> splitSamples();
enum class TraceStage { Last, BeforeLowerIntrin };
/// Precondition: there is a corpus.
std::vector<DeviceModule> tracedKernels(TraceStage stage = TraceStage::Last);
/// The golden cases that are not refused.
std::vector<DeviceModule> goldenModules();

/// The code without its prologue: from the first function on.
QString functionsOf(const std::string& code);
/// The diagnostics, one per line.
QString inWords(const Diagnostics& diagnostics);

} // namespace tir::testing
