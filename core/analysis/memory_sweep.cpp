/// The live intervals are in a segment tree over their bytes. It knows how many bytes are covered, and which
/// intervals contain a byte. An interval that starts overlaps those that contain its first byte, and those
/// that begin inside of it.

#include "core/analysis/memory_sweep.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace tir {
namespace {

class CoverTree {
public:
    explicit CoverTree(std::span<const MemoryInterval> intervals) : m_isLive(intervals.size(), false)
    {
        for (const MemoryInterval& interval : intervals) {
            m_bytes.push_back(interval.begin);
            m_bytes.push_back(interval.end);
        }
        std::sort(m_bytes.begin(), m_bytes.end());
        m_bytes.erase(std::unique(m_bytes.begin(), m_bytes.end()), m_bytes.end());
        m_nodes.resize(4 * m_bytes.size());
    }

    void add(const MemoryInterval& interval, size_t index)
    {
        m_isLive[index] = true;
        change({indexOf(interval.begin), indexOf(interval.end), index, 1}, 1, 0, leafCount());
    }

    void remove(const MemoryInterval& interval, size_t index)
    {
        m_isLive[index] = false;
        change({indexOf(interval.begin), indexOf(interval.end), index, -1}, 1, 0, leafCount());
    }

    int64_t coveredBytes() const { return m_nodes[1].covered; }

    /// Calls `report` with the index of every live interval that contains a byte.
    template <typename Report>
    void eachAround(int64_t byte, Report report)
    {
        const size_t leaf = indexOf(byte);
        size_t node = 1;
        size_t from = 0;
        size_t to = leafCount();
        while (true) {
            // Those that ended are dropped here, once each.
            std::erase_if(m_nodes[node].members, [&](size_t index) { return !m_isLive[index]; });
            for (const size_t index : m_nodes[node].members)
                report(index);
            if (to - from <= 1)
                return;
            const size_t middle = (from + to) / 2;
            node = 2 * node + (leaf >= middle);
            (leaf >= middle ? from : to) = middle;
        }
    }

private:
    struct Node {
        int count = 0; ///< intervals that cover all of it and not all of its parent
        int64_t covered = 0;
        std::vector<size_t> members;
    };
    struct Change {
        size_t from;
        size_t to;
        size_t index;
        int sign;
    };

    size_t leafCount() const { return m_bytes.size() - 1; }
    size_t indexOf(int64_t byte) const
    {
        return size_t(std::lower_bound(m_bytes.begin(), m_bytes.end(), byte) - m_bytes.begin());
    }

    void change(const Change& wanted, size_t number, size_t from, size_t to)
    {
        Node& node = m_nodes[number];
        if (wanted.from <= from && to <= wanted.to) {
            node.count += wanted.sign;
            if (wanted.sign > 0)
                node.members.push_back(wanted.index);
        } else {
            const size_t middle = (from + to) / 2;
            if (wanted.from < middle)
                change(wanted, 2 * number, from, middle);
            if (wanted.to > middle)
                change(wanted, 2 * number + 1, middle, to);
        }
        if (node.count > 0)
            node.covered = m_bytes[to] - m_bytes[from];
        else
            node.covered = to - from > 1 ? m_nodes[2 * number].covered + m_nodes[2 * number + 1].covered : 0;
    }

    std::vector<int64_t> m_bytes; ///< where intervals begin or end, ascending
    std::vector<Node> m_nodes;    ///< the root is 1, the halves of i are 2i and 2i + 1
    std::vector<bool> m_isLive;
};

/// The total size of the live intervals.
class Demand {
public:
    void change(const MemoryInterval& interval, int by)
    {
        std::map<int, int>& counts = m_counts[{interval.begin, interval.end}];
        m_bytes -= most(counts) * (interval.end - interval.begin);
        counts[interval.type] += by;
        m_bytes += most(counts) * (interval.end - interval.begin);
    }
    int64_t bytes() const { return m_bytes; }

private:
    static int most(const std::map<int, int>& counts)
    {
        int most = 0;
        for (const auto& [type, count] : counts)
            most = std::max(most, count);
        return most;
    }

    std::map<std::pair<int64_t, int64_t>, std::map<int, int>> m_counts; ///< by bytes, then by type
    int64_t m_bytes = 0;
};

class Sweep {
public:
    Sweep(std::span<const MemoryInterval> intervals, size_t mostConflicts)
        : m_intervals(intervals),
          m_mostConflicts(mostConflicts),
          m_tree(intervals)
    {}

    MemorySweep run()
    {
        const std::vector<size_t> starts = inOrderOf(&MemoryInterval::firstTick);
        const std::vector<size_t> ends = inOrderOf(&MemoryInterval::lastTick);
        size_t ended = 0;
        for (size_t i = 0; i < starts.size(); ++i) {
            const int tick = m_intervals[starts[i]].firstTick;
            for (; m_intervals[ends[ended]].lastTick < tick; ++ended)
                remove(ends[ended]);
            add(starts[i]);
            if (i + 1 < starts.size() && m_intervals[starts[i + 1]].firstTick == tick)
                continue;
            m_result.lowerBound = std::max(m_result.lowerBound, m_demand.bytes());
            if (m_tree.coveredBytes() > m_result.peakBytes) {
                m_result.peakBytes = m_tree.coveredBytes();
                m_result.peakTick = tick;
            }
        }
        std::sort(m_result.conflicts.begin(), m_result.conflicts.end());
        return std::move(m_result);
    }

private:
    std::vector<size_t> inOrderOf(int MemoryInterval::*tick) const
    {
        std::vector<size_t> order(m_intervals.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return m_intervals[a].*tick < m_intervals[b].*tick; });
        return order;
    }

    void add(size_t index)
    {
        const MemoryInterval& interval = m_intervals[index];
        if (!m_result.hasMoreConflicts) {
            m_tree.eachAround(interval.begin, [&](size_t other) { meet(index, other); });
            for (auto other = m_begins.lower_bound({interval.begin + 1, 0});
                 other != m_begins.end() && other->first < interval.end && !m_result.hasMoreConflicts;
                 ++other)
                meet(index, other->second);
        }
        m_tree.add(interval, index);
        m_begins.insert({interval.begin, index});
        m_demand.change(interval, 1);
    }

    void remove(size_t index)
    {
        m_tree.remove(m_intervals[index], index);
        m_begins.erase({m_intervals[index].begin, index});
        m_demand.change(m_intervals[index], -1);
    }

    void meet(size_t index, size_t other)
    {
        const MemoryInterval& a = m_intervals[index];
        const MemoryInterval& b = m_intervals[other];
        if (a.begin == b.begin && a.end == b.end && a.type != b.type)
            return;
        if (m_result.conflicts.size() == m_mostConflicts)
            m_result.hasMoreConflicts = true;
        else
            m_result.conflicts.push_back({std::min(index, other), std::max(index, other)});
    }

    std::span<const MemoryInterval> m_intervals;
    size_t m_mostConflicts;
    CoverTree m_tree;
    std::set<std::pair<int64_t, size_t>> m_begins; ///< of the live intervals
    Demand m_demand;
    MemorySweep m_result;
};

} // namespace

MemorySweep sweepMemory(std::span<const MemoryInterval> intervals, size_t mostConflicts)
{
    return intervals.empty() ? MemorySweep() : Sweep(intervals, mostConflicts).run();
}

} // namespace tir
