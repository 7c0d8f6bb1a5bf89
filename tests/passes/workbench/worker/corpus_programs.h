/// The programs of the corpus that can run: each as TVM read it and as TVM left it after every pass.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/input_spec.h"

#include <QStringList>

#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct CorpusStep {
    std::string pass; ///< without prefix; empty for the input
    std::string text;
    bool isLockstep = false; ///< barriers are still to come
};

/// Of `passes/` one pass, of the other folders a whole pipeline.
struct CorpusProgram {
    QString name; ///< "traces/two_kernels.s_tir"
    /// Whole programs, each text once; the input first.
    std::vector<CorpusStep> steps;
    bool isWholePipeline = false;
};

/// Files and folders relative to the corpus, sorted. Precondition: there is a corpus.
QStringList corpusProgramNames();
CorpusProgram readCorpusProgram(const QString& name);

/// The default sample: one program in so many, and one step in so many of it.
struct CorpusShare {
    uint programs;
    uint steps;
};
CorpusShare corpusShare(const QString& program);
/// The same on every machine.
uint corpusNumber(const QString& program);

/// Small whole numbers for all floats: sums of their products are exact, so that neither the order nor fused operations
/// change them. None if the entry is not known.
std::map<std::string, InputSpec> exactInputs(const Module& module);

/// Any result is right then.
bool storesUndefined(const Module& module);

} // namespace tir::testing
