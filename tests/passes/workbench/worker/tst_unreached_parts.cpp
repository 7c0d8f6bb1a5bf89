/// Launches and branches that a run does not reach are reported: the outermost ones, once, with their places.

#include "core/script/reading/parser.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The first lines of the parts that a run with n = 5 did not reach. `body`: of main, line by line.
QStringList unreached(const QStringList& body, bool isChecked)
{
    const QString text = QStringLiteral(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.Buffer((64,), "int32"), m: T.int32):
        if m > 7:
            with T.launch_thread("threadIdx.x", 64) as hx:
                Y[hx] = hx
        Y[0] = m

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32"), n: T.int32):
        )") + body.join(QStringLiteral("\n        "));
    const std::string bytes = text.toStdString();
    const Result<ParsedModule> parsed = parseModule(SourceText("unreached.py", bytes));
    if (!parsed)
        qFatal("%s", parsed.diagnostics().front().message.c_str());
    RunRequest request;
    request.module = parsed->module;
    request.entry = "main";
    request.inputs["n"] = InputSpec::constant(5);
    request.isChecked = isChecked;
    const RunReport report = runHere(request);
    if (report.status != RunStatus::Done)
        qFatal("%s", report.message.c_str());
    QStringList lines;
    for (const Finding& finding : report.findings) {
        if (finding.kind != FindingKind::NotReached)
            qFatal("another finding: %s", toDiagnostic(finding).message.c_str());
        const size_t begin = parsed->spans[finding.access.place].begin;
        lines.append(QString::fromStdString(bytes.substr(begin, bytes.find('\n', begin) - begin)));
    }
    return lines;
}

} // namespace

