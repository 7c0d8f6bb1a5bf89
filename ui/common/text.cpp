#include "ui/common/text.h"

#include "core/support/text_format.h"

namespace tir::ui {

QStringList messagesOf(const Diagnostics& diagnostics)
{
    QStringList messages;
    for (const Diagnostic& diagnostic : diagnostics)
        messages.append(toQString(diagnostic.message));
    return messages;
}

QString durationText(int64_t nanoseconds)
{
    const struct {
        double size;
        const char* name;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}};
    for (const auto& unit : units) {
        const double amount = double(nanoseconds) / unit.size;
        if (amount < 1 && unit.size > 1)
            continue;
        const int decimals = unit.size == 1 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
        return QString::number(amount, 'f', decimals) + QLatin1Char(' ') + QString::fromUtf8(unit.name);
    }
    return {};
}

QString digitsText(int64_t number)
{
    return toQString(groupedDigits(number));
}

QString digitsText(const std::string& numberOrFormula)
{
    return toQString(groupedDigits(numberOrFormula));
}

QString floatText(double value)
{
    return QString::number(value, 'g', 6);
}

} // namespace tir::ui
