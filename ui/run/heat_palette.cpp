#include "ui/run/heat_palette.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

std::vector<QColor> colorsIn(const QJsonValue& list)
{
    std::vector<QColor> colors;
    for (const QJsonValue& color : list.toArray())
        colors.emplace_back(color.toString());
    return colors;
}

/// At `position` of 0 … 1 between the neighbors.
QColor blend(const std::vector<QColor>& colors, double position)
{
    if (colors.empty())
        return {};
    const double place = std::clamp(position, 0.0, 1.0) * double(colors.size() - 1);
    const auto left = std::min(size_t(place), colors.size() - 1);
    const QColor& a = colors[left];
    const QColor& b = colors[std::min(left + 1, colors.size() - 1)];
    const double share = place - double(left);
    const auto mix = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace

HeatPalette loadHeatPalette(ThemeKind kind)
{
    QFile file(QStringLiteral(":/themes/%1.json").arg(toText(kind)));
    const QJsonObject json =
        file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    const QJsonObject heat = json.value(QLatin1String("heat")).toObject();
    return {.values = colorsIn(heat.value(QLatin1String("values"))),
            .differences = colorsIn(heat.value(QLatin1String("differences"))),
            .nan = QColor(heat.value(QLatin1String("nan")).toString()),
            .infinity = QColor(heat.value(QLatin1String("infinity")).toString())};
}

void HeatScale::add(double value)
{
    hasNan |= std::isnan(value);
    hasInfinity |= std::isinf(value);
    if (!std::isfinite(value))
        return;
    least = m_hasNumber ? std::min(least, value) : value;
    greatest = m_hasNumber ? std::max(greatest, value) : value;
    m_hasNumber = true;
}

void HeatScale::finish()
{
    if (!isDifference)
        return;
    greatest = std::max(std::abs(least), std::abs(greatest));
    least = -greatest;
}

QColor HeatScale::colorOf(double value, const HeatPalette& palette) const
{
    if (std::isnan(value))
        return palette.nan;
    if (std::isinf(value))
        return palette.infinity;
    const double position = greatest > least ? (value - least) / (greatest - least) : 0.5;
    return blend(isDifference ? palette.differences : palette.values, position);
}

} // namespace tir::ui
