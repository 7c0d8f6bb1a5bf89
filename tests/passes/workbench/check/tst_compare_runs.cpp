/// When two results are one: integers exactly, floats within roundings of their type, NaN by policy.

#include "core/runtime/tensor.h"
#include "core/script/reading/parser.h"
#include "passes/workbench/check/compare_runs.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <limits>

using namespace tir;

namespace {

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
constexpr double Infinity = std::numeric_limits<double>::infinity();

RunTensor tensorOf(const std::string& name, DType dtype, std::vector<int64_t> shape,
                   const std::vector<double>& values)
{
    Tensor tensor = makeTensor(dtype, shape);
    for (size_t position = 0; position < values.size(); ++position)
        setNumber(tensor, int64_t(position), values[position]);
    RunTensor run;
    run.name = name;
    run.dtype = toString(dtype);
    run.shape = std::move(shape);
    run.after = tensor.bytes;
    return run;
}

void setNumberOf(RunTensor& tensor, int32_t value)
{
    std::vector<std::byte> bytes = tensor.after.copy();
    std::memcpy(bytes.data(), &value, sizeof value);
    tensor.after = std::move(bytes);
}

RunReport done(std::vector<RunTensor> tensors, const std::string& returnValue = {})
{
    RunReport report;
    report.status = RunStatus::Done;
    report.tensors = std::move(tensors);
    report.returnValue = returnValue;
    return report;
}

} // namespace

class TestCompareRuns : public QObject {
    Q_OBJECT
private slots:
    void nothingIsEqual()
    {
        const RunComparison comparison = compareRuns(done({}), done({}));
        QVERIFY(comparison.isEqual());
        QVERIFY(explain(comparison).empty());
    }

