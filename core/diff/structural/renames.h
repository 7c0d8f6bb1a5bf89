/// Which variables and buffers of two modules correspond, built up while the second module is read in order.

#pragma once

#include "core/ir/module.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir {

/// From where `place` occurs in the second module, `before` is called `after`. Both are variables, or both are
/// buffers.
struct Rename {
    const Node* before;
    const Node* after;
    Place place; ///< of a statement or function
};

/// The correspondence within one function of the second module.
class Renames {
public:
    /// Forgets everything, for the next function. `isOutlined`: its statements come from another function, so that
    /// its parameters may correspond to anything.
    void enterFunction(bool isOutlined);
    void enterStatement(Place place) { m_statement = place; }

    enum class Occurrence : uint8_t {
        Use, ///< nodes that are met for the first time correspond if they are one, by origin, or by name
        Definition, ///< from here on, the nodes correspond
        Field,      ///< in a buffer that defines the variables of its fields that are not defined yet
    };
    /// Whether the nodes (two variables or two buffers) correspond.
    bool agree(const Node& before, const Node& after, Occurrence occurrence);
    /// Whether a definition splits or joins variables: one of the nodes corresponds to another one so far.
    bool isRedefinition(const Node& before, const Node& after) const;
    /// Records that `after` is a parameter of the function.
    void addParameter(const Node& after) { m_parameters.insert(&after); }

    /// Pairs of different nodes, in the order of their places.
    const std::vector<Rename>& all() const { return m_all; }
    std::vector<Rename> take() { return std::move(m_all); }

private:
    void pair(const Node& before, const Node& after);

    PointerMap<Node, const Node*> m_toAfter;
    PointerMap<Node, const Node*> m_toBefore;
    PointerSet<Node> m_parameters;
    bool m_isOutlined = false;
    Place m_statement = 0;
    std::vector<Rename> m_all;
};

} // namespace tir
