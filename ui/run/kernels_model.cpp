#include "ui/run/kernels_model.h"

#include "core/support/byte_text.h"
#include "ui/common/text.h"

#include <QStringList>

namespace tir::ui {
namespace {

QString extentsText(const std::array<int64_t, 3>& extents)
{
    return QStringLiteral("%1 × %2 × %3").arg(extents[0]).arg(extents[1]).arg(extents[2]);
}

QString shareText(double share)
{
    return share < 0 ? QString() : QStringLiteral("%1 %").arg(share * 100, 0, 'f', share < 0.1 ? 1 : 0);
}

/// Empty for what nobody measured.
QString countText(int64_t count)
{
    return count < 0 ? QString() : digitsText(count);
}

QString sharedText(const KernelReport& kernel)
{
    const int64_t fixed = std::max<int64_t>(kernel.resources.staticSharedBytes, 0);
    return kernel.dynamicSharedBytes > 0
               ? KernelsModel::tr("%1 + %2 B").arg(digitsText(fixed), digitsText(kernel.dynamicSharedBytes))
               : KernelsModel::tr("%1 B").arg(digitsText(fixed));
}

QString casesText(const QString& title, const std::vector<OccupancyCase>& cases,
                  int64_t (*amount)(const BlockDemand& demand))
{
    QStringList parts;
    for (const OccupancyCase& each : cases)
        parts.append(
            QStringLiteral("%1: %2").arg(digitsText(amount(each.demand)), shareText(each.occupancy.share())));
    return parts.isEmpty() ? QString()
                           : QStringLiteral("\n%1  %2").arg(title, parts.join(QStringLiteral(", ")));
}

/// The occupancy in words, and what it would be with other numbers.
QString occupancyTip(const KernelReport& kernel)
{
    if (!kernel.occupancy)
        return KernelsModel::tr("Not known for this device");
    return toQString(toString(*kernel.occupancy)) +
           casesText(KernelsModel::tr("With other threads a block:"), kernel.whatIf.threads,
                     [](const BlockDemand& demand) { return int64_t(demand.threads); }) +
           casesText(KernelsModel::tr("With other registers a thread:"), kernel.whatIf.registers,
                     [](const BlockDemand& demand) { return int64_t(demand.registers); }) +
           casesText(KernelsModel::tr("With other shared bytes a block:"), kernel.whatIf.shared,
                     [](const BlockDemand& demand) { return demand.sharedBytes; });
}

QString workTip(const KernelReport& kernel)
{
    if (!kernel.work)
        return {};
    return KernelsModel::tr("One launch loads %1 bytes, stores %2 and does %3 operations%4")
        .arg(digitsText(kernel.work->loadedBytes), digitsText(kernel.work->storedBytes),
             digitsText(kernel.work->operations),
             kernel.work->isExact ? QString() : KernelsModel::tr(", at most: some depend on data"));
}

} // namespace

void KernelsModel::setReport(const std::optional<GpuReport>& report)
{
    beginResetModel();
    m_rows.clear();
    for (size_t index = 0; report && index < report->kernels.size(); ++index) {
        const KernelReport& kernel = report->kernels[index];
        Row row;
        row.texts[Name] = toQString(kernel.name);
        row.texts[Grid] = extentsText(kernel.grid);
        row.texts[Block] = extentsText(kernel.block);
        row.texts[Time] = kernel.timesNs.empty() ? QString() : durationText(kernel.medianNs());
        row.texts[Bandwidth] = shareText(kernel.bandwidthShare);
        row.texts[Arithmetic] = shareText(kernel.arithmeticShare);
        row.texts[Registers] = countText(kernel.resources.registers);
        row.texts[Shared] = sharedText(kernel);
        row.texts[Local] = kernel.localBytes < 0 ? QString() : tr("%1 B").arg(digitsText(kernel.localBytes));
        row.texts[OccupancyShare] = kernel.occupancy ? shareText(kernel.occupancy->share()) : QString();
        row.texts[Limiter] = kernel.occupancy ? toQString(toString(kernel.occupancy->limiter)) : QString();
        const auto [low, high] = kernel.quartilesNs();
        row.tips[Time] =
            tr("Median of %1 batches of %2 launches with warm caches; half of them take %3 to %4")
                .arg(kernel.timesNs.size())
                .arg(kernel.batch)
                .arg(durationText(low), durationText(high));
        row.tips[Bandwidth] = row.tips[Arithmetic] = workTip(kernel);
        row.tips[OccupancyShare] = row.tips[Limiter] = occupancyTip(kernel);
        row.tips[Local] = tr("Of a thread: its stack and what registers spilled");
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

int KernelsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int KernelsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant KernelsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    const QString& tip = row.tips[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return row.texts[index.column()];
    case Qt::ToolTipRole:
        return tip.isEmpty() ? row.texts[index.column()] : tip;
    case Qt::TextAlignmentRole:
        return int((index.column() == Name || index.column() == Limiter ? Qt::AlignLeft : Qt::AlignRight) |
                   Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant KernelsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Name || section == Limiter ? Qt::AlignLeft : Qt::AlignRight) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const char* const names[] = {
        QT_TR_NOOP("Kernel"),    QT_TR_NOOP("Grid"),       QT_TR_NOOP("Block"),     QT_TR_NOOP("Median"),
        QT_TR_NOOP("Bandwidth"), QT_TR_NOOP("Arithmetic"), QT_TR_NOOP("Registers"), QT_TR_NOOP("Shared"),
        QT_TR_NOOP("Local"),     QT_TR_NOOP("Occupancy"),  QT_TR_NOOP("Limited by")};
    return tr(names[section]);
}

QString gpuText(const GpuReport& report)
{
    QStringList parts{QStringLiteral("%1 (%2)").arg(toQString(report.deviceName), toQString(report.arch)),
                      KernelsModel::tr("driver of CUDA %1").arg(toQString(report.driver)),
                      report.isCached
                          ? KernelsModel::tr("%1, compiled before").arg(toQString(report.compiler))
                          : toQString(report.compiler)};
    if (report.totalBytes > 0)
        parts.append(KernelsModel::tr("%1 free").arg(toQString(byteText(uint64_t(report.freeBytes)))));
    if (report.repeat > 0)
        parts.append(KernelsModel::tr("%1 timed rounds").arg(report.repeat));
    if (report.isEdited)
        parts.append(KernelsModel::tr("your CUDA C ran"));
    for (const std::string& way : report.skippedWays)
        parts.append(toQString(way));
    return parts.join(QStringLiteral(" · "));
}

} // namespace tir::ui
