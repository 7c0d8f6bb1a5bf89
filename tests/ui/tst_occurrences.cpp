/// The keys that go to the definition of the selection, and from use to use.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"

#include <QAction>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// "19: values[tx] = X[tx]", the line of the selected place.
QString selectedLine(const Session& session)
{
    const ModuleText& text = *session.compared()->after;
    const Selection& selection = session.selection();
    if (selection.place == NoPlace)
        return QStringLiteral("no place");
    const int line = text.code.lineAt(text.spanOf(selection.place).begin);
    return QString::fromStdString(std::string(text.code.line(line))).trimmed();
}

} // namespace

class TestOccurrences : public QObject {
    Q_OBJECT

private slots:
    void definitionAndUses()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=0,select=values"), QString());
        const Node* values = shown.session.selection().identity;
        QVERIFY(values);
        QCOMPARE(shown.perform("definition"), QString());
        const QString definition = selectedLine(shown.session);
        QVERIFY2(definition.startsWith("values = T.alloc_buffer("), qPrintable(definition));
        // Every use once, and round about.
        QStringList lines;
        for (int use = 0; use < 3; ++use) {
            QCOMPARE(shown.perform("next-use"), QString());
            QCOMPARE(shown.session.selection().identity, values);
            lines.append(selectedLine(shown.session));
        }
        QCOMPARE(lines.last(), definition);
        QVERIFY2(lines[0].startsWith("values[tx] = "), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("mine[0] = values["), qPrintable(lines[1]));
        // From a use, the key leads back.
        QCOMPARE(shown.perform("next-use,next-use,definition"), QString());
        QCOMPARE(selectedLine(shown.session), definition);
    }

    void nothingIsSelected()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,step=0"), QString());
        shown.session.select({});
        for (const char* id : {"definition", "next-use", "watch"}) {
            const auto* action = shown.window.findChild<QAction*>(QLatin1String(id));
            QVERIFY2(!action->isEnabled(), id);
            QVERIFY2(!shown.perform(QLatin1String(id)).isEmpty(), id);
        }
        QCOMPARE(shown.perform("select=values"), QString());
        for (const char* id : {"definition", "next-use", "watch"})
            QVERIFY2(shown.window.findChild<QAction*>(QLatin1String(id))->isEnabled(), id);
        // What is watched can be let go.
        QCOMPARE(shown.perform("watch"), QString());
        shown.session.select({});
        QVERIFY(shown.window.findChild<QAction*>(QStringLiteral("watch"))->isEnabled());
    }
};

TIR_TEST(TestOccurrences)
#include "tst_occurrences.moc"
