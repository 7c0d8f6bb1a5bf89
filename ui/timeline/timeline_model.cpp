#include "ui/timeline/timeline_model.h"

#include "ui/common/text.h"

#include <algorithm>

namespace tir::ui {
namespace {

QString offsetText(const SharedBuffer& buffer)
{
    return buffer.offsetText.empty() ? TimelineModel::tr("symbolic") : digitsText(buffer.offsetText);
}

/// Statements are counted from 1 where people read them.
QString tickText(int tick)
{
    return tick < 0 ? TimelineModel::tr("unused") : QString::number(tick + 1);
}

} // namespace

TimelineModel::TimelineModel(QObject* parent)
    : TableModel({{tr("Launch")},
                  {tr("Buffer")},
                  {tr("Type")},
                  {tr("Bytes")},
                  {tr("Offset")},
                  {tr("First use")},
                  {tr("Last use")}},
                 parent)
{}

void TimelineModel::setLaunches(std::vector<LaunchLiveness> launches,
                                const std::vector<LaunchLiveness>& before)
{
    beginResetModel();
    m_former.clear();
    for (size_t i = 0; i < launches.size(); ++i)
        if (!launches[i].buffers.empty())
            m_former.push_back(formerLayout(before, launches, i));
    m_rows.clear();
    m_without.clear();
    for (const LaunchLiveness& launch : launches)
        if (launch.buffers.empty())
            m_without.append(toQString(launch.label));
    std::erase_if(launches, [](const LaunchLiveness& launch) { return launch.buffers.empty(); });
    m_launches = std::move(launches);
    for (const LaunchLiveness& launch : m_launches)
        for (const SharedBuffer& buffer : launch.buffers)
            m_rows.push_back({&launch, &buffer});
    endResetModel();
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    const auto& [launch, buffer] = m_rows[size_t(index.row())];
    switch (index.column()) {
    case Launch:
        return toQString(launch->label);
    case Buffer:
        return toQString(buffer->name);
    case Type:
        return toQString(buffer->dtype + buffer->shape);
    case Bytes:
        return buffer->hasInvalidSize ? tr("not valid") : digitsText(buffer->sizeText);
    case Offset:
        return offsetText(*buffer);
    case First:
        return tickText(buffer->firstTick);
    case Last:
        return tickText(buffer->lastTick);
    default:
        return {};
    }
}

QString TimelineModel::sizesText() const
{
    std::map<std::string, int64_t> sizes;
    for (const LaunchLiveness& launch : m_launches)
        sizes.insert(launch.sizes.begin(), launch.sizes.end());
    QStringList texts;
    for (const auto& [name, value] : sizes)
        texts.append(QStringLiteral("%1 = %2").arg(toQString(name)).arg(value));
    return texts.join(QStringLiteral(", "));
}

QString limitWarning(const LaunchLiveness& launch)
{
    return launch.isFinallyOverLimit()
               ? toQString(overLimit(*launch.limit, launch.staticBytes, launch.takenBytes))
               : QString();
}

qint64 outOfScopeCount(const LaunchLiveness& launch)
{
    return std::ranges::count(launch.buffers, true, &SharedBuffer::isOutOfScope);
}

QString bytesSummary(const LaunchLiveness& launch)
{
    if (launch.hasInvalidSizes)
        return TimelineModel::tr("a size is not valid");
    if (launch.isFinallyOverLimit())
        return TimelineModel::tr("%1 > %2 bytes (%3)")
            .arg(digitsText(launch.takenBytes), digitsText(*launch.limitBytes()),
                 toQString(launch.limit->device));
    // If it depends on a symbol without a value, only the formula is known.
    QString text = launch.hasSymbolicSizes
                       ? TimelineModel::tr("reserved %1 bytes").arg(digitsText(launch.takenText))
                       : TimelineModel::tr("peak %1 · reserved %2")
                             .arg(digitsText(launch.peakLiveBytes), digitsText(launch.takenBytes));
    if (launch.isOverLimit())
        text += TimelineModel::tr(", not compacted and merged yet");
    if (!launch.hasSymbolicSizes && launch.wasteBytes > 0)
        text += TimelineModel::tr(" · %1 could be shared").arg(digitsText(launch.wasteBytes));
    if (!launch.hasSymbolicSizes && !launch.sizes.empty())
        text += QStringLiteral(" (%1)").arg(digitsText(launch.takenText)); // last: it may be long
    if (!launch.conflicts.empty())
        text = (launch.conflicts.size() == 1 ? TimelineModel::tr("1 overlap")
                : launch.hasMoreConflicts
                    ? TimelineModel::tr("more than %1 overlaps").arg(launch.conflicts.size())
                    : TimelineModel::tr("%1 overlaps").arg(launch.conflicts.size())) +
               QStringLiteral(" · ") + text;
    if (const qint64 count = outOfScopeCount(launch); count > 0)
        text = TimelineModel::tr("%1 out of scope").arg(digitsText(count)) + QStringLiteral(" · ") + text;
    return text;
}

QString bufferDescription(const LaunchLiveness& launch, const SharedBuffer& buffer,
                          const std::function<int(Place)>& lineOf)
{
    const auto lineAt = [&](int tick) {
        return lineOf && tick >= 0 ? lineOf(launch.ticks[size_t(tick)].place) : 0;
    };
    QStringList lines{QStringLiteral("%1: %2%3, %4")
                          .arg(toQString(buffer.name), toQString(buffer.dtype), toQString(buffer.shape),
                               toQString(buffer.scope))};
    lines.append(buffer.hasInvalidSize
                     ? TimelineModel::tr("its size, %1 bytes, is not valid").arg(toQString(buffer.sizeText))
                     : TimelineModel::tr("%1 bytes at offset %2")
                           .arg(digitsText(buffer.sizeText), offsetText(buffer)));
    if (buffer.firstTick < 0)
        lines.append(TimelineModel::tr("allocated, never used"));
    else if (const int first = lineAt(buffer.firstTick); first > 0)
        lines.append(TimelineModel::tr("live from line %1 to %2").arg(first).arg(lineAt(buffer.lastTick)));
    else
        lines.append(TimelineModel::tr("live from statement %1 to %2 of %3")
                         .arg(buffer.firstTick + 1)
                         .arg(buffer.lastTick + 1)
                         .arg(launch.ticks.size()));
    if (buffer.isOutOfScope)
        lines.append(TimelineModel::tr("its memory is not defined in this launch"));
    return lines.join(QLatin1Char('\n'));
}

QString conflictDescription(const LaunchLiveness& launch, const MemoryConflict& conflict)
{
    return TimelineModel::tr("%1 and %2 share bytes %3 to %4 while both are live")
        .arg(toQString(launch.buffers[conflict.first].name), toQString(launch.buffers[conflict.second].name),
             digitsText(conflict.begin), digitsText(conflict.end));
}

std::span<const TouchedBytes> touchesAt(const LaunchLiveness& launch, int tick)
{
    const auto touched = std::ranges::equal_range(launch.touches, tick, {}, &TouchedBytes::tick);
    return {touched.begin(), touched.end()};
}

QString statementDescription(const LaunchLiveness& launch, int tick, const std::function<int(Place)>& lineOf)
{
    const Tick& statement = launch.ticks[size_t(tick)];
    const int line = lineOf ? lineOf(statement.place) : 0;
    QStringList lines{(line > 0 ? TimelineModel::tr("line %1: %2").arg(line)
                                : TimelineModel::tr("statement %1: %2").arg(tick + 1))
                          .arg(toQString(statement.text))};
    for (const TouchedBytes& touched : touchesAt(launch, tick)) {
        const QString text = (touched.isWrite ? TimelineModel::tr("writes %1, bytes %2 to %3")
                                              : TimelineModel::tr("reads %1, bytes %2 to %3"))
                                 .arg(toQString(launch.buffers[touched.buffer].name),
                                      digitsText(touched.begin), digitsText(touched.end));
        if (!lines.contains(text))
            lines.append(text);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tir::ui
