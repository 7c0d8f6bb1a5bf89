/// Private memory of a thread in checked programs: accesses that the text proves valid are not checked, and similar
/// ones are.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::Checked;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

class TstCheckedRegisters : public QObject {
    Q_OBJECT

private slots:
    void findings_data();
    void findings();
};

void TstCheckedRegisters::findings_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* statements, const char* expected) {
        QTest::newRow(name) << statements << expected;
    };
    row("set in a loop that may not run",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
        "for i in range(tx):\n"
        "    L[0] = X[i]\n"
        "Y[tx] = L[0]",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there @ "
        "L[0]");
    row("set in a loop that some leave",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
        "for i in range(4):\n"
        "    if tx < 2:\n"
        "        break\n"
        "    L[0] = X[i]\n"
        "Y[tx] = L[0]",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there "
        "(2 times) @ L[0]");
    row("another element set",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((2,), \"float32\", scope=\"local\")\n"
        "L[1] = X[tx]\n"
        "Y[tx] = L[0]",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there "
        "(64 times) @ L[0]");
    row("new in every round",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "for i in range(2):\n"
        "    L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
        "    if i == 0:\n"
        "        L[0] = X[tx]\n"
        "    Y[tx] = L[0]",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: nothing has been written there "
        "(64 times) @ L[0]");
    row("a constant outside",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((2,), \"float32\", scope=\"local\")\n"
        "L[0] = X[tx]\n"
        "L[2] = X[tx]\n"
        "Y[tx] = L[0]",
        "out-of-bounds: thread (0, 0, 0) of block (0, 0, 0) writes L[2]: 'L' has 2 elements (64 times) @ "
        "L[2] = X[tx]");
    row("an accumulator",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "L = T.alloc_buffer((2,), \"float32\", scope=\"local\")\n"
        "for i in range(2):\n"
        "    L[0] = T.float32(0)\n"
        "    for j in range(tx):\n"
        "        L[0] = L[0] + X[j]\n"
        "L[1] = L[0]\n"
        "Y[tx] = L[1]",
        "");
}

void TstCheckedRegisters::findings()
{
    QFETCH(const QString, statements);
    QFETCH(const QString, expected);
    const RunResult result = runMain("X: T.Buffer((64,), \"float32\"), Y: T.Buffer((64,), \"float32\")",
                                     statements.toStdString(), {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    QStringList found;
    for (const std::string& finding : result.findings)
        found += QString::fromStdString(finding);
    QCOMPARE(found.join(QLatin1Char('\n')), expected);
}

TIR_TEST(TstCheckedRegisters)
#include "tst_checked_registers.moc"
