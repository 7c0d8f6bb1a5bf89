/// The verifier for the consecutive modules of one run: unchanged functions are not walked again. Its verdicts are
/// those of `verify`.

#pragma once

#include "core/analysis/verify/verifier.h"
#include "core/support/lazy.h"

#include <memory>

namespace tir {

/// The verdict is computed eagerly, messages lazily.
struct ModuleVerdict {
    bool hasErrors = false;
    Lazy<Diagnostic> findings;
};

/// All modules must stay alive as long as the verifier and its verdicts.
class IncrementalVerifier {
public:
    IncrementalVerifier();
    ~IncrementalVerifier();
    ModuleVerdict verify(const Module& module, const VerifyContext& context);

private:
    class Summaries;
    std::shared_ptr<Summaries> m_summaries; ///< shared with verdicts
    const Module* m_module = nullptr;       ///< the last one, with its context and verdict
    VerifyContext m_context;
    ModuleVerdict m_verdict;
};

} // namespace tir
