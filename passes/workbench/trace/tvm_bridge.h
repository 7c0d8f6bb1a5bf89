/// The user's own TVM, in a Python process that resources/tirscope_bridge.py turns into a server of its passes: a pass
/// by name, or a registered pipeline. The protocol is described there.

#pragma once

#include "core/support/child_session.h"
#include "passes/framework/recording.h"
#include "passes/workbench/program/text_file.h"

#include <memory>
#include <mutex>

namespace tir {

struct BridgeOptions {
    std::string python = {};      ///< the interpreter; empty: TIRSCOPE_PYTHON, or python3
    double timeLimitSeconds = 60; ///< of one pass
};

/// The pass context of TVM's passes.
struct BridgeContext {
    std::string target; ///< JSON
    PassConfig config = {};
    TvmConfig tvmConfig = {};
    const std::atomic<bool>* cancelled = nullptr;
};

/// One interpreter, started for the first request, and again after it ended. Requests are handled one after the other,
/// on any thread.
class TvmBridge {
public:
    explicit TvmBridge(const BridgeOptions& options);

    /// Runs the pass `pass.tvmName`. The resulting module is in an arena of its own.
    Result<OwnedModule> runPass(const PassInvocation& pass, const Module& module,
                                const BridgeContext& context);

    /// The lines of a recording (pass_event_file.h) of the registered pipeline, as far as it came. Fails if no pass
    /// ran. `passEnded` gets the lines so far after every pass; it may be empty.
    Result<std::string> runPipeline(const std::string& name, const Module& module,
                                    const BridgeContext& context,
                                    const std::function<void(const std::string& lines)>& passEnded = {});

    /// "your TVM has no pass 'mine.Merge'", if a request for that pass has failed for that reason.
    std::optional<std::string> whyMissing(const std::string& pass) const;

private:
    BridgeOptions m_options;
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_missing; ///< passes that this TVM does not have, with that sentence
    ChildSession m_child;
};

/// The most that a program may write as a module: save_json takes more than the text, which is limited as well.
inline constexpr size_t MaxModuleBytes = 4 * MaxTextBytes;

/// Why a child process has no result; empty if it ended regularly. Includes the last line of its standard error.
std::string whyFailed(const ChildOutcome& outcome, double timeLimitSeconds);

} // namespace tir
