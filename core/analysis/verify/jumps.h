/// Where `break` and `continue` are allowed: in a loop that is executed by the same thread. A launch inside the
/// loop starts threads of its own, which cannot end the loop of the code that launches them. Further axes of
/// the same launch do not start other threads.
///
/// Codes, errors: "jump-outside-loop", "jump-across-launch".

#pragma once

#include "core/analysis/verify/node_report.h"
#include "core/ir/children.h"

#include <vector>

namespace tir {

class JumpChecker {
public:
    explicit JumpChecker(Diagnostics& found) : m_found(found) {}

    void enter(const Node& node, Role role, Place place, const Node* parent);
    void leave(Role role, const Node* parent);

private:
    enum class Body : uint8_t { Loop, Launch };

    /// The kind of body that the node is for its parent; nothing for other nodes.
    static std::optional<Body> bodyOf(Role role, const Node* parent);
    /// Whether a jump from here targets a loop around the outermost thread axis.
    bool leavesLaunch() const;
    void checkJump(std::string_view name, Place place);

    Diagnostics& m_found;
    std::vector<Body> m_bodies; ///< around the current node, innermost last
};

} // namespace tir
