/// Divide and conquer: two searches, from both ends, walk the edit grid until they meet on a diagonal;
/// the meeting point splits the problem in two. A diagonal k holds the points with x - y = k.

#include "core/diff/sequence_diff.h"

#include <algorithm>
#include <unordered_set>

namespace tir {
namespace {

/// The furthest x that a search has reached on each diagonal; -1 where it has not been.
class Frontier {
public:
    Frontier(int left, int right) : m_offset(right + 1), m_reached(size_t(left + right + 3), -1) {}
    int& operator[](int diagonal) { return m_reached[size_t(diagonal + m_offset)]; }

private:
    int m_offset;
    std::vector<int> m_reached;
};

struct Point {
    int x;
    int y;
};

class Comparer {
public:
    Comparer(std::span<const uint32_t> left, std::span<const uint32_t> right, int maxCost)
        : m_left(left),
          m_right(right),
          m_maxCost(maxCost)
    {
        m_result.isOnlyLeft.resize(left.size());
        m_result.isOnlyRight.resize(right.size());
    }

    SequenceDiff run()
    {
        compare(0, int(m_left.size()), 0, int(m_right.size()));
        return std::move(m_result);
    }

private:
    void compare(int leftBegin, int leftEnd, int rightBegin, int rightEnd)
    {
        while (leftBegin < leftEnd && rightBegin < rightEnd &&
               at(m_left, leftBegin) == at(m_right, rightBegin)) {
            ++leftBegin;
            ++rightBegin;
        }
        while (leftBegin < leftEnd && rightBegin < rightEnd &&
               at(m_left, leftEnd - 1) == at(m_right, rightEnd - 1)) {
            --leftEnd;
            --rightEnd;
        }
        if (leftBegin == leftEnd || rightBegin == rightEnd) {
            std::fill(m_result.isOnlyLeft.begin() + leftBegin, m_result.isOnlyLeft.begin() + leftEnd, true);
            std::fill(m_result.isOnlyRight.begin() + rightBegin, m_result.isOnlyRight.begin() + rightEnd,
                      true);
            return;
        }
        const Point split = middle(m_left.subspan(size_t(leftBegin), size_t(leftEnd - leftBegin)),
                                   m_right.subspan(size_t(rightBegin), size_t(rightEnd - rightBegin)));
        compare(leftBegin, leftBegin + split.x, rightBegin, rightBegin + split.y);
        compare(leftBegin + split.x, leftEnd, rightBegin + split.y, rightEnd);
    }

    static uint32_t at(std::span<const uint32_t> items, int index) { return items[size_t(index)]; }

    /// Precondition: both ends differ, so that at least one edit is on each side of the result.
    Point middle(std::span<const uint32_t> left, std::span<const uint32_t> right) const
    {
        const int n = int(left.size());
        const int m = int(right.size());
        const int delta = n - m;
        Frontier forward(n, m);
        Frontier backward(n, m); // in coordinates from the end
        forward[0] = backward[0] = 0;
        for (int cost = 1;; ++cost) {
            const int low = std::max(-cost, -m + (cost + m) % 2);
            const int high = std::min(cost, n - (cost + n) % 2);
            for (int k = low; k <= high; k += 2) {
                int x = step(forward, k, n, m);
                while (x >= 0 && x < n && x - k < m && at(left, x) == at(right, x - k))
                    ++x;
                forward[k] = std::max(forward[k], x);
                if (delta % 2 != 0 && meet(forward[k], backward[delta - k], n))
                    return {forward[k], forward[k] - k};
            }
            for (int k = low; k <= high; k += 2) {
                int x = step(backward, k, n, m);
                while (x >= 0 && x < n && x - k < m && at(left, n - 1 - x) == at(right, m - 1 - (x - k)))
                    ++x;
                backward[k] = std::max(backward[k], x);
                if (delta % 2 == 0 && meet(backward[k], forward[delta - k], n))
                    return {n - backward[k], m - (backward[k] - k)};
            }
            if (cost >= m_maxCost)
                return bestSoFar(forward, backward, low, high, n, m);
        }
    }

    /// One edit from the adjacent diagonals; -1 if both leave the grid.
    static int step(Frontier& frontier, int k, int n, int m)
    {
        const int before = frontier[k - 1];
        const int after = frontier[k + 1];
        const int byRemoval = before >= 0 && before < n ? before + 1 : -1;
        const int byInsertion = after >= 0 && after - (k + 1) < m ? after : -1;
        return std::max(byRemoval, byInsertion);
    }

    static bool meet(int x, int xFromEnd, int n) { return x >= 0 && xFromEnd >= 0 && x + xFromEnd >= n; }

    static Point bestSoFar(Frontier& forward, Frontier& backward, int low, int high, int n, int m)
    {
        Point fromStart{0, 0};
        Point fromEnd{0, 0};
        for (int k = low; k <= high; k += 2) {
            if (2 * forward[k] - k > fromStart.x + fromStart.y && forward[k] >= 0)
                fromStart = {forward[k], forward[k] - k};
            if (2 * backward[k] - k > fromEnd.x + fromEnd.y && backward[k] >= 0)
                fromEnd = {backward[k], backward[k] - k};
        }
        if (fromStart.x + fromStart.y >= fromEnd.x + fromEnd.y)
            return fromStart;
        return {n - fromEnd.x, m - fromEnd.y};
    }

    std::span<const uint32_t> m_left;
    std::span<const uint32_t> m_right;
    int m_maxCost;
    SequenceDiff m_result;
};

/// The elements of `items` that `other` has at all, with their positions.
struct Filtered {
    std::vector<uint32_t> items;
    std::vector<size_t> positions;

    Filtered(std::span<const uint32_t> all, const std::unordered_set<uint32_t>& other)
    {
        for (size_t i = 0; i < all.size(); ++i)
            if (other.count(all[i])) {
                items.push_back(all[i]);
                positions.push_back(i);
            }
    }
};

} // namespace

SequenceDiff diffSequences(std::span<const uint32_t> left, std::span<const uint32_t> right, int maxCost)
{
    SequenceDiff diff{std::vector<bool>(left.size()), std::vector<bool>(right.size())};
    size_t prefix = 0;
    while (prefix < left.size() && prefix < right.size() && left[prefix] == right[prefix])
        ++prefix;
    size_t suffix = 0;
    while (suffix < left.size() - prefix && suffix < right.size() - prefix &&
           left[left.size() - 1 - suffix] == right[right.size() - 1 - suffix])
        ++suffix;
    left = left.subspan(prefix, left.size() - prefix - suffix);
    right = right.subspan(prefix, right.size() - prefix - suffix);

    // Elements that the other side does not contain cannot be matched: they need not be searched.
    const Filtered leftKnown(left, {right.begin(), right.end()});
    const Filtered rightKnown(right, {left.begin(), left.end()});
    std::fill_n(diff.isOnlyLeft.begin() + int64_t(prefix), left.size(), true);
    std::fill_n(diff.isOnlyRight.begin() + int64_t(prefix), right.size(), true);
    const SequenceDiff inner = Comparer(leftKnown.items, rightKnown.items, maxCost).run();
    for (size_t i = 0; i < leftKnown.items.size(); ++i)
        diff.isOnlyLeft[prefix + leftKnown.positions[i]] = inner.isOnlyLeft[i];
    for (size_t i = 0; i < rightKnown.items.size(); ++i)
        diff.isOnlyRight[prefix + rightKnown.positions[i]] = inner.isOnlyRight[i];
    return diff;
}

} // namespace tir
