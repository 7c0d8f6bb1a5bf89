/// Which passes of a file are programs.

#include "passes/workbench/reproduce/named_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

class TestNamedProgram : public QObject {
    Q_OBJECT
private slots:
    void programsAreNamed_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::addColumn<bool>("isProgram");
        QTest::newRow("ours") << "BindTarget" << false;
        QTest::newRow("of TVM") << "tvm(\"s_tir.ThreadSync\", \"shared\")" << false;
        QTest::newRow("of TVM, without a prefix") << "tvm(\"BindTarget\")" << false;
        QTest::newRow("a program") << "external(\"cat\")" << true;
        QTest::newRow("a function of Python") << "tvm(\"os.system\", \"cat\")" << true;
        QTest::newRow("another one") << "tvm(\"tirx.os.system\", \"cat\")" << true;
    }

    void programsAreNamed()
    {
        QFETCH(QString, pass);
        QFETCH(bool, isProgram);
        const auto passes = tir::parseInvocations(pass.toStdString());
        QVERIFY(passes);
        QCOMPARE(tir::isNamedProgram(passes->front()), isProgram);
    }
};

TIR_TEST(TestNamedProgram)
#include "tst_named_program.moc"
