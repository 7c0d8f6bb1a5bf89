/// Kernels called by name, launch parameters, and functions that are called from a host or a launch.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::runProgram;
using tir::testing::RunResult;
using tir::testing::troubleOf;

namespace {

const std::string CudaTarget =
    "T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\", \"keys\": [\"cuda\", \"gpu\"], "
    "\"tag\": \"\", \"max_num_threads\": 1024, \"thread_warp_size\": 32})";

std::string kernelModule(const std::string& kernelAttrs, const std::string& call)
{
    return "@T.prim_func(private=True, s_tir=True)\n"
           "def kernel(P: T.handle(\"int32\", \"global\"), n: T.int32):\n"
           "    T.func_attr({" +
           kernelAttrs + "\"target\": " + CudaTarget +
           "})\n"
           "    A = T.decl_buffer((n,), \"int32\", data=P)\n"
           "    bx = T.launch_thread(\"blockIdx.x\", n // 8)\n"
           "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
           "    S = T.alloc_buffer((8,), \"int32\", scope=\"shared.dyn\")\n"
           "    S[tx] = A[bx * 8 + tx]\n"
           "    T.tvm_storage_sync(\"shared\")\n"
           "    A[bx * 8 + tx] = S[7 - tx] * 2\n\n"
           "@T.prim_func(s_tir=True)\n"
           "def main(A: T.Buffer((24,), \"int32\")):\n"
           "    " +
           call + "\n";
}

const std::string LaunchAttrs =
    "\"calling_conv\": 2, \"global_symbol\": \"kernel\", \"tirx.kernel_launch_params\": "
    "[\"blockIdx.x\", \"threadIdx.x\", \"tirx.use_dyn_shared_memory\"], ";

void compareReversed(const RunResult& result)
{
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 24; ++index)
        QCOMPARE(result.after.at("A")[index], result.before.at("A")[index / 8 * 8 + 7 - index % 8] * 2);
}

} // namespace

class TstKernelLaunches : public QObject {
    Q_OBJECT

private slots:
    void kernelsCalledByName();
    void kernelsLaunchedWithTheirParameters();
    void kernelsLaunchedFromAStack();
    void launchesThatCannotBe_data();
    void launchesThatCannotBe();
    void calledFunctionsOfTheHostLaunch();
    void calledFunctionsOfALaunchFindItsThreads_data();
    void calledFunctionsOfALaunchFindItsThreads();
};

void TstKernelLaunches::kernelsCalledByName()
{
    compareReversed(runProgram(kernelModule("", "Module.kernel(A.data, 24)")));
}

