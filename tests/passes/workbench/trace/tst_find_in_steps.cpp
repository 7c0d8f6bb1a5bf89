/// Where a text appears in a run.

#include "passes/workbench/trace/find_in_steps.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace tir;
using namespace tir::testing;

namespace {

std::shared_ptr<const Recording> run()
{
    const OpenedProgram program = openFile(sourcePath("samples/two_kernels.py").toStdString());
    const auto recording = record(program, {.pipeline = "split"});
    return recording ? *recording : nullptr;
}

} // namespace

class TestFindInSteps : public QObject {
    Q_OBJECT
private slots:
    void aLineIsFoundWhereItIsNew()
    {
        const auto recording = run();
        QVERIFY(recording);
        SearchableSteps steps(recording, {});
        const std::vector<FoundLine> lines = steps.find("call_packed(\"MAIN_KERNEL\"", 100);
        QVERIFY(!lines.empty());
        const auto& first = lines.front();
        const std::string module = printScript(recording->module(first.step));
        QVERIFY(module.find(first.text) != std::string::npos);
        QVERIFY(printScript(recording->module(recording->previous(first.step))).find(first.text) ==
                std::string::npos);
        // Line numbers are those of the printed module.
        const auto end = std::ptrdiff_t(module.find(first.text));
        QCOMPARE(int(std::count(module.begin(), module.begin() + end, '\n')), first.line);
        for (size_t i = 1; i < lines.size(); ++i)
            QVERIFY(lines[i - 1].step <= lines[i].step);
    }

    void whatTheInputHasIsFoundInTheInput()
    {
        SearchableSteps steps(run(), {});
        const std::vector<FoundLine> lines = steps.find("@T.prim_func", 100);
        QVERIFY(!lines.empty() && lines.front().step == 0);
        QVERIFY(std::ranges::count(lines, size_t(1), &FoundLine::step) == 0);
    }

    void limitsHold()
    {
        SearchableSteps steps(run(), {});
        QCOMPARE(steps.find("T.", 3).size(), size_t(3));
        QVERIFY(steps.find("", 3).empty());
        QVERIFY(steps.find("there is no such text", 3).empty());
        QVERIFY(steps.find("T.", 3, [] { return true; }).empty());
    }
};

TIR_TEST(TestFindInSteps)
#include "tst_find_in_steps.moc"
