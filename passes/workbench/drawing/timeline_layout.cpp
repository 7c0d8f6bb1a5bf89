/// Columns are statements of equal width, rows are bytes in proportion, or buffers of equal height. By address, buffers
/// without a constant offset get lanes of one line each below the addresses. Labels are in timeline_words.cpp.

#include "passes/workbench/drawing/timeline_layout.h"

#include "core/support/text_format.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace tir {
namespace {

constexpr double LeastBoxHeight = 3;
constexpr double LeastMarkDistanceX = 40;
constexpr double LeastMarkDistanceY = 22;
constexpr double LanePadding = 4;
constexpr double MostNamesShare = 1.0 / 3; ///< of the width, for names beside rows
constexpr double StatementCharacters = 10; ///< that a column is wide at least, for statements to be shown
constexpr int MostBracketRows = 4;         ///< deeper loops are in the last row

/// 1, 2, 5, 10, 20 …: the least one that is not below `least`.
int roundStep(double least)
{
    int step = 1;
    for (const int factor : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000}) {
        if (step >= least)
            break;
        step = factor;
    }
    return step;
}

bool hasPlace(const SharedBuffer& buffer)
{
    return buffer.offsetBytes >= 0 && buffer.sizeBytes >= 0;
}

class Layouter {
public:
    Layouter(const LaunchLiveness& launch, const TimelineOptions& options)
        : m_launch(launch),
          m_options(options),
          m_top(options.topMargin)
    {}

    /// 0 if there are no addresses.
    int64_t addressEnd() { return m_options.isByBuffer ? 0 : measureAddresses(); }

    TimelineLayout measuredOnly()
    {
        measure();
        return std::move(m_layout);
    }

    TimelineLayout run()
    {
        measure();
        for (size_t i = 0; i < m_launch.buffers.size(); ++i)
            addBox(i);
        addMarks();
        addLoops();
        addBarriers();
        addConflicts();
        if (!m_options.isByBuffer)
            for (const FormerLayout::Place& place : m_options.former.places)
                m_layout.outlines.push_back(
                    {place.buffer, boxRect(place.buffer, place.offset, place.offset + place.size)});
        addLines();
        if (m_options.hasWords)
            placeWords(m_layout, m_launch, m_options, {0, 0, m_layout.width, m_layout.height});
        return std::move(m_layout);
    }

private:
    /// The bytes that the plot shows; chooses the limits among them.
    int64_t measureAddresses()
    {
        int64_t end = m_launch.takenBytes;
        for (const SharedBuffer& buffer : m_launch.buffers)
            if (hasPlace(buffer))
                end = std::max(end, buffer.offsetBytes + buffer.sizeBytes);
        for (const FormerLayout::Place& place : m_options.former.places)
            end = std::max(end, place.offset + place.size);
        end = std::max(end, m_options.former.takenBytes);
        m_limits = deviceLimits(m_launch);
        // The first limit that is not reached shows how far it is, unless it is out of sight.
        std::erase_if(m_limits, [&](const DeviceLimit& limit) { return limit.bytes > 2 * end; });
        const auto beyond = std::ranges::upper_bound(m_limits, end, {}, &DeviceLimit::bytes);
        m_limits.erase(beyond == m_limits.end() ? beyond : beyond + 1, m_limits.end());
        if (!m_limits.empty())
            end = std::max(end, m_limits.back().bytes);
        return std::max(end, m_options.scale.leastEnd);
    }

