/// Certain matches come first: functions by name, statements that a pass shared or rewrote, statements that occur once
/// on both sides. Containers follow their contents, and the rest is aligned in order. That is the scheme of GumTree
/// (Falleri et al., "Fine-grained and accurate source code differencing", 2014), with identity added.

#include "core/diff/structural/matching.h"

#include "core/diff/structural/align_children.h"
#include "core/support/pointer_map.h"

#include <unordered_map>

namespace tir {
namespace {

using Hash = uint64_t TreeNode::*;

/// Nodes by the only position where they occur.
class Occurrences {
public:
    explicit Occurrences(const StatementTree& tree)
    {
        for (TreeIndex index = 0; index < tree.size(); ++index) {
            const auto [position, isNew] = m_positions.insert(tree[index].node, index);
            if (!isNew)
                position = NoNode;
        }
    }
    /// NoNode if the node occurs several times or not at all.
    TreeIndex only(const Node* node) const
    {
        const TreeIndex* position = m_positions.find(node);
        return position ? *position : NoNode;
    }

private:
    PointerMap<Node, TreeIndex> m_positions;
};

class Matcher {
public:
    Matcher(const StatementTree& before, const StatementTree& after)
        : m_before(before),
          m_after(after),
          m_matching(before.size(), after.size())
    {}

    Matching run()
    {
        pairFunctionsByName();
        pairSharedNodes();
        alignChildren(m_before, m_after, m_matching, AlignBy::Equality);
        pairUnique(&TreeNode::namedSubtree, Within::MatchedFunctions);
        pairUnique(&TreeNode::namedSubtree, Within::Module);
        pairContainers(true);
        alignChildren(m_before, m_after, m_matching, AlignBy::Equality);
        pairUnique(&TreeNode::shapeSubtree, Within::MatchedFunctions);
        pairUnique(&TreeNode::shapeSubtree, Within::Module);
        pairContainers(true);
        alignChildren(m_before, m_after, m_matching, AlignBy::Likeness);
        pairContainers(false);
        alignChildren(m_before, m_after, m_matching, AlignBy::Likeness);
        return std::move(m_matching);
    }

private:
    enum class Within : uint8_t { MatchedFunctions, Module };

    void pairFunctionsByName()
    {
        m_matching.pair(0, 0);
        std::unordered_map<std::string_view, TreeIndex> names;
        m_before.forEachChild(
            0, [&](TreeIndex function) { names.emplace(m_before.entryOf(function).var->name, function); });
        m_after.forEachChild(0, [&](TreeIndex function) {
            const auto found = names.find(m_after.entryOf(function).var->name);
            if (found != names.end() && m_before[found->second].node->kind == m_after[function].node->kind)
                m_matching.pair(found->second, function);
        });
    }

    /// Statements that both modules share, and statements that were derived from one of the first module.
    void pairSharedNodes()
    {
        const Occurrences before(m_before);
        const Occurrences after(m_after);
        for (TreeIndex right = 1; right < m_after.size(); ++right) {
            const Node* node = m_after[right].node;
            const TreeIndex left = before.only(node);
            if (left == NoNode || after.only(node) == NoNode)
                continue;
            // The contents of a shared statement are shared.
            pairSubtrees(m_before, left, m_after, right, m_matching);
            right = m_after[right].end - 1;
        }
        for (TreeIndex right = 1; right < m_after.size(); ++right) {
            if (m_matching.hasAfter(right))
                continue;
            for (const Node* node = m_after[right].node->origin; node; node = node->origin) {
                const TreeIndex left = before.only(node);
                if (left == NoNode)
                    continue;
                if (haveSameForm(*node, *m_after[right].node) && !m_before.isFunction(left))
                    m_matching.pair(left, right);
                break;
            }
        }
    }

    /// Pairs subtrees without partners that occur once on both sides.
    void pairUnique(Hash hash, Within within)
    {
        struct Found {
            TreeIndex left = NoNode;
            TreeIndex right = NoNode;
            int lefts = 0;
            int rights = 0;
        };
        std::unordered_map<uint64_t, Found> found;
        const auto key = [&](const TreeNode& node, TreeIndex function) {
            return within == Within::Module ? node.*hash : mixHash(node.*hash, function);
        };
        for (TreeIndex left = 1; left < m_before.size(); ++left)
            if (!m_matching.hasBefore(left) && isSpecific(m_before, left, hash)) {
                Found& entry = found[key(m_before[left], m_before[left].function)];
                entry.left = left;
                ++entry.lefts;
            }
        if (found.empty())
            return;
        for (TreeIndex right = 1; right < m_after.size(); ++right)
            if (!m_matching.hasAfter(right) && isSpecific(m_after, right, hash)) {
                const auto entry =
                    found.find(key(m_after[right], m_matching.ofAfter(m_after[right].function)));
                if (entry == found.end())
                    continue;
                entry->second.right = right;
                ++entry->second.rights;
            }
        for (TreeIndex right = 1; right < m_after.size(); ++right) {
            if (m_matching.hasAfter(right))
                continue;
            const auto entry = found.find(key(m_after[right], m_matching.ofAfter(m_after[right].function)));
            if (entry != found.end() && entry->second.lefts == 1 && entry->second.rights == 1 &&
                entry->second.right == right && !m_matching.hasBefore(entry->second.left))
                pairSubtrees(m_before, entry->second.left, m_after, right, m_matching);
        }
    }

    /// Without the names, a small statement resembles too many others. A statement without operands resembles
    /// every other one of its kind.
    static bool isSpecific(const StatementTree& tree, TreeIndex index, Hash hash)
    {
        const TreeNode& node = tree[index];
        const Place operands = node.headerEnd - node.place;
        if (hash == &TreeNode::namedSubtree)
            return operands > 2 || node.end - index > 1;
        return operands > 6 || node.end - index > 2;
    }

    /// Pairs a container with the container of most of its children's partners. `withEqualHeader`: only where the
    /// headers have the same shape.
    void pairContainers(bool withEqualHeader)
    {
        for (TreeIndex right = TreeIndex(m_after.size()); right-- > 1;) {
            if (m_matching.hasAfter(right) || m_after[right].end == right + 1)
                continue;
            const TreeIndex left = commonParent(right);
            if (left == NoNode || left == 0 || m_matching.hasBefore(left) ||
                !haveSameForm(*m_before[left].node, *m_after[right].node) ||
                m_before.isFunction(left) != m_after.isFunction(right))
                continue;
            if (!withEqualHeader || m_before[left].shapeHeader == m_after[right].shapeHeader)
                m_matching.pair(left, right);
        }
    }

    /// The parent of the partners of more than half of the children that have partners, or NoNode.
    TreeIndex commonParent(TreeIndex right) const
    {
        TreeIndex candidate = NoNode;
        int lead = 0;
        m_after.forEachChild(right, [&](TreeIndex child) {
            const TreeIndex partner = m_matching.ofAfter(child);
            if (partner == NoNode)
                return;
            const TreeIndex parent = m_before[partner].parent;
            if (lead == 0)
                candidate = parent;
            lead += parent == candidate ? 1 : -1;
        });
        return lead > 0 ? candidate : NoNode;
    }

    const StatementTree& m_before;
    const StatementTree& m_after;
    Matching m_matching;
};

} // namespace

Matching matchTrees(const StatementTree& before, const StatementTree& after)
{
    return Matcher(before, after).run();
}

} // namespace tir
