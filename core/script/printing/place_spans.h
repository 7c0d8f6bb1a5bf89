/// From spans of nodes to spans of places: a variable occurs in many places, and each has a stretch of text.
/// Done function by function, so that what was recorded for one need not wait for the others.

#pragma once

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

#include <utility>
#include <vector>

namespace tir::script {

class PlaceSpans {
public:
    /// `span` made `node`; a shared node has several.
    void record(const Node* node, Span span) { m_recorded.push_back({node, span}); }
    void forget() { m_recorded.clear(); }

    /// Finds for each place of `function`, the next one of the module, the stretch that stands for it: among
    /// those recorded for its node, the first unused one inside the stretch of the place around it. Empty
    /// where there is none. Forgets what was recorded.
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

    // Of the function at hand; kept from one to the next for their memory.
    std::vector<Entry> m_entries;
    Place m_first = 0; ///< of the function in the module
    PointerMap<Node, uint32_t> m_groupOf;
    std::vector<Group> m_groups;
    std::vector<uint32_t> m_groupOfRecorded;
    std::vector<Span> m_spans;
    std::vector<bool> m_isUsed; ///< by span
};

} // namespace tir::script
