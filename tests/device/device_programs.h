/// The programs that are tested on a GPU: the samples, the museum, single operations, and TVM's output in the corpus.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/input_spec.h"

#include <QStringList>

#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct DeviceProgram {
    QString name;       ///< "scheduled/softmax"
    OwnedModule input;  ///< the CPU executes it, unless there are formulas
    OwnedModule module; ///< the GPU executes it: the same program with kernels
    std::string entry = {};
    bool isLockstep = false;                     ///< of the input
    std::map<std::string, InputSpec> sizes = {}; ///< symbolic ones
    /// Formulas of the outputs. Used if the CPU cannot execute the program, and for the sizes of measurements.
    std::vector<std::string> formulas = {};
    bool isForFormulas = false; ///< the CPU cannot execute it
    bool isFromCorpus = false;  ///< its results may depend on the execution: checks find out
    bool isTimed = true;
    std::map<std::string, InputSpec> measuredSizes = {}; ///< of programs that are meant to be fast
    QString refusal = {}; ///< part of the message with which no GPU can run it; empty: GPUs can
};

/// Programs with one module, which is compiled once.
using DeviceProgramGroup = std::vector<DeviceProgram>;

/// Samples whose name, as in DeviceProgram, contains one of `names`; all of them without names.
std::vector<DeviceProgramGroup> samplePrograms(const QStringList& names = {});
/// A module is compiled as a whole: what PTX of LLVM rejects is in the last group and does not take the rest with it.
std::vector<DeviceProgramGroup> operationPrograms();
DeviceProgramGroup clusterPrograms();
/// Precondition: there is a corpus.
std::vector<DeviceProgramGroup> corpusPrograms();

/// Features of GPUs that the programs cover together. Memory of more than 48 KiB shows in the launches only.
QStringList allFeatures();
QStringList featuresOf(const DeviceProgram& program);
extern const QString LargeSharedMemory;

} // namespace tir::testing
