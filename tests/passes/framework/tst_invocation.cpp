/// Passes with arguments as text, parsed and printed.

#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestInvocation : public QObject {
    Q_OBJECT

private slots:
    void textReadsBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("name") << "SplitHostDevice"
                              << "SplitHostDevice";
        QTest::newRow("prefixes go") << "tirx.BindTarget,s_tir.HoistIfThenElse"
                                     << "BindTarget,HoistIfThenElse";
        QTest::newRow("no arguments") << "ConvertSSA( )"
                                      << "ConvertSSA";
        QTest::newRow("text") << "ThreadSync('shared.dyn')"
                              << R"(ThreadSync("shared.dyn"))";
        QTest::newRow("named") << R"(Merge(mode = "legacy"))"
                               << R"(Merge(mode="legacy"))";
        QTest::newRow("numbers") << "NarrowDataType(32), P(-1, 0.5, 2.0)"
                                 << "NarrowDataType(32),P(-1, 0.5, 2.0)";
        QTest::newRow("flags") << "VectorizeLoop(true, is_strict=False)"
                               << "VectorizeLoop(True, is_strict=False)";
        QTest::newRow("quotes") << "P(\"{\\\"kind\\\": 1}\")"
                                << "P(\"{\\\"kind\\\": 1}\")";
        QTest::newRow("of the user's TVM")
            << "tvm('s_tir.ThreadSync', 'shared'), tvm(\"my.Merge\", deep=True)"
            << R"(tvm("s_tir.ThreadSync", "shared"),tvm("my.Merge", deep=True))";
        QTest::newRow("spaces") << "  A ,\n B "
                                << "A,B";
    }

    void textReadsBack()
    {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto passes = parseInvocations(text.toStdString());
        QVERIFY(passes.hasValue());
        QStringList names;
        for (const PassInvocation& pass : *passes)
            names.append(QString::fromStdString(toString(pass)));
        QCOMPARE(names.join(','), canonical);
        const auto again = parseInvocations(names.join(',').toStdString());
        QVERIFY(again.hasValue());
        QVERIFY(*again == *passes);
    }

    void passOfTvmHasTheNameOfOurs()
    {
        const auto passes = parseInvocations("tvm(\"s_tir.ThreadSync\", \"shared\")");
        QVERIFY(passes.hasValue());
        QCOMPARE(passes->front().name, std::string("ThreadSync"));
        QCOMPARE(passes->front().tvmName, std::string("s_tir.ThreadSync"));
        QCOMPARE(passes->front().positional.size(), size_t(1));
        // The registry has only passes of ours.
        const PassInvocation& pass = passes->front();
        QVERIFY(findPass(pass.name));
        QVERIFY(pass != parseInvocations("ThreadSync(\"shared\")")->front());
    }

    void badTextIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::addColumn<int>("column");
        QTest::newRow("no comma") << "A B"
                                  << "expected ',' between two passes" << 2;
        QTest::newRow("trailing comma") << "A,"
                                        << "expected a pass after ','" << 2;
        QTest::newRow("open") << "A(1"
                              << "expected ',' or ')' after an argument of A" << 3;
        QTest::newRow("no value") << "A(mode=)"
                                  << "expected a number, True, False or a quoted string" << 7;
        QTest::newRow("bare word") << "A(legacy)"
                                   << "expected '=' after 'legacy'" << 8;
        QTest::newRow("open text") << "A(\"x)"
                                   << "the quoted string has no end" << 5;
        QTest::newRow("twice") << "A(m=1, m=2)"
                               << "argument 'm' is given twice" << 10;
        QTest::newRow("order") << "A(m=1, 2)"
                               << "an argument without a name follows one with a name" << 8;
    }

    void badTextIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QFETCH(int, column);
        const auto passes = parseInvocations(text.toStdString());
        QVERIFY(!passes);
        QCOMPARE(QString::fromStdString(passes.diagnostics().front().message), message);
        QCOMPARE(int(passes.diagnostics().front().span->begin), column);
    }

    void argumentsAreChecked_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("none") << "MergeSharedMemoryAllocations"
                              << "";
        QTest::newRow("known value") << R"(MergeSharedMemoryAllocations(mode="legacy"))"
                                     << "";
        QTest::newRow("by position") << R"(MergeSharedMemoryAllocations("legacy"))"
                                     << "";
        QTest::newRow("unknown value") << R"(MergeSharedMemoryAllocations(mode="new"))"
                                       << "MergeSharedMemoryAllocations does not know this value of 'mode'";
        QTest::newRow("unknown option") << "SplitHostDevice(fast=True)"
                                        << "SplitHostDevice has no option 'fast'";
        for (const char* argument : {"\"a\"", "\"True\"", "1", "0.5"})
            QTest::newRow(QByteArray("no flag: ") + argument)
                << QString("InjectPTXLDG32(%1)").arg(argument)
                << "InjectPTXLDG32 does not know this value of 'enable'";
        for (const char* argument : {"12", "\"8\"", "True", "8.0"})
            QTest::newRow(QByteArray("no width: ") + argument)
                << QString("NarrowDataType(%1)").arg(argument)
                << "NarrowDataType does not know this value of 'target_bits'";
        QTest::newRow("no target") << "BindTarget(3)"
                                   << "BindTarget does not know this value of 'target'";
        for (const char* known : {"InjectPTXLDG32(False)", "NarrowDataType(8)", "BindTarget(\"cuda\")"})
            QTest::newRow(known) << known << "";
        QTest::newRow("too many") << "SplitHostDevice(1)"
                                  << "SplitHostDevice takes at most 0 arguments, but 1 are given";
    }

    void argumentsAreChecked()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const PassInvocation pass = parseInvocations(text.toStdString()).value().front();
        const auto wrong = checkArguments(*findPass(pass.name), pass);
        QCOMPARE(wrong ? QString::fromStdString(wrong->message) : QString(), message);
    }
};

TIR_TEST(TestInvocation)
#include "tst_invocation.moc"