    void singleNumbers_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("reference");
        QTest::addColumn<bool>("isEqual");
        QTest::newRow("int32 equal") << "int32" << 7.0 << 7.0 << true;
        QTest::newRow("int32 off by one") << "int32" << 1000001.0 << 1000000.0 << false;
        QTest::newRow("float32 roundings") << "float32" << 1.000005 << 1.0 << true;
        QTest::newRow("float32 wrong") << "float32" << 1.0001 << 1.0 << false;
        QTest::newRow("float32 beside zero only") << "float32" << 1e-7 << 0.0 << false;
        QTest::newRow("float64 wrong") << "float64" << 1.000000001 << 1.0 << false;
        QTest::newRow("float16 roundings") << "float16" << 1.002 << 1.0 << true;
        QTest::newRow("float16 wrong") << "float16" << 1.02 << 1.0 << false;
        QTest::newRow("bfloat16 roundings") << "bfloat16" << 1.02 << 1.0 << true;
        QTest::newRow("NaN twice") << "float32" << NaN << NaN << true;
        QTest::newRow("NaN and a number") << "float32" << NaN << 1.0 << false;
        QTest::newRow("a number and NaN") << "float32" << 1.0 << NaN << false;
        QTest::newRow("infinities") << "float32" << Infinity << Infinity << true;
        QTest::newRow("infinities of two signs") << "float32" << -Infinity << Infinity << false;
        QTest::newRow("zeros of two signs") << "float32" << -0.0 << 0.0 << true;
    }
    void singleNumbers()
    {
        QFETCH(QString, dtype);
        QFETCH(double, value);
        QFETCH(double, reference);
        const DType type = *dtypeFromString(dtype.toStdString());
        const RunComparison comparison = compareRuns(done({tensorOf("A", type, {}, {value})}),
                                                     done({tensorOf("A", type, {}, {reference})}));
        QTEST(comparison.isEqual(), "isEqual");
        QCOMPARE(explain(comparison).empty(), comparison.isEqual());
    }

    void optionsDecide()
    {
        const RunReport reference =
            done({tensorOf("A", Float32, {2}, {1, NaN}), tensorOf("I", Int32, {}, {5})});
        RunReport run = done({tensorOf("A", Float32, {2}, {1.01, NaN}), tensorOf("I", Int32, {}, {5})});
        QVERIFY(!compareRuns(run, reference).isEqual());
        QVERIFY(compareRuns(run, reference, {.relative = 0.02}).isEqual());
        QVERIFY(compareRuns(run, reference, {.absolute = 0.02}).isEqual());
        QVERIFY(!compareRuns(run, reference, {.relative = 0.001, .absolute = 0}).isEqual());
        const RunComparison strict = compareRuns(reference, reference, {.isNanEqual = false});
        QCOMPARE(strict.find("A")->differenceCount, int64_t(1));
        QCOMPARE(strict.find("A")->first->index, std::vector<int64_t>{1});
        // Integers stay exact.
        setNumberOf(run.tensors[1], 6);
        QVERIFY(!compareRuns(run, reference, {.absolute = 100}).isEqual());
    }

    void tensorsWithoutElementsAreEqual()
    {
        const RunReport empty = done({tensorOf("A", Float32, {0}, {}), tensorOf("I", Int32, {3, 0}, {})});
        for (const bool isNanEqual : {true, false})
            QVERIFY(compareRuns(empty, empty, {.isNanEqual = isNanEqual}).isEqual());
    }

    /// The terms of sums are those of the program; the largest number of a tensor says how large partial sums may be.
    void sumsMayDifferByTheirLength_data()
    {
        QTest::addColumn<QString>("statements");
        QTest::addColumn<double>("error"); // relative to the largest number
        const double epsilon = std::numeric_limits<float>::epsilon();
        QTest::newRow("no sum") << "A[0] = X[0]" << epsilon;
        QTest::newRow("loops that do not index the sum")
            << "for i in range(8):\n        for k in range(100):\n            A[i] = A[i] + X[k]"
            << 10 * epsilon;
        QTest::newRow("loop of the extent of an argument")
            << "for k in range(n):\n        A[0] = A[0] + X[k]" << 16 * epsilon;
        QTest::newRow("loop of a negative extent")
            << "for k in range(-9):\n        A[0] = A[0] + X[k]" << 0.0;
        QTest::newRow("by way of a binding")
            << "for i in range(8):\n        j: T.let[T.int32] = i // 2\n        A[j] = A[j] + X[i]"
            << epsilon;
        QTest::newRow("two sums") << "for k in range(9):\n        A[0] = A[0] + X[k]\n"
                                     "    for k in range(16):\n        A[1] = A[1] + A[0] * X[k]"
                                  << 5 * epsilon;
        QTest::newRow("threads have sums of their own")
            << "for tx in T.thread_binding(64, thread=\"threadIdx.x\"):\n        for k in range(4):\n"
               "            A[0] = A[0] + X[k]"
            << 2 * epsilon;
        QTest::newRow("reduction axes of a block")
            << "for i, k in T.grid(8, 25):\n        with T.sblock(\"sum\"):\n"
               "            vi, vk = T.axis.remap(\"SR\", [i, k])\n            A[vi] = A[vi] + X[vk]"
            << 5 * epsilon;
    }
    void sumsMayDifferByTheirLength()
    {
        QFETCH(QString, statements);
        QFETCH(double, error);
        const QString text = "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((16,), \"float32\"), x: T.handle):\n"
                             "    n = T.int32()\n    X = T.match_buffer(x, (n,), \"float32\")\n    ";
        const auto parsed = parseModule(SourceText("sums.py", (text + statements).toStdString()));
        QVERIFY2(parsed, parsed ? "" : parsed.diagnostics().front().message.c_str());
        const RunReport reference = done({tensorOf("A", Float32, {2}, {-1000.1, 1}),
                                          tensorOf("X", Float32, {256}, std::vector<double>(256, 1))});
        const CompareOptions options = toleranceOfSums(*parsed->module.module, reference);
        QCOMPARE(options.ofMagnitude, error);
        const double allowed = 1000.1 * error + 2 * toleranceOf(Float32).absolute;
        const auto isEqual = [&](double number) {
            RunReport run = reference;
            run.tensors[0] = tensorOf("A", Float32, {2}, {-1000.1, number});
            return compareRuns(run, reference, options).isEqual();
        };
        QVERIFY(isEqual(1 + 0.9 * allowed));
        QVERIFY(!isEqual(1 + 1.1 * allowed));
    }

    /// Where terms cancel, an element has the roundings of larger ones: of the same tensor, however small it is.
    void smallNumbersAreComparedAsLargeOnes_data()
    {
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<double>("scale");
        QTest::newRow("float32") << Float32 << 1e-9;
        QTest::newRow("float32, tiny") << Float32 << 1e-30;
        QTest::newRow("float64") << Float64 << 1e-200;
        QTest::newRow("float16") << Float16 << 1e-3;
        QTest::newRow("bfloat16") << *dtypeFromString("bfloat16") << 1e-3;
    }
    void smallNumbersAreComparedAsLargeOnes()
    {
        QFETCH(DType, dtype);
        QFETCH(double, scale);
        const double rounding = toleranceOf(dtype).relative;
        const RunReport reference = done({tensorOf("A", dtype, {3}, {scale, -scale, 0})});
        const auto isEqual = [&](double first, double last) {
            return compareRuns(done({tensorOf("A", dtype, {3}, {first, -scale, last})}), reference).isEqual();
        };
        QVERIFY(isEqual(scale * (1 + rounding / 2), scale * rounding / 2));
        QVERIFY(!isEqual(-scale, 0));
        QVERIFY(!isEqual(0, 0));
        QVERIFY(!isEqual(scale, scale * rounding * 2));
    }

    /// The smallest numbers are further apart than the roundings of larger ones.
    void numbersBelowTheNormalOnesMayDifferByTheirDistance()
    {
        const double smallest = 0x1p-24;
        const RunReport reference = done({tensorOf("A", Float16, {1}, {10 * smallest})});
        const auto isEqual = [&](double number) {
            return compareRuns(done({tensorOf("A", Float16, {1}, {number})}), reference).isEqual();
        };
        QVERIFY(isEqual(11 * smallest));
        QVERIFY(!isEqual(15 * smallest));
    }

    /// Sums of multiples of 1/2 have no roundings, in whatever order.
    void exactSumsMayNotDiffer()
    {
        CompareOptions ofSums;
        ofSums.ofMagnitude = 0.0625; // of 4096 terms in float16
        const auto isEqual = [&](double number, double expected) {
            return compareRuns(done({tensorOf("A", Float16, {2}, {number, 8})}),
                               done({tensorOf("A", Float16, {2}, {expected, 8})}), ofSums)
                .isEqual();
        };
        QVERIFY(!isEqual(120, 121.5));
        QVERIFY(isEqual(120, 121.125)); // has parts that are no multiples: sums were rounded
        QVERIFY(isEqual(250, 251.5));   // partial sums may have been too large to be exact
    }

    void firstAndWorstElementAreNamed()
    {
        const RunComparison comparison =
            compareRuns(done({tensorOf("C", Float32, {2, 3}, {0, 1, 2, 3, 9, 5})}),
                        done({tensorOf("C", Float32, {2, 3}, {0, 1, 3, 3, 4, 5})}));
        QVERIFY(!comparison.isEqual());
        QCOMPARE(comparison.find("C")->differenceCount, int64_t(2));
        QCOMPARE(explain(comparison), std::string("'C' differs in 2 of 6 elements: first C[0, 2] = 2 instead "
                                                  "of 3, worst C[1, 1] = 9 instead of 4"));
        QVERIFY(!comparison.find("D"));
    }

    void wideIntegersAreComparedExactly()
    {
        RunTensor wide = tensorOf("A", Int64, {2}, {0, 0});
        RunTensor other = wide;
        const int64_t large[] = {0, int64_t(1) << 60};
        const int64_t largerByOne[] = {0, (int64_t(1) << 60) + 1};
        const auto bytesOf = [](const int64_t(&numbers)[2]) {
            const auto* first = reinterpret_cast<const std::byte*>(numbers);
            return std::vector<std::byte>(first, first + sizeof numbers);
        };
        wide.after = bytesOf(large);
        other.after = bytesOf(largerByOne);
        const RunComparison comparison = compareRuns(done({wide}), done({other}));
        QCOMPARE(comparison.find("A")->differenceCount, int64_t(1));
        QCOMPARE(comparison.find("A")->first->index, std::vector<int64_t>({1}));
        QCOMPARE(explain(comparison), std::string("'A' differs in 1 of 2 elements: first A[1] = "
                                                  "1152921504606846976 instead of 1152921504606846977"));
    }

    void missingTensorsAndShapes()
    {
        const RunTensor a = tensorOf("A", Float32, {2}, {1, 2});
        const RunTensor reshaped = tensorOf("A", Float32, {2, 1}, {1, 2});
        QCOMPARE(explain(compareRuns(done({}), done({a}))),
                 std::string("'A' is missing or has another shape"));
        QCOMPARE(explain(compareRuns(done({reshaped}), done({a}))),
                 std::string("'A' is missing or has another shape"));
        QVERIFY(compareRuns(done({a}), done({})).isEqual()); // a tensor that only the run has is not compared
    }

    void returnedValues()
    {
        QCOMPARE(explain(compareRuns(done({}, "3"), done({}, "2"))), std::string("returned 3 instead of 2"));
        QCOMPARE(explain(compareRuns(done({}), done({}, "2"))), std::string("returned nothing instead of 2"));
    }

    /// As in tensors: a compiler may round a float in another way, but no integer.
    void returnedFloatsMayBeRounded_data()
    {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<std::string>("returned");
        QTest::addColumn<std::string>("expected");
        QTest::addColumn<bool>("isEqual");
        const auto row = [](const char* type, const char* returned, const char* expected, bool isEqual) {
            QTest::addRow("%s, %s and %s", type, returned, expected)
                << std::string(type) << std::string(returned) << std::string(expected) << isEqual;
        };
        row("float32", "6.93734217", "6.93734264", true);
        row("float32", "6.937", "6.93734264", false);
        row("float64", "6.93734217", "6.93734264", false);
        row("float64", "0.30000000000000004", "0.3", true);
        row("float16", "1.001", "1", true);
        row("float32", "nan", "1", false);
        row("float32", "inf", "inf", true);
        row("float32", "-inf", "inf", false);
        row("float32", "", "1", false);
        row("int64", "9007199254740993", "9007199254740992", false);
        row("int32", "100000000", "100000001", false);
        row("", "1.0000001", "1", false);
    }

    void returnedFloatsMayBeRounded()
    {
        QFETCH(std::string, type);
        QFETCH(std::string, returned);
        QFETCH(std::string, expected);
        QFETCH(bool, isEqual);
        RunReport reference = done({}, expected);
        reference.returnDType = type;
        QCOMPARE(compareRuns(done({}, returned), reference).isEqual(), isEqual);
        CompareOptions exact;
        exact.relative = exact.absolute = 0;
        QCOMPARE(compareRuns(done({}, returned), reference, exact).isEqual(), returned == expected);
    }
};

TIR_TEST(TestCompareRuns)
#include "tst_compare_runs.moc"
