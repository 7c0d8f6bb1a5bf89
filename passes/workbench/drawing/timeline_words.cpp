/// Places the labels of the timeline so that they do not overlap. Rows of labels are looked up by their height, so that
/// this stays fast with many boxes.

#include "core/support/text_format.h"
#include "core/support/utf8.h"
#include "passes/workbench/drawing/timeline_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace tir {
namespace {

bool overlap(const Rect& a, const Rect& b)
{
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::string bytesText(const SharedBuffer& buffer)
{
    if (buffer.hasInvalidSize)
        return "size not valid";
    return groupedDigits(buffer.sizeText) + " bytes";
}

/// The name and, where there is room for both, the size; at the left border of the visible part.
void placeBesideRow(TimelineBox& box, const SharedBuffer& buffer, const TimelineLayout& layout,
                    const TimelineOptions& options, const Rect& visible)
{
    const double gap = options.characterWidth;
    const double left = std::clamp(visible.x, 0.0, layout.width - layout.plot.x);
    const double room = layout.plot.x - 2 * gap;
    const double y = box.rect.center().y - options.lineHeight / 2;
    box.label = shortenedName(buffer.name, room, options);
    if (box.label.empty())
        return;
    const double labelWidth = textWidth(box.label, options);
    box.labelRect = {left + gap, y, labelWidth, options.lineHeight};
    const std::string detail = bytesText(buffer);
    const double detailWidth = textWidth(detail, options);
    if (labelWidth + gap + detailWidth > room)
        return;
    box.detail = detail;
    box.detailRect = {left + layout.plot.x - gap - detailWidth, y, detailWidth, options.lineHeight};
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
        if (layout.boxes.size() <= MostBoxesWithWordsBeside)
            for (const TimelineBox& box : layout.boxes)
                m_boxes.push_back(box.rect);
        m_top = layout.plot.y;
        m_bottom = layout.plot.bottom();
        for (const MemoryLine& line : layout.lines)
            if (!line.label.empty())
                m_taken.add(line.labelRect);
        for (const ConflictBox& conflict : layout.conflicts)
            if (!conflict.label.empty())
                m_taken.add(conflict.labelRect);
    }

    /// The name and the size in two lines, in one line, or the name alone; in the middle of the box, or where labels of
    /// an overlapping box leave room: at its top or its bottom. If a box begins out of view, in its visible part. A name
    /// that does not fit is beside its box; where there is no room, it is shortened.
    void place(TimelineBox& box, const SharedBuffer& buffer, const Rect& visible)
    {
        const double gap = m_options.characterWidth;
        const double line = m_options.lineHeight;
        double start = std::max(box.rect.x, visible.x);
        std::string detail = bytesText(buffer);
        if (!buffer.offsetText.empty() && !buffer.hasInvalidSize)
            detail += " at " + groupedDigits(buffer.offsetText);
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
            detail = groupedDigits(buffer.sizeBytes) + " bytes at " + groupedDigits(buffer.offsetBytes);
        const bool isLow = box.rect.height < line * 0.75;
        const std::string label =
            isLow || room < gap ? std::string() : shortenedName(buffer.name, room, m_options);
        const bool isInPlot = box.kind != BoxKind::Unplaced;
        if (label != buffer.name && isInPlot && placeBeside(box, buffer, visible, isLow))
            return;
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
            const double border = std::clamp((box.rect.height - height) / 2, 0.0, BorderGap);
            for (const double top : {box.rect.center().y - height / 2, box.rect.y + border,
                                     box.rect.bottom() - height - border}) {
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
    /// The name outside of the box, where no other box is; false if there is no such place. A low box has it below or
    /// above, a narrow one at its right or left.
    bool placeBeside(TimelineBox& box, const SharedBuffer& buffer, const Rect& visible, bool isLow)
    {
        if (m_boxes.empty())
            return false;
        const double width = textWidth(buffer.name, m_options);
        const double line = m_options.lineHeight;
        const double gap = m_options.characterWidth / 2;
        const double left = std::max(m_left, visible.x);
        const double right = std::min(m_right, visible.right());
        const double x = std::min(std::max(box.rect.x, left) + 1.5 * gap, right - width);
        const double y = std::min(std::max(m_top, box.rect.center().y - line / 2), m_bottom - line);
        std::array<Rect, 4> places{
            Rect{box.rect.right() + gap, y, width, line}, Rect{box.rect.x - gap - width, y, width, line},
            Rect{x, box.rect.bottom() + 1, width, line}, Rect{x, box.rect.y - line - 1, width, line}};
        if (isLow)
            std::rotate(places.begin(), places.begin() + 2, places.end());
        const auto isFree = [&](const Rect& rect) {
            const auto isOver = [&](const Rect& other) { return overlap(rect, other); };
            return rect.x >= left && rect.right() <= right && rect.y >= m_top && rect.bottom() <= m_bottom &&
                   m_taken.isFree(rect) && std::ranges::none_of(m_boxes, isOver);
        };
        const auto place = std::ranges::find_if(places, isFree);
        if (place == places.end())
            return false;
        box.label = buffer.name;
        box.labelRect = *place;
        m_taken.add(*place);
        return true;
    }

    static constexpr size_t MostBoxesWithWordsBeside = 100;
    static constexpr double BorderGap = 3; ///< between a label and the border of its box, where there is room

    const TimelineOptions& m_options;
    std::vector<Rect> m_boxes; ///< empty: too many to look for room between them
    double m_left;             ///< of the plot
    double m_right;
    double m_top;
    double m_bottom;
    TakenRects m_taken;
};

std::string limitText(int64_t bytes, const std::string& what)
{
    return "limit " + groupedDigits(bytes) + (what.empty() ? "" : " (" + what + ")");
}

/// The labels beside a line; shorter ones follow, for places where the first ones do not fit.
std::vector<std::string> labelsOf(const MemoryLine& line, const LaunchLiveness& launch,
                                  const TimelineOptions& options)
{
    const std::string number = " " + groupedDigits(line.bytes);
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
        for (const DeviceLimit& limit : deviceLimits(launch))
            if (limit.bytes == line.bytes)
                return {limit.label};
        return {limitText(line.bytes, "")};
    case MemoryLineKind::Exceeded:
        return {limitText(line.bytes, launch.limit ? launch.limit->device : "")};
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
        while (!start.empty() && isUtf8Continuation(text[start.size()]));
        if (std::string cut = std::string(start) + "…"; textWidth(cut, options) <= width)
            return start.size() >= least ? cut : "";
    }
    return {};
}

std::string shortenedName(std::string_view name, double width, const TimelineOptions& options)
{
    if (width <= 0)
        return {};
    if (textWidth(name, options) <= width)
        return std::string(name);
    const auto boundary = [&](size_t at) {
        while (at < name.size() && isUtf8Continuation(name[at]))
            ++at;
        return at;
    };
    for (size_t kept = name.size() - 1; kept >= 3; --kept) {
        const size_t start = boundary((kept + 1) / 2);
        const size_t end = boundary(name.size() - kept / 2);
        std::string cut = std::string(name.substr(0, start)) + "…" + std::string(name.substr(end));
        if (textWidth(cut, options) <= width)
            return cut;
    }
    return {};
}

std::vector<DeviceLimit> deviceLimits(const LaunchLiveness& launch)
{
    const auto isStatic = [](const SharedBuffer& buffer) { return buffer.scope == "shared"; };
    const bool hasStatic = launch.staticBytes > 0 || std::ranges::any_of(launch.buffers, isStatic);
    const bool hasDynamic =
        launch.takenBytes > launch.staticBytes || !std::ranges::all_of(launch.buffers, isStatic);
    std::vector<SharedMemoryLimit> devices;
    if (launch.limit)
        devices.push_back(*launch.limit);
    else
        for (const char* device : {"sm_86", "sm_80", "sm_90"})
            if (const std::optional<SharedMemoryLimit> limit = sharedMemoryLimit(device))
                devices.push_back(*limit);
    std::vector<DeviceLimit> limits;
    if (hasStatic && !devices.empty() && devices.front().staticBytes < devices.front().totalBytes)
        limits.push_back({devices.front().staticBytes, limitText(devices.front().staticBytes, "static")});
    for (const SharedMemoryLimit& device : devices)
        if (hasDynamic || device.staticBytes == device.totalBytes)
            limits.push_back({device.totalBytes, limitText(device.totalBytes, device.device)});
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
        const Rect row{0, box.rect.y, layout.width, box.rect.height};
        if (!layout.rows.empty() && overlap(row, visible))
            placeBesideRow(box, launch.buffers[box.buffer], layout, options, visible);
        else if (layout.rows.empty() && overlap(box.rect, visible))
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

double rowWordsWidth(const LaunchLiveness& launch, const TimelineOptions& options)
{
    double width = 0;
    for (const SharedBuffer& buffer : launch.buffers)
        width = std::max(width, textWidth(buffer.name, options) + textWidth(bytesText(buffer), options));
    return width + 3 * options.characterWidth;
}

/// At the right end, under its line or above it, so that no other line crosses it; where lines are too close for that,
/// beside the other labels.
void labelLines(TimelineLayout& layout, const LaunchLiveness& launch, const TimelineOptions& options)
{
    std::vector<Rect> taken;
    const auto isFree = [&](const Rect& rect, const MemoryLine& own, bool mayBeCrossed) {
        const auto isOver = [&](const Rect& other) { return overlap(rect, other); };
        const auto crosses = [&](const MemoryLine& line) {
            return &line != &own && line.y > rect.y && line.y < rect.bottom();
        };
        return rect.x >= layout.plot.x && rect.y >= layout.plot.y && std::ranges::none_of(taken, isOver) &&
               (mayBeCrossed || std::ranges::none_of(layout.lines, crosses));
    };
    const auto place = [&](MemoryLine& line, const std::string& label, bool mayBeCrossed) {
        const double width = textWidth(label, options);
        std::vector<double> rights{layout.plot.right() - 2};
        for (const Rect& other : taken)
            rights.push_back(other.x - 2 * options.characterWidth);
        std::ranges::sort(rights, std::greater());
        for (const double right : rights)
            for (const double top : {line.y + 1, line.y - options.lineHeight - 1})
                if (const Rect rect{right - width, top, width, options.lineHeight};
                    isFree(rect, line, mayBeCrossed)) {
                    line.label = label;
                    line.labelRect = rect;
                    taken.push_back(rect);
                    return true;
                }
        return false;
    };
    for (MemoryLine& line : layout.lines)
        for (const bool mayBeCrossed : {false, true})
            for (const std::string& label : labelsOf(line, launch, options))
                if (line.label.empty())
                    place(line, label, mayBeCrossed);
}

} // namespace tir
