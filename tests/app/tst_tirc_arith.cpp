/// `tirc arith`: questions to the analyzer at the prompt.

#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonObject>
#include <QtTest>

using namespace tir::testing;

class TestTircArith : public QObject {
    Q_OBJECT
private slots:
    void answers_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("line");
        const auto given = [](const char* expr, QStringList facts) {
            QStringList arguments{"arith", expr};
            for (const QString& fact : facts)
                arguments << "--given" << fact;
            return arguments;
        };
        QTest::newRow("without facts") << given("i + i", {}) << "simplified  i * 2";
        QTest::newRow("a range") << given("(i * 8 + j) // 8", {"j in [0, 8)"}) << "simplified  i";
        QTest::newRow("a closed range") << given("j // 8", {"j in [0, 8]"}) << "bounds      [0, 1]";
        QTest::newRow("a symbolic range")
            << given("i", {"i in [0, T.min(n, 8))"}) << "set         [0, T.min(n, 8) - 1]";
        QTest::newRow("a value") << given("k % 4", {"k = i * 4"}) << "simplified  0";
        QTest::newRow("a condition") << given("T.min(i, n)", {"i < n"}) << "rewritten   T.min(i, n)";
        QTest::newRow("a type") << given("n + 1", {"n: int64"}) << "simplified  n + T.int64(1)";
        QTest::newRow("multiples") << given("i * 8 + 4", {}) << "values      8 * k + 4";
        QTest::newRow("one number") << given("i - i + 3", {}) << "values      3";
        QTest::newRow("no end") << given("n", {"n: int64"}) << "bounds      [-inf, inf]";
        QTest::newRow("proved") << given("i < 20", {"i in [0, 16)"}) << "provable    yes: it always holds";
        QTest::newRow("refuted") << given("i > 20", {"i in [0, 16)"}) << "provable    no: it never holds";
        QTest::newRow("open") << given("i > 10", {"i in [0, 16)"}) << "provable    no";
        QTest::newRow("a law that can overflow")
            << given("i // 2 + i % 2", {})
            << "sound       i // 2 + i % 2  (TVM uses a rule that does not always hold)";
        QTest::newRow("a wrong proof") << given("i + T.truncmod(i, 4) >= -3", {"i in [-3, 16)"})
                                       << "sound       no  (TVM uses a "
                                          "rule that does not always hold)";
        QTest::newRow("a wrong set") << given("(i * 8) // 8 + T.truncmod(i, 4)", {"i in [-3, 16)"})
                                     << "sound       [-6, 18]  (TVM uses a rule that does not always hold)";
        QTest::newRow("a divisor that is never positive")
            << given("a // (T.min(x, T.uint32(3)) - T.max(y, T.uint32(3)))",
                     {"a: uint32", "x: uint32", "y: uint32"})
            << "bounds      [-4294967295, 0]";
        QTest::newRow("divisors whose product does not fit")
            << given("T.truncdiv(T.truncdiv(T.truncmod(n, T.int64(2**40)), T.int64(2**32)), T.int64(2**32))",
                     {"n: int64"})
            << "bounds      [-inf, inf]";
        QTest::newRow("remainders whose common multiple does not fit")
            << given("x % T.int64(3037000507)", {"x: int64", "x % T.int64(3037000507) == T.int64(5)",
                                                 "x % T.int64(3037000493) == T.int64(7)"})
            << "simplified  T.int64(5)";
        QTest::newRow("a difference that wraps is never negative")
            << QStringList{"arith",   "x >= y",    "--mode",  "sound",
                           "--given", "x: uint32", "--given", "y: uint32"}
            << "provable    no";
        QTest::newRow("the smallest number has no opposite")
            << QStringList{"arith",      "z < n + T.int32(-2147483648)", "--mode", "sound", "--given",
                           "n in [3, 5)"}
            << "provable    no";
        QTest::newRow("blanks in a fact") << given("i // 4", {" i  in [ 0 , 4 ) "}) << "simplified  0";
        QTest::newRow("a float") << given("T.float32(1) + T.float32(2)", {}) << "simplified  T.float32(3.0)";
    }

    void answers()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, line);
        const TircResult result = tirc(arguments);
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QVERIFY2(QString::fromUtf8(result.output).split('\n').contains(line), result.output.constData());
    }

    void proofsDecideTheExitCode_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("proved") << "i < 16" << 0;
        QTest::newRow("not proved") << "i < 15" << 1;
        QTest::newRow("never") << "i < 0" << 1;
        QTest::newRow("not a condition") << "i + 1" << 2;
    }

    void proofsDecideTheExitCode()
    {
        QFETCH(QString, condition);
        QFETCH(int, exitCode);
        QCOMPARE(tirc({"arith", condition, "--given", "i in [0, 16)", "--prove"}).exitCode, exitCode);
    }

    void whatDoesNotReadIsNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("the expression") << QStringList{"arith", "i +"} << QByteArray("'i +': ");
        QTest::newRow("a fact") << QStringList{"arith", "i", "--given", "i <"} << QByteArray("'i <': ");
        QTest::newRow("a type") << QStringList{"arith", "i", "--given", "i: int7x"} << QByteArray("int7x");
        QTest::newRow("a fact that is not one")
            << QStringList{"arith", "x", "--given", "x + 1"} << QByteArray("'x + 1' is not a condition");
        QTest::newRow("conditions that contradict each other")
            << QStringList{"arith", "x // 4", "--given", "x > 5", "--given", "x < 3"}
            << QByteArray("the facts contradict each other: 'x < 3' cannot hold when those before it do");
        QTest::newRow("a condition outside of a range")
            << QStringList{"arith", "x", "--given", "x in [0, 8)", "--given", "x == 9"}
            << QByteArray("'x == 9' cannot hold when");
        QTest::newRow("an empty range") << QStringList{"arith", "x", "--given", "x in [4, 4)"}
                                        << QByteArray("'x in [4, 4)' cannot hold\n");
        QTest::newRow("an argument is missing")
            << QStringList{"arith", "T.shift_left(x)"}
            << QByteArray("operation 'shift_left' takes 2 arguments, but it gets 1");
        QTest::newRow("a long fact") << QStringList{"arith", "x", "--given", QString(40000, 'y')}
                                     << QByteArray("is not a condition, a range, a value, or a data type");
        QTest::newRow("a mode") << QStringList{"arith", "i", "--mode", "fast"} << QByteArray("--mode");
    }

    void whatDoesNotReadIsNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, text);
        const TircResult result = tirc(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(text), result.errors.constData());
        QVERIFY(result.output.isEmpty());
    }

    void jsonHasEveryAnswer()
    {
        const QJsonObject number =
            tirc({"arith", "i * 4 + 2", "--given", "i in [0, 16)", "--json"}).json().object();
        QCOMPARE(number["simplified"].toString(), "i * 4 + 2");
        QCOMPARE(number["bounds"].toObject(), (QJsonObject{{"min", 2}, {"max", 62}}));
        QCOMPARE(number["modularSet"].toObject(), (QJsonObject{{"coeff", 4}, {"base", 2}}));
        QCOMPARE(number["set"].toObject(), (QJsonObject{{"min", "2"}, {"max", "62"}}));
        QVERIFY(number["isProved"].isNull());
        const QJsonObject condition = tirc({"arith", "i < i + 1", "--json"}).json().object();
        QVERIFY(condition["isProved"].toBool());
        QVERIFY(!condition["isRefuted"].toBool(true));
        QVERIFY(condition["bounds"].isNull());
    }

    void soundModeLeavesWrongLawsOut()
    {
        // TVM overlooks that the remainder of a negative number is not negative.
        const auto simplified = [](const QString& mode) {
            const QJsonObject answer =
                tirc({"arith", "i % 4 * -2 % 16", "--mode", mode, "--json"}).json().object();
            return answer["simplified"].toString();
        };
        QCOMPARE(simplified("as-tvm"), "i % 4 * -2");
        QVERIFY(simplified("sound") != simplified("as-tvm"));
    }
};

TIR_TEST(TestTircArith)
#include "tst_tirc_arith.moc"