    void measure()
    {
        const bool isByBuffer = m_options.isByBuffer;
        const int64_t end = addressEnd();
        const auto lanes = isByBuffer ? 0 : std::ranges::count_if(m_launch.buffers, std::not_fn(hasPlace));
        const double laneHeight = m_options.lineHeight + LanePadding;
        const double laneHeights = double(lanes) * laneHeight;
        double leftMargin = m_options.leftMargin;
        if (isByBuffer)
            leftMargin = std::max(
                leftMargin, std::min(rowWordsWidth(m_launch, m_options), m_options.width * MostNamesShare));
        const double plotWidth = std::max(m_options.width - leftMargin - m_options.rightMargin, 1.0) *
                                 std::max(m_options.zoom, 1.0);
        m_layout.tickCount = int(m_launch.ticks.size());
        m_layout.tickWidth = plotWidth / std::max(m_layout.tickCount, 1);
        m_layout.addressEnd = end;
        m_layout.width = leftMargin + plotWidth + m_options.rightMargin;
        const double head = headHeight();
        m_layout.hasStatements =
            m_options.lineOf && m_layout.tickWidth >= StatementCharacters * m_options.characterWidth;
        const double axisHeight = m_options.lineHeight * (m_layout.hasStatements ? 2 : 1);
        const double bottom = m_options.bottomMargin + (m_layout.hasStatements ? m_options.lineHeight : 0);
        double room = m_options.height - m_options.topMargin - head - bottom;
        if (!isByBuffer && room - laneHeights > m_options.scale.mostHeight) {
            m_top += room - laneHeights - m_options.scale.mostHeight;
            room = m_options.scale.mostHeight + laneHeights;
        }
        const double top = m_top + head;
        m_layout.barrierWordsY += m_top;
        const double rows = double(m_launch.buffers.size());
        m_layout.plot = {leftMargin, top, plotWidth,
                         isByBuffer ? rows * std::clamp(room / std::max(rows, 1.0), laneHeight,
                                                        laneHeight + m_options.lineHeight)
                         : end > 0  ? std::max(room - laneHeights, 2 * m_options.lineHeight)
                                    : 0};
        if (isByBuffer)
            addRows();
        m_nextLane = m_layout.plot.bottom() + LanePadding;
        if (lanes > 0)
            m_layout.lanesY = m_nextLane;
        m_layout.height = m_layout.plot.bottom() + laneHeights + bottom;
        if (!isByBuffer) // few rows do not need all of it
            m_layout.height = std::max(m_options.height, m_layout.height);
        m_layout.axisY = m_layout.height - std::min(axisHeight, bottom);
        if (m_launch.takenBytes < end)
            m_layout.unusedFrom = m_layout.yOfAddress(m_launch.takenBytes);
    }

