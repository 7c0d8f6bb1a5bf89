/// Columns are statements of equal width, rows are bytes in proportion. Buffers without a constant place
/// get lanes of one line each below the addresses.

#include "passes/workbench/drawing/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace tir {
namespace {

constexpr double LeastBoxHeight = 3;
constexpr double LeastMarkDistanceX = 40;
constexpr double LeastMarkDistanceY = 22;
constexpr double LanePadding = 4;

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

/// Bytes that begin no character.
bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

class Layouter {
public:
    Layouter(const LaunchLiveness& launch, const TimelineOptions& options)
        : m_launch(launch),
          m_options(options)
    {}

    TimelineLayout run()
    {
        measure();
        for (size_t i = 0; i < m_launch.buffers.size(); ++i)
            addBox(i);
        for (TimelineBox& box : m_layout.boxes)
            addWords(box, m_launch.buffers[box.buffer]);
        addMarks();
        for (size_t i = 0; i < m_launch.ticks.size(); ++i)
            if (m_launch.ticks[i].isBarrier)
                m_layout.barriers.push_back({m_layout.xOfTick(int(i)) + m_layout.tickWidth / 2, int(i)});
        return std::move(m_layout);
    }

private:
    void measure()
    {
        int64_t end = m_launch.takenBytes;
        size_t lanes = 0;
        for (const SharedBuffer& buffer : m_launch.buffers) {
            lanes += !hasPlace(buffer);
            if (hasPlace(buffer))
                end = std::max(end, buffer.offsetBytes + buffer.sizeBytes);
        }
        const double laneHeights = double(lanes) * (m_options.lineHeight + LanePadding);
        const double plotWidth =
            std::max(m_options.width - m_options.leftMargin - m_options.rightMargin, 1.0) *
            std::max(m_options.zoom, 1.0);
        m_layout.tickCount = int(m_launch.ticks.size());
        m_layout.tickWidth = plotWidth / std::max(m_layout.tickCount, 1);
        m_layout.addressEnd = end;
        m_layout.width = m_options.leftMargin + plotWidth + m_options.rightMargin;
        m_layout.height = m_options.height;
        const double room = m_options.height - m_options.topMargin - m_options.bottomMargin;
        m_layout.plot = {m_options.leftMargin, m_options.topMargin, plotWidth,
                         end > 0 ? std::max(room - laneHeights, m_options.lineHeight) : 0};
        m_nextLane = m_layout.plot.bottom() + LanePadding;
        m_layout.height =
            std::max(m_options.height, m_layout.plot.bottom() + laneHeights + m_options.bottomMargin);
        if (m_launch.takenBytes < end)
            m_layout.unusedFrom = m_layout.yOfAddress(m_launch.takenBytes);
        if (const std::optional<int64_t> limit = m_launch.limitBytes(); limit && *limit < end)
            m_layout.limit = m_layout.yOfAddress(*limit);
    }

    void addBox(size_t index)
    {
        const SharedBuffer& buffer = m_launch.buffers[index];
        const bool isUsed = buffer.firstTick >= 0;
        TimelineBox box{.buffer = index, .kind = kindOf(buffer), .rect = {}, .label = {}, .detail = {}};
        box.rect.x = isUsed ? m_layout.xOfTick(buffer.firstTick) : m_layout.plot.x;
        box.rect.width =
            (isUsed ? m_layout.xOfTick(buffer.lastTick + 1) : m_layout.plot.right()) - box.rect.x;
        if (hasPlace(buffer)) {
            box.rect.y = m_layout.yOfAddress(buffer.offsetBytes);
            const double bottom = m_layout.yOfAddress(buffer.offsetBytes + buffer.sizeBytes);
            box.rect.height = std::max(bottom - box.rect.y, LeastBoxHeight);
        } else {
            box.rect.y = m_nextLane;
            box.rect.height = m_options.lineHeight;
            m_nextLane += m_options.lineHeight + LanePadding;
        }
        m_layout.boxes.push_back(std::move(box));
    }

    static BoxKind kindOf(const SharedBuffer& buffer)
    {
        if (buffer.isOutOfScope)
            return BoxKind::OutOfScope;
        if (buffer.firstTick < 0)
            return BoxKind::Unused;
        return hasPlace(buffer) ? BoxKind::Live : BoxKind::Unplaced;
    }

