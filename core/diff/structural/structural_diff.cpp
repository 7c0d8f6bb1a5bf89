#include "core/diff/structural/structural_diff.h"

#include "core/support/pointer_map.h"

#include <algorithm>

namespace tir {
namespace {

bool hasPartner(const Matching& matching, TreeIndex node, bool isAfter)
{
    return isAfter ? matching.hasAfter(node) : matching.hasBefore(node);
}

} // namespace

std::string_view toString(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Changed:
        return "changed";
    case ChangeKind::Annotated:
        return "annotated";
    case ChangeKind::Moved:
        return "moved";
    case ChangeKind::Wrapped:
        return "wrapped";
    case ChangeKind::Unwrapped:
        return "unwrapped";
    case ChangeKind::Outlined:
        return "outlined";
    case ChangeKind::Copied:
        return "copied";
    case ChangeKind::Inserted:
        return "inserted";
    case ChangeKind::Deleted:
        return "deleted";
    }
    return {};
}

std::vector<TreeIndex> matchedAncestors(const StatementTree& tree, const Matching& matching, bool isAfter)
{
    std::vector<TreeIndex> ancestors(tree.size(), 0);
    for (TreeIndex node = 1; node < tree.size(); ++node) {
        const TreeIndex parent = tree[node].parent;
        ancestors[node] = hasPartner(matching, parent, isAfter) ? parent : ancestors[parent];
    }
    return ancestors;
}

