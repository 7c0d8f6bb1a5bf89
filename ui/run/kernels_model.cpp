#include "ui/run/kernels_model.h"

#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/text.h"

#include <QStringList>

#include <algorithm>

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

/// Empty if it was not measured.
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

/// The occupancy as text, and with other numbers.
QString occupancyTip(const KernelReport& kernel)
{
    if (!kernel.occupancy)
        return KernelsModel::tr("Not known for this device");
    return toQString(toString(*kernel.occupancy)) +
           casesText(KernelsModel::tr("With other threads per block:"), kernel.whatIf.threads,
                     [](const BlockDemand& demand) { return int64_t(demand.threads); }) +
           casesText(KernelsModel::tr("With other registers per thread:"), kernel.whatIf.registers,
                     [](const BlockDemand& demand) { return int64_t(demand.registers); }) +
           casesText(KernelsModel::tr("With other shared bytes per block:"), kernel.whatIf.shared,
                     [](const BlockDemand& demand) { return demand.sharedBytes; });
}

QString operationsText(const WorkCount& work)
{
    if (work.byType.empty())
        return KernelsModel::tr("none");
    const auto most = std::ranges::max_element(work.byType, {}, &OperationCount::count);
    const QString text = QStringLiteral("%1 %2").arg(digitsText(most->count), toQString(typeInWords(*most)));
    return work.byType.size() > 1 ? KernelsModel::tr("%1, …").arg(text) : text;
}

QString workTip(const KernelReport& kernel)
{
    QStringList lines;
    if (kernel.counted)
        lines.append(KernelsModel::tr("Counted by execution on the CPU: %1")
                         .arg(toQString(toString(*kernel.counted))));
    if (kernel.isCountDifferent)
        lines.append(KernelsModel::tr("That is the first launch; others differ"));
    if (kernel.work)
        lines.append((kernel.work->isExact ? KernelsModel::tr("Counted in the program's text: %1")
                                           : KernelsModel::tr("Estimated from the program's text: %1"))
                         .arg(toQString(toString(*kernel.work))));
    for (const std::string& why : kernel.noShares)
        lines.append(toQString(why));
    return lines.join(QLatin1Char('\n'));
}

void fillWork(QString (&texts)[KernelsModel::ColumnCount], const std::optional<WorkCount>& counted,
              const std::optional<WorkCount>& inText)
{
    if (counted) {
        texts[KernelsModel::Bytes] = digitsText(counted->loadedBytes + counted->storedBytes);
        texts[KernelsModel::Operations] = operationsText(*counted);
    }
    if (inText) {
        const QString about = inText->isExact ? QString() : QStringLiteral("≈ ");
        texts[KernelsModel::BytesInText] = about + digitsText(inText->loadedBytes + inText->storedBytes);
        texts[KernelsModel::OperationsInText] = about + operationsText(*inText);
    }
}

QString spreadText(const KernelReport& kernel)
{
    const auto [low, high] = kernel.quartilesNs();
    return low == high ? durationText(low)
                       : QStringLiteral("%1 – %2").arg(durationText(low), durationText(high));
}

QString timeTip(const KernelReport& kernel)
{
    if (kernel.timesNs.empty())
        return toQString(kernel.notTimed);
    return KernelsModel::tr(
               "Median of %1 batches of %2 launches, and the range of the middle half of them.\n%3")
        .arg(kernel.timesNs.size())
        .arg(kernel.batch)
        .arg(kernel.hasColdCaches ? KernelsModel::tr("L2 was overwritten before each timed launch")
                                  : KernelsModel::tr("The launches were timed with a warm L2 cache"));
}

/// Null if it is not among them. Launches in place are named after their function; of several, that with the most bytes
/// counts.
const LaunchDemand* launchOf(const CountedLaunches& counted, const std::vector<LaunchDemand>& launches)
{
    const int64_t threads = counted.block[0] * counted.block[1] * counted.block[2];
    const LaunchDemand* found = nullptr;
    const auto bytesOf = [](const LaunchDemand& launch) { return launch.staticBytes + launch.dynamicBytes; };
    for (const LaunchDemand& launch : launches) {
        const bool isMeant = launch.label == counted.kernel || launch.function + "_launch" == counted.kernel;
        if (isMeant && (launch.threads < 0 || launch.threads == threads) &&
            (!found || bytesOf(*found) < bytesOf(launch)))
            found = &launch;
    }
    return found;
}

} // namespace

KernelsModel::KernelsModel(QObject* parent)
    : TableModel({{tr("Kernel"), Qt::AlignLeft},
                  {tr("Median"), Qt::AlignRight},
                  {tr("Middle half"), Qt::AlignRight},
                  {tr("Bandwidth"), Qt::AlignRight},
                  {tr("Arithmetic"), Qt::AlignRight},
                  {tr("Occupancy"), Qt::AlignRight},
                  {tr("Limited by"), Qt::AlignLeft},
                  {tr("Registers"), Qt::AlignRight},
                  {tr("Shared"), Qt::AlignRight},
                  {tr("Local"), Qt::AlignRight},
                  {tr("Grid"), Qt::AlignRight},
                  {tr("Block"), Qt::AlignRight},
                  {tr("Launches"), Qt::AlignRight},
                  {tr("Bytes counted"), Qt::AlignRight},
                  {tr("Bytes in text"), Qt::AlignRight},
                  {tr("Operations counted"), Qt::AlignRight},
                  {tr("Operations in text"), Qt::AlignRight}},
                 parent)
{}

