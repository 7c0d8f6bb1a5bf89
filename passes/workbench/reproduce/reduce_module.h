/// Delta debugging of modules: removes functions, statements, loops, parameters, and expressions, and reduces extents
/// and sizes, as long as the module has the property of interest.

#pragma once

#include "core/ir/module.h"

#include <atomic>
#include <functional>
#include <string>

namespace tir {

/// Whether a module still shows it. Also gets modules that are ill-formed.
using StillShows = std::function<bool(const OwnedModule&)>;

struct ReduceProgress {
    size_t tried = 0;
    size_t statements = 0; ///< of the smallest module so far
};

struct ReduceOptions {
    double timeLimitSeconds = 120;
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(const ReduceProgress&)> progress = {}; ///< after every try; may be empty
};

struct ReducedModule {
    OwnedModule module;
    size_t tried = 0;
    size_t statementsBefore = 0;
    size_t statements = 0;
    bool isFinished = false; ///< nothing more can be left out; else the time was up, or one of these:
    bool isCancelled = false;
    std::string whyNotTried = {};
};

/// Precondition: `stillShows(module)`. The result shows it, too.
ReducedModule reduceModule(const OwnedModule& module, const StillShows& stillShows,
                           const ReduceOptions& options);

/// Statements other than sequences.
size_t statementCount(const Module& module);

} // namespace tir
