/// Places the labels of the timeline so that they do not overlap. Rows of labels are looked up by their height, so that
/// this stays fast with many boxes.

#include "passes/workbench/drawing/timeline_layout.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace tir {
namespace {

/// Bytes that begin no character.
bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

size_t characterCount(std::string_view text)
{
    return size_t(std::ranges::count_if(text, [](char byte) { return !isContinuation(byte); }));
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Rectangles that are taken.
class TakenRects {
public:
    explicit TakenRects(double rowHeight) : m_rowHeight(std::max(rowHeight, 1.0)) {}

    void add(const Rect& rect)
    {
        for (int64_t row = rowOf(rect.y); row <= rowOf(rect.bottom()); ++row)
            m_rows[row].push_back(rect);
    }

    bool isFree(const Rect& rect) const
    {
        for (int64_t row = rowOf(rect.y); row <= rowOf(rect.bottom()); ++row)
            if (const auto found = m_rows.find(row); found != m_rows.end())
                if (std::ranges::any_of(found->second,
                                        [&](const Rect& other) { return overlap(rect, other); }))
                    return false;
        return true;
    }

private:
    int64_t rowOf(double y) const { return int64_t(std::floor(y / m_rowHeight)); }

    double m_rowHeight;
    std::unordered_map<int64_t, std::vector<Rect>> m_rows;
};

class BoxWords {
public:
    BoxWords(const TimelineLayout& layout, const TimelineOptions& options)
        : m_options(options),
          m_left(layout.plot.x),
          m_right(layout.plot.right()),
          m_taken(options.lineHeight)
    {
        for (const MemoryLine& line : layout.lines)
            if (!line.label.empty())
                m_taken.add(line.labelRect);
        for (const ConflictBox& conflict : layout.conflicts)
            if (!conflict.label.empty())
                m_taken.add(conflict.labelRect);
    }

    /// The name and the size in two lines, in one line, or the name alone; in the middle of the box, or where labels of
    /// an overlapping box leave room: at its top or its bottom. If a box begins out of view, in its visible part.
    void place(TimelineBox& box, const SharedBuffer& buffer, const Rect& visible)
    {
        const double gap = m_options.characterWidth;
        const double line = m_options.lineHeight;
        double start = std::max(box.rect.x, visible.x);
        std::string detail = buffer.sizeText + " bytes";
        if (!buffer.offsetText.empty())
            detail += " at " + buffer.offsetText;
        double end = std::min(box.rect.right(), visible.right());
        if (box.kind == BoxKind::Unplaced) {
            // A lane contains one buffer only: its label may be longer than its lifetime.
            end = std::min(m_right, visible.right());
            const double width = textWidth(buffer.name, m_options) + textWidth(detail, m_options) + 4 * gap;
            start = std::max(std::min(start, end - width), std::max(m_left, visible.x));
        }
        const double room = end - start - gap;
        // The numbers if there is no room for the formulas.
        if (textWidth(detail, m_options) > room && buffer.sizeBytes >= 0 && buffer.offsetBytes >= 0)
            detail = std::to_string(buffer.sizeBytes) + " bytes at " + std::to_string(buffer.offsetBytes);
        if (box.rect.height < line * 0.75 || room < gap)
            return;
        const std::string label = shortened(buffer.name, room, m_options);
        if (label.empty())
            return;
        const double labelWidth = textWidth(label, m_options);
        const double detailWidth = textWidth(detail, m_options);
        const double left = start + 0.75 * gap;
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
                if (!m_taken.isFree(labelRect) || (hasDetail && !m_taken.isFree(detailRect)))
                    continue;
                box.label = label;
                box.labelRect = labelRect;
                m_taken.add(labelRect);
                if (hasDetail) {
                    box.detail = detail;
                    box.detailRect = detailRect;
                    m_taken.add(detailRect);
                }
                return;
            }
        }
    }

private:
    const TimelineOptions& m_options;
    double m_left; ///< of the plot
    double m_right;
    TakenRects m_taken;
};

std::string kibibytes(int64_t bytes)
{
    return bytes % 1024 == 0 ? std::to_string(bytes / 1024) + " KiB" : std::to_string(bytes) + " B";
}

