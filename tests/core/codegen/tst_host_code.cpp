/// C and LLVM IR for hosts: the C compiler accepts the code for samples and corpus without a warning, and programs
/// compute the expected results when they are called through the packed convention. A file replaces the runtime's
/// functions and records their calls.

#include "core/codegen/c_host/c_host.h"
#include "core/codegen/llvm_ir/host.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/host_program.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr const char* OneLaunch = R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((128,), "float32"), n: T.int32):
    with T.launch_thread("threadIdx.x", 128) as tx:
        S = T.alloc_buffer((128,), scope="shared.dyn")
        S[tx] = X[tx] + T.Cast("float32", n)
        X[tx] = S[tx])";

bool hasCompiler()
{
    return !QStandardPaths::findExecutable("cc").isEmpty();
}

/// Samples that the pipeline that fits them rejects or leaves ill-formed.
const QSet<QString>& rejectedSamples()
{
    static const QSet<QString> names = {
        "alignment_too_small",
        "bfloat16_on_the_host",
        "binding_that_loads",
        "device_copy_called_by_host",
        "cluster_of_a_helper",
        "empty_buffer",
        "exported_callee",
        "global_buffer_of_a_block",
        "helper_of_a_helper",
        "memory_of_a_helper",
        "one_argument_too_many",
        "buffer_used_by_its_address",
        "out_of_scope",
        "pointer_of_a_merged_buffer",
        "raw_pointer_on_both_sides",
        "shared_before_launch",
        "shared_outside_launch",
        "size_of_the_host",
        "symbolic_reuse",
        "tile_of_any_size",
        "tiny_buffer",
        "vector_of_float8",
        "zero_of_float8",
    };
    return names;
}

} // namespace

#define TIR_SKIP_WITHOUT_COMPILER()                            \
    do {                                                       \
        if (!hasCompiler())                                    \
            QSKIP("no C compiler 'cc' found on this machine"); \
    } while (false)

