/// Keyboard focus is visible: every widget that the Tab key reaches is framed.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/focus_ring.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const QWidget* frameIn(const QWidget& window)
{
    return window.findChild<QWidget*>(QStringLiteral("focusFrame"), Qt::FindDirectChildrenOnly);
}

} // namespace

class TestFocus : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(ThemeKind::Light); }
    void tabFramesEveryWidget_data();
    void tabFramesEveryWidget();
    void clickTakesTheFrameAway();
    void frameFollowsItsWidget();
};

void TestFocus::tabFramesEveryWidget_data()
{
    QTest::addColumn<bool>("isOpen");
    QTest::addColumn<int>("theme");
    QTest::newRow("welcome") << false << int(ThemeKind::Light);
    QTest::newRow("program") << true << int(ThemeKind::Light);
    QTest::newRow("program, dark") << true << int(ThemeKind::Dark);
}

void TestFocus::tabFramesEveryWidget()
{
    QFETCH(bool, isOpen);
    QFETCH(int, theme);
    applyTheme(ThemeKind(theme));
    Session session;
    MainWindow window(session);
    window.resize(1600, 1000);
    window.show();
    if (isOpen) {
        TIR_OPEN_SAMPLE(session, "two_kernels");
        window.showView(QStringLiteral("generated"));
        window.showView(QStringLiteral("run"));
        QTRY_VERIFY(session.jobs().running().isEmpty());
    }
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto* ring = window.findChild<FocusRing*>();
    QVERIFY(ring);
    const size_t step = session.step();
    QSet<QWidget*> reached;
    constexpr int MostWidgets = 400;
    for (int i = 0; i < MostWidgets; ++i) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab);
        // Widgets that are not visible are skipped.
        QTRY_VERIFY(ring->framed() && ring->framed() == QApplication::focusWidget());
        QCoreApplication::processEvents(); // a page scrolls
        QWidget* focus = ring->framed();
        if (reached.contains(focus))
            break;
        reached.insert(focus);
        const QString name = QStringLiteral("%1 '%2' in '%3'")
                                 .arg(QString::fromLatin1(focus->metaObject()->className()),
                                      focus->objectName(), focus->parentWidget()->objectName());
        const QRect frame = frameIn(window)->geometry();
        const QPoint center = focus->mapTo(&window, focus->visibleRegion().boundingRect().center());
        QVERIFY2(frame.contains(center), qPrintable(name));
        QVERIFY2(window.rect().contains(frame.center()), qPrintable(name));
        // Something of the frame is to be seen.
        const QImage picture = window.grab(frame).toImage();
        QCOMPARE(picture.pixelColor(picture.width() / 2, 1), tir::ui::theme().accent);
    }
    QVERIFY2(reached.size() >= (isOpen ? 15 : 8), qPrintable(QString::number(reached.size())));
    QVERIFY(reached.size() < MostWidgets);
    QCOMPARE(session.step(), step);
    if (isOpen)
        for (const char* view : {"stepsTable", "beforeCode", "afterCode", "timelineCanvas"})
            QVERIFY2(reached.contains(window.findChild<QWidget*>(QString::fromLatin1(view))), view);
}

void TestFocus::clickTakesTheFrameAway()
{
    Session session;
    MainWindow window(session);
    window.resize(1600, 1000);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto* ring = window.findChild<FocusRing*>();
    auto* table = window.findChild<QTableView*>(QStringLiteral("stepsTable"));
    table->clearFocus(); // it has the keyboard since the program was opened
    table->setFocus(Qt::TabFocusReason);
    QVERIFY(ring->framed());
    auto* code = window.findChild<QAbstractScrollArea*>(QStringLiteral("afterCode"));
    QTest::mouseClick(code->viewport(), Qt::LeftButton, {}, {200, 40});
    QVERIFY(!ring->framed());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, {60, 10});
    QVERIFY(!ring->framed());
    code->setFocus(Qt::ShortcutFocusReason);
    QVERIFY(ring->framed());
}

void TestFocus::frameFollowsItsWidget()
{
    Session session;
    MainWindow window(session);
    window.resize(1200, 800);
    window.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto* ring = window.findChild<FocusRing*>();
    auto* code = window.findChild<QWidget*>(QStringLiteral("afterCode"));
    code->setFocus(Qt::TabFocusReason);
    QVERIFY(ring->framed());
    window.resize(1500, 900);
    const auto place = [&] { return QRect(code->mapTo(&window, QPoint()), code->size()); };
    QTRY_COMPARE(frameIn(window)->geometry(), place());
    window.showView(QStringLiteral("generated"));
    QTRY_COMPARE(frameIn(window)->geometry(), place());
    session.close(); // the welcome page hides the code
    QTRY_VERIFY(!ring->framed());
}

TIR_TEST(TestFocus)
#include "tst_focus.moc"