/// The labels beside a line; shorter ones follow, for places where the first ones do not fit.
std::vector<std::string> labelsOf(const MemoryLine& line, const LaunchLiveness& launch,
                                  const TimelineOptions& options)
{
    const std::string number = " " + std::to_string(line.bytes);
    switch (line.kind) {
    case MemoryLineKind::Size: {
        std::vector<std::string> names;
        const auto add = [&](const char* name, int64_t bytes) {
            if (bytes == line.bytes)
                names.push_back(name);
        };
        if (launch.hasSymbolicSizes) {
            add("constant sizes", launch.takenBytes);
        } else {
            add("peak", launch.peakLiveBytes);
            add("lower bound", launch.lowerBound);
            add("reserved", launch.takenBytes);
        }
        if (options.former.takenBytes != launch.takenBytes)
            add("reserved before", options.former.takenBytes);
        std::string all;
        for (const std::string& name : names)
            all += (all.empty() ? "" : " = ") + name;
        std::vector<std::string> labels{all + number};
        if (names.size() > 2)
            labels.push_back(names.front() + " = " + names[2] + number);
        labels.push_back(names.back() + number);
        return labels;
    }
    case MemoryLineKind::Former:
        return {"reserved before" + number};
    case MemoryLineKind::Limit:
        for (const DeviceLimit& limit : deviceLimits())
            if (limit.bytes == line.bytes)
                return {limit.label};
        return {kibibytes(line.bytes)};
    case MemoryLineKind::Exceeded:
        return {"limit " + kibibytes(line.bytes) + (launch.limit ? " (" + launch.limit->device + ")" : "")};
    }
    return {};
}

} // namespace

double textWidth(std::string_view text, const TimelineOptions& options)
{
    return options.textWidth ? options.textWidth(text)
                             : double(characterCount(text)) * options.characterWidth;
}

std::string shortened(std::string_view text, double width, const TimelineOptions& options, size_t least)
{
    if (width <= 0)
        return {};
    if (textWidth(text, options) <= width)
        return std::string(text);
    std::string_view start = text;
    while (!start.empty()) {
        do
            start.remove_suffix(1);
        while (!start.empty() && isContinuation(text[start.size()]));
        if (std::string cut = std::string(start) + "…"; textWidth(cut, options) <= width)
            return start.size() >= least ? cut : "";
    }
    return {};
}

std::vector<DeviceLimit> deviceLimits()
{
    std::vector<DeviceLimit> limits;
    const std::optional<SharedMemoryLimit> first = sharedMemoryLimit("sm_90");
    if (first)
        limits.push_back({first->staticBytes, kibibytes(first->staticBytes) + " (static)"});
    for (const char* device : {"sm_86", "sm_80", "sm_90"})
        if (const std::optional<SharedMemoryLimit> limit = sharedMemoryLimit(device))
            limits.push_back({limit->totalBytes, kibibytes(limit->totalBytes) + " (" + device + ")"});
    return limits;
}

void placeWords(TimelineLayout& layout, const LaunchLiveness& launch, const TimelineOptions& options,
                const Rect& visible)
{
    BoxWords words(layout, options);
    for (TimelineBox& box : layout.boxes) {
        box.label.clear();
        box.detail.clear();
        box.labelRect = box.detailRect = {};
        if (overlap(box.rect, visible))
            words.place(box, launch.buffers[box.buffer], visible);
    }
    layout.statements.clear();
    if (!layout.hasStatements)
        return;
    const double width = layout.tickWidth - options.characterWidth;
    for (int tick = 0; tick < layout.tickCount; ++tick)
        if (layout.xOfTick(tick + 1) > visible.x && layout.xOfTick(tick) < visible.right())
            layout.statements.push_back({tick, shortened(launch.ticks[size_t(tick)].text, width, options)});
}

/// Under their lines, at the right end; those that are close to each other beside each other.
void labelLines(TimelineLayout& layout, const LaunchLiveness& launch, const TimelineOptions& options)
{
    std::vector<Rect> taken;
    for (MemoryLine& line : layout.lines)
        for (const std::string& label : labelsOf(line, launch, options)) {
            const double width = textWidth(label, options);
            Rect rect{layout.plot.right() - width - 2, line.y + 1, width, options.lineHeight};
            for (const Rect& other : taken)
                if (overlap(rect, other))
                    rect.x = other.x - width - 2 * options.characterWidth;
            if (rect.x < layout.plot.x)
                continue;
            line.label = label;
            line.labelRect = rect;
            taken.push_back(rect);
            break;
        }
}

} // namespace tir
