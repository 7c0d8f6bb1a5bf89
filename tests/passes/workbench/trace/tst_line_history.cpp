/// The step that wrote a line, and the later events of the line.

#include "passes/workbench/trace/line_history.h"

#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <sstream>

using namespace tir;
using namespace tir::testing;

namespace {

std::vector<std::string> linesOf(const Recording& recording, size_t number)
{
    std::vector<std::string> lines;
    std::istringstream text(printScript(recording.module(number)));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    return lines;
}

/// The first line that contains `part`; -1 if there is none.
int lineWith(const std::vector<std::string>& lines, std::string_view part)
{
    const auto found = std::ranges::find_if(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
    return found == lines.end() ? -1 : int(found - lines.begin());
}

/// "input, SplitHostDevice moved": the events of a line.
std::string lifeOf(const Recording& recording, const LineHistory& history, size_t number, int line)
{
    std::string text;
    for (const LineEvent& event : history.events(number, line))
        text += (text.empty() ? "" : ", ") + (event.step == 0 ? "input"
                                                              : recording.steps[event.step - 1].pass.name +
                                                                    " " + std::string(toString(event.fate)));
    return text;
}

size_t stepOf(const Recording& recording, std::string_view pass)
{
    for (size_t number = 1; number < recording.moduleCount(); ++number)
        if (recording.steps[number - 1].pass.name == pass)
            return number;
    return 0;
}

std::shared_ptr<const Recording> recordSample(const std::string& name, const std::string& pipeline)
{
    const OpenedProgram program =
        openFile(sourcePath("samples/" + QString::fromStdString(name)).toStdString());
    return program.isOpen() ? *record(program, {.pipeline = pipeline}) : nullptr;
}

} // namespace

class TestLineHistory : public QObject {
    Q_OBJECT
private slots:
    void linesAreFollowedThroughTheSplit()
    {
        const auto recording = recordSample("two_kernels.py", "split");
        QVERIFY(recording);
        const LineHistory history = lineHistory(*recording);
        const size_t end = stepOf(*recording, "LowerDeviceKernelLaunch");
        const std::vector<std::string> lines = linesOf(*recording, end);
        const auto life = [&](std::string_view part) {
            return QString::fromStdString(lifeOf(*recording, history, end, lineWith(lines, part)));
        };
        // Lines that no pass rewrites move into their kernel.
        QCOMPARE(life("squares[tx] = X[tx] * X[tx]"), QStringLiteral("input, SplitHostDevice moved"));
        QCOMPARE(life("values[tx + 128] = X[tx]"),
                 QStringLiteral("input, MergeSharedMemoryAllocations changed, SplitHostDevice moved"));
        QCOMPARE(life("def main_kernel("), QStringLiteral("SplitHostDevice written"));
        QCOMPARE(life("T.call_packed(\"main_kernel\""),
                 QStringLiteral("SplitHostDevice written, LowerDeviceKernelLaunch changed"));
    }

    void linesOfTheInputAreFollowedToTheirEnd()
    {
        const auto recording = recordSample("two_kernels.py", "split");
        QVERIFY(recording);
        const LineHistory history = lineHistory(*recording);
        const int line = lineWith(linesOf(*recording, 0), "values = T.alloc_buffer");
        QVERIFY(line >= 0);
        const std::vector<LineEvent> events = history.events(0, line);
        QVERIFY(events.size() > 1);
        QCOMPARE(events.front(), (LineEvent{0, LineFate::Written, line}));
        QCOMPARE(events.back().step, stepOf(*recording, "MergeSharedMemoryAllocations"));
    }

    /// The writer of a line is the last step in its life that wrote or changed it. Lines without an event in a step are
    /// the same before and after it, except for names, indentation, and spelling.
    void writersAgreeWithTheEvents()
    {
        int lines = 0;
        for (const char* sample : {"two_kernels.py", "matmul.py", "shared_helper.py"})
            for (const char* pipeline : {"split", "s_tir"}) {
                const auto recording = recordSample(sample, pipeline);
                if (!recording)
                    continue;
                const LineHistory history = lineHistory(*recording);
                QCOMPARE(history.stepCount(), recording->moduleCount());
                for (size_t number = 0; number < recording->moduleCount(); ++number) {
                    const std::vector<uint32_t>& writers = *history.writers(number);
                    QCOMPARE(writers.size(), linesOf(*recording, number).size());
                    for (size_t line = 0; line < writers.size(); ++line, ++lines) {
                        size_t writer = SIZE_MAX;
                        for (const LineEvent& event : history.events(number, int(line)))
                            if (event.step <= number &&
                                (event.fate == LineFate::Written || event.fate == LineFate::Changed))
                                writer = event.step;
                        QCOMPARE(size_t(writers[line]), writer);
                    }
                }
            }
        QVERIFY2(lines > 2000, qPrintable(QString::number(lines)));
    }

    void stepsThatChangeNothingKeepTheWriters()
    {
        const auto recording = recordSample("matmul.py", "split");
        QVERIFY(recording);
        const LineHistory history = lineHistory(*recording);
        int unchanged = 0;
        for (size_t number = 1; number < recording->moduleCount(); ++number)
            if (&recording->module(number) == &recording->module(recording->previous(number))) {
                ++unchanged;
                QCOMPARE(history.writers(number), history.writers(recording->previous(number)));
            }
        QVERIFY(unchanged > 0);
    }

    void linesThatAreNotThereHaveNoEvents()
    {
        const auto recording = recordSample("matmul.py", "split");
        QVERIFY(recording);
        const LineHistory history = lineHistory(*recording);
        QVERIFY(history.events(0, -1).empty());
        QVERIFY(history.events(0, 100000).empty());
        QVERIFY(history.events(1000, 0).empty());
    }
};

TIR_TEST(TestLineHistory)
#include "tst_line_history.moc"
