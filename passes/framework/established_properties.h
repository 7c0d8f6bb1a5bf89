/// Which properties of a module the passes of a run have established.

#pragma once

#include "core/analysis/verify/verifier.h"
#include "passes/framework/pass.h"

#include <utility>

namespace tir {

class EstablishedProperties {
public:
    /// `config`: of the run; some clauses depend on it.
    explicit EstablishedProperties(PassConfig config) : m_config(std::move(config)) {}

    /// The input does not have the property.
    void addLacking(ModuleProperty property) { m_lacking.add(property); }

    /// A pass whose requirements are not met does not have to establish its properties, and neither do the passes that
    /// build on them.
    void add(const PassInfo& pass, const PassInvocation& invocation);

    /// The properties that the verifier checks in the module.
    const VerifyContext& context() const { return m_context; }

private:
    void add(ModuleProperty property);

    PassConfig m_config;
    VerifyContext m_context;
    ModuleProperties m_lacking; ///< that the input lacks and no pass has established since
};

} // namespace tir