class TestHostCode : public QObject {
    Q_OBJECT

private slots:
    void samplesCompile_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isLowered");
        for (const QString& path : filesBelow(sourcePath("samples"), {"*.py"}))
            for (const bool isLowered : {false, true})
                QTest::newRow(qPrintable(QFileInfo(path).baseName() + (isLowered ? ", lowered" : "")))
                    << path << isLowered;
    }

    void samplesCompile()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        QFETCH(QString, path);
        QFETCH(bool, isLowered);
        const auto parsed = parseModule(SourceText("sample.py", readFile(path).value_or("")));
        QVERIFY(parsed);
        const auto recording = split(parsed->module, isLowered);
        const QString name = QFileInfo(path).baseName();
        const Verdict verdict = recording->steps.back().verdict;
        const bool isRejected = verdict == Verdict::Failed || verdict == Verdict::IllFormed;
        // Lowering its host needs a type that no host has.
        QCOMPARE(isRejected, rejectedSamples().contains(name) || (isLowered && name == "narrow_scalar"));
        if (isRejected)
            return;
        const Module& module = recording->module(recording->steps.size());
        const Result<Artifact> code = generateHostC(module, {});
        const Result<Artifact> llvm = generateHostLlvm(module, {});
        QVERIFY2(llvm, wordsOf(llvm.diagnostics()).c_str());
        if (name == "narrow_scalar") {
            QVERIFY(wordsOf(code.diagnostics()).starts_with("C has no type for bfloat16"));
            return;
        }
        QVERIFY2(code, wordsOf(code.diagnostics()).c_str());
        QVERIFY(!code->entryPoints.empty());
        QCOMPARE(llvm->entryPoints, code->entryPoints);
        QVERIFY(!code->ranges.empty() && !llvm->ranges.empty());
        const QTemporaryDir folder;
        const Compiled compiled = compileC(folder, code->content);
        QVERIFY2(compiled.isGood, qPrintable(compiled.messages));
    }

    void corpusCompiles()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        TIR_SKIP_WITHOUT_COMPILER();
        int modules = 0;
        int number = 0;
        QStringList refusals;
        QStringList notPacked;
        const QTemporaryDir folder;
        for (const QString& path : filesBelow(*corpusFolder(), {"*.s_tir.json", "*.new.json"})) {
            const QJsonObject trace =
                QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
            const QJsonArray steps = trace["steps"].toArray();
            const bool isTrace = path.endsWith(".s_tir.json");
            // After the host's LowerIntrin, if the trace contains it.
            int after = -1;
            for (const QJsonValue& step : steps)
                if (after < 0 && step["pass"].toString().endsWith("LowerIntrin"))
                    after = step["after"].toInt();
            if (!isTrace && !steps.isEmpty() && !trace["error"].isObject() && ++number % 10 == 0)
                after = steps.last()["after"].toInt();
            if (after < 0)
                continue;
            const auto parsed = parseModule(
                SourceText("corpus.py", trace["texts"].toArray()[after].toString().toStdString()));
            QVERIFY2(parsed, qPrintable(path));
            const Result<Artifact> code = generateHostC(*parsed->module.module, {});
            const Result<Artifact> llvm = generateHostLlvm(*parsed->module.module, {});
            if (!code || !llvm) {
                const QString name = QFileInfo(path).fileName();
                if (path.contains("/merge/"))
                    notPacked += name;
                else
                    refusals +=
                        name + ": " +
                        QString::fromStdString(wordsOf(code ? llvm.diagnostics() : code.diagnostics()));
                continue;
            }
            const Compiled compiled = compileC(folder, code->content);
            QVERIFY2(compiled.isGood, qPrintable(path + "\n" + compiled.messages));
            ++modules;
        }
        qInfo("cc accepts %d host modules", modules);
        qInfo("functions are not packed in %s", qPrintable(notPacked.join(", ")));
        QVERIFY2(refusals.isEmpty(), qPrintable(refusals.join('\n')));
        QVERIFY(modules >= 33);
    }

    void launchesGoThroughTheRuntime_data()
    {
        QTest::addColumn<bool>("isLowered");
        QTest::newRow("packed calls") << false;
        QTest::newRow("lowered packed calls") << true;
    }

    void launchesGoThroughTheRuntime()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        QFETCH(bool, isLowered);
        const Program program(OneLaunch, isLowered);
        QVERIFY2(program.problem.isEmpty(), qPrintable(program.problem));
        float data[128];
        TensorArgument tensor(128, data);
        QCOMPARE(program.call({tensor.packed(), ofInt(7)}), 0);
        const QStringList expected = {"__tvm_set_device(2, 0)", "main_kernel(X, 7, 128, 512)"};
        QCOMPARE(program.calls({{data, "X"}}), expected);
    }

    void argumentsAreChecked()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        const Program program(OneLaunch);
        QVERIFY2(program.problem.isEmpty(), qPrintable(program.problem));
        float data[128];
        const auto refuses = [&](std::vector<PackedValue> arguments, const char* excerpt) {
            const int code = program.call(std::move(arguments));
            return code == -1 && program.raised().contains(excerpt);
        };
        TensorArgument good(128, data);
        TensorArgument small(64, data);
        TensorArgument other(128, data);
        other.tensor.typeBits = 64;
        TensorArgument null(128, nullptr);
        TensorArgument elsewhere(128, data);
        elsewhere.tensor.deviceType = 1;
        QVERIFY2(refuses({good.packed()}, "TypeError"), qPrintable(program.raised()));
        QVERIFY2(refuses({ofInt(1), ofInt(1)}, "TypeError"), qPrintable(program.raised()));
        QVERIFY2(refuses({good.packed(), ofFloat(1)}, "TypeError"), qPrintable(program.raised()));
        QVERIFY2(refuses({small.packed(), ofInt(1)}, "X.shape[0]"), qPrintable(program.raised()));
        QVERIFY2(refuses({other.packed(), ofInt(1)}, "dtype"), qPrintable(program.raised()));
        QVERIFY2(refuses({null.packed(), ofInt(1)}, "X"), qPrintable(program.raised()));
        QVERIFY2(refuses({elsewhere.packed(), ofInt(1)}, "device_type"), qPrintable(program.raised()));
        QCOMPARE(*program.symbol<int>("call_count"), 0);
    }

    void aMissingFunctionIsAFailure()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        const Program program(OneLaunch);
        QVERIFY2(program.problem.isEmpty(), qPrintable(program.problem));
        *program.symbol<const char*>("missing") = "main_kernel";
        float data[128];
        TensorArgument tensor(128, data);
        QCOMPARE(program.call({tensor.packed(), ofInt(7)}), -1);
    }

    void expressionsMeanWhatTheyMean_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<int>("a");
        QTest::addColumn<int>("b");
        QTest::addColumn<int>("expected");
        QTest::newRow("sum") << "a + b" << 3 << -5 << -2;
        QTest::newRow("floordiv") << "a // b" << -7 << 2 << -4;
        QTest::newRow("floordiv by negative") << "a // b" << 7 << -2 << -4;
        QTest::newRow("floormod") << "a % b" << -7 << 3 << 2;
        QTest::newRow("floormod by negative") << "a % b" << 7 << -3 << -2;
        QTest::newRow("truncdiv") << "T.truncdiv(a, b)" << -7 << 2 << -3;
        QTest::newRow("min") << "T.min(a, b)" << -7 << 2 << -7;
        QTest::newRow("max of three") << "T.max(T.max(a, b), 3)" << -7 << 2 << 3;
        QTest::newRow("bytes wrap") << "T.Cast(\"int32\", T.Cast(\"uint8\", a) + T.Cast(\"uint8\", b))" << 250
                                    << 10 << 4;
        QTest::newRow("signed bytes") << "T.Cast(\"int32\", T.Cast(\"int8\", a))" << 200 << 0 << -56;
        QTest::newRow("select") << "T.Select(a < b, a * 2, b * 3)" << 1 << 2 << 2;
        QTest::newRow("one side only") << "T.if_then_else(b == 0, 9, T.truncdiv(a, b))" << 1 << 0 << 9;
        QTest::newRow("shift") << "T.shift_right(a, 1) + T.shift_left(b, 3)" << -8 << 1 << 4;
        QTest::newRow("bits") << "T.bitwise_xor(T.bitwise_and(a, 12), T.bitwise_or(b, 1))" << 10 << 2 << 11;
        QTest::newRow("leading zeros") << "T.clz(a) * 100 + T.clz(b)" << 1 << 0 << 3132;
        QTest::newRow("fused")
            << "T.Cast(\"int32\", T.fma(T.Cast(\"float32\", a), T.Cast(\"float32\", b), T.float32(1.0)))" << 3
            << 4 << 13;
        QTest::newRow("let") << "T.Let(c * c, where={c: a + b})" << 2 << 3 << 25;
        QTest::newRow("reinterpret") << "T.reinterpret(\"int32\", T.float32(1.0)) + a * b" << 0 << 0
                                     << 0x3f800000;
        QTest::newRow("library") << "T.Cast(\"int32\", T.floor(T.sqrt(T.Cast(\"float64\", a))))" << 50 << 0
                                 << 7;
        QTest::newRow("ties to even")
            << "T.Cast(\"int32\", T.round(T.Cast(\"float32\", a) / T.float32(2.0)))" << 5 << 0 << 2;
        for (const char* type : {"float32", "float64"}) {
            const QString number = QStringLiteral("T.Cast(\"%1\", a)").arg(type);
            const QString nan = QStringLiteral("T.sqrt(T.Cast(\"%1\", b))").arg(type);
            for (const char* name : {"min", "max"})
                for (const auto& [left, right] : {std::pair(number, nan), std::pair(nan, number)})
                    QTest::addRow("%s of %s and %s", name, qPrintable(left), qPrintable(right))
                        << QStringLiteral("T.Cast(\"int32\", T.%1(%2, %3))").arg(name, left, right) << 3 << -1
                        << 3;
        }
        QTest::newRow("both") << "T.Cast(\"int32\", a > 0 and T.truncdiv(6, a) == b)" << 2 << 3 << 1;
        QTest::newRow("neither") << "T.Cast(\"int32\", a != 0 and T.truncdiv(6, a) == b)" << 0 << 3 << 0;
    }

    void expressionsMeanWhatTheyMean()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        QFETCH(QString, expression);
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(int, expected);
        const QString declared = expression.contains("where=") ? "    c = T.int32()\n" : "";
        const QString body = "@T.prim_func(s_tir=True)\ndef main(a: T.int32, b: T.int32) -> T.int32:\n" +
                             declared + "    return " + expression;
        for (const bool isLowered : {false, true}) {
            const Program program(body.toStdString(), isLowered);
            QVERIFY2(program.problem.isEmpty(), qPrintable(program.problem));
            PackedValue result = {};
            QCOMPARE(program.call({ofInt(a), ofInt(b)}, &result), 0);
            QCOMPARE(result.typeIndex, int32_t(TypeIndex::Int));
            QCOMPARE(int(result.integer), expected);
        }
    }

    void functionsReturnWhatTheySay()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        const Program real("@T.prim_func(s_tir=True)\ndef main(x: T.float32) -> T.float32:\n"
                           "    return x * T.float32(0.5)");
        QVERIFY2(real.problem.isEmpty(), qPrintable(real.problem));
        PackedValue result = {};
        QCOMPARE(real.call({ofFloat(3.0)}, &result), 0);
        QCOMPARE(result.typeIndex, int32_t(TypeIndex::Float));
        QCOMPARE(result.real, 1.5);

        const Program nothing("@T.prim_func(s_tir=True)\ndef main():\n    T.evaluate(0)");
        QVERIFY2(nothing.problem.isEmpty(), qPrintable(nothing.problem));
        QCOMPARE(nothing.call({}), 0);
        QCOMPARE(nothing.call({ofInt(1)}), -1);
    }

    void helpersAndLoopsWork()
    {
        TIR_SKIP_WITHOUT_COMPILER();
        const Program program(R"(
@T.prim_func(private=True, s_tir=True)
def square(x: T.int32) -> T.int32:
    return x * x

@T.prim_func(s_tir=True)
def main(n: T.int32) -> T.int32:
    total = T.alloc_buffer((4,), "int32", scope="local")
    for i in T.vectorized(4):
        total[i] = 0
    for i in range(n):
        if i % 2 == 0:
            total[i % 4] = total[i % 4] + Module.square(i)
    total[T.Ramp(0, 1, 4)] = total[T.Ramp(3, -1, 4)] + T.Broadcast(1, 4)
    return total[0] + total[1] * 10 + total[2] * 100 + total[3] * 1000)");
        QVERIFY2(program.problem.isEmpty(), qPrintable(program.problem));
        PackedValue result = {};
        QCOMPARE(program.call({ofInt(7)}, &result), 0);
        // 0 and 4 sum to 16 in slot 0, 2 and 6 to 40 in slot 2; reversed, and one more each.
        QCOMPARE(result.integer, int64_t(1 + 41 * 10 + 1 * 100 + 17 * 1000));
    }

    void refusalsNameWhatCannotBe_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("excerpt");
        QTest::newRow("operation") << "T.cuda.thread_fence()"
                                   << "operation 'cuda.thread_fence'";
        QTest::newRow("threads") << "with T.launch_thread(\"threadIdx.x\", 4) as tx:\n        T.evaluate(tx)"
                                 << "SplitHostDevice";
    }

    void refusalsNameWhatCannotBe()
    {
        QFETCH(QString, statement);
        QFETCH(QString, excerpt);
        const std::string text =
            "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
            "@T.prim_func(s_tir=True)\ndef main():\n"
            "    T.func_attr({\"calling_conv\": 1, \"global_symbol\": \"__tvm_ffi_main\"})\n    " +
            statement.toStdString();
        const auto parsed = parseModule(SourceText("test.py", text));
        QVERIFY2(parsed, wordsOf(parsed.diagnostics()).c_str());
        for (const auto& made :
             {generateHostC(*parsed->module.module, {}), generateHostLlvm(*parsed->module.module, {})}) {
            QVERIFY(!made);
            QVERIFY2(QString::fromStdString(wordsOf(made.diagnostics())).contains(excerpt),
                     wordsOf(made.diagnostics()).c_str());
            QVERIFY(made.diagnostics().front().place != NoPlace);
        }
    }

    /// Also of modules that no verifier has seen.
    void llvmRefusesWhatItCannotTake_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("excerpt");
        QTest::newRow("bits of a pointer")
            << "@T.prim_func(s_tir=True)\ndef main(H: T.handle):\n"
               "    T.func_attr({\"calling_conv\": 1, \"global_symbol\": \"main\"})\n"
               "    T.evaluate(T.bitwise_not(H))"
            << "operation 'bitwise_not' takes integers, not handle";
        QTest::newRow("entry that is not packed")
            << "@T.prim_func(s_tir=True)\ndef main(v: T.float32x4):\n"
               "    T.func_attr({\"global_symbol\": \"main\", \"target\": T.target({\"kind\": \"llvm\"}), "
               "\"tirx.is_entry_func\": True})\n    "
               "T.evaluate(0)"
            << "entry function 'main' returns no error code; MakePackedAPI";
    }

    void llvmRefusesWhatItCannotTake()
    {
        QFETCH(QString, text);
        QFETCH(QString, excerpt);
        const auto parsed = parseModule(SourceText("test.py", text.toStdString()));
        QVERIFY2(parsed, wordsOf(parsed.diagnostics()).c_str());
        const Result<Artifact> made = generateHostLlvm(*parsed->module.module, {});
        QVERIFY(!made);
        QVERIFY2(QString::fromStdString(wordsOf(made.diagnostics())).contains(excerpt),
                 wordsOf(made.diagnostics()).c_str());
    }
};

TIR_TEST(TestHostCode)
#include "tst_host_code.moc"
