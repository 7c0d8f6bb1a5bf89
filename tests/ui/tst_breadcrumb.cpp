/// The breadcrumb over the code: what is around a line, and where its menus lead.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/chooser.h"
#include "ui/common/code_view.h"
#include "ui/comparison/breadcrumb_bar.h"

#include <QScrollBar>
#include <QtWidgets>

#include <set>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QString labels(const std::vector<Crumb>& crumbs)
{
    QStringList texts;
    for (const Crumb& crumb : crumbs)
        texts.append(crumb.label);
    return texts.join(QStringLiteral(" > "));
}

/// The first line that contains a text.
int lineWith(const ModuleText& text, std::string_view excerpt)
{
    const size_t at = text.code.text.find(excerpt);
    return at == std::string::npos ? -1 : text.code.lineAt(uint32_t(at));
}

QMenu* openMenuOf(const BreadcrumbBar& bar)
{
    const QList<QMenu*> menus = bar.findChildren<QMenu*>(QStringLiteral("breadcrumbMenu"));
    return menus.isEmpty() ? nullptr : menus.back();
}

} // namespace

class TestBreadcrumb : public QObject {
    Q_OBJECT
private slots:
    void scopesAroundALine_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        QTest::newRow("class") << "class Module"
                               << "main";
        QTest::newRow("signature") << "def main"
                                   << "main";
        QTest::newRow("first launch") << "folded[tx] = "
                                      << "main > launch 1";
        QTest::newRow("second launch") << "total[tx] = "
                                       << "main > launch 2";
        QTest::newRow("its own line") << "with T.launch_thread(\"threadIdx.x\", 64)"
                                      << "main > launch 2";
    }
    void scopesAroundALine()
    {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, 0);
        const ModuleText& text = *session.compared()->after;
        QCOMPARE(labels(breadcrumb(text, lineWith(text, line.toStdString()))), expected);
        QVERIFY(breadcrumb(text, -1).empty() && breadcrumb(text, text.code.lineCount()).empty());
    }

    /// Each line once; between functions, those of the next one.
    void scopeLinesAreThoseOfTheBreadcrumb()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "matmul");
        TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
        const ModuleText& text = *session.compared()->after;
        QVERIFY(scopeLines(text, -1).empty() && scopeLines(text, text.code.lineCount()).empty());
        size_t deepest = 0;
        for (int line = 0; line < text.code.lineCount(); ++line) {
            int below = line;
            while (below + 1 < text.code.lineCount() && text.code.line(below).empty())
                ++below;
            std::set<int> expected;
            for (const Crumb& crumb : breadcrumb(text, below))
                expected.insert(crumb.line);
            const std::vector<int> lines = scopeLines(text, line);
            QCOMPARE(lines, std::vector<int>(expected.begin(), expected.end()));
            deepest = std::max(deepest, lines.size());
        }
        QVERIFY(deepest > 2);
    }

    /// Both axes of the launch are one scope.
    void loopsInALaunch()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "matmul");
        TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
        const ModuleText& text = *session.compared()->after;
        const int loop = lineWith(text, "for k");
        QVERIFY(loop > 0);
        const QString shown = labels(breadcrumb(text, loop + 1));
        QVERIFY2(QRegularExpression("^main_kernel > launch > for k\\w*$").match(shown).hasMatch(),
                 qPrintable(shown));
    }

    void siblingsAreInTheSameScope()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        TIR_GO_TO(session, 0);
        const ModuleText& input = *session.compared()->after;
        const std::vector<Crumb> crumbs = breadcrumb(input, lineWith(input, "total[tx] = "));
        QCOMPARE(labels(siblingsOf(input, crumbs[1].place)), QStringLiteral("launch 1 > launch 2"));
        QCOMPARE(labels(siblingsOf(input, crumbs[0].place)), QStringLiteral("main"));
        QCOMPARE(labels(scopesIn(input, crumbs[0].place)), QStringLiteral("launch 1 > launch 2"));
        TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
        const ModuleText& split = *session.compared()->after;
        const std::vector<Crumb> functions = siblingsOf(split, breadcrumb(split, 10).front().place);
        QCOMPARE(functions.size(), size_t(3));
        for (const Crumb& function : functions)
            QVERIFY2(function.text.contains("def " + function.label + "("), qPrintable(function.text));
    }

    void itFollowsTheCode()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=0"), QString());
        const auto* bar = shown.window.findChild<BreadcrumbBar*>();
        auto* code = shown.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        const CodeText& text = *code->content().text;
        const auto total = uint32_t(text.text.find("total[tx] = "));
        code->reveal({total, total + 5});
        QTest::mouseClick(code->viewport(), Qt::LeftButton, {}, code->rectOf({total, total + 5}).center());
        QCOMPARE(bar->shownText(), QStringLiteral("main › launch 2"));
        // The keys move the caret; it is where the menu key opens the menu, too.
        while (code->caret() && text.lineAt(*code->caret()) > 5)
            QTest::keyClick(code, Qt::Key_Up);
        QCOMPARE(text.lineAt(*code->caret()), 5);
        QVERIFY2(bar->shownText().startsWith("main"), qPrintable(bar->shownText()));
        QVERIFY(bar->shownText() != QStringLiteral("main › launch 2"));
        QCOMPARE(shown.perform("close"), QString());
        QCOMPARE(bar->shownText(), QString());
    }

    void theKeyboardReachesIt()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=0,select=total,breadcrumb"),
                 QString());
        const auto* bar = shown.window.findChild<BreadcrumbBar*>();
        const size_t step = shown.session.step();
        QMenu* menu = openMenuOf(*bar);
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(menu->actions().size(), 2);
        QVERIFY(menu->actions()[1]->isChecked());
        QTest::keyClick(menu, Qt::Key_Left);
        QTRY_VERIFY(openMenuOf(*bar) && openMenuOf(*bar) != menu && openMenuOf(*bar)->isVisible());
        QCOMPARE(openMenuOf(*bar)->actions().size(), 1);
        QTest::keyClick(openMenuOf(*bar), Qt::Key_Right);
        QTRY_VERIFY(openMenuOf(*bar)->actions().size() == 2 && openMenuOf(*bar)->isVisible());
        QCOMPARE(shown.session.step(), step);
        openMenuOf(*bar)->actions()[0]->trigger();
        QTRY_COMPARE(bar->shownText(), QStringLiteral("main › launch 1"));
        QVERIFY(shown.session.selection().place != NoPlace);
    }

    void aNarrowBarLeavesMiddlePartsOut()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "matmul");
        TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
        const ModuleTextPointer text = session.compared()->after;
        BreadcrumbBar bar;
        bar.resize(900, 22);
        bar.show();
        bar.showLine(text, lineWith(*text, "for k") + 1);
        const QString whole = bar.shownText();
        QVERIFY2(whole.startsWith("main_kernel › launch › for k"), qPrintable(whole));
        bar.resize(140, 22);
        QCoreApplication::processEvents();
        QVERIFY2(bar.shownText().startsWith("main_kernel › … › for k"), qPrintable(bar.shownText()));
        bar.resize(900, 22);
        QCoreApplication::processEvents();
        QCOMPARE(bar.shownText(), whole);
        bar.showLine(nullptr, 0);
        QCOMPARE(bar.shownText(), QString());
    }

    /// A list to type into, in place of a menu that is higher than the screen.
    void manyFunctionsAreInAList()
    {
        QString program = QStringLiteral("@I.ir_module\nclass Module:\n");
        for (int number = 0; number < 60; ++number)
            program +=
                QStringLiteral("    @T.prim_func(s_tir=True)\n    def f%1(A: T.Buffer((4,), \"int32\")):\n"
                               "        A[0] = 1\n")
                    .arg(number);
        ShownWindow shown;
        shown.session.openText(QStringLiteral("many"), program);
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QTRY_VERIFY(shown.session.compared());
        QCOMPARE(shown.perform("breadcrumb"), QString());
        auto* chooser = shown.window.findChild<Chooser*>(QStringLiteral("breadcrumbChooser"));
        QVERIFY(chooser);
        auto* field = chooser->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("f37"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(shown.window.findChild<BreadcrumbBar*>()->shownText(), QStringLiteral("f37"));
    }
};

TIR_TEST(TestBreadcrumb)
#include "tst_breadcrumb.moc"
