#include "tests/device/device_table.h"

#include <algorithm>
#include <map>

namespace tir::testing {
namespace {

QString percentText(double share)
{
    return share < 0 ? QString("-") : QString::number(share * 100, 'f', 1) + " %";
}

QString timeText(int64_t nanoseconds)
{
    return nanoseconds == 0 ? QString("-") : QString::number(double(nanoseconds) / 1e3, 'f', 1) + " us";
}

/// Without its middle if it is too long.
QString cellText(const QString& text, int width)
{
    const QString shown =
        text.size() <= width ? text : text.left(width / 2) + "…" + text.right(width - width / 2 - 1);
    return shown.leftJustified(width);
}

QString line(const QStringList& cells)
{
    static constexpr int Widths[] = {44, 6, 11, 10, 24, 12, 12, 10, 10, 9, 9};
    QString text;
    for (int at = 0; at < cells.size(); ++at)
        text += cellText(cells[at], Widths[at]) + " ";
    while (text.endsWith(' '))
        text.chop(1);
    return text + "\n";
}

QStringList cellsOf(const KernelReport& kernel)
{
    return {QString::fromStdString(kernel.name),
            timeText(kernel.medianNs()),
            timeText(kernel.quartilesNs().second - kernel.quartilesNs().first),
            percentText(kernel.bandwidthShare),
            percentText(kernel.arithmeticShare),
            QString::number(kernel.resources.registers),
            kernel.occupancy ? percentText(kernel.occupancy->share()) : QString("-")};
}

QString lines(const DeviceRow& row)
{
    const bool isCompared = row.verdict == DeviceVerdict::Agrees || row.verdict == DeviceVerdict::Differs;
    const QString worst = isCompared && row.worst >= 0 ? QString::number(row.worst, 'g', 3) : QString("-");
    QStringList cells{row.program->name, QString::fromStdString(std::string(toString(row.way))),
                      toText(row.verdict), worst};
    if (!row.gpu || row.gpu->kernels.empty() || !row.program->isTimed)
        return line(cells);
    QString text;
    for (const KernelReport& kernel : row.gpu->kernels) {
        text += line(cells + cellsOf(kernel));
        std::fill(cells.begin(), cells.end(), QString());
    }
    return text;
}

/// "half: nvrtc nvcc nvptx"
QString featureLines(const std::vector<DeviceRow>& rows)
{
    QString text = "\nfeatures that agree with the CPU, by way:\n";
    for (const QString& feature : allFeatures()) {
        QStringList ways;
        for (const KernelWay way : AllKernelWays) {
            std::vector<DeviceRow> ofWay;
            std::ranges::copy_if(rows, std::back_inserter(ofWay),
                                 [&](const DeviceRow& row) { return row.way == way; });
            if (featuresOf(ofWay).contains(feature))
                ways.append(QString::fromStdString(std::string(toString(way))));
        }
        text += "  " + feature + ": " + (ways.isEmpty() ? "none" : ways.join(' ')) + "\n";
    }
    return text;
}

struct Goal {
    const char* program;
    double share;
    bool isArithmetic;
};
constexpr Goal Goals[] = {{"scheduled/wide_copy", 0.9, false},
                          {"scheduled/row_sums", 0.9, false},
                          {"scheduled/row_softmax", 0.8, false},
                          {"scheduled/pipelined_mma", 0.6, true}};

/// "scheduled/wide_copy by nvrtc: 93.1 % of the bandwidth, goal 90.0 %"
QString goalLines(const std::vector<DeviceRow>& rows)
{
    QString text;
    for (const DeviceRow& row : rows)
        for (const Goal& goal : Goals) {
            if (row.program->name != goal.program || !row.gpu || row.gpu->kernels.empty())
                continue;
            const KernelReport& kernel = row.gpu->kernels.front();
            const double share = goal.isArithmetic ? kernel.arithmeticShare : kernel.bandwidthShare;
            text += "  " + row.program->name + " by " +
                    QString::fromStdString(std::string(toString(row.way))) + ": " + percentText(share) +
                    (goal.isArithmetic ? " of the arithmetic" : " of the bandwidth") + ", goal " +
                    percentText(goal.share) +
                    (share < 0            ? ", not measured"
                     : share < goal.share ? ", missed"
                                          : "") +
                    "\n";
        }
    return text.isEmpty() ? text : "\ngoals:\n" + text;
}

QString reasonLines(const std::vector<DeviceRow>& rows)
{
    std::map<QString, int> reasons;
    for (const DeviceRow& row : rows)
        if (row.verdict != DeviceVerdict::Agrees)
            ++reasons[QString::fromStdString(std::string(toString(row.way))) + " " + toText(row.verdict) +
                      ": " + row.why.section('\n', 0, 0).left(200)];
    QString text;
    for (const auto& [reason, count] : reasons)
        text += "  " + QString::number(count) + " by " + reason + "\n";
    return text.isEmpty() ? text : "\nprograms that do not agree, by reason:\n" + text;
}

} // namespace

QString toText(DeviceVerdict verdict)
{
    switch (verdict) {
    case DeviceVerdict::Agrees:
        return "agrees";
    case DeviceVerdict::Differs:
        return "differs";
    case DeviceVerdict::Failed:
        return "failed";
    case DeviceVerdict::Refused:
        return "refused";
    case DeviceVerdict::NoCompiler:
        return "no compiler";
    case DeviceVerdict::NotCompared:
        return "no result";
    }
    return {};
}

QString deviceTable(const std::vector<DeviceRow>& rows)
{
    QString text;
    const auto known = std::ranges::find_if(rows, [](const DeviceRow& row) { return row.gpu.has_value(); });
    if (known != rows.end())
        text += QString::fromStdString(known->gpu->deviceName + ", " + known->gpu->arch +
                                       ", driver for CUDA " + known->gpu->driver) +
                "\n\n";
    text += line({"program", "way", "CPU", "worst", "kernel", "median", "spread", "bandwidth", "arithmetic",
                  "registers", "occupancy"});
    for (const DeviceRow& row : rows)
        text += lines(row);
    return text + featureLines(rows) + goalLines(rows) + reasonLines(rows);
}

} // namespace tir::testing