    /// In order of first use; buffers that are never used are last.
    void addRows()
    {
        std::vector<size_t> order(m_launch.buffers.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(order, {}, [&](size_t index) {
            const int first = m_launch.buffers[index].firstTick;
            return first < 0 ? m_layout.tickCount : first;
        });
        const double height = m_layout.plot.height / double(std::max<size_t>(order.size(), 1));
        m_layout.rows.resize(order.size());
        for (size_t row = 0; row < order.size(); ++row) {
            const SharedBuffer& buffer = m_launch.buffers[order[row]];
            const double y = m_layout.plot.y + height * double(row);
            m_layout.rows[order[row]] = {y + LanePadding / 2, height - LanePadding, buffer.offsetBytes,
                                         hasPlace(buffer) ? buffer.sizeBytes : 0};
            if (row > 0)
                m_layout.addressMarks.push_back({y, ""});
        }
    }

    /// Of the brackets and the labels of barriers.
    double headHeight()
    {
        int rows = 0;
        for (const LoopBracket& loop : m_launch.loops)
            rows = std::max(rows, std::min(loop.depth + 1, MostBracketRows));
        m_layout.barrierWordsY = rows * m_options.lineHeight; // below the top, which is not known yet
        const bool hasBarriers = std::ranges::any_of(m_launch.ticks, &Tick::isBarrier);
        return (rows + hasBarriers) * m_options.lineHeight;
    }

    void addLoops()
    {
        for (size_t i = 0; i < m_launch.loops.size(); ++i) {
            const LoopBracket& loop = m_launch.loops[i];
            const int row = std::min(loop.depth, MostBracketRows - 1);
            const double left = m_layout.xOfTick(loop.firstTick);
            const Rect rect{left, m_top + row * m_options.lineHeight,
                            m_layout.xOfTick(loop.lastTick + 1) - left, m_options.lineHeight};
            const double room = rect.width - 2 * m_options.characterWidth;
            m_layout.loops.push_back({i, rect, ""});
            if (room < m_options.characterWidth)
                continue;
            const std::string full = loop.variable.empty() ? "while" : loop.variable + " × " + loop.trips;
            for (const std::string& label : {full, "×" + loop.trips, loop.variable})
                if (m_layout.loops.back().label.empty() && textWidth(label, m_options) <= room)
                    m_layout.loops.back().label = label;
        }
    }

    void addBarriers()
    {
        const double width =
            std::clamp(m_layout.tickWidth * 0.3, 1.0, std::max(m_options.characterWidth, 1.0));
        const std::array<std::string, 2> words = {"barrier", "sync"};
        const std::array<double, 2> halves = {textWidth(words[0], m_options) / 2,
                                              textWidth(words[1], m_options) / 2};
        double free = -1e9; // end of the previous label
        for (size_t i = 0; i < m_launch.ticks.size(); ++i) {
            if (!m_launch.ticks[i].isBarrier)
                continue;
            const double x = m_layout.xOfTick(int(i)) + m_layout.tickWidth / 2;
            BarrierBar& bar = m_layout.barriers.emplace_back(BarrierBar{x, int(i), width, {}});
            for (size_t word = 0; word < words.size() && bar.label.empty(); ++word) {
                if (x - halves[word] < free ||
                    x + halves[word] > m_layout.plot.right() + m_options.rightMargin)
                    continue;
                bar.label = words[word];
                free = x + halves[word] + m_options.characterWidth;
            }
        }
    }

    void addConflicts()
    {
        for (size_t i = 0; i < m_launch.conflicts.size(); ++i) {
            addConflict(i, m_launch.conflicts[i].first);
            if (m_options.isByBuffer)
                addConflict(i, m_launch.conflicts[i].second);
        }
    }

    void addConflict(size_t index, size_t buffer)
    {
        const MemoryConflict& conflict = m_launch.conflicts[index];
        Rect rect =
            m_layout.rectOf(buffer, conflict.firstTick, conflict.lastTick, conflict.begin, conflict.end);
        rect.height = std::max(rect.height, LeastBoxHeight);
        const std::string& first = m_launch.buffers[conflict.first].name;
        const std::string& second = m_launch.buffers[conflict.second].name;
        ConflictBox& box = m_layout.conflicts.emplace_back(ConflictBox{index, rect, ""});
        if (rect.height < m_options.lineHeight * 0.75)
            return;
        const double room = rect.width - 2 * m_options.characterWidth;
        const double half = (room - textWidth(" / ", m_options)) / 2;
        box.label = first + " / " + second;
        if (textWidth(box.label, m_options) > room) {
            const std::string left = shortenedName(first, half, m_options);
            const std::string right = shortenedName(second, half, m_options);
            box.label = left.empty() || right.empty() ? "" : left + " / " + right;
        }
        if (!box.label.empty())
            box.labelRect = {rect.x + 2, rect.y + 2, textWidth(box.label, m_options) + 4,
                             std::min(m_options.lineHeight, rect.height - 4)};
    }

    void addLines()
    {
        if (m_layout.plot.height <= 0 || m_options.isByBuffer)
            return;
        const auto add = [&](MemoryLineKind kind, int64_t bytes) {
            if (bytes > 0 && bytes <= m_layout.addressEnd)
                m_layout.lines.push_back({kind, bytes, m_layout.yOfAddress(bytes), {}});
        };
        // Where sizes depend on symbols, neither a peak nor a bound is known.
        for (const int64_t bytes : {m_launch.hasSymbolicSizes ? 0 : m_launch.peakLiveBytes,
                                    m_launch.hasSymbolicSizes ? 0 : m_launch.lowerBound, m_launch.takenBytes})
            if (std::ranges::find(m_layout.lines, bytes, &MemoryLine::bytes) == m_layout.lines.end())
                add(MemoryLineKind::Size, bytes);
        // A line of the sizes says that it is the former one, too.
        if (std::ranges::find(m_layout.lines, m_options.former.takenBytes, &MemoryLine::bytes) ==
            m_layout.lines.end())
            add(MemoryLineKind::Former, m_options.former.takenBytes);
        const int64_t exceeded = m_launch.isFinallyOverLimit() ? m_launch.limitBytes().value_or(0) : 0;
        for (const DeviceLimit& limit : m_limits)
            if (limit.bytes != exceeded)
                add(MemoryLineKind::Limit, limit.bytes);
        if (exceeded <= m_launch.takenBytes)
            add(MemoryLineKind::Exceeded, exceeded);
        std::ranges::stable_sort(m_layout.lines, {}, &MemoryLine::bytes);
        labelLines(m_layout, m_launch, m_options);
    }

    void addBox(size_t index)
    {
        const SharedBuffer& buffer = m_launch.buffers[index];
        TimelineBox box{.buffer = index, .kind = kindOf(buffer), .rect = {}, .label = {}, .detail = {}};
        if (m_options.isByBuffer) {
            box.rect = boxRect(index, 0, 0);
            box.rect.y = m_layout.rows[index].y;
            box.rect.height = m_layout.rows[index].height;
        } else if (hasPlace(buffer)) {
            box.rect = boxRect(index, buffer.offsetBytes, buffer.offsetBytes + buffer.sizeBytes);
        } else {
            box.rect = boxRect(index, 0, 0);
            box.rect.y = m_nextLane;
            box.rect.height = m_options.lineHeight;
            m_nextLane += m_options.lineHeight + LanePadding;
        }
        m_layout.boxes.push_back(std::move(box));
    }

    /// As long as the buffer lives; the whole launch if it is never used.
    Rect boxRect(size_t index, int64_t begin, int64_t end) const
    {
        const SharedBuffer& buffer = m_launch.buffers[index];
        const bool isUsed = buffer.firstTick >= 0;
        Rect rect = m_layout.rectOf(index, isUsed ? buffer.firstTick : 0,
                                    isUsed ? buffer.lastTick : m_layout.tickCount - 1, begin, end);
        if (m_layout.tickCount == 0)
            rect.width = m_layout.plot.width;
        rect.height = std::max(rect.height, LeastBoxHeight);
        return rect;
    }

    static BoxKind kindOf(const SharedBuffer& buffer)
    {
        if (buffer.isOutOfScope)
            return BoxKind::OutOfScope;
        if (buffer.firstTick < 0)
            return BoxKind::Unused;
        return hasPlace(buffer) ? BoxKind::Live : BoxKind::Unplaced;
    }

    void addMarks()
    {
        int64_t step = 1;
        const double bytesPerPixel =
            m_layout.plot.height > 0 ? double(m_layout.addressEnd) / m_layout.plot.height : 0;
        while (double(step) < bytesPerPixel * LeastMarkDistanceY)
            step *= 2;
        for (int64_t byte = 0; byte <= m_layout.addressEnd && m_layout.addressEnd > 0; byte += step)
            m_layout.addressMarks.push_back({m_layout.yOfAddress(byte), groupedDigits(byte)});

        const int tickStep = roundStep(LeastMarkDistanceX / m_layout.tickWidth);
        for (int number = tickStep == 1 ? 1 : tickStep; number <= m_layout.tickCount; number += tickStep)
            m_layout.tickMarks.push_back(
                {m_layout.xOfTick(number - 1) + m_layout.tickWidth / 2, numberText(number)});
    }

    /// The line of a statement, counted from 1; its number where no text is known.
    std::string numberText(int number) const
    {
        const int line =
            m_options.lineOf ? m_options.lineOf(m_launch.ticks[size_t(number) - 1].place) : number;
        return line > 0 ? std::to_string(line) : "";
    }

    const LaunchLiveness& m_launch;
    const TimelineOptions& m_options;
    TimelineLayout m_layout;
    std::vector<DeviceLimit> m_limits; ///< of devices, as far as they are shown
    double m_top;                      ///< of the brackets
    double m_nextLane = 0;
};

} // namespace

