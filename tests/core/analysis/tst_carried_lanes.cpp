/// Vectorized loops whose iterations depend on each other are distinguished from those that a vector can execute.

#include "core/analysis/carried_lanes.h"
#include "core/ir/places.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestCarriedLanes : public QObject {
    Q_OBJECT
private slots:
    void loops_data()
    {
        QTest::addColumn<QStringList>("body"); // of a vectorized loop over i, of 4 iterations
        QTest::addColumn<bool>("isCarried");
        QTest::newRow("element by element") << QStringList{"A[i] = A[i] + B[i]"} << false;
        QTest::newRow("the next one is written") << QStringList{"A[i + 1] = A[i]"} << true;
        QTest::newRow("the next one is read") << QStringList{"A[i] = A[i + 1]"} << false;
        QTest::newRow("beyond the loop") << QStringList{"A[i + 4] = A[i]"} << false;
        QTest::newRow("at its end") << QStringList{"A[i + 3] = A[i]"} << true;
        QTest::newRow("at an offset") << QStringList{"A[n * 4 + i + 1] = A[n * 4 + i]"} << true;
        QTest::newRow("backwards") << QStringList{"A[3 - i] = A[i]"} << true;
        QTest::newRow("a sum") << QStringList{"B[0] = B[0] + A[i]"} << true;
        QTest::newRow("pairs") << QStringList{"B[i // 2] = B[i // 2] + A[i]"} << true;
        QTest::newRow("another row") << QStringList{"A[i + n] = A[i]"} << false; // n may be 8
        QTest::newRow("written first, read by later ones")
            << QStringList{"A[i + 1] = 7", "B[i] = A[i]"} << false;
        QTest::newRow("written first, read by earlier ones")
            << QStringList{"A[i] = 7", "B[i] = A[i + 1]"} << true;
        QTest::newRow("read first, written by earlier ones")
            << QStringList{"B[i] = A[i]", "A[i + 1] = 7"} << true;
        QTest::newRow("read first, written by later ones")
            << QStringList{"B[i] = A[i + 1]", "A[i] = 7"} << false;
        QTest::newRow("written twice") << QStringList{"A[i] = 7", "A[i + 1] = 8"} << true;
        QTest::newRow("under a condition") << QStringList{"if n > 3:", "    A[i + 1] = A[i]"} << false;
    }

    void loops()
    {
        QFETCH(QStringList, body);
        QFETCH(bool, isCarried);
        for (const QString& loop : {QStringLiteral("T.vectorized"), QStringLiteral("T.serial")}) {
            const QString text = QStringLiteral(R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), n: T.int32):
    for i in %1(4):
        %2)")
                                     .arg(loop, body.join("\n        "));
            const Result<ParsedModule> parsed = parseModule(SourceText("lanes.py", text.toStdString()));
            QVERIFY(parsed);
            const PlaceTable places(*parsed->module.module);
            const For* found = nullptr;
            for (const PlaceTable::Entry& entry : places.entries())
                if (const auto* node = as<For>(entry.node))
                    found = node;
            QVERIFY(found);
            QCOMPARE(carriedAccess(*found) != nullptr, isCarried && loop == "T.vectorized");
        }
    }
};

TIR_TEST(TestCarriedLanes)
#include "tst_carried_lanes.moc"
