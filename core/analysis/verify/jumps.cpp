#include "core/analysis/verify/jumps.h"

#include "core/analysis/module_facts.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir {

std::optional<JumpChecker::Body> JumpChecker::bodyOf(Role role, const Node* parent)
{
    if (role != Role::Scope || !parent)
        return std::nullopt;
    if (bindsThreads(*parent))
        return Body::Launch;
    return as<For>(parent) || as<While>(parent) ? std::optional(Body::Loop) : std::nullopt;
}

bool JumpChecker::leavesLaunch() const
{
    const auto axis = std::ranges::find(m_bodies, Body::Launch);
    return axis != m_bodies.end() && std::find(axis, m_bodies.end(), Body::Loop) == m_bodies.end();
}

void JumpChecker::enter(const Node& node, Role role, Place place, const Node* parent)
{
    if (const std::optional<Body> body = bodyOf(role, parent))
        m_bodies.push_back(*body);
    if (as<Break>(&node))
        checkJump("break", place);
    else if (as<Continue>(&node))
        checkJump("continue", place);
    else if (const auto* call = as<Call>(&node); call && call->isOp(OpId::break_loop))
        checkJump("break", place);
    else if (call && call->isOp(OpId::continue_loop))
        checkJump("continue", place);
}

void JumpChecker::leave(Role role, const Node* parent)
{
    if (bodyOf(role, parent))
        m_bodies.pop_back();
}

void JumpChecker::checkJump(std::string_view name, Place place)
{
    NodeReport report(m_found, place);
    if (std::ranges::find(m_bodies, Body::Loop) == m_bodies.end())
        report.error("jump-outside-loop", quoted(name) + " is not inside a loop");
    else if (leavesLaunch())
        report.error("jump-across-launch", quoted(name) + " would leave a launch: the loop is outside of it");
}

} // namespace tir
