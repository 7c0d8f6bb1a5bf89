/// Matrix operations of a warp on the CPU in place of the GPU: fragments, products in registers, ldmatrix.

#include "core/runtime/rounding.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>

using namespace tir;
using tir::testing::range;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

namespace {

/// The exact sum that a result is compared with.
struct ExpectedSum {
    double total = 0;
    double magnitude = std::fabs(total); ///< of the terms
    int64_t terms = 1;

    void add(double term)
    {
        total += term;
        magnitude += std::fabs(term);
        ++terms;
    }

    /// Integers are exact; floats may be off by the roundings of the sum.
    bool isAt(double found, const QString& type) const
    {
        const DType dtype = *dtypeFromString(type.toStdString());
        return std::fabs(found - total) <= (dtype.isAnyFloat() ? sumError(dtype, terms) * magnitude : 0);
    }
};

} // namespace

class TstMatrixPrograms : public QObject {
    Q_OBJECT

private slots:
    void multipliesFragments_data();
    void multipliesFragments();
    void fragmentsOfEveryWarpAreItsOwn();
    void multipliesRegisters_data();
    void multipliesRegisters();
    void loadsMatrices_data();
    void loadsMatrices();
};

void TstMatrixPrograms::multipliesFragments_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("sum");
    QTest::addColumn<bool>("isTransposed");
    QTest::newRow("int8") << "int8"
                          << "int32" << false;
    QTest::newRow("uint8, by columns") << "uint8"
                                       << "int32" << true;
    QTest::newRow("float16") << "float16"
                             << "float32" << false;
    QTest::newRow("bfloat16, by columns") << "bfloat16"
                                          << "float32" << true;
}

void TstMatrixPrograms::multipliesFragments()
{
    QFETCH(QString, type);
    QFETCH(QString, sum);
    QFETCH(bool, isTransposed);
    std::string program =
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "A_s = T.alloc_buffer((256,), \"TYPE\", scope=\"shared\")\n"
        "a = T.alloc_buffer((256,), \"TYPE\", scope=\"wmma.matrix_a\")\n"
        "b = T.alloc_buffer((256,), \"TYPE\", scope=\"wmma.matrix_b\")\n"
        "c = T.alloc_buffer((512,), \"SUM\", scope=\"wmma.accumulator\")\n"
        "for i in range(8):\n    A_s[i * 32 + tx] = A[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.tvm_fill_fragment(c.data, 16, 16, 16, 1, T.float32(3))\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"TYPE\"), "
        "A_s.data, 0, 256, 1), 16, \"row_major\")\n"
        "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"TYPE\"), "
        "B.data, 0, 256, 1), 16, \"LAYOUT\")\n"
        "T.tvm_mma_sync(c.data, 1, a.data, 0, b.data, 0, c.data, 1)\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 1, T.tvm_access_ptr(T.type_annotation(\"SUM\"), "
        "C.data, 0, 256, 2), 16, \"row_major\")";
    const auto replace = [&](const std::string& what, const std::string& with) {
        for (size_t at = 0; (at = program.find(what, at)) != program.npos; at += with.size())
            program.replace(at, what.size(), with);
    };
    replace("TYPE", type.toStdString());
    replace("SUM", sum.toStdString());
    replace("LAYOUT", isTransposed ? "col_major" : "row_major");
    const RunResult result =
        runMain("A: T.Buffer((256,), \"" + type.toStdString() + "\"), B: T.Buffer((256,), \"" +
                    type.toStdString() + "\"), C: T.Buffer((256,), \"" + sum.toStdString() + "\")",
                program);
    QCOMPARE(troubleOf(result), QString());
    for (size_t row = 0; row < 16; ++row)
        for (size_t column = 0; column < 16; ++column) {
            ExpectedSum expected = {3};
            for (size_t k = 0; k < 16; ++k)
                expected.add(result.before.at("A")[row * 16 + k] *
                             result.before.at("B")[isTransposed ? column * 16 + k : k * 16 + column]);
            const double found = result.after.at("C")[row * 16 + column];
            QVERIFY2(expected.isAt(found, sum),
                     qPrintable(QStringLiteral("%1, expected %2").arg(found).arg(expected.total)));
        }
}

void TstMatrixPrograms::fragmentsOfEveryWarpAreItsOwn()
{
    const RunResult result =
        runMain("C: T.Buffer((512,), \"float32\")",
                "ty = T.launch_thread(\"threadIdx.y\", 2)\ntx = T.launch_thread(\"threadIdx.x\", 32)\n"
                "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
                "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.Cast(\"float32\", ty) + T.float32(1))\n"
                "T.tvm_storage_sync(\"shared\")\n"
                "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation("
                "\"float32\"), C.data, ty * 256, 256, 2), 16, \"row_major\")");
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("C")[0], 1.0);
    QCOMPARE(result.after.at("C")[511], 2.0);
}

