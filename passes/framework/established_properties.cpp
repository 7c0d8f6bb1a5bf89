#include "passes/framework/established_properties.h"

#include "passes/framework/contracts.h"

#include <algorithm>

namespace tir {

void EstablishedProperties::add(const PassInfo& pass, const PassInvocation& invocation)
{
    const bool isExcused = std::ranges::any_of(pass.required, [&](const ContractClause& required) {
        return applies(required, invocation, m_config) && m_lacking.contains(required.property);
    });
    m_context.justEstablished = {};
    for (const ContractClause& clause : pass.established) {
        if (!applies(clause, invocation, m_config))
            continue;
        if (isExcused) {
            m_lacking.add(clause.property);
            m_context.established.remove(clause.property);
        } else {
            m_lacking.remove(clause.property);
            add(clause.property);
        }
    }
    for (const ContractClause& clause : pass.invalidated)
        if (applies(clause, invocation, m_config))
            m_context.established.remove(clause.property);
}

void EstablishedProperties::add(ModuleProperty property)
{
    m_context.established.add(property);
    m_context.justEstablished.add(property);
}

} // namespace tir
