/// All rules about types and jumps on a whole module.

#include "core/analysis/verify/jumps.h"
#include "core/analysis/verify/types.h"
#include "core/ir/place_walk.h"

namespace tir {

Diagnostics checkTypes(const Module& module)
{
    struct Walk {
        Diagnostics found;
        JumpChecker jumps{found};
        void enter(const Node& node, Role role, Place place, const Node* parent)
        {
            checkNodeTypes(node, role, {found, place});
            jumps.enter(node, role, place, parent);
        }
        void leave(const Node&, Role role, Place, const Node* parent) { jumps.leave(role, parent); }
    };
    Walk walk;
    walkPlaces(module, Role::Part, 0, walk);
    return std::move(walk.found);
}

} // namespace tir
