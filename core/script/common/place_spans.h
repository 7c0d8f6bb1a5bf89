/// Converts spans of nodes to spans of places: a variable occurs at many places, each with its own text range. Works
/// function by function, so that the recorded spans of one can be dropped before the next.

#pragma once

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

#include <utility>
#include <vector>

namespace tir::script {

class PlaceSpans {
public:
    /// `span` is the text of `node`; a shared node has several.
    void record(const Node* node, Span span) { m_recorded.push_back({node, span}); }
    void forget() { m_recorded.clear(); }

    /// Finds the range of each place of `function`, the next one of the module: the first unused range of its node
    /// inside the range of the enclosing place. Empty if there is none. Clears the recorded spans.
    void add(const Node& function);
    /// By place of the module, whose own stretch is `module`; to be called once.
    std::vector<Span> take(Span module);

private:
    struct Entry {
        const Node* node;
        Place end;
        Role role;
    };
    /// The stretches of one node are together, in the order of the text and once each.
    struct Group {
        uint32_t begin = 0;
        uint32_t end = 0;
    };

    void list(const Node& function);
    void group();
    void sort(Group& group);
    void visit(Place place, Span around);
    Span find(const Node* node, Span around);

    std::vector<std::pair<const Node*, Span>> m_recorded;
    std::vector<Span> m_found{Span()}; ///< of the module and the functions so far

    // Of the current function; reused for their memory.
    std::vector<Entry> m_entries;
    Place m_first = 0; ///< of the function in the module
    PointerMap<Node, uint32_t> m_groupOf;
    std::vector<Group> m_groups;
    std::vector<uint32_t> m_groupOfRecorded;
    std::vector<Span> m_spans;
    std::vector<bool> m_isUsed; ///< by span
};

} // namespace tir::script