double TimelineLayout::yOfAddress(int64_t byte) const
{
    return addressEnd > 0 ? plot.y + plot.height * double(byte) / double(addressEnd) : plot.y;
}

Rect TimelineLayout::rectOf(size_t buffer, int firstTick, int lastTick, int64_t begin, int64_t end) const
{
    const auto yOf = [&](int64_t byte) {
        if (rows.empty())
            return yOfAddress(byte);
        const BufferRow& row = rows[buffer];
        return row.size > 0 ? row.y + row.height * double(byte - row.begin) / double(row.size) : row.y;
    };
    const double x = xOfTick(firstTick);
    const double y = yOf(begin);
    return {x, y, xOfTick(lastTick + 1) - x, yOf(end) - y};
}

std::optional<int> TimelineLayout::tickAt(double x) const
{
    if (tickCount == 0 || x < plot.x || x >= plot.right())
        return {};
    return std::min(int((x - plot.x) / tickWidth), tickCount - 1);
}

const TimelineBox* TimelineLayout::boxAt(double x, double y) const
{
    for (size_t i = boxes.size(); i-- > 0;)
        if (boxes[i].rect.contains(x, y) || (!rows.empty() && boxes[i].labelRect.contains(x, y)))
            return &boxes[i];
    return nullptr;
}

TimelineOptions withRoomForAddresses(TimelineOptions options, const LaunchLiveness& launch)
{
    const int64_t end = Layouter(launch, options).addressEnd();
    options.leftMargin =
        std::max(options.leftMargin, textWidth(groupedDigits(end), options) + options.characterWidth);
    return options;
}

TimelineLayout layoutTimeline(const LaunchLiveness& launch, const TimelineOptions& options)
{
    return Layouter(launch, options).run();
}

TimelineLayout measureTimeline(const LaunchLiveness& launch, const TimelineOptions& options)
{
    return Layouter(launch, options).measuredOnly();
}

} // namespace tir