void TstKernelLaunches::kernelsLaunchedWithTheirParameters()
{
    compareReversed(runProgram(kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 32)")));
    // Flags among the parameters have no value.
    std::string flagged = LaunchAttrs;
    flagged.insert(flagged.find("\"threadIdx.x"), "\"tirx.use_cooperative_launch\", ");
    flagged.insert(flagged.find("]"), ", \"tirx.use_programtic_dependent_launch\"");
    compareReversed(runProgram(kernelModule(flagged, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 32)")));
    // Only the first two blocks.
    const RunResult part =
        runProgram(kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 2, 8, 32)"));
    QCOMPARE(troubleOf(part), QString());
    QCOMPARE(part.after.at("A")[20], part.before.at("A")[20]);
}

/// The host code after LowerTVMBuiltin: tagged values and launch parameters in memory of its stack.
void TstKernelLaunches::kernelsLaunchedFromAStack()
{
    const std::string call = "stack: T.let[T.handle] = T.tvm_stack_alloca(\"tvm_ffi_any\", 6)\n"
                             "    T.tvm_struct_set(stack, 0, 15, A.data)\n"
                             "    T.tvm_struct_set(stack, 1, 15, T.Cast(\"int64\", 24))\n"
                             "    T.tvm_struct_set(stack, 2, 15, T.Cast(\"int64\", 3))\n"
                             "    T.tvm_struct_set(stack, 3, 15, T.Cast(\"int64\", 8))\n"
                             "    T.tvm_struct_set(stack, 4, 15, T.Cast(\"int64\", 32))\n"
                             "    T.call_packed_lowered(\"kernel\", stack, 0, 5)";
    compareReversed(runProgram(kernelModule(LaunchAttrs, call)));
}

void TstKernelLaunches::launchesThatCannotBe_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("expected");
    QTest::newRow("too little dynamic memory")
        << QString::fromStdString(
               kernelModule(LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 3, 8, 16)"))
        << "takes 32 bytes of dynamic shared memory, but is launched with 16";
    QTest::newRow("too many threads")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    ty = T.launch_thread(\"threadIdx.y\", 64)\n    tx = T.launch_thread(\"threadIdx.x\", 64)\n"
           "    A[tx] = ty\n"
        << "block (64, 64, 1)";
    QTest::newRow("no blocks") << QString::fromStdString(kernelModule(
                                      LaunchAttrs, "T.call_packed(\"kernel\", A.data, 24, 0, 8, 32)"))
                               << "grid (0, 1, 1)";
    QTest::newRow("no threads")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    n: T.let[T.int32] = A[0] * 0\n    tx = T.launch_thread(\"threadIdx.x\", n)\n    A[tx] = 1\n"
        << "block (0, 1, 1)";
    QTest::newRow("no threads in a loop around blocks")
        << "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((24,), \"int32\")):\n"
           "    n: T.let[T.int32] = A[0] * 0\n"
           "    for tx in T.thread_binding(n, thread=\"threadIdx.x\"):\n"
           "        with T.sblock(\"b\"):\n            v = T.axis.spatial(24, tx)\n            A[v] = 1\n"
        << "block (0, 1, 1)";
}

void TstKernelLaunches::launchesThatCannotBe()
{
    QFETCH(QString, program);
    QFETCH(QString, expected);
    const RunResult result = runProgram(program.toStdString());
    QVERIFY2(result.error.has_value(), qPrintable(troubleOf(result)));
    QCOMPARE(result.error->kind, std::string("LaunchError"));
    QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));

    const RunResult checked = runProgram(program.toStdString(), {}, {}, Checked::Yes);
    const bool isFound =
        std::any_of(checked.findings.begin(), checked.findings.end(), [](const auto& finding) {
            return finding.starts_with("refused-launch: the host launches");
        });
    QCOMPARE(isFound, !expected.contains("dynamic"));
}

void TstKernelLaunches::calledFunctionsOfTheHostLaunch()
{
    const RunResult result = runProgram("@T.prim_func(private=True, s_tir=True)\n"
                                        "def fill(p: T.handle(\"int32\"), v: T.int32):\n"
                                        "    D = T.decl_buffer((8,), \"int32\", data=p)\n"
                                        "    bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                                        "    tx = T.launch_thread(\"threadIdx.x\", 4)\n"
                                        "    D[bx * 4 + tx] = D[bx * 4 + tx] * v + bx * 4 + tx\n\n"
                                        "@T.prim_func(s_tir=True)\n"
                                        "def main(A: T.Buffer((8,), \"int32\")):\n"
                                        "    for i in range(3):\n"
                                        "        Module.fill(A.data, i)\n");
    QCOMPARE(troubleOf(result), QString());
    for (size_t index = 0; index < 8; ++index)
        QCOMPARE(result.after.at("A")[index], double(index) * 5); // (0 + i) * 1 + i, and that * 2 + i
}

void TstKernelLaunches::calledFunctionsOfALaunchFindItsThreads_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* statements, const char* expected) {
        QTest::newRow(name) << statements << expected;
    };
    row("the same threads", "tx = T.launch_thread(\"threadIdx.x\", 4)\nD[v * 4 + tx] = 1", "");
    row("a loop over some of them",
        "for tx in T.thread_binding(2, thread=\"threadIdx.x\"):\n    D[v * 4 + tx] = 1", "");
    row("one thread of an axis that is not launched",
        "tz = T.launch_thread(\"threadIdx.z\", 1)\nD[v * 4 + tz] = 1", "");
    row("another axis", "ty = T.launch_thread(\"threadIdx.y\", 4)\nD[v * 4 + ty] = 1",
        "'fill' opens threadIdx.y with an extent of 4, but is called in a launch without that axis: on a "
        "device "
        "nothing is launched");
    row("fewer threads", "tx = T.launch_thread(\"threadIdx.x\", 2)\nD[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x with an extent of 2, but is called in a launch with one of 4");
    row("a loop over more threads",
        "for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n    D[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x with an extent of 8, but is called in a launch with one of 4");
    row("as many as an argument says", "tx = T.launch_thread(\"threadIdx.x\", v)\nD[v * 4 + tx] = 1",
        "'fill' opens threadIdx.x, but is called in a launch whose extent may be another one");
}

void TstKernelLaunches::calledFunctionsOfALaunchFindItsThreads()
{
    QFETCH(QString, statements);
    QFETCH(QString, expected);
    const QString function = QString("def fill(p: T.handle(\"int32\"), v: T.int32):\n"
                                     "    D = T.decl_buffer((8,), \"int32\", data=p)\n    ") +
                             QString(statements).replace("\n", "\n    ");
    // By its variable, by its name, and through another function.
    for (const char* call : {"Module.fill(A.data, bx)", "T.call_extern(\"void\", \"fill\", A.data, bx)",
                             "Module.pass_on(A.data, bx)"}) {
        const RunResult result =
            runProgram("@T.prim_func(private=True, s_tir=True)\n" + function.toStdString() +
                           "\n\n@T.prim_func(private=True, s_tir=True)\n"
                           "def pass_on(p: T.handle(\"int32\"), v: T.int32):\n    Module.fill(p, v)\n\n"
                           "@T.prim_func(s_tir=True)\n"
                           "def main(A: T.Buffer((8,), \"int32\")):\n"
                           "    bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                           "    tx = T.launch_thread(\"threadIdx.x\", 4)\n    " +
                           call + "\n",
                       {{"A", Numbers(8)}});
        if (!expected.isEmpty()) {
            QVERIFY2(troubleOf(result).contains(expected), qPrintable(troubleOf(result)));
            continue;
        }
        QCOMPARE(troubleOf(result), QString());
        QCOMPARE(result.after.at("A")[4], 1.0);
    }
}

TIR_TEST(TstKernelLaunches)
#include "tst_kernel_launches.moc"
