#include "ui/common/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>
#include <QStyleFactory>

#include <cmath>

namespace tir::ui {
namespace {

QByteArray readResource(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Theme& mutableTheme()
{
    static Theme current = loadTheme(ThemeKind::Light);
    return current;
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.window);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Button, theme.window);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Highlight, theme.selection);
    palette.setColor(QPalette::HighlightedText, theme.selectionText);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Light, theme.hover);
    palette.setColor(QPalette::Midlight, theme.hover);
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.border);
    palette.setColor(QPalette::Shadow, theme.border);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.faint);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.pressed);
    return palette;
}

/// The sheet names colors as `@border`.
QString styleSheetOf(const Theme& colors)
{
    QString sheet = QString::fromUtf8(readResource(QStringLiteral(":/themes/style.qss")));
#define TIR_COLOR(field) sheet.replace(QLatin1String("@" #field ";"), colors.field.name() + QLatin1Char(';'));
#include "ui/common/theme_colors.def"
    return sheet;
}

/// Fontconfig may return a serif face for the default if few fonts are installed.
QFont windowFont()
{
    QFont font = QApplication::font();
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"),
                      QFontDatabase::systemFont(QFontDatabase::GeneralFont).family()});
    font.setStyleHint(QFont::SansSerif);
    return font;
}

} // namespace

QColor Theme::identity(int hue) const
{
    return hue < 0 || identities.empty() ? text : identities[size_t(hue) % identities.size()];
}

Theme loadTheme(ThemeKind kind)
{
    const QString path = QStringLiteral(":/themes/%1.json").arg(toText(kind));
    const QJsonObject file = QJsonDocument::fromJson(readResource(path)).object();
    const QJsonObject colors = file.value(QLatin1String("colors")).toObject();
    Theme theme;
    theme.kind = kind;
#define TIR_COLOR(field) theme.field = QColor(colors.value(QLatin1String(#field)).toString());
#include "ui/common/theme_colors.def"
    for (const QJsonValue& color : file.value(QLatin1String("identities")).toArray())
        theme.identities.emplace_back(color.toString());
    return theme;
}

const Theme& theme()
{
    return mutableTheme();
}

void applyTheme(ThemeKind kind)
{
    QApplication::setFont(windowFont());
    mutableTheme() = loadTheme(kind);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(paletteOf(theme()));
    qApp->setStyleSheet(styleSheetOf(theme()));
}

ThemeKind otherTheme(ThemeKind kind)
{
    return kind == ThemeKind::Light ? ThemeKind::Dark : ThemeKind::Light;
}

QString toText(ThemeKind kind)
{
    return kind == ThemeKind::Light ? QStringLiteral("light") : QStringLiteral("dark");
}

QFont codeFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setFamilies({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                      QStringLiteral("Noto Sans Mono"), font.family()});
    font.setPointSizeF(QApplication::font().pointSizeF());
    font.setStyleHint(QFont::Monospace);
    const qreal advance = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
    font.setLetterSpacing(QFont::AbsoluteSpacing, std::round(advance) - advance);
    return font;
}

QFont smallFont()
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() - 1);
    return font;
}

} // namespace tir::ui
