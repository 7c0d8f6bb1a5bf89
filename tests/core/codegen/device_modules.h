/// Modules with device code for tests: the samples after the pipeline `split`, the last device modules of the
/// traces in the corpus, and programs written in a test.

#pragma once

#include "core/codegen/artifact.h"
#include "core/support/result.h"

#include <QString>

#include <optional>

namespace tir::testing {

struct DeviceModule {
    QString name;
    OwnedModule module;
    std::optional<std::string> cuda; ///< what TVM generated from it
};

std::vector<DeviceModule> splitSamples();
/// Precondition: there is a corpus.
std::vector<DeviceModule> tracedKernels();
/// A module around kernels, read from the text of its functions.
OwnedModule kernelModule(const QString& functions);
/// One kernel with a block of 32 threads `tx`; statements are indented by eight spaces.
QString kernel(const QString& parameters, const QString& statements, const QString& name = "kernel");

/// The code without its prologue: from the first function on.
QString functionsOf(const std::string& code);
/// What the diagnostics say, a line each.
QString inWords(const Diagnostics& diagnostics);

} // namespace tir::testing
