#include "core/diff/structural/align_children.h"

#include "core/diff/ordered_pairs.h"
#include "core/diff/sequence_diff.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

/// Statements below this likeness are shown as a removal and an insertion.
constexpr double LeastLikeness = 0.5;
/// Runs of unlike statements are paired in pieces of at most this size.
constexpr size_t WindowSize = 64;

using Hash = uint64_t TreeNode::*;

class Aligner {
public:
    Aligner(const StatementTree& before, const StatementTree& after, Matching& matching)
        : m_before(before),
          m_after(after),
          m_matching(matching)
    {}

    void align(TreeIndex left, TreeIndex right, AlignBy how)
    {
        collect(left, right);
        if (m_left.empty() || m_right.empty())
            return;
        alignEqual(&TreeNode::namedSubtree);
        alignEqual(&TreeNode::shapeSubtree);
        // Functions correspond by their names and contents, never by their order.
        if (how == AlignBy::Likeness && left != 0)
            alignAlike();
    }

private:
    /// The children that have no partner elsewhere.
    void collect(TreeIndex left, TreeIndex right)
    {
        m_left.clear();
        m_right.clear();
        m_before.forEachChild(left, [&](TreeIndex child) {
            const TreeIndex partner = m_matching.ofBefore(child);
            if (partner == NoNode || m_after[partner].parent == right)
                m_left.push_back(child);
        });
        m_after.forEachChild(right, [&](TreeIndex child) {
            const TreeIndex partner = m_matching.ofAfter(child);
            if (partner == NoNode || m_before[partner].parent == left)
                m_right.push_back(child);
        });
    }

    /// The same number for elements that may correspond.
    uint32_t number(uint64_t key)
    {
        return m_numbers.try_emplace(key, uint32_t(m_numbers.size())).first->second;
    }

    uint64_t key(const TreeNode& node, TreeIndex leftOfPair, Hash hash) const
    {
        return leftOfPair == NoNode ? mixHash(node.*hash, node.slot) : mixHash(leftOfPair, 1);
    }

    bool isPair(TreeIndex left, TreeIndex right) const { return m_matching.ofBefore(left) == right; }

    /// Whether two children correspond already, or are equal and without partners.
    bool agrees(TreeIndex left, TreeIndex right, Hash hash) const
    {
        if (m_matching.hasBefore(left) || m_matching.hasAfter(right))
            return isPair(left, right);
        return m_before[left].*hash == m_after[right].*hash && m_before[left].slot == m_after[right].slot;
    }

    void pairEqual(TreeIndex left, TreeIndex right)
    {
        if (!m_matching.hasBefore(left))
            pairSubtrees(m_before, left, m_after, right, m_matching);
    }

    void alignEqual(Hash hash)
    {
        size_t begin = 0;
        size_t leftEnd = m_left.size();
        size_t rightEnd = m_right.size();
        for (; begin < leftEnd && begin < rightEnd && agrees(m_left[begin], m_right[begin], hash); ++begin)
            pairEqual(m_left[begin], m_right[begin]);
        for (;
             leftEnd > begin && rightEnd > begin && agrees(m_left[leftEnd - 1], m_right[rightEnd - 1], hash);
             --leftEnd, --rightEnd)
            pairEqual(m_left[leftEnd - 1], m_right[rightEnd - 1]);
        if (begin == leftEnd || begin == rightEnd)
            return;

        m_numbers.clear();
        std::vector<uint32_t> left;
        std::vector<uint32_t> right;
        for (size_t i = begin; i < leftEnd; ++i)
            left.push_back(
                number(key(m_before[m_left[i]], m_matching.hasBefore(m_left[i]) ? m_left[i] : NoNode, hash)));
        for (size_t j = begin; j < rightEnd; ++j)
            right.push_back(number(key(m_after[m_right[j]], m_matching.ofAfter(m_right[j]), hash)));
        const SequenceDiff diff = diffSequences(left, right);
        for (size_t i = 0, j = 0; i < left.size() && j < right.size();) {
            if (diff.isOnlyLeft[i])
                ++i;
            else if (diff.isOnlyRight[j])
                ++j;
            else
                pairEqual(m_left[begin + i++], m_right[begin + j++]);
        }
    }

