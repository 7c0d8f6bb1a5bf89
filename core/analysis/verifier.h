/// Our verdict on a module: stricter than TVM where it matters, silent where TVM is right (design,
/// decision 5). Collects everything; does not stop at the first finding.

#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostic.h"
#include "core/support/on_demand.h"

#include <memory>
#include <vector>

namespace tir {

enum class Promise : uint8_t;
struct FunctionFacts;

/// What the pipeline has promised by now; the rules that depend on it are checked only then.
struct VerifyContext {
    bool afterLaunchLowering = false;   ///< LowerDeviceKernelLaunch has run
    bool afterMerge = false;            ///< MergeSharedMemoryAllocations has run
    bool afterSplit = false;            ///< SplitHostDevice has run
    std::vector<Promise> promises = {}; ///< anything else that must hold (core/analysis/promises.h)

    bool operator==(const VerifyContext&) const = default;
};

/// Codes: "undefined-variable" (never defined), "out-of-scope" (defined, but not visible here: a note
/// points at the definition), "redefinition", "undefined-function"; "device-region-left",
/// "kernel-called-directly", "kernel-without-convention", "host-function-launched",
/// "shared-memory-parameter", "local-memory-parameter", "several-dynamic-allocations", "device-memory-on-host",
/// "launch-parameter-missing", "launch-argument-count", each only where the context promises otherwise; the
/// codes of promises.
/// Notes: "undeclared-buffer", "declaration-before-allocation", "undefined-extent",
/// "shared-memory-outside-launch". Places are in `module`; findings come in place order.
Diagnostics verify(const Module& module, const VerifyContext& context = {});

/// Whether a module is sound is known at once; the words about it are made when somebody reads them.
struct ModuleVerdict {
    bool hasErrors = false;
    OnDemand<Diagnostic> findings;
};

/// The same for the modules of one run, one after another: what a step leaves as it was is not walked again.
/// All of them must stay alive as long as the verifier and its verdicts.
class Verifier {
public:
    Verifier();
    ~Verifier();
    ModuleVerdict verify(const Module& module, const VerifyContext& context);
    /// A function of the module that comes next, as soon as it is made: to be walked while it is in the
    /// cache. Changes no verdict.
    void readAhead(const ModuleEntry& entry);
    /// Of a function of the last module; null when that was not verified. They last until the next module.
    const FunctionFacts* factsOf(const PrimFunc& function) const;

private:
    class Summaries;
    std::shared_ptr<Summaries> m_summaries; ///< shared with verdicts
    const Module* m_module = nullptr;       ///< the last one, with its context and verdict
    VerifyContext m_context;
    ModuleVerdict m_verdict;
};

} // namespace tir
