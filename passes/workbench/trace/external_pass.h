/// `external("python my_pass.py")`: a step that a program of the user does. The program reads the module from its
/// standard input and writes another one to its standard output, both as TVM's save_json.

#pragma once

#include "passes/workbench/trace/tvm_bridge.h"

namespace tir {

inline constexpr std::string_view ExternalPassName = "external";

/// Whether and how long programs run.
struct ExternalOptions {
    bool isAllowed = false; ///< programs start only where the user has written or confirmed the command
    double timeLimitSeconds = 60;
    /// For the passes of the user's own TVM; null: they do not run.
    std::shared_ptr<TvmBridge> bridge = nullptr;
    TvmConfig config = {};
    const std::atomic<bool>* cancelled = nullptr;
};

/// Whether the pass starts a program: `external`, or a pass of the user's own TVM.
bool startsProgram(const PassInvocation& pass);

/// The pass. A program that is not allowed, fails, takes too long, or writes no module fails its step. The options
/// are kept by value; `cancelled` has to live as long as the pass. The program finds the configuration as JSON in the
/// environment variable TIRSCOPE_CONFIG.
PassInfo externalPass(const ExternalOptions& options, const PassConfig& config = {});

/// A pass of the user's own TVM with the contract of our pass of that name. Without a bridge, the pass does not start
/// anything, and fails.
PassInfo tvmPass(const PassInvocation& pass, const ExternalOptions& options, const PassConfig& config);

} // namespace tir