    double widthOf(std::string_view text) const
    {
        if (m_options.textWidth)
            return m_options.textWidth(text);
        const auto isFirst = [](char byte) { return !isContinuation(byte); };
        return double(std::ranges::count_if(text, isFirst)) * m_options.characterWidth;
    }

    /// Ends in "…" where it does not fit; empty when that leaves less than three characters.
    std::string shortened(const std::string& text, double width) const
    {
        if (widthOf(text) <= width)
            return text;
        std::string_view start = text;
        while (!start.empty()) {
            do
                start.remove_suffix(1);
            while (!start.empty() && isContinuation(text[start.size()]));
            if (std::string cut = std::string(start) + "…"; widthOf(cut) <= width)
                return start.size() >= 3 ? cut : "";
        }
        return {};
    }

    /// The name and what it takes in two lines, in one line, or the name alone; in the middle of the box, or
    /// where words of a box that overlaps leave room: at its top or its bottom.
    void addWords(TimelineBox& box, const SharedBuffer& buffer)
    {
        const double gap = m_options.characterWidth;
        const double room = box.rect.width - gap;
        const double line = m_options.lineHeight;
        if (box.rect.height < line * 0.75)
            return;
        const std::string label = shortened(buffer.name, room);
        if (label.empty())
            return;
        std::string detail = buffer.sizeText + " bytes";
        if (buffer.offsetBytes >= 0)
            detail += " at " + std::to_string(buffer.offsetBytes);
        const double labelWidth = widthOf(label);
        const double detailWidth = widthOf(detail);
        const double left = box.rect.x + 0.75 * gap;
        const bool areBelow = box.rect.height >= 2 * line && detailWidth <= room;
        const bool areBeside =
            !areBelow && box.rect.height < 2 * line && labelWidth + 2 * gap + detailWidth <= room;
        for (const bool hasDetail : {true, false}) {
            if (hasDetail && !areBelow && !areBeside)
                continue;
            const double height = hasDetail && areBelow ? 2 * line : std::min(line, box.rect.height);
            for (const double top :
                 {box.rect.center().y - height / 2, box.rect.y, box.rect.bottom() - height}) {
                const Rect labelRect{left, top, labelWidth, std::min(line, height)};
                Rect detailRect;
                if (hasDetail)
                    detailRect = areBelow ? Rect{left, top + line, detailWidth, line}
                                          : Rect{left + labelWidth + 2 * gap, top, detailWidth, height};
                if (!isFree(labelRect) || (hasDetail && !isFree(detailRect)))
                    continue;
                box.label = label;
                box.labelRect = labelRect;
                if (hasDetail) {
                    box.detail = detail;
                    box.detailRect = detailRect;
                }
                return;
            }
        }
    }

    /// Whether the words of no box are there yet.
    bool isFree(const Rect& words) const
    {
        return std::ranges::none_of(m_layout.boxes, [&](const TimelineBox& box) {
            return overlap(box.labelRect, words) || overlap(box.detailRect, words);
        });
    }

    void addMarks()
    {
        int64_t step = 1;
        const double bytesPerPixel =
            m_layout.plot.height > 0 ? double(m_layout.addressEnd) / m_layout.plot.height : 0;
        while (double(step) < bytesPerPixel * LeastMarkDistanceY)
            step *= 2;
        for (int64_t byte = 0; byte <= m_layout.addressEnd && m_layout.addressEnd > 0; byte += step)
            m_layout.addressMarks.push_back({m_layout.yOfAddress(byte), std::to_string(byte)});

        const int tickStep = roundStep(LeastMarkDistanceX / m_layout.tickWidth);
        for (int number = tickStep == 1 ? 1 : tickStep; number <= m_layout.tickCount; number += tickStep)
            m_layout.tickMarks.push_back(
                {m_layout.xOfTick(number - 1) + m_layout.tickWidth / 2, std::to_string(number)});
    }

    const LaunchLiveness& m_launch;
    const TimelineOptions& m_options;
    TimelineLayout m_layout;
    double m_nextLane = 0;
};

} // namespace

double TimelineLayout::yOfAddress(int64_t byte) const
{
    return addressEnd > 0 ? plot.y + plot.height * double(byte) / double(addressEnd) : plot.y;
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
        if (boxes[i].rect.contains(x, y))
            return &boxes[i];
    return nullptr;
}

TimelineLayout layoutTimeline(const LaunchLiveness& launch, const TimelineOptions& options)
{
    return Layouter(launch, options).run();
}

} // namespace tir
