/// Every step run with the same inputs: which one is accused, on runs whose passes computed something else.

#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/record.h"
#include "tests/passes/workbench/check/run_of_texts.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// A program that stores `stored` to every element.
std::string programStoring(const std::string& stored)
{
    return "@I.ir_module\n"
           "class Module:\n"
           "    @T.prim_func\n"
           "    def main(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n"
           "        for i in range(8):\n"
           "            B[i] = " +
           stored;
}

StepRuns execute(const Recording& recording)
{
    return executeSteps(modulesOf(recording), {});
}

} // namespace

class TestExecuteSteps : public QObject {
    Q_OBJECT
private slots:
    void unchangedStepsAreNotRunAgain()
    {
        const std::string text = programStoring("A[i] + 1");
        const auto trace = runOf({text, text, programStoring("1 + A[i]"), programStoring("1 + A[i]")});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        QCOMPARE(runs.runs.size(), size_t(2));
        QCOMPARE(runs.runs[1].step, size_t(2));
        QCOMPARE(
            explain(check(*trace, runs), *trace, runs),
            std::string("sound: all 3 passes keep the result (1 changed module executed, 2 passes changed "
                        "nothing)"));
        QVERIFY(check(*trace, execute(*trace)).answer == Answer::NotFullyChecked);
    }

    /// The chosen size follows from the divisors in the input, which a step may have folded already.
    void stepsRunWithTheSizesOfTheInput_data()
    {
        QTest::addColumn<std::string>("parameters");
        QTest::newRow("a parameter") << std::string("n: T.int32, A: T.Buffer((192,), \"int32\")");
        QTest::newRow("an extent") << std::string("a: T.handle");
    }
    void stepsRunWithTheSizesOfTheInput()
    {
        QFETCH(std::string, parameters);
        const auto program = [&](const std::string& zero) {
            const bool isExtent = parameters == "a: T.handle";
            return "@I.ir_module\n"
                   "class Module:\n"
                   "    @T.prim_func\n"
                   "    def main(" +
                   parameters + "):\n" +
                   (isExtent ? "        n = T.int32()\n        A = T.match_buffer(a, (n,), \"int32\")\n"
                             : "") +
                   "        A[0] = " + zero;
        };
        const auto trace = runOf({program("n // 9 - n // 9"), program("n // 7 - n // 7")});
        const StepRuns runs = execute(*trace);
        QCOMPARE(runs.runs.size(), size_t(2));
        QVERIFY(runs.runs[1].status == RunStatus::Done);
        QVERIFY2(runs.runs[1].comparison.isEqual(), explain(runs.runs[1].comparison).c_str());
    }

