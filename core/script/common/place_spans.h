/// Converts spans of nodes to spans of places: a variable occurs at many places, each with its own text range. Works
/// function by function, and through a large function a few statements at a time, so that recorded spans, which take
/// several times the memory of those of places, can be dropped.

#pragma once

#include "core/ir/places.h"
#include "core/support/pointer_map.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tir::script {

class PlaceSpans {
public:
    /// `span` is the text of `node`; a shared node has several.
    void record(const Node* node, Span span) { m_recorded.push_back({node, span}); }
    void forget();

    /// Whether there are so many recorded spans that settle() is worth its time.
    bool isLarge() const { return m_recorded.size() > m_limit; }
    /// Finds the ranges inside of statements that are complete, and drops the spans recorded there. The statements are in
    /// the order of the text.
    void settle(std::span<const Stmt* const> statements);

    /// Finds the range of each place of `function`, the next one of the module: the first unused range of its node
    /// inside the range of the enclosing place. Empty if there is none. Clears the recorded spans.
    void add(const Node& function);
    /// By place of the module, whose own stretch is `module`; to be called once.
    std::vector<Span> take(Span module);

private:
    static constexpr size_t LargeCount = size_t(1) << 16;

    struct Entry {
        const Node* node;
        uint32_t end; ///< of the entries inside
        Place place;
        Role role;
    };
    /// The ranges of the places of a statement.
    using Settled = std::span<const Span>;
    /// The stretches of one node are together, in the order of the text and once each.
    struct Group {
        uint32_t begin = 0;
        uint32_t end = 0;
    };

    class Lister;

    void list(const Node& root, Role role);
    void group();
    void sort(Group& group);
    void settle(const Stmt& statement, std::vector<Span>& settled);
    void visit(uint32_t entry, Span around, std::span<Span> found);
    Span find(const Node* node, Span around);

    std::vector<std::pair<const Node*, Span>> m_recorded;
    size_t m_limit = LargeCount;       ///< of these
    std::vector<Span> m_found{Span()}; ///< of the module and the functions so far

    // Of the current function.
    std::unique_ptr<Arena> m_settledSpans;
    PointerMap<Node, Settled> m_settled;

    // Of the current function or statement; reused for their memory.
    std::vector<Entry> m_entries;
    Place m_placeCount = 0;
    PointerMap<Node, uint32_t> m_groupOf;
    std::vector<Group> m_groups;
    std::vector<uint32_t> m_groupOfRecorded;
    std::vector<Span> m_spans;
    std::vector<bool> m_isUsed; ///< by span
};

} // namespace tir::script