void TstMatrixPrograms::multipliesRegisters_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("word"); // PTX's
    QTest::addColumn<QString>("sum");
    QTest::addColumn<QString>("sumWord");
    QTest::addColumn<int>("m");
    QTest::addColumn<int>("k");
    QTest::addColumn<int>("together"); // elements of a register
    QTest::newRow("float16, k 8") << "float16"
                                  << "fp16"
                                  << "float32"
                                  << "fp32" << 16 << 8 << 2;
    QTest::newRow("float16, k 16") << "float16"
                                   << "fp16"
                                   << "float32"
                                   << "fp32" << 16 << 16 << 2;
    QTest::newRow("bfloat16, k 16") << "bfloat16"
                                    << "bf16"
                                    << "float32"
                                    << "fp32" << 16 << 16 << 2;
    QTest::newRow("tf32, k 8") << "float32"
                               << "tf32"
                               << "float32"
                               << "fp32" << 16 << 8 << 1;
    QTest::newRow("int8, k 16") << "int8"
                                << "int8"
                                << "int32"
                                << "int32" << 16 << 16 << 4;
    QTest::newRow("uint8, k 32") << "uint8"
                                 << "uint8"
                                 << "int32"
                                 << "int32" << 16 << 32 << 4;
    QTest::newRow("e4m3, k 32") << "float8_e4m3fn"
                                << "e4m3"
                                << "float32"
                                << "fp32" << 16 << 32 << 4;
    QTest::newRow("int8, 8 rows") << "int8"
                                  << "int8"
                                  << "int32"
                                  << "int32" << 8 << 16 << 4;
    QTest::newRow("float64") << "float64"
                             << "fp64"
                             << "float64"
                             << "fp64" << 8 << 4 << 1;
}

/// Every lane takes its elements and writes its results as in PTX's tables.
void TstMatrixPrograms::multipliesRegisters()
{
    QFETCH(QString, type);
    QFETCH(QString, word);
    QFETCH(QString, sum);
    QFETCH(QString, sumWord);
    QFETCH(int, m);
    QFETCH(int, k);
    QFETCH(int, together);
    QString program = QStringLiteral(
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "a = T.alloc_buffer((%1,), \"TYPE\", scope=\"local\")\n"
        "b = T.alloc_buffer((%2,), \"TYPE\", scope=\"local\")\n"
        "c = T.alloc_buffer((%3,), \"SUM\", scope=\"local\")\n"
        "for i in range(%1):\n"
        "    a[i] = A[tx // 4 + i // TOGETHER % ROWS * 8, "
        "i // TOGETHER // ROWS * TOGETHER * 4 + tx % 4 * TOGETHER + i % TOGETHER]\n"
        "for i in range(%2):\n"
        "    b[i] = B[i // TOGETHER * TOGETHER * 4 + tx % 4 * TOGETHER + i % TOGETHER, tx // 4]\n"
        "for i in range(%3):\n    c[i] = T.Cast(\"SUM\", i)\n"
        "T.ptx.mma.legacy(\"SUM\", \"m%4n8k%5\", \"row\", \"col\", \"WORD\", \"WORD\", \"TOTAL\", a.data, 0, "
        "b.data, 0, c.data, 0, T.bool(False))\n"
        "for i in range(%3):\n    C[tx // 4 + i // 2 * 8, tx % 4 * 2 + i % 2] = c[i]\n");
    program = program.arg(m * k / 32).arg(8 * k / 32).arg(m / 4).arg(m).arg(k);
    program.replace("TYPE", type).replace("SUM", sum).replace("WORD", word).replace("TOTAL", sumWord);
    program.replace("TOGETHER", QString::number(together)).replace("ROWS", QString::number(m / 8));
    const QString parameters =
        QStringLiteral(
            "A: T.Buffer((%1, %2), \"%3\"), B: T.Buffer((%2, 8), \"%3\"), C: T.Buffer((%1, 8), \"%4\")")
            .arg(m)
            .arg(k)
            .arg(type, sum);
    const RunResult result = runMain(parameters.toStdString(), program.toStdString());
    QCOMPARE(troubleOf(result), QString());
    for (int row = 0; row < m; ++row)
        for (int column = 0; column < 8; ++column) {
            ExpectedSum expected = {double(row / 8 * 2 + column % 2)}; // previous content of c
            for (int at = 0; at < k; ++at)
                expected.add(result.before.at("A")[size_t(row * k + at)] *
                             result.before.at("B")[size_t(at * 8 + column)]);
            const double found = result.after.at("C")[size_t(row * 8 + column)];
            QVERIFY2(expected.isAt(found, sum), qPrintable(QStringLiteral("(%1, %2): %3, expected %4")
                                                               .arg(row)
                                                               .arg(column)
                                                               .arg(found)
                                                               .arg(expected.total)));
        }
}

void TstMatrixPrograms::loadsMatrices_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("isTransposed");
    QTest::newRow("one") << 1 << false;
    QTest::newRow("two, transposed") << 2 << true;
    QTest::newRow("four") << 4 << false;
    QTest::newRow("four, transposed") << 4 << true;
}

void TstMatrixPrograms::loadsMatrices()
{
    QFETCH(int, count);
    QFETCH(bool, isTransposed);
    const QString program =
        QStringLiteral(
            "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
            "S = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
            "r = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n"
            "for i in range(8):\n    S[tx * 8 + i] = T.Cast(\"float16\", tx * 8 + i)\n"
            "T.tvm_storage_sync(\"shared\")\n"
            "T.ptx.ldmatrix_legacy(\"float16\", T.bool(%1), %2, \".b16\", r.data, 0, S.data, tx * 8)\n"
            "for i in range(%3):\n    A[tx, i] = r[i]\n")
            .arg(isTransposed ? "True" : "False")
            .arg(count)
            .arg(count * 2);
    const RunResult result = runMain("A: T.Buffer((32, 8), \"float16\")", program.toStdString());
    QCOMPARE(troubleOf(result), QString());
    for (int lane = 0; lane < 32; ++lane)
        for (int matrix = 0; matrix < count; ++matrix)
            for (int half = 0; half < 2; ++half) {
                const int first = lane / 4;
                const int second = lane % 4 * 2 + half;
                const int element = isTransposed ? second * 8 + first : first * 8 + second;
                QCOMPARE(result.after.at("A")[size_t(lane * 8 + matrix * 2 + half)],
                         double(matrix * 64 + element));
            }
}

TIR_TEST(TstMatrixPrograms)
#include "tst_matrix_programs.moc"