class TestUnreachedParts : public QObject {
    Q_OBJECT
private slots:
    void parts_data()
    {
        const QString launch = QStringLiteral("with T.launch_thread(\"threadIdx.x\", 64) as tx:");
        QTest::addColumn<QStringList>("body");
        QTest::addColumn<QStringList>("launches"); // that are reported
        QTest::addColumn<QStringList>("branches"); // in a checked run, besides
        const QStringList none;
        QTest::newRow("everything runs")
            << QStringList{launch, "    if tx < 32:", "        Y[tx] = X[tx]"} << none << none;
        QTest::newRow("a launch under a condition")
            << QStringList{"if n > 10:", "    " + launch, "        Y[tx] = X[tx]"} << QStringList{launch}
            << none;
        QTest::newRow("a launch in the other branch")
            << QStringList{"if n > 1:",
                           "    with T.launch_thread(\"threadIdx.x\", 32) as ty:",
                           "        Y[ty] = X[ty]",
                           "else:",
                           "    " + launch,
                           "        Y[tx] = X[tx]"}
            << QStringList{launch} << none;
        QTest::newRow("a launch in a loop without iterations")
            << QStringList{"for i in range(n - 5):", "    " + launch, "        Y[tx] = X[tx]"}
            << QStringList{launch} << none;
        QTest::newRow("a launch after a return")
            << QStringList{"if n == 5:", "    return 0", launch, "    Y[tx] = X[tx]", "return 1"}
            << QStringList{launch} << none;
        QTest::newRow("a loop of threads")
            << QStringList{"if n > 10:", "    for tx in T.thread_binding(64, thread=\"threadIdx.x\"):",
                           "        Y[tx] = X[tx]"}
            << QStringList{"for tx in T.thread_binding(64, thread=\"threadIdx.x\"):"} << none;
        QTest::newRow("a branch of a kernel")
            << QStringList{launch, "    if n > 10:", "        Y[tx] = X[tx] + 1"} << none
            << QStringList{"Y[tx] = X[tx] + 1"};
        QTest::newRow("the outermost branch only")
            << QStringList{launch, "    if n > 10:", "        if n > 20:", "            Y[tx] = X[tx] + 1"}
            << none << QStringList{"if n > 20:"};
        QTest::newRow("a loop of the host")
            << QStringList{"for i in range(n - 5):", "    Y[i] = 1"} << none << QStringList{"Y[i] = 1"};
        QTest::newRow("a loop while")
            << QStringList{"while n > 7:", "    Y[0] = 1"} << none << QStringList{"Y[0] = 1"};
        QTest::newRow("a block whose predicate is false")
            << QStringList{"for i in range(64):", "    with T.sblock(\"b\"):", "        T.where(n > 10)",
                           "        Y[i] = 1"}
            << none << QStringList{"Y[i] = 1"};
        QTest::newRow("a branch that only leaves")
            << QStringList{"if n > 10:", "    return 1", "return 0"} << none << QStringList{"return 1"};
        QTest::newRow("a branch that only leaves its loop")
            << QStringList{"for i in range(n):", "    if i > 5:", "        break", "    Y[i] = 1"} << none
            << QStringList{"break"};
        QTest::newRow("a branch of a kernel that only ends the thread")
            << QStringList{launch, "    if tx > n + 64:", "        return 0", "    Y[tx] = 1"} << none
            << QStringList{"return 0"};
        QTest::newRow("what comes after a return")
            << QStringList{"if n == 5:",   "    return 0", "v: T.let[T.int32] = n", "Y[0] = v", "if n > 3:",
                           "    Y[1] = 2", "return 1"}
            << none << QStringList{"v: T.let[T.int32] = n"};
        QTest::newRow("what comes after a jump in every iteration")
            << QStringList{"for i in range(n):", "    if i >= 0:", "        continue", "    Y[i] = 1"} << none
            << QStringList{"Y[i] = 1"};
        QTest::newRow("what comes after a jump of some")
            << QStringList{launch, "    if tx >= 32:", "        return 0", "    Y[tx] = 1"} << none << none;
        QTest::newRow("nothing of importance after a return")
            << QStringList{"if n == 5:", "    return 0", "T.evaluate(n)"} << none << none;
        QTest::newRow("the launch of a function")
            << QStringList{"Module.helper(Y.data, n)"}
            << QStringList{"with T.launch_thread(\"threadIdx.x\", 64) as hx:"} << none;
        QTest::newRow("the value of a choice")
            << QStringList{launch, "    Y[tx] = T.if_then_else(n > 10, X[tx] + 1, 0)"} << none
            << QStringList{"X[tx] + 1, 0)"};
        QTest::newRow("the other value of a selection")
            << QStringList{launch, "    Y[tx] = T.Select(n < 10, X[tx], 77)"} << none << QStringList{"77)"};
        QTest::newRow("both values, by different threads")
            << QStringList{launch, "    Y[tx] = T.if_then_else(tx < 32, T.Select(tx < 16, 1, 2), 3)"} << none
            << none;
        QTest::newRow("a choice in a value that is not chosen")
            << QStringList{launch, "    Y[tx] = T.if_then_else(n > 10, T.if_then_else(tx < 3, 1, 2), 3)"}
            << none << QStringList{"T.if_then_else(tx < 3, 1, 2), 3)"};
        QTest::newRow("the right operand of and")
            << QStringList{launch, "    Y[tx] = T.Cast(\"int32\", n > 10 and X[tx] > 0)"} << none
            << QStringList{"X[tx] > 0)"};
        QTest::newRow("the right operand of or")
            << QStringList{launch, "    Y[tx] = T.Cast(\"int32\", n < 10 or X[tx] > 0)"} << none
            << QStringList{"X[tx] > 0)"};
        QTest::newRow("a right operand of some threads")
            << QStringList{launch, "    Y[tx] = T.Cast(\"int32\", tx < 3 and X[tx] > 0)"} << none << none;
        QTest::newRow("a right operand that reads nothing")
            << QStringList{launch, "    Y[tx] = T.Cast(\"int32\", n > 10 and tx > 3)"} << none << none;
        const QString store = QStringLiteral("Y.vstore([T.Ramp(0, 1, 4)], T.Broadcast(7, 4), predicate=");
        QTest::newRow("a store without lanes") << QStringList{store + "T.Broadcast(n > 10, 4))"} << none
                                               << QStringList{"T.Broadcast(n > 10, 4))"};
        QTest::newRow("a store with some lanes")
            << QStringList{store + "X.vload([T.Ramp(0, 1, 4)]) * 0 + T.Ramp(0, 1, 4) > T.Broadcast(2, 4))"}
            << none << none;
        QTest::newRow("a load without lanes")
            << QStringList{"Y[0:4] = X.vload([T.Ramp(0, 1, 4)], predicate=T.Broadcast(n > 10, 4))"} << none
            << QStringList{"T.Broadcast(n > 10, 4))"};
        QTest::newRow("of a function that is not called, the call")
            << QStringList{"if n > 10:", "    Module.helper(Y.data, n)"} << none
            << QStringList{"Module.helper(Y.data, n)"};
    }

    void parts()
    {
        QFETCH(QStringList, body);
        QFETCH(QStringList, launches);
        QFETCH(QStringList, branches);
        QCOMPARE(unreached(body, false), launches);
        QCOMPARE(unreached(body, true), launches + branches);
    }
};

TIR_TEST(TestUnreachedParts)
#include "tst_unreached_parts.moc"
