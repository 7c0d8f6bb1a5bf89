/// Opening programs, and placing what is said about them.

#include "passes/workbench/open.h"
#include "passes/workbench/step_text.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr const char* Program = "@T.prim_func(s_tir=True)\n"
                                "def f(A: T.Buffer((N,), \"float32\")):\n"
                                "    for i in range(N):\n"
                                "        A[i] = T.float32(0.0)\n";

} // namespace

class TestOpen : public QObject {
    Q_OBJECT
private slots:
    void opensWithDefinitions()
    {
        ParseOptions options;
        QVERIFY(addDefine(options, "N=8").hasValue());
        const OpenedProgram program = openText("f.py", Program, options);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        QVERIFY(program.parsed->isBareFunction);
        QCOMPARE(program.module().functions.size(), size_t(1));
    }

    void keepsTheTextOfWhatDoesNotOpen()
    {
        const OpenedProgram program = openText("f.py", Program);
        QVERIFY(!program.isOpen());
        QCOMPARE(std::string(program.source.text()), std::string(Program));
        QVERIFY2(program.rendered().starts_with("f.py:2:"), program.rendered().c_str());
    }

    void unreadableFileSaysWhy()
    {
        const OpenedProgram program = openFile("no_such_folder/f.py");
        QVERIFY(!program.isOpen());
        QVERIFY2(program.rendered().find("cannot read 'no_such_folder/f.py'") != std::string::npos,
                 program.rendered().c_str());
    }

    void definitionsAreChecked_data()
    {
        QTest::addColumn<QString>("assignment");
        QTest::newRow("no value") << "N";
        QTest::newRow("no name") << "=1";
        QTest::newRow("no name of Python") << "2N=1";
        QTest::newRow("blank") << "";
    }

    void definitionsAreChecked()
    {
        QFETCH(QString, assignment);
        ParseOptions options;
        QVERIFY(!addDefine(options, assignment.toStdString()).hasValue());
        QVERIFY(options.defines.empty());
    }

    void valuesMayHoldEqualsSigns()
    {
        ParseOptions options;
        QVERIFY(addDefine(options, "name=a=b").hasValue());
        QCOMPARE(options.defines["name"], std::string("a=b"));
    }

    void placesAreFoundInSourceAndInPrint()
    {
        const OpenedProgram program = openText("f.py", Program, {.defines = {{"N", "8"}}});
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        for (const StepText& text : {sourceText(program), printedText(program.module(), "f.py@1:P")}) {
            Place loop = NoPlace;
            for (Place place = 0; place < text.places.size(); ++place)
                if (as<For>(text.places[place].node))
                    loop = place;
            const std::optional<Span> span = text.spanOf(loop);
            QVERIFY(span.has_value());
            QVERIFY(text.source.text().substr(span->begin).starts_with("for i in range("));
            QCOMPARE(text.spanOf(text.places[loop].node), span);
            const Diagnostics placed =
                text.placed({{.code = "x", .message = "x", .place = loop, .span = {}}});
            QCOMPARE(placed[0].span, span);
        }
    }
};

QTEST_GUILESS_MAIN(TestOpen)
#include "tst_open.moc"
