/// Which properties of a module the passes of a run have established.

#pragma once

#include "core/analysis/verify/verifier.h"
#include "passes/framework/pass.h"

namespace tir {

class EstablishedProperties {
public:
    /// `mergesStatic`: both kinds of shared memory are merged.
    explicit EstablishedProperties(bool mergesStatic) : m_mergesStatic(mergesStatic) {}

    /// The input does not have the property.
    void addLacking(ModuleProperty property) { m_lacking.add(property); }

    /// A pass that does not find what it requires is not held to what it establishes, and neither are the
    /// passes that build on that.
    void add(const PassInfo& pass, const PassInvocation& invocation);

    /// What the verifier holds the module to.
    const VerifyContext& context() const { return m_context; }

private:
    void add(ModuleProperty property);
    void remove(ModuleProperty property);

    bool m_mergesStatic;
    VerifyContext m_context;
    ModuleProperties m_lacking; ///< that the input lacks and no pass has established since
};

} // namespace tir
