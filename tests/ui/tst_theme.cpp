/// Both themes are complete, and text is legible on its background.

#include "tests/support/test_main.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"

#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QtTest>

#include <cmath>

using namespace tir::ui;

namespace {

double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void everyColorIsGiven_data() { kinds(); }
    void everyColorIsGiven();
    void wordsAreLegible_data() { kinds(); }
    void wordsAreLegible();
    void codeIsLegible_data() { kinds(); }
    void codeIsLegible();
    void hintsAreLegible_data() { kinds(); }
    void hintsAreLegible();
    void styleSheetNamesKnownColors();
    void iconsExistAndFollowTheTheme();

private:
    static void kinds()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    static Theme requested()
    {
        const bool isDark = *static_cast<bool*>(QTest::qData("isDark", QMetaType::Bool));
        return loadTheme(isDark ? ThemeKind::Dark : ThemeKind::Light);
    }
};

void TestTheme::everyColorIsGiven()
{
    const Theme theme = requested();
#define TIR_COLOR(name) QVERIFY2(theme.name.isValid(), #name);
#include "ui/common/theme_colors.def"
    QVERIFY(theme.identities.size() >= 8);
    for (const QColor& color : theme.identities)
        QVERIFY(color.isValid());
}

void TestTheme::wordsAreLegible()
{
    const Theme theme = requested();
    for (const QColor& background : {theme.window, theme.panel, theme.code, theme.hover}) {
        QVERIFY(contrast(theme.text, background) >= 7);
        QVERIFY(contrast(theme.muted, background) >= 4.5);
    }
    QVERIFY(contrast(theme.selectionText, theme.selection) >= 4.5);
    for (const QColor& background :
         {theme.code, theme.addedRow, theme.removedRow, theme.movedRow, theme.placeRow, theme.hover})
        QVERIFY2(contrast(theme.lineNumber, background) >= 3, qPrintable(background.name()));
    for (const QColor& background : {theme.window, theme.panel, theme.hover})
        for (const QColor& color : {theme.accent, theme.error, theme.warning, theme.success, theme.note,
                                    theme.hostNode, theme.deviceNode, theme.externalNode})
            QVERIFY2(contrast(color, background) >= 4.5, qPrintable(color.name() + background.name()));
    QVERIFY(contrast(theme.barrier, theme.panel) >= 4.5);
}

/// Code of every color on everything that can be under it; and what is under it is visible.
void TestTheme::codeIsLegible()
{
    const Theme theme = requested();
    std::vector<QColor> colors = theme.identities;
    colors.insert(colors.end(), {theme.text, theme.keyword, theme.builtin, theme.decorator, theme.function,
                                 theme.number, theme.string, theme.comment, theme.punctuation});
    for (const QColor& background :
         {theme.code, theme.addedRow, theme.addedWord, theme.removedRow, theme.removedWord, theme.movedRow,
          theme.placeRow, theme.occurrence, theme.match, theme.selection})
        for (const QColor& color : colors)
            QVERIFY2(contrast(color, background) >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3")
                                                                        .arg(color.name(), background.name())
                                                                        .arg(contrast(color, background))));
    QVERIFY(contrast(theme.addedWord, theme.addedRow) >= 1.25);
    QVERIFY(contrast(theme.removedWord, theme.removedRow) >= 1.25);
    QVERIFY(contrast(theme.currentMatch, theme.match) >= 3);
}

/// Faint is for what is disabled.
void TestTheme::hintsAreLegible()
{
    applyTheme(requested().kind);
    QCOMPARE(QApplication::palette().color(QPalette::PlaceholderText), theme().muted);
    QLabel hint;
    hint.setObjectName(QStringLiteral("placeholderHint"));
    hint.ensurePolished();
    QCOMPARE(hint.palette().color(QPalette::WindowText), theme().muted);
}

void TestTheme::styleSheetNamesKnownColors()
{
    applyTheme(ThemeKind::Dark);
    QVERIFY(!qApp->styleSheet().isEmpty());
    QVERIFY2(!qApp->styleSheet().contains(QLatin1Char('@')), qPrintable(qApp->styleSheet()));
}

void TestTheme::iconsExistAndFollowTheTheme()
{
    QDirIterator files(QStringLiteral(":/icons"));
    int count = 0;
    while (files.hasNext()) {
        files.next();
        ++count;
        QVERIFY(!themedIcon(files.fileInfo().baseName()).isNull());
    }
    QVERIFY(count > 10);
    QVERIFY(themedIcon(QStringLiteral("no such icon")).isNull());
    applyTheme(ThemeKind::Light);
    const QIcon icon = themedIcon(QStringLiteral("stop"));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter")));
    QVERIFY(icon.pixmap(QSize(0, 16)).isNull());
    const QColor light = icon.pixmap(16, 16).toImage().pixelColor(8, 8);
    applyTheme(ThemeKind::Dark);
    const QColor dark = icon.pixmap(16, 16).toImage().pixelColor(8, 8);
    QVERIFY(light != dark);
}

TIR_TEST(TestTheme)
#include "tst_theme.moc"