    /// Between children that correspond, pairs the others by likeness.
    void alignAlike()
    {
        std::unordered_map<TreeIndex, size_t> positions;
        for (size_t j = 0; j < m_right.size(); ++j)
            positions.emplace(m_right[j], j);
        std::vector<TreeIndex> left;
        size_t rightBegin = 0;
        const auto closeGap = [&](size_t rightEnd) {
            std::vector<TreeIndex> right;
            for (size_t j = rightBegin; j < rightEnd; ++j)
                if (!m_matching.hasAfter(m_right[j]))
                    right.push_back(m_right[j]);
            pairGap(left, right);
            left.clear();
        };
        for (const TreeIndex child : m_left) {
            const TreeIndex partner = m_matching.ofBefore(child);
            if (partner == NoNode) {
                left.push_back(child);
                continue;
            }
            // A pair that crosses another one separates nothing.
            const size_t position = positions.at(partner);
            if (position < rightBegin)
                continue;
            closeGap(position);
            rightBegin = position + 1;
        }
        closeGap(m_right.size());
    }

    void pairGap(const std::vector<TreeIndex>& left, const std::vector<TreeIndex>& right)
    {
        const size_t pieces = (std::max(left.size(), right.size()) + WindowSize - 1) / WindowSize;
        const auto piece = [&](const std::vector<TreeIndex>& all, size_t number) {
            return std::span(all).subspan(all.size() * number / pieces,
                                          all.size() * (number + 1) / pieces - all.size() * number / pieces);
        };
        for (size_t number = 0; number < pieces; ++number)
            pairPiece(piece(left, number), piece(right, number));
    }

    void pairPiece(std::span<const TreeIndex> left, std::span<const TreeIndex> right)
    {
        if (left.empty() || right.empty())
            return;
        const auto words = [](const StatementTree& tree, std::span<const TreeIndex> nodes) {
            std::vector<std::vector<uint64_t>> result;
            for (const TreeIndex node : nodes)
                result.push_back(headerWords(tree, node));
            return result;
        };
        const std::vector<std::vector<uint64_t>> leftWords = words(m_before, left);
        const std::vector<std::vector<uint64_t>> rightWords = words(m_after, right);
        const std::vector<size_t> partners =
            pairInOrder(left.size(), right.size(), LeastLikeness, [&](size_t i, size_t j) {
                const TreeNode& a = m_before[left[i]];
                const TreeNode& b = m_after[right[j]];
                if (!haveSameForm(*a.node, *b.node) || a.slot != b.slot)
                    return 0.0;
                return std::max(likeness(leftWords[i], rightWords[j]), commonChildren(left[i], right[j]));
            });
        for (size_t i = 0; i < left.size(); ++i)
            if (partners[i] != NoPartner)
                m_matching.pair(left[i], right[partners[i]]);
    }

    /// The places of a header as sorted hashes. The kind of the statement is only part of a hash of its own.
    static std::vector<uint64_t> headerWords(const StatementTree& tree, TreeIndex index)
    {
        const TreeNode& node = tree[index];
        std::vector<uint64_t> words;
        const Place first = node.headerEnd > node.place + 1 ? node.place + 1 : node.place;
        for (Place place = first; place < node.headerEnd; ++place)
            words.push_back(localHash(*tree.places()[place].node).named);
        std::sort(words.begin(), words.end());
        return words;
    }

    /// The part of the children that correspond, of the node with more children.
    double commonChildren(TreeIndex left, TreeIndex right) const
    {
        size_t leftCount = 0;
        size_t rightCount = 0;
        size_t common = 0;
        m_before.forEachChild(left, [&](TreeIndex child) {
            ++leftCount;
            const TreeIndex partner = m_matching.ofBefore(child);
            common += partner != NoNode && m_after[partner].parent == right;
        });
        m_after.forEachChild(right, [&](TreeIndex) { ++rightCount; });
        const size_t most = std::max(leftCount, rightCount);
        return most == 0 ? 0 : double(common) / double(most);
    }

    const StatementTree& m_before;
    const StatementTree& m_after;
    Matching& m_matching;
    std::vector<TreeIndex> m_left;
    std::vector<TreeIndex> m_right;
    std::unordered_map<uint64_t, uint32_t> m_numbers;
};

} // namespace

void alignChildren(const StatementTree& before, const StatementTree& after, Matching& matching, AlignBy how)
{
    Aligner aligner(before, after, matching);
    for (TreeIndex right = 0; right < after.size(); ++right)
        if (matching.hasAfter(right) && after[right].end > right + 1)
            aligner.align(matching.ofAfter(right), right, how);
}

void pairSubtrees(const StatementTree& before, TreeIndex left, const StatementTree& after, TreeIndex right,
                  Matching& matching)
{
    const TreeIndex count = before[left].end - left;
    if (after[right].end - right != count)
        return; // equal hashes of unequal trees
    for (TreeIndex i = 0; i < count; ++i)
        if (before[left + i].node->kind == after[right + i].node->kind)
            matching.pair(left + i, right + i);
}

} // namespace tir
