/// The work of kernels, compared with counts by hand beside the program.

#include "core/script/reading/parser.h"
#include "passes/workbench/worker/count_in_text.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TstCountInText : public QObject {
    Q_OBJECT

private slots:
    void counts_data();
    void counts();
};

void TstCountInText::counts_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("loaded");
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("operations");
    QTest::addColumn<bool>("isExact");
    // 64 threads; n is 10.
    QTest::newRow("one store") << "A[tx] = T.float32(1)" << 0 << 64 * 4 << 0 << true;
    QTest::newRow("read and add") << "A[tx] = B[tx] + T.float32(1)" << 64 * 4 << 64 * 4 << 64 << true;
    QTest::newRow("arithmetic of indices is free")
        << "A[tx * 2 + 1] = B[tx // 2]" << 64 * 4 << 64 * 4 << 0 << true;
    QTest::newRow("loops multiply") << "for i, j in T.grid(3, n):\n        A[tx] = B[i] * B[j]" << 64 * 30 * 8
                                    << 64 * 30 * 4 << 64 * 30 << true;
    QTest::newRow("sizes from bindings")
        << "m: T.let[T.int32] = n * 2\n    for i in range(m):\n        A[i] = T.float32(0)" << 0
        << 64 * 20 * 4 << 0 << true;
    QTest::newRow("shared memory is not global")
        << "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n    S[tx] = B[tx]\n    A[tx] = S[tx]"
        << 64 * 4 << 64 * 4 << 0 << true;
    QTest::newRow("half is two bytes") << "H[tx] = H[tx] + T.float16(1)" << 64 * 2 << 64 * 2 << 64 << true;
    QTest::newRow("integers that are data are arithmetic, too")
        << "I[tx] = I[tx + 1] * 3 + tx" << 64 * 4 << 64 * 4 << 64 * 2 << true;
    QTest::newRow("a shuffle is not counted")
        << "A[tx] = T.tvm_warp_shuffle_down(T.uint32(4294967295), B[tx], 1, 32, 32)" << 64 * 4 << 64 * 4 << 0
        << true;
    QTest::newRow("a function is an operation")
        << "A[tx] = T.exp(B[tx]) + B[tx]" << 64 * 8 << 64 * 4 << 64 * 2 << true;
    QTest::newRow("a condition that is known") << "if n > 20:\n        A[tx] = B[tx]" << 0 << 0 << 0 << true;
    QTest::newRow("the greater branch counts")
        << "if tx < 3:\n        A[tx] = T.float32(0)\n    else:\n        A[tx] = B[tx]" << 64 * 4 << 64 * 4
        << 0 << false;
    QTest::newRow("a loop of unknown length")
        << "for i in range(tx):\n        A[i] = T.float32(0)" << 0 << 64 * 4 << 0 << false;
}

void TstCountInText::counts()
{
    QFETCH(QString, body);
    const std::string text =
        "@T.prim_func(s_tir=True)\n"
        "def k(A: T.Buffer((128,), \"float32\"), B: T.Buffer((128,), \"float32\"), "
        "H: T.Buffer((128,), \"float16\"), n: T.int32, I: T.Buffer((128,), \"int32\")):\n"
        "    tx = T.launch_thread(\"threadIdx.x\", 64)\n    " +
        body.toStdString() + "\n";
    const SourceText source("test.py", text);
    const Result<ParsedModule> parsed = parseModule(source);
    QVERIFY2(parsed, render(parsed.diagnostics(), source).c_str());
    const auto& kernel = to<PrimFunc>(*parsed->module.module->functions[0].function);
    const WorkCount work = countInText(kernel, 64, {{kernel.params[3], 10}});
    QTEST(int(work.loadedBytes), "loaded");
    QTEST(int(work.storedBytes), "stored");
    QTEST(int(work.operations), "operations");
    QTEST(work.isExact, "isExact");
}

TIR_TEST(TstCountInText)
#include "tst_count_in_text.moc"
