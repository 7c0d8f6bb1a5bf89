#include "ui/common/text.h"

#include <QLocale>

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
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    return locale.toString(qlonglong(number));
}

QString digitsText(const std::string& numberOrFormula)
{
    const QString text = toQString(numberOrFormula);
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber ? digitsText(number) : text;
}

QString floatText(double value)
{
    return QString::number(value, 'g', 6);
}

} // namespace tir::ui