    /// With n = 64, all tiles are complete, and all of these steps keep the result.
    void stepsRunWithIncompleteTiles_data()
    {
        QTest::addColumn<std::string>("guard");
        QTest::addColumn<std::string>("added");
        QTest::addColumn<bool>("isSizeGiven");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, const char* guard, const char* added, bool isSizeGiven,
                            const char* expected) {
            QTest::newRow(name) << std::string(guard) << std::string(added) << isSizeGiven
                                << std::string(expected);
        };
        row("the same", "tx + bx * 32 < n", "0", false,
            "sound: the pass keeps the result (1 changed module executed with n = 64 and with n = 65)");
        row("no guard", "bx >= 0", "0", false, "fails a memory check: out-of-bounds: ");
        row("a guard that is too strict", "bx * 32 + tx < n // 32 * 32", "0", false, "changes the result: ");
        row("another value", "bx * 32 + tx < n", "n % 32", false, "changes the result: ");
        row("no guard for a given size", "bx >= 0", "0", true, "sound: ");
    }

    void stepsRunWithIncompleteTiles()
    {
        QFETCH(std::string, guard);
        QFETCH(std::string, added);
        QFETCH(bool, isSizeGiven);
        QFETCH(std::string, expected);
        const auto program = [](const std::string& condition, const std::string& term) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(x: T.handle, y: T.handle):\n"
                   "    n = T.int32()\n"
                   "    X = T.match_buffer(x, (n,), \"int32\")\n"
                   "    Y = T.match_buffer(y, (n,), \"int32\")\n"
                   "    bx = T.launch_thread(\"blockIdx.x\", (n + 31) // 32)\n"
                   "    tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                   "    if " +
                   condition +
                   ":\n"
                   "        Y[bx * 32 + tx] = X[bx * 32 + tx] + " +
                   term;
        };
        const auto trace = runOf({program("bx * 32 + tx < n", "0"), program(guard, added)});
        ExecuteOptions options = watched();
        if (isSizeGiven)
            options.request.inputs.emplace("n", InputSpec::constant(64));
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.find(expected) != std::string::npos, said.c_str());
        if (said.starts_with("not sound: "))
            QVERIFY2(said.find("with n = 65") != std::string::npos, said.c_str());
    }

    /// With integers from 1 to 8 and floats from -1 to 1, all of these steps keep the result.
    void stepsRunWithOtherValues_data()
    {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<std::string>("before");
        QTest::addColumn<std::string>("after");
        QTest::addColumn<std::string>("fault"); // empty: sound
        const auto row = [](const char* name, const char* type, const char* before, const char* after,
                            const char* fault) {
            QTest::newRow(name) << std::string(type) << std::string(before) << std::string(after)
                                << std::string(fault);
        };
        const char* changes = "changes the result: ";
        row("the same", "int32", "A[i] // 4", "A[i] // 4 + 0", "");
        row("a division of negative numbers", "int32", "A[i] // 4", "T.truncdiv(A[i], 4)", changes);
        row("of a narrow type", "int8", "A[i] // T.int8(4)", "T.truncdiv(A[i], T.int8(4))", changes);
        row("a side that is not taken", "int32", "T.if_then_else(A[i] > 9, 1, 2)",
            "T.if_then_else(A[i] > 9, 3, 2)", changes);
        row("a side that is not selected", "float32", "T.Select(A[i] > T.float32(2), A[i], T.float32(2))",
            "T.Select(A[i] > T.float32(2), T.float32(3), T.float32(2))", changes);
        row("a limit of floats", "float32", "T.min(A[i] + T.float32(1), T.float32(3))", "A[i] + T.float32(1)",
            changes);
        row("a limit of integers", "int64", "T.max(A[i], T.int64(0))", "A[i]", changes);
        row("a clamp of a narrow type", "int8", "T.min(A[i], T.int8(40))", "A[i]", changes);
        row("an unsigned number that becomes negative", "uint8",
            "T.Cast(\"uint8\", T.Cast(\"int32\", A[i]) // 2)",
            "T.Cast(\"uint8\", T.Cast(\"int32\", T.reinterpret(\"int8\", A[i])) // 2)", changes);
        row("an unsigned division that becomes signed", "uint32", "A[i] // T.uint32(3)",
            "T.Cast(\"uint32\", T.Cast(\"int32\", A[i]) // 3)", changes);
        row("a sum in a type that is too narrow", "int8",
            "T.Cast(\"int8\", (T.Cast(\"int32\", A[i]) + T.Cast(\"int32\", A[i])) // 2)",
            "T.Cast(\"int8\", T.Cast(\"int32\", A[i] + A[i]) // 2)", changes);
        row("64 bits that become 32", "int64", "A[i] * T.int64(2) // T.int64(3)",
            "T.Cast(\"int64\", T.Cast(\"int32\", A[i] * T.int64(2)) // 3)", changes);
        row("a statement that is added", "int32", "A[i]",
            "A[i]\n        for j in range(8):\n            if A[j] > 9:\n                B[j] = 0", changes);
        // The input is for indices only.
        row("indices", "int32", "A[A[i] - 1]", "A[A[i] - 1 + 0]", "");
        row("divisors", "int32", "100 // A[i]", "100 // A[i] + 0", "");
        row("extents", "int32",
            "0\n        for j in range(8):\n            for k in range(A[j]):\n"
            "                B[k] = k",
            "0\n        for j in range(8):\n            for k in range(A[j]):\n"
            "                B[k] = k + 0",
            "");
    }

    void stepsRunWithOtherValues()
    {
        QFETCH(std::string, type);
        QFETCH(std::string, before);
        QFETCH(std::string, after);
        QFETCH(std::string, fault);
        const auto program = [&](const std::string& stored) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(A: T.Buffer((8,), \"" +
                   type + "\"), B: T.Buffer((8,), \"" + type +
                   "\")):\n"
                   "    if True:\n"
                   "        for i in range(8):\n"
                   "            B[i] = " +
                   stored;
        };
        const auto trace = runOf({program(before), program(after)});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with(fault.empty() ? "sound: " : "not sound: step 1, "), said.c_str());
        QVERIFY2(said.find(fault) != std::string::npos, said.c_str());
        if (!fault.empty())
            QVERIFY2(said.find(type == "float32" ? "with A = random(-" : "with A = mixed(") !=
                         std::string::npos,
                     said.c_str());
    }

    /// The language does not define the result of an overflow: passes may compute another one.
    void overflowOfTheInputIsNoFaultOfAStep_data()
    {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<double>("value");
        QTest::addColumn<std::string>("before");
        QTest::addColumn<std::string>("after");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, const char* type, double value, const char* before,
                            const char* after, const char* expected) {
            QTest::newRow(name) << std::string(type) << value << std::string(before) << std::string(after)
                                << std::string(expected);
        };
        const char* input = "not sound: the input fails a memory check: signed-overflow: the host computes ";
        const char* step = "not sound: step 1, Pass1, changes the result: ";
        row("a product", "int32", 1 << 30, "A[i] * 4 // 4", "A[i]", input);
        row("a sum", "int32", 2147483647, "A[i] + 1 - 1", "A[i] + 0", input);
        row("a difference", "int32", -2147483648.0, "A[i] - 1", "A[i] + -1", input);
        row("in an index", "int32", 1 << 30, "A[A[i] * 4 // 4 % 8]", "A[A[i] % 8]", input);
        row("a negation", "int32", -2147483648.0, "0 - A[i]", "0 - A[i] + 0", input);
        row("64 bits", "int64", 0x1p62, "A[i] * T.int64(4) // T.int64(4)", "A[i]", input);
        row("nothing overflows", "int32", 1 << 28, "A[i] * 4 // 4", "A[i]", "sound: ");
        row("a step that overflows with the same result", "int32", 1 << 30, "A[i]", "A[i] * 4 - A[i] * 3",
            "sound: ");
        row("a step that overflows with another result", "int32", 1 << 30, "A[i]", "A[i] * 4 // 4", step);
        row("a narrow type wraps", "int16", 32767, "A[i] + T.int16(1)", "A[i] - T.int16(-1)", "sound: ");
        row("an unsigned type wraps", "uint32", 4294967295.0, "A[i] + T.uint32(1)", "T.uint32(1) + A[i]",
            "sound: ");
        row("a step changes what wraps", "int16", 32767, "A[i] + T.int16(1)", "A[i]", step);
    }

    void overflowOfTheInputIsNoFaultOfAStep()
    {
        QFETCH(std::string, type);
        QFETCH(double, value);
        QFETCH(std::string, before);
        QFETCH(std::string, after);
        QFETCH(std::string, expected);
        const auto program = [&](const std::string& stored) {
            return "@T.prim_func\n"
                   "def main(A: T.Buffer((8,), \"" +
                   type + "\"), B: T.Buffer((8,), \"" + type +
                   "\")):\n"
                   "    for i in range(8):\n"
                   "        B[i] = " +
                   stored;
        };
        const auto trace = runOf({program(before), program(after)});
        ExecuteOptions options = watched();
        options.request.inputs.emplace("A", InputSpec::constant(value));
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with(expected), said.c_str());
    }

    /// A race is one with any values that are no indices.
    void raceThatShowsWithOtherValuesIsOneOfTheInput()
    {
        const std::string program = "@T.prim_func(s_tir=True)\n"
                                    "def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((1,), \"int32\")):\n"
                                    "    tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                    "    B[0] = T.shift_right(A[tx], 4)";
        const auto trace = runOf({program, program + " + 0"});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with("not sound: the input fails a memory check: race: "), said.c_str());
        QVERIFY2(said.find("with A = mixed(-40000,40000)") != std::string::npos, said.c_str());
    }

    void scalarsHaveOtherValues()
    {
        const auto program = [](const std::string& stored) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(B: T.Buffer((64,), \"int32\"), n: T.int32):\n"
                   "    for i in range(64):\n"
                   "        B[i] = " +
                   stored;
        };
        const auto trace = runOf({program("n"), program("T.if_then_else(n <= 8, n, 0)")});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with("not sound: step 1, "), said.c_str());
        QVERIFY2(said.find(", n = ") != std::string::npos, said.c_str());
    }

    /// With another scalar, the statements may not execute.
    void scalarsThatReachLessAreKept()
    {
        const auto program = [](const std::string& stored) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\"), mode: T.int32):\n"
                   "    for i in range(64):\n"
                   "        if mode <= 8:\n"
                   "            B[i] = " +
                   stored;
        };
        const auto trace = runOf({program("A[i] // 2"), program("T.truncdiv(A[i], 2)")});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with("not sound: step 1, "), said.c_str());
    }

    /// Values that the user gives stay as they are.
    void givenValuesAreKept()
    {
        const auto trace = runOf({programStoring("A[i] // 4"), programStoring("T.truncdiv(A[i], 4)")});
        ExecuteOptions options = watched();
        options.request.inputs.emplace("A", InputSpec::random(0, 100));
        options.request.inputs.emplace("B", InputSpec::constant(0));
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        QVERIFY(runs.otherInputs.empty());
        QVERIFY(check(*trace, runs).answer == Answer::Sound);
        options.request.inputs.erase("A");
        QVERIFY(check(*trace, executeSteps(modulesOf(*trace), options)).answer == Answer::NotSound);
    }

    /// A step that does not end in time with these sizes only is not checked.
    void stepThatOnlyRunsWithCompleteTilesIsNotChecked()
    {
        const auto program = [](const std::string& bound) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(x: T.handle):\n"
                   "    n = T.int32()\n"
                   "    X = T.match_buffer(x, (n,), \"int32\")\n"
                   "    for i in range(n // 32 * 32):\n"
                   "        X[i] = i\n"
                   "    while X[0] > " +
                   bound +
                   ":\n"
                   "        X[1] = 1";
        };
        const auto trace = runOf({program("n"), program("0 - n % 32")});
        ExecuteOptions options = watched();
        options.request.timeLimitSeconds = 3;
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == Answer::NotFullyChecked, explain(report, *trace, runs).c_str());
        const UncheckedStep* step = report.findUnchecked(1);
        QVERIFY(step && step->gap == Gap::OutOfTime);
        QVERIFY2(step->reason.starts_with("with n = 65, "), step->reason.c_str());
    }

    /// Reversed through shared memory: the barrier is written by the second step.
    void stepsBeforeThreadSyncRunInLockstep()
    {
        const auto program = [](const std::string& barrier) {
            return "@I.ir_module\n"
                   "class Module:\n"
                   "    @T.prim_func(s_tir=True)\n"
                   "    def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")):\n"
                   "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                   "        S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                   "        S[tx] = A[tx]\n" +
                   barrier + "        B[tx] = S[63 - tx]";
        };
        const auto trace = runOf({program(""), program("        T.evaluate(0)\n"),
                                  program("        T.tvm_storage_sync(\"shared\")\n")},
                                 {{2, "s_tir.ThreadSync(\"shared\")"}});
        QCOMPARE(lockstepEnd(*trace), size_t(2));

        ExecuteOptions options = watched();
        QVERIFY(check(*trace, executeSteps(modulesOf(*trace), options)).answer == Answer::NotSound);
        options.lockstepEnd = lockstepEnd(*trace);
        QVERIFY(check(*trace, executeSteps(modulesOf(*trace), options)).answer == Answer::Sound);
    }

    /// A ThreadSync for memory that the program does not have cannot be guilty.
    void lockstepEndsWithTheLastThreadSyncThatHasWork()
    {
        const auto lastWithWork = [](const char* scope) {
            const std::string text =
                "@I.ir_module\n"
                "class Module:\n"
                "    @T.prim_func(s_tir=True)\n"
                "    def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")):\n"
                "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                "        S = T.alloc_buffer((64,), \"int32\", scope=\"" +
                std::string(scope) +
                "\")\n"
                "        S[tx] = A[tx]\n"
                "        B[tx] = S[tx]";
            const auto recording = record(openText("test.py", text), {.pipeline = "s_tir"});
            return recording ? (*recording)->pass(lockstepEnd(**recording)) : std::string();
        };
        QCOMPARE(lastWithWork("shared"), std::string("ThreadSync(\"shared\")"));
        QCOMPARE(lastWithWork("shared.dyn"), std::string("ThreadSync(\"shared.dyn\")"));
        QCOMPARE(lastWithWork("warp"), std::string("ThreadSync(\"warp\")"));
        QCOMPARE(lastWithWork("local"), std::string("ThreadSync(\"warp\")"));
    }

    /// The name of a list of passes does not say which passes were to follow.
    void runThatStopsBeforeThreadSyncIsInLockstep()
    {
        const OpenedProgram program = openText("test.py", "@I.ir_module\n"
                                                          "class Module:\n"
                                                          "    @T.prim_func(s_tir=True)\n"
                                                          "    def main(A: T.Buffer((8,), \"int32\")):\n"
                                                          "        n: T.let[T.int32] = A[0]\n"
                                                          "        for i in T.unroll(n):\n"
                                                          "            A[i] = i");
        RecordRequest request;
        request.passes = "UnrollLoop, ThreadSync";
        const auto recording = record(program, request);
        QVERIFY(recording);
        QCOMPARE((*recording)->steps.size(), size_t(1));
        QCOMPARE(lockstepEnd(**recording), (*recording)->moduleCount());
        request.passes = "UnrollLoop";
        const auto without = record(program, request);
        QVERIFY(without);
        QCOMPARE(lockstepEnd(**without), size_t(0));
    }

    /// Until FlattenBuffer adds it, the offset of a part of a buffer counts; afterwards the indices have it.
    void offsetsCountUntilTheyAreAdded()
    {
        const char* text = "@I.ir_module\n"
                           "class Module:\n"
                           "    @T.prim_func(s_tir=True)\n"
                           "    def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")):\n"
                           "        tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                           "        S = T.alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
                           "        upper = T.decl_buffer((32,), \"int32\", data=S.data, elem_offset=32,"
                           " scope=\"shared\")\n"
                           "        S[tx] = A[tx]\n"
                           "        upper[tx] = A[tx + 32]\n"
                           "        T.tvm_storage_sync(\"shared\")\n"
                           "        B[tx] = S[63 - tx]\n"
                           "        B[tx + 32] = upper[tx]";
        for (const char* pipeline : {"s_tir", "s_tir@before"}) {
            const auto recording = record(openText("test.py", text), {.pipeline = pipeline});
            QVERIFY(recording);
            ExecuteOptions options;
            options.request.isChecked = true;
            options.lockstepEnd = lockstepEnd(**recording);
            options.offsetsEnd = offsetsEnd(**recording);
            QVERIFY(options.offsetsEnd > 0 && options.offsetsEnd < options.lockstepEnd);
            const StepRuns runs = executeSteps(modulesOf(**recording), options);
            const CheckReport report = check(**recording, runs);
            QVERIFY2(report.answer == Answer::Sound, explain(report, **recording, runs).c_str());
        }
    }

    /// Threads that sum together add in another order than a loop, which rounds in another way: the more terms, the more.
    void orderOfSumsIsNoChange_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("terms");
        QTest::addColumn<QString>("pass");
        QTest::addColumn<bool>("isSound");
        const auto row = [](const char* name, const char* type, const char* value, int terms,
                            const char* pass, bool isSound) {
            QTest::newRow(name) << type << value << terms << pass << isSound;
        };
        row("threads", "float32", "1.10002", 4096, "s_tir.LowerThreadAllreduce", true);
        row("cross-thread", "float32", "1.10002", 4096, "s_tir.LowerCrossThreadReduction", true);
        row("fewer terms", "float32", "1.10002", 16, "s_tir.LowerThreadAllreduce", false);
        row("half", "float16", "1.15", 4096, "s_tir.LowerThreadAllreduce", true);
        row("fewer terms of half", "float16", "1.15", 16, "s_tir.LowerThreadAllreduce", false);
        row("another pass", "float32", "1.10002", 4096, "tirx.StmtSimplify", false);
    }

    void orderOfSumsIsNoChange()
    {
        QFETCH(QString, type);
        QFETCH(QString, value);
        QFETCH(int, terms);
        QFETCH(QString, pass);
        QFETCH(bool, isSound);
        const auto summing = [&](const QString& number) {
            return QString("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((1,), \"%1\")):\n"
                           "    A[0] = T.%1(%2)\n"
                           "    for k in range(%3):\n        A[0] = A[0] + T.%1(0)\n"
                           "    T.evaluate(0)")
                .arg(type, number)
                .arg(terms)
                .toStdString();
        };
        // The tolerance applies to the steps after the pass as well.
        const std::string changed = summing(value);
        const auto trace =
            runOf({summing("1.1"), changed, changed + "\n    T.evaluate(1)"}, {{1, pass.toStdString()}});
        ExecuteOptions options = watched();
        options.reorderedFrom = reorderedFrom(*trace);
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const CheckReport report = check(*trace, runs);
        QVERIFY2((report.answer == Answer::Sound) == isSound, explain(report, *trace, runs).c_str());
    }

    /// Of equal numbers, threads may choose another index than a loop; another number is wrong.
    void choiceOfEqualNumbersIsNotCompared_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("largest");
        QTest::addColumn<QString>("pass");
        QTest::addColumn<Answer>("answer");
        const char* const reduction = "s_tir.LowerThreadAllreduce";
        QTest::newRow("the same index") << 3 << 1.5 << reduction << Answer::Sound;
        QTest::newRow("another index") << 4 << 1.5 << reduction << Answer::NotFullyChecked;
        QTest::newRow("another number") << 3 << 2.0 << reduction << Answer::NotSound;
        QTest::newRow("another index and number") << 4 << 2.0 << reduction << Answer::NotSound;
        QTest::newRow("another index after another pass")
            << 4 << 1.5 << "tirx.StmtSimplify" << Answer::NotSound;
    }

    void choiceOfEqualNumbersIsNotCompared()
    {
        QFETCH(int, index);
        QFETCH(double, largest);
        QFETCH(QString, pass);
        QFETCH(Answer, answer);
        const auto choosing = [](int chosen, double number) {
            return QString("@T.prim_func(s_tir=True)\n"
                           "def main(J: T.Buffer((1,), \"int32\"), V: T.Buffer((1,), \"float32\")):\n"
                           "    for k in range(4):\n        with T.sblock(\"largest\"):\n"
                           "            vk = T.axis.reduce(4, k)\n"
                           "            with T.init():\n"
                           "                J[0] = -1\n                V[0] = T.float32(0)\n"
                           "            J[0] = %1\n            V[0] = T.float32(%2)\n")
                .arg(chosen)
                .arg(number)
                .toStdString();
        };
        const auto trace = runOf({choosing(3, 1.5), choosing(index, largest)}, {{1, pass.toStdString()}});
        ExecuteOptions options = watched();
        options.reorderedFrom = reorderedFrom(*trace);
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == answer, explain(report, *trace, runs).c_str());
    }

    /// Some passes need more memory to execute, which does not make them wrong.
    void stepWithoutMemoryIsNotAccused()
    {
#ifdef TIR_IS_SANITIZED
        QSKIP("a sanitizer takes more address space than any limit allows");
#endif
        const auto allocating = [](const std::string& bytes) {
            return "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((1,), \"uint8\")):\n    B = "
                   "T.alloc_buffer((" +
                   bytes + ",), \"uint8\")\n    B[0] = T.uint8(1)\n    A[0] = B[0]";
        };
        const auto trace = runOf({allocating("1"), allocating("3000000000")});
        ExecuteOptions options;
        options.request.memoryLimitBytes = uint64_t(1) << 30;
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == Answer::NotFullyChecked, explain(report, *trace, runs).c_str());
        QCOMPARE(report.unchecked.size(), size_t(1));
        QVERIFY(report.unchecked.front().gap == Gap::NotExecutable);
    }

    void changedResultIsNamed()
    {
        const auto trace = runOf({programStoring("A[i] + 1"), programStoring("A[i] * 1 + 1"),
                                  programStoring("A[i] + 2"), programStoring("2 + A[i]")});
        const StepRuns runs = execute(*trace);
        const CheckReport report = check(*trace, runs);
        QCOMPARE(report.firstBad, std::optional<size_t>(2));
        QCOMPARE(report.laterBad, std::vector<size_t>({3}));
        const std::string said = explain(report, *trace, runs);
        QVERIFY2(
            said.starts_with("not sound: step 2, Pass2, changes the result: 'B' differs in 8 of 8 elements"),
            said.c_str());
    }

    /// ThreadSync inserts barriers for the memory of a block: a race in global memory is not its fault.
    void racesInGlobalMemoryAreNotTheFaultOfThreadSync()
    {
        const auto program = [](const std::string& index) {
            return programStoring("A[i]") + "\n        with T.launch_thread(\"threadIdx.x\", 8) as tx:\n" +
                   "            A[tx] = tx\n            B[tx] = A[" + index + "]";
        };
        ExecuteOptions options;
        options.request.isChecked = true;
        options.lockstepEnd = 3;
        const auto firstBadOf = [&](const std::vector<std::string>& programs) {
            const auto trace = runOf(programs);
            return check(*trace, executeSteps(modulesOf(*trace), options)).firstBad;
        };
        QCOMPARE(
            firstBadOf({program("7 - tx"), program("7 + -tx"), program("0 - tx + 7"), program("-tx + 7")}),
            std::optional<size_t>(0));
        QCOMPARE(firstBadOf({program("tx"), program("tx + 0"), program("7 - tx"), program("-tx + 7")}),
                 std::optional<size_t>(2));
        QCOMPARE(firstBadOf({program("tx"), program("tx + 0"), program("0 + tx"), program("7 - tx")}),
                 std::optional<size_t>(3));
        QCOMPARE(firstBadOf({program("tx"), program("tx + 0"), program("0 + tx"), program("tx - 0")}),
                 std::optional<size_t>());
    }

    void defectsAreNamedWhereTheyComeIn()
    {
        const auto program = [](const std::string& index) {
            return programStoring("A[i]") + "\n        with T.launch_thread(\"threadIdx.x\", 8) as tx:\n" +
                   "            B[" + index + "] = A[0]";
        };
        const auto trace = runOf({program("tx"), program("tx + 0"), program("tx + 1"), program("1 + tx")});
        ExecuteOptions options;
        options.request.isChecked = true;
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        const CheckReport report = check(*trace, runs);
        QCOMPARE(report.firstBad, std::optional<size_t>(2));
        QVERIFY(runs.runs[2].introduced.size() == 1);
        QVERIFY(runs.runs[3].introduced.empty()); // it was there before
        QCOMPARE(runs.firstWith(runs.runs[3].findings[0]), std::optional<size_t>(2));
        const std::string said = explain(report, *trace, runs);
        QVERIFY2(said.starts_with(
                     "not sound: step 2, Pass2, fails a memory check: out-of-bounds: thread (7, 0, 0) of "
                     "block (0, 0, 0) writes B[8]: 'B' has 8 elements"),
                 said.c_str());

        const auto bad = runOf({program("tx + 1"), program("1 + tx")});
        const StepRuns badRuns = executeSteps(modulesOf(*bad), options);
        QCOMPARE(check(*bad, badRuns).firstBad, std::optional<size_t>(0));
        QVERIFY(QString::fromStdString(explain(check(*bad, badRuns), *bad, badRuns))
                    .startsWith("not sound: the input fails a memory check: out-of-bounds: "));
    }

    void dyingProgramIsNamed()
    {
        const auto trace = runOf({programStoring("A[i]"), programStoring("A[i + 1073741824]")});
        const StepRuns runs = execute(*trace);
        QCOMPARE(check(*trace, runs).firstBad, std::optional<size_t>(1));
        const std::string said = explain(check(*trace, runs), *trace, runs);
        QVERIFY2(said.starts_with("not sound: step 1, Pass1, fails when executed: "), said.c_str());
    }

    void stepThatCannotBeExecutedBlamesNoStep()
    {
        const auto trace = runOf(
            {programStoring("A[i]"), programStoring("T.call_extern(\"int32\", \"unknown_function\", i)")});
        const StepRuns runs = execute(*trace);
        QCOMPARE(runs.runs.size(), size_t(2));
        QVERIFY(runs.runs[1].status == RunStatus::Refused);
        const CheckReport report = check(*trace, runs);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(report.findUnchecked(1) && report.findUnchecked(1)->gap == Gap::NotExecutable);
    }

    /// A part that a step adds and does not run does not belong to the program.
    void unreachedPartOfTheInputIsAGap()
    {
        const std::string all = programStoring("A[i]");
        const std::string some = all + "\n        for i in range(A[0] - A[0]):\n            B[i] = 1";
        ExecuteOptions options;
        options.request.isChecked = true;
        const auto added = runOf({all, some});
        QVERIFY(check(*added, executeSteps(modulesOf(*added), options)).answer == Answer::Sound);
        const auto given = runOf({some, all});
        const CheckReport report = check(*given, executeSteps(modulesOf(*given), options));
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QCOMPARE(report.unchecked.size(), size_t(1));
        QVERIFY(report.unchecked[0].step == 0 && report.unchecked[0].gap == Gap::NotReached);
        QCOMPARE(report.unchecked[0].unreached.size(), size_t(1));
    }

    /// What one of the two runs reaches is no gap; the value of a choice counts like a branch.
    void gapsOfBothRuns_data()
    {
        QTest::addColumn<std::string>("stored");
        QTest::addColumn<bool>("isSound");
        QTest::newRow("a value for larger numbers") << std::string("T.if_then_else(A[i] > 9, 1, 2)") << true;
        QTest::newRow("a branch for negative numbers")
            << std::string("0\n            if A[i] < 0:\n                B[i] = 1") << true;
        QTest::newRow("a value for the largest numbers")
            << std::string("T.if_then_else(A[i] > 100000, 1, 2)") << false;
        QTest::newRow("a selected value") << std::string("T.Select(A[i] < 100000, 1, 2)") << false;
        QTest::newRow("a limit") << std::string("T.min(A[i], 9)") << true;
        QTest::newRow("a limit that no number exceeds") << std::string("T.min(A[i], 100000)") << false;
        QTest::newRow("a limit that all numbers exceed") << std::string("T.max(A[i], 100000)") << false;
        QTest::newRow("a limit of an index") << std::string("A[T.min(i, 7)]") << true;
        QTest::newRow("a branch in a branch")
            << std::string("0\n            if A[i] < 0:\n                if A[i] < -100000:\n"
                           "                    B[i] = 1")
            << false;
    }

    void gapsOfBothRuns()
    {
        QFETCH(std::string, stored);
        QFETCH(bool, isSound);
        const auto trace = runOf({programStoring(stored), programStoring(stored) + "\n"});
        const StepRuns runs = executeSteps(modulesOf(*trace), watched());
        const CheckReport report = check(*trace, runs);
        QVERIFY2(report.answer == (isSound ? Answer::Sound : Answer::NotFullyChecked),
                 explain(report, *trace, runs).c_str());
        QCOMPARE(report.unchecked.size(), size_t(!isSound));
    }

    /// Of the input, which has no blocks, everything runs.
    void otherBlocksAreNotCompared()
    {
        const auto launched = [](const std::string& stored) {
            return "@T.prim_func(s_tir=True)\n"
                   "def main(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n"
                   "    i = T.launch_thread(\"blockIdx.x\", 8)\n"
                   "    B[i] = " +
                   stored;
        };
        const auto trace = runOf({programStoring("A[i]"), launched("A[i]"), launched("A[i] + 0")});
        ExecuteOptions options = watched();
        QVERIFY(check(*trace, executeSteps(modulesOf(*trace), options)).answer == Answer::Sound);
        options.request.blockLimit = 2;
        const CheckReport report = check(*trace, executeSteps(modulesOf(*trace), options));
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(!report.findUnchecked(0));
        QVERIFY(report.findUnchecked(1) && report.findUnchecked(1)->gap == Gap::NotCompared);

        const auto bad = runOf({launched("A[i]"), launched("A[i] + 1")});
        const CheckReport ofBad = check(*bad, executeSteps(modulesOf(*bad), options));
        QVERIFY(ofBad.answer == Answer::NotSound && ofBad.firstBad == size_t(1));
        QVERIFY(ofBad.findUnchecked(0) && ofBad.findUnchecked(0)->gap == Gap::BlocksLeftOut);
    }

    void inputThatCannotBeRunEndsIt()
    {
        const auto trace = runOf(
            {programStoring("T.call_extern(\"int32\", \"unknown_function\", i)"), programStoring("A[i]")});
        const StepRuns runs = execute(*trace);
        QCOMPARE(runs.runs.size(), size_t(1));
        QVERIFY(
            QString::fromStdString(runs.notCompared).startsWith("the input was not run to its end: refused"));
    }

    void unreadableStepIsPassedOver()
    {
        const auto trace =
            runOf({programStoring("A[i]"), "this is not a program", programStoring("A[i] + 0")});
        const StepRuns runs = execute(*trace);
        QVERIFY(!runs.find(1));
        QVERIFY(runs.find(2));
        QVERIFY(trace->steps[0].verdict == Verdict::Unread);
        const CheckReport report = check(*trace, runs);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QVERIFY(report.findUnchecked(1) && report.findUnchecked(1)->gap == Gap::Unread);
    }

    void progressAndCancel()
    {
        const auto trace = runOf({programStoring("A[i]"), programStoring("A[i] + 1")});
        std::atomic<bool> isCancelled = false;
        ExecuteOptions options;
        options.cancelled = &isCancelled;
        options.progress = [&](size_t done, size_t total) {
            QCOMPARE(total, size_t(2));
            isCancelled = done == 1;
        };
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        QCOMPARE(runs.notCompared, std::string("the run was cancelled"));
        QCOMPARE(runs.runs.size(), size_t(1));
        QVERIFY(check(*trace, runs).answer == Answer::Stopped);
    }

    void timeLimitEndsTheCheck()
    {
        const auto trace = runOf({programStoring("A[i]"), programStoring("A[i] + 1")});
        ExecuteOptions options;
        options.timeLimitSeconds = 1e-9;
        const StepRuns runs = executeSteps(modulesOf(*trace), options);
        QVERIFY(runs.isOutOfTime && runs.runs.empty());
        const CheckReport report = check(*trace, runs);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QCOMPARE(report.unchecked.size(), size_t(2));
        QVERIFY(report.unchecked[1].gap == Gap::OutOfTime);
    }
};

TIR_TEST(TestExecuteSteps)
#include "tst_execute_steps.moc"
