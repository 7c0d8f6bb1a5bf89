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
    void countsMatrices_data();
    void countsMatrices();
};

namespace {

/// Of 64 threads; n is 10.
WorkCount workOf(const QString& body)
{
    const std::string text =
        "@T.prim_func(s_tir=True)\n"
        "def k(A: T.Buffer((512,), \"float32\"), B: T.Buffer((128,), \"float32\"), "
        "H: T.Buffer((256,), \"float16\"), n: T.int32, I: T.Buffer((128,), \"int32\")):\n"
        "    tx = T.launch_thread(\"threadIdx.x\", 64)\n    " +
        body.toStdString() + "\n";
    const SourceText source("test.py", text);
    const Result<ParsedModule> parsed = parseModule(source);
    if (!parsed)
        qFatal("%s", render(parsed.diagnostics(), source).c_str());
    const auto& kernel = to<PrimFunc>(*parsed->module.module->functions[0].function);
    return countInText(kernel, 64, {{kernel.params[3], 10}});
}

} // namespace

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
    const WorkCount work = workOf(body);
    QTEST(int(work.loadedBytes), "loaded");
    QTEST(int(work.storedBytes), "stored");
    QTEST(int(work.operations), "operations");
    QTEST(work.isExact, "isExact");
}

void TstCountInText::countsMatrices_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("work");
    // 64 threads, which are two warps.
    const QString fragments = "a = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")\n    "
                              "b = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_b\")\n    "
                              "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n    "
                              "s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n    "
                              "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))\n    ";
    const QString registers = "a = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n    "
                              "b = T.alloc_buffer((4,), \"float16\", scope=\"local\")\n    "
                              "c = T.alloc_buffer((8,), scope=\"local\")\n    "
                              "s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n    ";
    QTest::newRow("a product of fragments")
        << fragments +
               "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, "
               "T.tvm_access_ptr(T.type_annotation(\"float16\"), "
               "H.data, 0, 256, 1), 16, \"row_major\")\n    "
               "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, "
               "T.tvm_access_ptr(T.type_annotation(\"float16\"), "
               "s.data, 0, 256, 1), 16, \"row_major\")\n    "
               "for i in range(3):\n        T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)"
        << "1.02 kB read, 0 B written; of shared memory 1.02 kB read, 0 B written; 49.2 kflop float16 matrix";
    QTest::newRow("a fragment that is stored")
        << fragments + "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, "
                       "T.tvm_access_ptr(T.type_annotation(\"float32\"), "
                       "A.data, 0, 256, 2), 16, \"row_major\")"
        << "0 B read, 2.05 kB written; no arithmetic";
    QTest::newRow("a product of registers")
        << registers + "T.ptx.mma.legacy(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", "
                       "\"fp32\", a.data, 0, b.data, 0, c.data, 0, T.bool(False))"
        << "0 B read, 0 B written; 8.19 kflop float16 matrix";
    QTest::newRow("registers of shared memory")
        << registers +
               "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", a.data, 0, s.data, tx * 8)"
        << "0 B read, 0 B written; of shared memory 1.02 kB read, 0 B written; no arithmetic";
    QTest::newRow("registers that are stored")
        << registers + "T.mma_store_legacy(\"float32\", 16, 16, A.data, c.data, 0, 16)"
        << "0 B read, 2.05 kB written; no arithmetic";
    QTest::newRow("an asynchronous copy")
        << registers + "T.ptx.cp_async(\"float16\", s.data, tx * 2, H.data, tx * 2, 4)"
        << "256 B read, 0 B written; of shared memory 0 B read, 256 B written; no arithmetic";
}

/// All of it is exact, as in an execution.
void TstCountInText::countsMatrices()
{
    QFETCH(QString, body);
    const WorkCount work = workOf(body);
    QTEST(QString::fromStdString(toString(work)), "work");
    QVERIFY(work.isExact);
}

TIR_TEST(TstCountInText)
#include "tst_count_in_text.moc"