std::vector<size_t> outOfOrder(const std::vector<uint32_t>& numbers)
{
    if (std::ranges::is_sorted(numbers))
        return {};
    std::vector<size_t> ends; // by length: where the subsequence with the least last number ends
    std::vector<size_t> previous(numbers.size(), SIZE_MAX);
    for (size_t i = 0; i < numbers.size(); ++i) {
        const auto place =
            std::ranges::lower_bound(ends, numbers[i], {}, [&](size_t end) { return numbers[end]; });
        if (place != ends.begin())
            previous[i] = *(place - 1);
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<bool> isKept(numbers.size());
    for (size_t i = ends.back(); i != SIZE_MAX; i = previous[i])
        isKept[i] = true;
    std::vector<size_t> others;
    for (size_t i = 0; i < numbers.size(); ++i)
        if (!isKept[i])
            others.push_back(i);
    return others;
}

StructuralDiff::StructuralDiff(const PlaceTable& before, const PlaceTable& after)
    : m_before(before),
      m_after(after),
      m_matching(matchTrees(m_before, m_after)),
      m_headerOf(m_after.size()),
      m_isMoved(m_after.size()),
      m_isMovedRoot(m_after.size()),
      m_isInPlace(m_after.size())
{
    compareHeaders();
    findMoves();
    findCopies();
    findCopiedFunctions();
    describeAfter();
    describeBefore();
}

const HeaderChange* StructuralDiff::headerChange(TreeIndex after) const
{
    return m_headerOf[after] == 0 ? nullptr : &m_headers[m_headerOf[after] - 1];
}

void StructuralDiff::compareHeaders()
{
    HeaderComparison comparison(m_before, m_after, m_matching);
    for (TreeIndex right = 0; right < m_after.size(); ++right) {
        const TreeIndex left = m_matching.ofAfter(right);
        if (left == NoNode) {
            comparison.pass(right);
            continue;
        }
        // Nothing can differ in a function that both modules share.
        if (right != 0 && m_after.isFunction(right) && m_before[left].node == m_after[right].node &&
            comparison.functionNames().empty()) {
            right = m_after[right].end - 1;
            continue;
        }
        HeaderChange change = comparison.compare(left, right);
        if (change.isEmpty())
            continue;
        m_headers.push_back(std::move(change));
        m_headerOf[right] = uint32_t(m_headers.size());
    }
    m_renames = comparison.renames().take();
}

void StructuralDiff::findMoves()
{
    const std::vector<TreeIndex> left = matchedAncestors(m_before, m_matching, false);
    const std::vector<TreeIndex> right = matchedAncestors(m_after, m_matching, true);
    for (TreeIndex node = 1; node < m_after.size(); ++node) {
        const TreeIndex partner = m_matching.ofAfter(node);
        if (partner == NoNode || m_after.isFunction(node))
            continue;
        m_isInPlace[node] = m_matching.ofAfter(right[node]) == left[partner];
        m_isMovedRoot[node] = !m_isInPlace[node];
    }
    findReorderedSiblings(right);
    for (TreeIndex node = 1; node < m_after.size(); ++node)
        if (m_matching.hasAfter(node) && !m_after.isFunction(node))
            m_isMoved[node] = m_isMovedRoot[node] || (right[node] != 0 && m_isMoved[right[node]]);
}

/// Of the statements with the same place, the fewest are moved that leave the others in order.
void StructuralDiff::findReorderedSiblings(const std::vector<TreeIndex>& parents)
{
    std::vector<uint32_t> begins(m_after.size() + 1);
    for (TreeIndex node = 1; node < m_after.size(); ++node)
        if (m_isInPlace[node])
            ++begins[parents[node] + 1];
    for (size_t i = 1; i < begins.size(); ++i)
        begins[i] += begins[i - 1];
    std::vector<TreeIndex> siblings(begins.back());
    std::vector<uint32_t> next(begins.begin(), begins.end() - 1);
    for (TreeIndex node = 1; node < m_after.size(); ++node)
        if (m_isInPlace[node])
            siblings[next[parents[node]]++] = node;
    std::vector<uint32_t> partners;
    for (TreeIndex parent = 1; parent < m_after.size(); ++parent) {
        partners.clear();
        for (uint32_t i = begins[parent]; i < begins[parent + 1]; ++i)
            partners.push_back(m_matching.ofAfter(siblings[i]));
        for (const size_t position : outOfOrder(partners)) {
            const TreeIndex moved = siblings[begins[parent] + position];
            m_isMovedRoot[moved] = true;
            m_isInPlace[moved] = false;
        }
    }
}

/// Statements without partners that a pass derived from a statement that has one.
void StructuralDiff::findCopies()
{
    PointerMap<Node, TreeIndex> positions;
    for (TreeIndex node = 1; node < m_after.size(); ++node) {
        if (m_matching.hasAfter(node) || m_after.isFunction(node))
            continue;
        if (m_originals.empty()) {
            m_originals.assign(m_after.size(), NoNode);
            for (TreeIndex left = 1; left < m_before.size(); ++left)
                positions.insert(m_before[left].node, left);
        }
        const TreeIndex outer = m_originals[m_after[node].parent];
        for (const Node* origin = m_after[node].node; origin; origin = origin->origin) {
            const TreeIndex* found = positions.find(origin);
            if (!found)
                continue;
            // A statement without operands, such as a barrier, is a copy only within a copy.
            const bool isSpecific = m_before[*found].headerEnd - m_before[*found].place > 2 ||
                                    m_before[*found].end - *found > 1 || outer != NoNode;
            if (origin->kind == m_after[node].node->kind && m_matching.hasBefore(*found) && isSpecific)
                m_originals[node] = *found;
            break;
        }
    }
}

/// New functions that differ from one of the first module in attributes and names at most, parameters excepted.
void StructuralDiff::findCopiedFunctions()
{
    const auto haveSameParameters = [](const Node& left, const Node& right) {
        const auto* a = as<PrimFunc>(&left);
        const auto* b = as<PrimFunc>(&right);
        return a && b && std::ranges::equal(a->params, b->params, {}, &Var::name, &Var::name);
    };
    m_after.forEachChild(0, [&](TreeIndex function) {
        if (m_matching.hasAfter(function))
            return;
        m_before.forEachChild(0, [&](TreeIndex source) {
            const bool isCopy = m_matching.hasBefore(source) &&
                                m_before[source].shapeSubtree == m_after[function].shapeSubtree &&
                                haveSameParameters(*m_before[source].node, *m_after[function].node);
            if (!isCopy)
                return;
            if (m_originals.empty())
                m_originals.assign(m_after.size(), NoNode);
            if (m_originals[function] == NoNode)
                m_originals[function] = source;
        });
    });
}

bool StructuralDiff::isMovedRoot(TreeIndex after) const
{
    return m_isMovedRoot[after];
}

/// Whether an unmatched node has a statement in it that is still in its place.
bool StructuralDiff::encloses(const StatementTree& tree, TreeIndex node, bool isAfter) const
{
    bool found = false;
    tree.forEachChild(node, [&](TreeIndex child) {
        if (found)
            return;
        const TreeIndex after = isAfter ? child : m_matching.ofBefore(child);
        found = hasPartner(m_matching, child, isAfter) ? bool(m_isInPlace[after])
                                                       : encloses(tree, child, isAfter);
    });
    return found;
}

size_t StructuralDiff::countUnmatched(const StatementTree& tree, TreeIndex node, bool isAfter) const
{
    size_t count = 0;
    for (TreeIndex each = node; each < tree[node].end; ++each)
        count += !hasPartner(m_matching, each, isAfter);
    return count;
}

size_t StructuralDiff::countEnclosed(TreeIndex node, bool isAfter) const
{
    const StatementTree& tree = isAfter ? m_after : m_before;
    return tree[node].end - node - countUnmatched(tree, node, isAfter);
}

void StructuralDiff::describeAfter()
{
    std::vector<bool> isDescribed(m_after.size()); // as a part of the enclosing change
    for (TreeIndex node = 0; node < m_after.size(); ++node) {
        const TreeIndex partner = m_matching.ofAfter(node);
        const TreeIndex parent = m_after[node].parent;
        if (partner != NoNode) {
            if (const HeaderChange* header = headerChange(node))
                m_changes.push_back({header->isAnnotationOnly() ? ChangeKind::Annotated : ChangeKind::Changed,
                                     partner, node, 1, *header});
            const bool isOutlined = node != 0 && !m_matching.hasAfter(m_after[node].function);
            if (isMovedRoot(node) && !isOutlined)
                m_changes.push_back({ChangeKind::Moved, partner, node,
                                     m_after[node].end - node - countUnmatched(m_after, node, true)});
            continue;
        }
        if (m_after.isFunction(node)) {
            TreeIndex source = NoNode;
            for (TreeIndex each = node; each < m_after[node].end && source == NoNode; ++each)
                if (m_matching.hasAfter(each))
                    source = m_before[m_matching.ofAfter(each)].function;
            if (source != NoNode) {
                m_changes.push_back({ChangeKind::Outlined, source, node, countEnclosed(node, true)});
                continue;
            }
        } else if (encloses(m_after, node, true)) {
            m_changes.push_back({ChangeKind::Wrapped, NoNode, node, countEnclosed(node, true)});
            continue;
        } else if (isDescribed[parent]) {
            isDescribed[node] = true;
            continue;
        }
        isDescribed[node] = true;
        const TreeIndex source = original(node);
        m_changes.push_back({source == NoNode ? ChangeKind::Inserted : ChangeKind::Copied, source, node,
                             countUnmatched(m_after, node, true)});
    }
}

void StructuralDiff::describeBefore()
{
    std::vector<bool> isDescribed(m_before.size());
    for (TreeIndex node = 1; node < m_before.size(); ++node) {
        if (m_matching.hasBefore(node))
            continue;
        if (!m_before.isFunction(node) && encloses(m_before, node, false)) {
            m_changes.push_back({ChangeKind::Unwrapped, node, NoNode, countEnclosed(node, false)});
            continue;
        }
        isDescribed[node] = true;
        if (!isDescribed[m_before[node].parent])
            m_changes.push_back({ChangeKind::Deleted, node, NoNode, countUnmatched(m_before, node, false)});
    }
}

} // namespace tir