KernelsModel::Row KernelsModel::rowOf(const KernelReport& kernel)
{
    Row row;
    row.texts[Name] = toQString(kernel.name);
    row.texts[Grid] = extentsText(kernel.grid);
    row.texts[Block] = extentsText(kernel.block);
    row.texts[Launches] = digitsText(kernel.launches);
    if (!kernel.timesNs.empty()) {
        row.texts[Time] = durationText(kernel.medianNs());
        row.texts[Spread] = spreadText(kernel);
    }
    if (!kernel.notTimed.empty())
        row.texts[Time] = tr("not timed");
    row.texts[Bandwidth] = shareText(kernel.bandwidthShare);
    row.texts[Arithmetic] = kernel.arithmeticShare < 0
                                ? QString()
                                : QStringLiteral("%1 %2").arg(shareText(kernel.arithmeticShare),
                                                              toQString(kernel.arithmeticType));
    fillWork(row.texts, kernel.counted, kernel.work);
    row.texts[Registers] = countText(kernel.resources.registers);
    row.texts[Shared] = sharedText(kernel);
    row.texts[Local] = kernel.localBytes < 0 ? QString() : tr("%1 B").arg(digitsText(kernel.localBytes));
    row.texts[OccupancyShare] = kernel.occupancy ? shareText(kernel.occupancy->share()) : QString();
    row.texts[Limiter] = kernel.occupancy ? toQString(limitersText(*kernel.occupancy)) : QString();
    row.tips[Time] = row.tips[Spread] = timeTip(kernel);
    row.tips[Bandwidth] = row.tips[Arithmetic] = row.tips[Bytes] = row.tips[BytesInText] =
        row.tips[Operations] = row.tips[OperationsInText] = workTip(kernel);
    row.tips[OccupancyShare] = row.tips[Limiter] = occupancyTip(kernel);
    row.tips[Local] = tr("Of a thread: its stack and what registers spilled");
    row.demand = {.threads = int(kernel.block[0] * kernel.block[1] * kernel.block[2]),
                  .registers = kernel.resources.registers,
                  .sharedBytes =
                      std::max<int64_t>(kernel.resources.staticSharedBytes, 0) + kernel.dynamicSharedBytes};
    return row;
}

KernelsModel::Row KernelsModel::rowOf(const CountedLaunches& counted,
                                      const std::vector<LaunchDemand>& launches)
{
    KernelReport kernel{.name = counted.kernel,
                        .grid = counted.grid,
                        .block = counted.block,
                        .dynamicSharedBytes = counted.dynamicSharedBytes,
                        .launches = counted.launches,
                        .counted = counted.work,
                        .isCountDifferent = counted.isDifferent};
    const LaunchDemand* launch = launchOf(counted, launches);
    if (launch) {
        kernel.resources.staticSharedBytes = launch->staticBytes;
        if (kernel.dynamicSharedBytes == 0) // a launch in place passes no number
            kernel.dynamicSharedBytes = launch->dynamicBytes;
    }
    Row row = rowOf(kernel);
    if (!launch)
        row.texts[Shared].clear();
    return row;
}

void KernelsModel::setReport(const RunReport& report, const std::vector<LaunchDemand>& launches)
{
    beginResetModel();
    m_rows.clear();
    if (report.gpu) {
        for (const KernelReport& kernel : report.gpu->kernels)
            m_rows.push_back(rowOf(kernel));
    } else {
        for (const CountedLaunches& counted : report.counted)
            m_rows.push_back(rowOf(counted, launches));
    }
    endResetModel();
}

bool KernelsModel::hasContent(int column) const
{
    return std::ranges::any_of(m_rows, [&](const Row& row) { return !row.texts[column].isEmpty(); });
}

BlockDemand KernelsModel::demandOf(int row) const
{
    return m_rows[size_t(row)].demand;
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
        return alignmentOf(index.column());
    default:
        return {};
    }
}

QString gpuText(const GpuReport& report)
{
    QStringList parts{QStringLiteral("%1 (%2)").arg(toQString(report.deviceName), toQString(report.arch)),
                      KernelsModel::tr("driver of CUDA %1").arg(toQString(report.driver)),
                      report.isCached
                          ? KernelsModel::tr("%1, compiled before").arg(toQString(report.compiler))
                          : toQString(report.compiler)};
    if (const std::string memory = inWords(report.memory); !memory.empty())
        parts.append(KernelsModel::tr("memory: %1").arg(toQString(memory)));
    if (report.repeat > 0)
        parts.append(KernelsModel::tr("%1 timed batches").arg(report.repeat));
    const bool isTimed = std::ranges::any_of(
        report.kernels, [](const KernelReport& kernel) { return !kernel.timesNs.empty(); });
    if (isTimed)
        parts.append(report.kernels.front().hasColdCaches ? KernelsModel::tr("caches cold")
                                                          : KernelsModel::tr("caches warm"));
    QStringList reasons;
    for (const KernelReport& kernel : report.kernels)
        if (!kernel.notTimed.empty() && !reasons.contains(toQString(kernel.notTimed)))
            reasons.append(toQString(kernel.notTimed));
    for (const QString& reason : reasons)
        parts.append(KernelsModel::tr("not timed: %1").arg(reason));
    if (report.isEdited)
        parts.append(KernelsModel::tr("your CUDA C ran"));
    for (const std::string& way : report.skippedWays)
        parts.append(toQString(way));
    if (!report.notCounted.empty())
        parts.append(KernelsModel::tr("not counted by execution: %1").arg(toQString(report.notCounted)));
    return parts.join(QStringLiteral(" · "));
}

} // namespace tir::ui
