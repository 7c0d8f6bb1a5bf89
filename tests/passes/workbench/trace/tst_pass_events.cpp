/// Output of TVM's instruments: the pass of each change, the nesting of passes, and texts that are shown as they are in
/// the file.

#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "passes/framework/config_keys.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/passes/workbench/trace/module_text.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace tir;
using namespace tir::testing;

namespace {

using Json = nlohmann::ordered_json;

/// Writes the lines of a recording.
class Lines {
public:
    Lines() { add({{"ev", "begin"}, {"format", 1}, {"tvm", "0.25"}}); }

    void add(const Json& record) { m_text += record.dump() + "\n"; }
    void before(int id, const std::string& name, const std::string& text, std::optional<int> depth = {})
    {
        addText(text);
        Json record{{"ev", "before"}, {"id", id}, {"name", name}, {"ir", nameOf(text)}};
        if (depth)
            record["depth"] = *depth;
        add(record);
    }
    void after(int id, const std::string& text, const std::string& savedJson = {},
               const std::string& name = {})
    {
        addText(text, savedJson);
        add({{"ev", "after"}, {"id", id}, {"name", name}, {"dur_us", 1.5}, {"ir", nameOf(text)}});
    }
    void context(const char* config)
    {
        add({{"ev", "context"}, {"opt_level", 2}, {"config", Json::parse(config)}});
    }
    const std::string& text() const { return m_text; }

private:
    static std::string nameOf(const std::string& text)
    {
        return std::to_string(std::hash<std::string>()(text));
    }
    void addText(const std::string& text, const std::string& savedJson = {})
    {
        Json record = {{"ev", "text"}, {"ir", nameOf(text)}, {"text", text}};
        if (!savedJson.empty())
            record["json"] = savedJson;
        add(record);
    }

    std::string m_text;
};

/// Depth, name, verdict and the number of the module that it starts from: one line for each step.
QStringList stepsOf(const Recording& recording)
{
    QStringList lines;
    for (const Step& step : recording.steps)
        lines.append(QStringLiteral("%1%2: %3, from %4")
                         .arg(QString(qsizetype(step.depth), QLatin1Char('.')))
                         .arg(QString::fromStdString(toString(step.pass)))
                         .arg(QString::fromStdString(std::string(toString(step.verdict))))
                         .arg(step.previous));
    return lines;
}

QString configOf(const Recording& recording)
{
    QStringList settings;
    for (const auto& [key, value] : recording.config)
        settings.append(QString::fromStdString(key + "=" + configValueText(value)));
    return settings.join(' ');
}

QString notesOf(const Step& step)
{
    QStringList notes;
    for (const PassNote& note : step.notes)
        notes.append(QString::fromStdString(note.message));
    return notes.join('\n');
}

} // namespace

class TestPassEvents : public QObject {
    Q_OBJECT

private slots:
    void changeBelongsToThePassThatMadeIt()
    {
        Lines lines;
        lines.before(0, "sequential", moduleText(0));
        lines.before(1, "tirx.SplitHostDevice", moduleText(0));
        lines.before(2, "tirx.ConvertSSA", moduleText(1)); // result of SplitHostDevice so far
        lines.after(2, moduleText(1));
        lines.after(1, moduleText(1));
        lines.before(3, "tirx.Own", moduleText(1));
        lines.before(4, "tirx.Inner", moduleText(1));
        lines.after(4, moduleText(2));
        lines.after(3, moduleText(3));
        lines.after(0, moduleText(3));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY2(run, run ? "" : run.diagnostics().front().message.c_str());
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({".SplitHostDevice: recorded, from 0", "..ConvertSSA: unchanged, from 1",
                              "..Inner: recorded, from 2", ".Own: recorded, from 3",
                              "sequential: unchanged, from 4"}));
        QVERIFY2(notesOf(run->recording->steps[0]).contains("before it ran ConvertSSA"),
                 qPrintable(notesOf(run->recording->steps[0])));
        QVERIFY(notesOf(run->recording->steps[4]).contains("ran steps 1 to 4"));
        QCOMPARE(run->recording->steps[3].durationNs, int64_t(1500));
        // All of that is in our own file, too.
        const Result<RecordedRun> again = runFromJson(toJson(*run));
        QVERIFY(again);
        QCOMPARE(stepsOf(*again->recording), stepsOf(*run->recording));
    }

    void workBeforeAndAfterAnInnerPassIsTwoSteps()
    {
        Lines lines;
        lines.before(0, "Outer", moduleText(0));
        lines.before(1, "Inner", moduleText(1));
        lines.after(1, moduleText(2));
        lines.after(0, moduleText(3));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QCOMPARE(stepsOf(*run->recording), QStringList({"Outer: recorded, from 0", ".Inner: recorded, from 1",
                                                        "Outer after Inner: recorded, from 2"}));
    }

    void changesOfNoPassAreShownAsSuch()
    {
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.after(0, moduleText(1));
        lines.before(1, "B", moduleText(2));
        lines.after(1, moduleText(2));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({"A: recorded, from 0", "(outside the recorded passes): recorded, from 1",
                              "B: unchanged, from 2"}));
    }

    /// A script may build several programs into one recording.
    void eachBuildIsARun_data()
    {
        QTest::addColumn<bool>("isAnnounced");
        QTest::addColumn<int>("input"); ///< of the second build
        QTest::newRow("the same module again") << false << 0;
        QTest::newRow("another module into the same first pass") << false << 5;
        QTest::newRow("the recording says so") << true << 0;
    }

    void eachBuildIsARun()
    {
        QFETCH(bool, isAnnounced);
        QFETCH(int, input);
        Lines lines;
        const auto start = [&](const char* target) {
            if (isAnnounced)
                lines.add({{"ev", "build"}, {"depth", 0}, {"target", target}});
        };
        start("cuda");
        lines.before(0, "tirx.A", moduleText(0));
        lines.after(0, moduleText(1));
        lines.before(1, "tirx.B", moduleText(1));
        lines.after(1, moduleText(2));
        lines.add({{"ev", "source"}, {"kind", "cuda"}, {"text", "first"}});
        start("llvm");
        lines.before(2, "tirx.A", moduleText(input));
        lines.after(2, moduleText(3));
        lines.add({{"ev", "build"}, {"depth", 1}, {"target", "inside"}});
        lines.before(3, "tirx.C", moduleText(3));
        lines.after(3, moduleText(4));
        lines.add({{"ev", "source"}, {"kind", "cuda"}, {"text", "second"}});

        const QStringList first{"A: recorded, from 0", "B: recorded, from 1"};
        const QStringList second{"A: recorded, from 0", "C: recorded, from 1"};
        for (const size_t build : {0, 1, 2}) {
            const Result<RecordedRun> run = runFromJson(lines.text(), "recording", {.build = build});
            QVERIFY2(run, run ? "" : run.diagnostics().front().message.c_str());
            const bool isFirst = build == 1;
            QCOMPARE(run->build, isFirst ? 1U : 2U);
            QCOMPARE(run->buildCount, 2U);
            QCOMPARE(stepsOf(*run->recording), isFirst ? first : second);
            QCOMPARE(std::string(run->text(0).source.text()), moduleText(isFirst ? 0 : input));
            const QString notes = notesOf(run->recording->steps.front());
            QVERIFY2(notes.contains(isFirst ? "build 1 of 2" : "build 2 of 2"), qPrintable(notes));
            QCOMPARE(notes.contains("target: cuda"), isAnnounced && isFirst);
            QCOMPARE(notes.contains("target: llvm"), isAnnounced && !isFirst);
            const PassNote& source = run->recording->steps.back().notes.back();
            QCOMPARE(source.table->rows.front().back(), std::string(isFirst ? "first" : "second"));
        }
        QVERIFY(!runFromJson(lines.text(), "recording", {.build = 3}));
    }

    void configurationIsThatOfThePasses()
    {
        Lines lines;
        lines.context(R"({"tirx.noalias": false})"); // no pass runs in it
        lines.context(
            R"({"tirx.noalias": true, "tirx.UnrollLoop": {"auto_max_step": 16, "explicit_unroll": true},
                          "tirx.add_lower_pass": [], "tirx.vtcm_capacity": "many", "tirx.ptx_ldg32": null,
                          "mine": {"level": 3, "name": "a\nb"}})");
        lines.before(0, "tirx.A", moduleText(0));
        lines.context(R"({"tirx.ptx_ldg32": 1, "tirx.noalias": true})");
        lines.after(0, moduleText(1));
        lines.before(1, "tirx.B", moduleText(1));
        lines.after(1, moduleText(2));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        QCOMPARE(configOf(*run->recording),
                 "tirx.UnrollLoop.auto_max_step=16 tirx.UnrollLoop.explicit_unroll=1 "
                 "tirx.add_lower_pass=[] tirx.noalias=true tirx.ptx_ldg32=true");
        const QStringList notes = notesOf(run->recording->steps[0]).split('\n');
        QCOMPARE(notes.count("configuration tirx.noalias: true"), 1);
        QVERIFY(!notes.contains("configuration tirx.noalias: false"));
        QVERIFY(notes.contains("configuration tirx.UnrollLoop.auto_max_step: 16"));
        for (const char* note :
             {R"(configuration that only passes of your own TVM use: mine: {"level":3,"name":"a\nb"})",
              "configuration that passes of Tirscope do not accept and that is not used: tirx.vtcm_capacity: "
              "many"})
            QVERIFY2(notes.contains(note), qPrintable(notes.join('\n')));
        const Result<RecordedRun> again = runFromJson(toJson(*run));
        QVERIFY(again);
        QCOMPARE(configOf(*again->recording), configOf(*run->recording));
        QVERIFY(!runFromJson(
            QByteArray::fromStdString(toJson(*run)).replace("auto_max_step", "none").toStdString()));
    }

    void eachBuildHasItsConfiguration()
    {
        Lines lines;
        const auto build = [&](int id, const char* config) {
            lines.add({{"ev", "build"}});
            lines.context(config);
            lines.before(id, "tirx.A", moduleText(id));
            lines.after(id, moduleText(id + 1));
        };
        build(0, R"({"tirx.ptx_ldg32": true})");
        build(2, R"({"mine": 1})");
        build(4, R"({"tirx.vtcm_capacity": 8})");
        const QStringList expected{"tirx.ptx_ldg32=true", "", "tirx.vtcm_capacity=8"};
        for (size_t number = 1; number <= 3; ++number) {
            const Result<RecordedRun> run = runFromJson(lines.text(), "run", {.build = number});
            QVERIFY(run);
            QCOMPARE(configOf(*run->recording), expected[qsizetype(number) - 1]);
            const QString notes = notesOf(run->recording->steps[0]);
            QCOMPARE(notes.contains("mine: 1"), number == 2);
            QCOMPARE(notes.contains("tirx.ptx_ldg32"), number == 1);
        }
    }

    void configurationOfOurOwnRunsComesBack()
    {
        const OpenedProgram program =
            openFile(sourcePath(QStringLiteral("samples/two_kernels.py")).toStdString());
        RecordRequest request{.pipeline = "split"};
        QVERIFY(addConfig(request.config, "tirx.merge_static_smem=true"));
        const RecordedRun run{program, *record(program, request)};
        const Result<RecordedRun> read = runFromJson(toJson(run));
        QVERIFY(read);
        QVERIFY(read->recording->config == configOf(request));
        QVERIFY(givenConfig(*read->recording) == request.config);
        for (const Pipeline& pipeline : allPipelines()) {
            Recording ofPipeline;
            ofPipeline.pipeline = pipeline.name;
            ofPipeline.config = pipeline.config;
            QVERIFY(givenConfig(ofPipeline).empty());
        }
    }

    /// A locked file is being written: what has no end yet is no failure.
    void runningPassesHaveNoStep()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("trace.jsonl");
        Lines lines;
        lines.add({{"ev", "begin"}, {"locked", true}});
        lines.before(0, "sequential", moduleText(0));
        lines.before(1, "tirx.A", moduleText(0));
        const auto write = [&] { writeFile(path, lines.text()); };
        const auto stepsNow = [&](bool isRunning) {
            QStringList found;
            for (const QString& opened : {path, folder.path()}) {
                const Result<RecordedRun> run = readTrace(opened.toStdString());
                if (!run || run->isRunning != isRunning)
                    return QStringLiteral("not as expected: ") + opened;
                found.append(stepsOf(*run->recording).join("; "));
            }
            return found[0] == found[1] ? found[0] : found.join(" or ");
        };
        write();
        QCOMPARE(stepsNow(false), ".A: failed, from 0");
        const int lock = ::open(path.toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0);
        QCOMPARE(stepsNow(true), "");
        lines.after(1, moduleText(1));
        lines.before(2, "tirx.B", moduleText(1));
        write();
        QCOMPARE(stepsNow(true), ".A: recorded, from 0");
        ::close(lock);
        QCOMPARE(stepsNow(false), ".A: recorded, from 0; .B: failed, from 1");
        const Result<RecordedRun> run = readTrace(path.toStdString());
        const std::string reason = explain(check(*run->recording), *run->recording);
        QVERIFY2(reason.ends_with("the recording ends inside this pass: the compiler crashed or was ended"),
                 reason.c_str());
        // After the end, nothing runs.
        lines.add({{"ev", "end"}});
        const Result<RecordedRun> ended = runFromJson(lines.text(), "run", {.isRunning = true});
        QVERIFY(ended && !ended->isRunning);
        QCOMPARE(stepsOf(*ended->recording).size(), 2);
    }

    void buildsOfADumpBeginWithTheirFirstPasses()
    {
        QTemporaryDir folder;
        const char* const names[] = {"A", "B", "C", "D", "A", "B", "C"};
        for (size_t index = 0; index < std::size(names); ++index)
            writeFile(folder.filePath(QStringLiteral("00%1_tirx.%2.py").arg(index).arg(names[index])),
                      moduleText(int(index)));
        const Result<RecordedRun> run = readTrace(folder.path().toStdString(), {.build = 1});
        QVERIFY(run);
        QCOMPARE(run->buildCount, 2U);
        QCOMPARE(run->recording->steps.size(), 4U);
    }

    void secondBranchStartsFromItsModule()
    {
        Lines lines;
        lines.before(0, "tirx.A", moduleText(0));
        lines.after(0, moduleText(1));
        lines.before(1, "tirx.Filter", moduleText(1));
        lines.after(1, moduleText(2));
        lines.before(2, "tirx.Filter", moduleText(1));
        lines.after(2, moduleText(3));
        lines.before(3, "tirx.HostOnly", moduleText(2));
        lines.after(3, moduleText(4));
        lines.before(4, "tirx.DeviceOnly", moduleText(3));
        lines.after(4, moduleText(5));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({"A: recorded, from 0", "Filter(\"host\"): recorded, from 1",
                              "HostOnly: recorded, from 2", "Filter(\"device\"): recorded, from 1",
                              "DeviceOnly: recorded, from 4"}));
    }

    /// As for a CPU: the first filter takes every function, the second one none.
    void secondBranchStartsFromTheCommonModule()
    {
        Lines lines;
        lines.before(0, "tirx.A", moduleText(0));
        lines.after(0, moduleText(1));
        lines.before(1, "tirx.Filter", moduleText(1));
        lines.after(1, moduleText(1));
        lines.before(2, "tirx.Filter", moduleText(1));
        lines.after(2, moduleText(3));
        lines.before(3, "tirx.HostOnly", moduleText(1));
        lines.after(3, moduleText(4));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({"A: recorded, from 0", "Filter(\"host\"): unchanged, from 1",
                              "HostOnly: recorded, from 2", "Filter(\"device\"): recorded, from 1"}));
    }

    void failedPassKeepsItsInput()
    {
        Lines lines;
        lines.before(0, "sequential", moduleText(0));
        lines.before(1, "tirx.A", moduleText(0));
        lines.after(1, moduleText(1));
        lines.before(2, "tirx.B", moduleText(1));
        lines.add({{"ev", "aborted"}, {"id", 2}, {"error", "ValueError: no\nsecond line"}});
        lines.add({{"ev", "aborted"}, {"id", 0}, {"error", "ValueError: no\nsecond line"}});
        const Result<RecordedRun> run = runFromJson(lines.text());
        QCOMPARE(stepsOf(*run->recording), QStringList({".A: recorded, from 0", ".B: failed, from 1"}));
        QCOMPARE(run->text(2).source.text(), std::string_view(run->text(1).source.text()));
        QCOMPARE(explain(check(*run->recording), *run->recording),
                 std::string("rejected: step 2, B, failed: ValueError: no"));
        QVERIFY(notesOf(run->recording->steps[1]).contains("sequential, which ran this pass, ended with it"));
    }

    void caughtFailureHidesNoLaterStep()
    {
        const OpenedProgram program = openFile(sourcePath("samples/two_kernels.py").toStdString());
        const RecordedRun own{program, *record(program, {.pipeline = "split@legacy-merge"})};
        const auto textOf = [&](size_t number) { return std::string(own.text(number).source.text()); };
        Lines lines;
        lines.before(0, "tirx.Mine", textOf(0));
        lines.add({{"ev", "aborted"}, {"id", 0}, {"error", "ValueError: no"}});
        for (size_t number = 1; number < own.recording->moduleCount(); ++number) {
            lines.before(int(number), "tirx." + own.recording->steps[number - 1].pass.name,
                         textOf(own.recording->previous(number)));
            lines.after(int(number), textOf(number));
        }
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        QVERIFY(run->recording->verdict(1) == Verdict::Failed);
        const CheckReport report = check(*run->recording);
        QVERIFY(report.firstBad);
        QCOMPARE(*report.firstBad, *check(*own.recording).firstBad + 1);
        QVERIFY(report.answer == Answer::NotSound);
    }

    void fileWithoutAnEndIsRead()
    {
        Lines lines;
        lines.before(0, "tirx.A", moduleText(0));
        lines.after(0, moduleText(1));
        lines.before(1, "tirx.B", moduleText(1));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        QCOMPARE(stepsOf(*run->recording), QStringList({"A: recorded, from 0", "B: failed, from 1"}));
        const std::string reason = explain(check(*run->recording), *run->recording);
        QVERIFY2(reason.find("the recording ends inside this pass") != std::string::npos, reason.c_str());

        // It is not known whether B had a result.
        const std::string cutOff = lines.text() + "{\"ev\": \"after\", \"id\": 1, \"i";
        const Result<RecordedRun> cut = runFromJson(cutOff);
        QVERIFY(cut);
        QCOMPARE(stepsOf(*cut->recording), QStringList({"A: recorded, from 0", "B: unread, from 1"}));
        const CheckReport found = check(*cut->recording);
        QVERIFY(found.answer == Answer::NotFullyChecked);
        QCOMPARE(found.unchecked.front().reason,
                 std::string("the text of this step cannot be read: the recording is "
                             "incomplete from here: it ends inside a record"));
        QCOMPARE(cut->warnings.size(), size_t(1));
        QVERIFY(runFromJson(cutOff, "log", {.isRunning = true})->warnings.empty());
    }

    void lostRecordsAreUnreadSteps_data()
    {
        QTest::addColumn<QByteArrayList>("lost"); // starts of lines
        QTest::addColumn<QStringList>("steps");
        const QString lost = "(a lost record)";
        const QString outside = "(outside the recorded passes)";
        const auto after = [](int id) {
            return QByteArray(R"({"ev":"after","id":)") + QByteArray::number(id);
        };
        const auto before = [](int id) {
            return QByteArray(R"({"ev":"before","id":)") + QByteArray::number(id);
        };
        QTest::newRow("nothing") << QByteArrayList()
                                 << QStringList{".A: recorded, from 0", ".B: recorded, from 1",
                                                ".C: recorded, from 2", "sequential: unchanged, from 3"};
        QTest::newRow("a context") << QByteArrayList{R"({"ev":"context")"}
                                   << QStringList{lost + ": unread, from 0", ".A: recorded, from 0",
                                                  ".B: recorded, from 2", ".C: recorded, from 3",
                                                  "sequential: unchanged, from 4"};
        QTest::newRow("a result") << QByteArrayList{after(2)}
                                  << QStringList{".A: recorded, from 0", ".B: unread, from 1",
                                                 outside + ": recorded, from 2", ".C: recorded, from 3",
                                                 "sequential: unchanged, from 4"};
        QTest::newRow("the last result of a pass inside")
            << QByteArrayList{after(3)}
            << QStringList{".A: recorded, from 0", ".B: recorded, from 1", ".C: unread, from 2",
                           "sequential: recorded, from 3"};
        QTest::newRow("a start") << QByteArrayList{before(2)}
                                 << QStringList{".A: recorded, from 0", "." + lost + ": unread, from 1",
                                                ".B: recorded, from 1", ".C: recorded, from 3",
                                                "sequential: unchanged, from 4"};
        QTest::newRow("a whole pass") << QByteArrayList{before(2), after(2)}
                                      << QStringList{".A: recorded, from 0", "." + lost + ": unread, from 1",
                                                     outside + ": recorded, from 1", ".C: recorded, from 3",
                                                     "sequential: unchanged, from 4"};
        QTest::newRow("the last result") << QByteArrayList{after(0)}
                                         << QStringList{".A: recorded, from 0", ".B: recorded, from 1",
                                                        ".C: recorded, from 2", "sequential: unread, from 3"};
    }

    void lostRecordsAreUnreadSteps()
    {
        QFETCH(QByteArrayList, lost);
        QFETCH(QStringList, steps);
        Lines lines;
        lines.context("{}");
        const auto before = [&](int id, int depth, const char* name, int text) {
            lines.before(id, name, moduleText(text), depth);
        };
        const auto after = [&](int id, const char* name, int text) {
            lines.after(id, moduleText(text), {}, name);
        };
        before(0, 0, "sequential", 0);
        before(1, 1, "A", 0);
        after(1, "A", 1);
        before(2, 1, "B", 1);
        after(2, "B", 2);
        before(3, 1, "C", 2);
        after(3, "C", 3);
        after(0, "sequential", 3);
        lines.add({{"ev", "end"}});
        std::string text;
        for (const QByteArray& line : QByteArray::fromStdString(lines.text()).split('\n')) {
            const bool isLost =
                std::ranges::any_of(lost, [&](const QByteArray& start) { return line.startsWith(start); });
            text += (isLost ? "NaN " : "") + line.toStdString() + "\n";
        }
        const Result<RecordedRun> run = runFromJson(text);
        QVERIFY(run);
        QCOMPARE(stepsOf(*run->recording), steps);
        QCOMPARE(run->warnings.empty(), lost.isEmpty());
        QCOMPARE(check(*run->recording).unchecked.empty(), lost.isEmpty());
        QVERIFY(!check(*run->recording).firstBad);
    }

    void linesThatAreNoRecordsAreSkipped_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("warning");
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.after(0, moduleText(1));
        const std::string whole = lines.text();
        const size_t second = whole.find('\n') + 1;
        QTest::newRow("a line") << whole.substr(0, second) + "\n\"no object\"\n" + whole.substr(second)
                                << "line 3 of the recording is not a JSON object: it was skipped";
        QTest::newRow("several lines")
            << whole + "{\n\n{\n"
            << "lines 6, 8 of the recording are not JSON objects: they were skipped";
        QTest::newRow("the first line") << whole.substr(0, 20) + "\n" + whole.substr(second)
                                        << "line 1 of the recording is not a JSON object: it was skipped";
    }

    void linesThatAreNoRecordsAreSkipped()
    {
        QFETCH(std::string, text);
        QFETCH(QString, warning);
        const Result<RecordedRun> run = runFromJson(text);
        QVERIFY(run);
        QCOMPARE(QString::fromStdString(run->warnings.front()), warning);
        QCOMPARE(run->recording->steps.size(), 2U);
        QCOMPARE(check(*run->recording).unchecked.size(), 1U);
    }

    /// The fields of an object that we do not know are for the user's own TVM.
    void unknownConfigurationIsKept()
    {
        Lines lines;
        lines.context(
            R"({"mine.on": true, "mine.deep": {"a": [1]}, "tirx.UnrollLoop": {"auto_max_step": 8, "mine": "x"}})");
        lines.before(0, "A", moduleText(0));
        lines.after(0, moduleText(1));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        const TvmConfig expected{
            {"mine.deep", R"({"a":[1]})"}, {"mine.on", "true"}, {"tirx.UnrollLoop", R"({"mine":"x"})"}};
        QVERIFY(run->recording->tvmConfig == expected);
        QCOMPARE(run->recording->config.size(), 1U);
        QVERIFY(runFromJson(toJson(*run))->recording->tvmConfig == expected);
    }

    void damageIsRefused_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("reason");
        const std::string begin = Lines().text();
        const std::string pass = "{\"ev\": \"before\", \"id\": 0, \"name\": \"A\"}\n";
        QTest::newRow("no pass")
            << begin + "{\n"
            << std::string("'log' holds no pass that ran: line 2 of the recording is not a JSON object: it "
                           "was skipped");
        QTest::newRow("no first line")
            << pass + pass << std::string("this is a recording whose first line, 'begin', is missing");
        QTest::newRow("nothing else") << begin << std::string("'log' holds no pass that ran");
        QTest::newRow("no recording")
            << std::string("{\"a\": 1}\n{\"b\": 2}\n") << std::string("this is not JSON");
    }

    void damageIsRefused()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, reason);
        const Result<RecordedRun> run = runFromJson(text, "log");
        QVERIFY(!run);
        QCOMPARE(run.diagnostics().front().message, reason);
    }

    void whatARecordingMayLackIsAWarning()
    {
        Lines lines;
        lines.add({{"ev", "begin"}, {"format", 2}});
        lines.add({{"ev", "end"}, {"other_threads", true}});
        const std::string newer = "the recording is of a newer version: parts of it may be missing here";
        QCOMPARE(runFromJson(lines.text(), "log").diagnostics().front().message,
                 "'log' holds no pass that ran: " + newer);
        lines.before(0, "A", moduleText(0));
        lines.after(0, moduleText(1));
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        const QStringList expected{QString::fromStdString(newer),
                                   "passes ran in other threads; only those of the thread that started the "
                                   "recording are recorded"};
        QCOMPARE(run->warnings.size(), size_t(2));
        for (qsizetype index = 0; index < expected.size(); ++index)
            QCOMPARE(QString::fromStdString(run->warnings[size_t(index)]), expected[index]);
        QVERIFY(notesOf(run->recording->steps[0]).startsWith(expected.join('\n')));
    }

    void byteOrderMarkIsSkipped()
    {
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.after(0, moduleText(1));
        QTemporaryDir folder;
        const std::string path = folder.filePath("out.tirtrace").toStdString();
        for (const std::string& content : {lines.text(), toJson(*runFromJson(lines.text()))}) {
            writeFile(QString::fromStdString(path), "\xEF\xBB\xBF" + content);
            QVERIFY(isTrace(path));
            const Result<RecordedRun> run = readTrace(path);
            QVERIFY(run);
            QCOMPARE(run->recording->moduleCount(), size_t(2));
        }
    }

    void missingModulesAreUnread()
    {
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.add({{"ev", "after"}, {"id", 0}, {"print_error", "cannot print"}});
        lines.add({{"ev", "before"}, {"id", 1}, {"name", "B"}, {"ir", "../secret.py"}});
        lines.add({{"ev", "after"}, {"id", 1}, {"ir", "../secret.py"}});
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        QCOMPARE(std::string(run->text(1).source.text()),
                 std::string("# TVM could not print this module: cannot print"));
        const CheckReport report = check(*run->recording);
        QVERIFY(report.answer == Answer::NotFullyChecked);
        QCOMPARE(report.unchecked.size(), size_t(3));
        QVERIFY(report.unchecked[0].gap == Gap::Unread);
        const std::string unread = "the text of this step cannot be read: ";
        QCOMPARE(report.unchecked[0].reason, unread + "TVM could not print this module: cannot print");
        QCOMPARE(report.unchecked[1].reason, unread + "the recording does not hold its text '../secret.py'");
    }

    void textThatIsNotInTheFolderIsNamed()
    {
        Lines lines;
        lines.add({{"ev", "before"}, {"id", 0}, {"name", "A"}, {"ir", "here.py"}});
        lines.add({{"ev", "after"}, {"id", 0}, {"ir", "lost.py"}});
        QTemporaryDir folder;
        writeFile(folder.filePath("here.py"), moduleText(0));
        for (const char* name : {"trace.jsonl", "out.tirtrace"}) {
            writeFile(folder.filePath(name), lines.text());
            const Result<RecordedRun> run = readTrace(folder.filePath(name).toStdString());
            QVERIFY(run);
            QVERIFY(run->texts[0]->isOpen());
            QCOMPARE(
                run->diagnostics(1, run->text(1)).front().message,
                std::string("the text of this step cannot be read: the recording names the text 'lost.py', "
                            "which is not in the folder: copy the folder with all its files"));
        }
        QVERIFY(readTrace(folder.path().toStdString())->texts[0]->isOpen());
    }

    void passesOfADumpAreNested()
    {
        QTemporaryDir folder;
        const auto write = [&](const char* name, int value) {
            writeFile(folder.filePath(QString::fromUtf8(name)), moduleText(value));
        };
        write("000_tirx.BindTarget.py", 0);
        write("001_s_tir.InsertHoistIfThenElse.py", 1);
        write("002_tirx.StmtSimplify.py", 1);
        write("003_tirx.RemoveNoOp.py", 2);
        write("004_s_tir.HoistIfThenElse.py", 2);
        write("005_tirx.ConvertSSA.py", 3);
        write("006_tirx.SplitHostDevice.py", 3);
        write("007_sequential.py", 3);
        write("008__pipeline.py", 3);
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run);
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({"BindTarget: unchanged, from 0", "...InsertHoistIfThenElse: recorded, from 1",
                              "...StmtSimplify: unchanged, from 2", "...RemoveNoOp: recorded, from 3",
                              "..HoistIfThenElse: unchanged, from 4", "..SplitHostDevice: recorded, from 5",
                              "...ConvertSSA: unchanged, from 6", ".sequential: unchanged, from 7",
                              "_pipeline: unchanged, from 8"}));
        QVERIFY(notesOf(run->recording->steps[6]).contains("was not written"));
    }

    void missingFilesOfADumpAreUnread()
    {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& text) {
            writeFile(folder.filePath(QString::fromUtf8(name)), text);
        };
        write("000_tirx.BindTarget.py", moduleText(0));
        write("003_my.A.py", moduleText(1));
        write("004_my.B.py", "");
        write("006_my.C.py", moduleText(2) + " +");
        write("007_my.D.py", moduleText(2) + "[");
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run);
        QCOMPARE(run->recording->moduleCount(), size_t(8));
        QCOMPARE(run->warnings.size(), size_t(2));
        QVERIFY2(run->warnings[0].starts_with("the folder has no files 001 to 002: "),
                 run->warnings[0].c_str());
        QVERIFY2(run->warnings[1].starts_with("the folder has no file 005: "), run->warnings[1].c_str());
        QVERIFY(run->recording->verdict(2) == Verdict::Unread);
        QCOMPARE(std::string(run->text(2).source.text()),
                 std::string("# the folder has no files 001 to 002"));
    }

    void unreadStepsBeforeABadOneAreNamed()
    {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& text) {
            writeFile(folder.filePath(QString::fromUtf8(name)), text);
        };
        write("000_tirx.BindTarget.py", moduleText(0));
        write("002_my.A.py", moduleText(1));
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run);
        StepRuns runs;
        runs.runs.push_back({.step = 0, .status = RunStatus::Done, .message = {}, .comparison = {}});
        runs.runs.push_back({.step = 3, .status = RunStatus::Crashed, .message = "why", .comparison = {}});
        const CheckReport report = check(*run->recording, runs);
        QCOMPARE(
            explain(report, *run->recording, runs),
            std::string("not sound: step 3, A, fails when executed: why; step 2, (missing in the folder), "
                        "which is unread, may be the cause"));
    }

    /// Each run writes its files over those of the same name.
    void runsInOneDumpAreBuilds()
    {
        QTemporaryDir folder;
        int minutes = 0;
        const auto write = [&](const char* name, int value) {
            const QString path = folder.filePath(QString::fromUtf8(name));
            writeFile(path, moduleText(value));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(60 * ++minutes - 3600),
                                     QFileDevice::FileModificationTime));
        };
        write("001_my.Old.py", 1);
        write("002_my.Merge.py", 2);
        write("003_my.Late.py", 2);
        write("000_tirx.BindTarget.py", 0);
        write("001_my.Fixed.py", 0);
        write("002_my.Done.py", 0);
        const std::string path = folder.path().toStdString();
        const Result<RecordedRun> last = runFromDump(path);
        QVERIFY(last);
        QCOMPARE(last->buildCount, size_t(2));
        QCOMPARE(stepsOf(*last->recording),
                 QStringList({"BindTarget: unchanged, from 0", "Fixed: unchanged, from 1",
                              "Done: unchanged, from 2"}));
        QVERIFY2(last->warnings.front().find("2 files with the number 001: the times") != std::string::npos,
                 last->warnings.front().c_str());
        RunReading reading;
        reading.build = 1;
        const Result<RecordedRun> first = runFromDump(path, reading);
        QVERIFY(first);
        QCOMPARE(stepsOf(*first->recording), QStringList({"Old: unchanged, from 0", "Merge: recorded, from 1",
                                                          "Late: unchanged, from 2"}));
        // After copying, all files are of one time.
        minutes = 100;
        write("002_my.Merge.py", 2);
        const Result<RecordedRun> mixed = runFromDump(path);
        QVERIFY(mixed);
        QCOMPARE(mixed->buildCount, size_t(1));
        QVERIFY(mixed->warnings.front().find("another run") != std::string::npos);
    }

    void compressedFilesAreNamed()
    {
        const std::string gzip = "\x1F\x8B\x08 and so on";
        QTemporaryDir folder;
        writeFile(folder.filePath("000_tirx.BindTarget.py.gz"), gzip);
        const Result<RecordedRun> packed = runFromDump(folder.path().toStdString());
        QVERIFY(!packed);
        QVERIFY(packed.diagnostics().front().message.ends_with(
            "are compressed with gzip: decompress them first"));
        writeFile(folder.filePath("000_tirx.BindTarget.py"), gzip);
        const Result<RecordedRun> renamed = runFromDump(folder.path().toStdString());
        QVERIFY(!renamed);
        QCOMPARE(renamed.diagnostics().front().message,
                 std::string("the file is compressed with gzip: decompress it first"));
    }

    void savedJsonIsTheModule_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("module"); // as JSON; empty if the step is unread
        QTest::addColumn<bool>("isFromJson");
        QTest::addColumn<QByteArray>("warning");
        const auto jsonOf = [](const std::string& text) {
            return QByteArray::fromStdString(toTvmJson(openText("f.py", text).module()));
        };
        const QByteArray text = QByteArray::fromStdString(moduleText(1));
        const QByteArray unreadable = "no program\n";
        const QByteArray exact = jsonOf(moduleText(2));
        const QByteArray longer = jsonOf(moduleText(2) + "\n        A[1] = T.float32(3.0)");
        QTest::newRow("both can be read") << text << exact << exact << true << QByteArray();
        QTest::newRow("the text cannot be read")
            << unreadable << exact << exact << true
            << QByteArray("the module was read from its save_json, because its text cannot be read: ");
        QTest::newRow("the JSON cannot be read")
            << text << exact.chopped(3) << jsonOf(moduleText(1)) << false
            << QByteArray("the save_json of the module cannot be read: ");
        QTest::newRow("the structures differ")
            << text << longer << jsonOf(moduleText(1)) << false
            << QByteArray("the module was read from its text, which has another structure");
        QTest::newRow("neither can be read") << unreadable << QByteArray("{}") << QByteArray() << false
                                             << QByteArray("the save_json of the module cannot be read: ");
    }

    /// Also after the recording was written and read as a file of ours.
    void savedJsonIsTheModule()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, module);
        QFETCH(bool, isFromJson);
        QFETCH(QByteArray, warning);
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.after(0, text.toStdString(), json.toStdString());
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        const Result<RecordedRun> again = runFromJson(toJson(*run));
        QVERIFY(again);
        for (const RecordedRun* read : {&*run, &*again}) {
            const Recording& recording = *read->recording;
            QCOMPARE(QByteArray::fromStdString(std::string(read->text(1).source.text())), text);
            QCOMPARE(read->texts[1]->isOpen(), !module.isEmpty());
            QCOMPARE(recording.verdict(1) == Verdict::Unread, module.isEmpty());
            QCOMPARE(check(recording).unchecked.size(), size_t(module.isEmpty()));
            if (!module.isEmpty())
                QCOMPARE(QByteArray::fromStdString(toTvmJson(recording.module(1))), module);
            QCOMPARE(read->texts[1]->isFromJson, isFromJson);
            QCOMPARE(QString::fromStdString(remarkOnSources(read->texts)),
                     isFromJson ? "1 of 2 modules were read from their save_json" : "");
            QCOMPARE(notesOf(recording.steps[0]).contains("from their save_json"), isFromJson);
            const Diagnostics& diagnostics = recording.diagnostics(1);
            const auto found = std::ranges::find(diagnostics, SavedJsonCode, &Diagnostic::code);
            QCOMPARE(found == diagnostics.end(), warning.isEmpty());
            if (!warning.isEmpty())
                QVERIFY2(found->message.starts_with(warning.toStdString()), found->message.c_str());
        }
        const StepText shown = run->text(1);
        if (isFromJson && !run->texts[1]->isTextRead())
            for (Place place = 0; place < shown.places.size(); ++place)
                QVERIFY(!shown.spanOf(place)); // the text does not show where
    }

    /// Also after the recording was written and read as a file of ours.
    void moduleWithoutATextIsReadFromItsSavedJson()
    {
        const OpenedProgram unprinted = openText("f.py", moduleText(1));
        const std::string json = toTvmJson(unprinted.module());
        Lines lines;
        lines.before(0, "A", moduleText(0));
        lines.add({{"ev", "text"}, {"ir", "1"}, {"print_error", "no\nprint"}, {"json", json}});
        lines.add({{"ev", "after"}, {"id", 0}, {"ir", "1"}});
        lines.add({{"ev", "before"}, {"id", 1}, {"name", "B"}, {"ir", "1"}});
        lines.add({{"ev", "text"}, {"ir", "2"}, {"print_error", "no print"}, {"json", "{}"}});
        lines.add({{"ev", "after"}, {"id", 1}, {"ir", "2"}});
        const Result<RecordedRun> run = runFromJson(lines.text());
        QVERIFY(run);
        const Result<RecordedRun> again = runFromJson(toJson(*run));
        QVERIFY(again);
        for (const RecordedRun* read : {&*run, &*again}) {
            QCOMPARE(stepsOf(*read->recording), QStringList({"A: recorded, from 0", "B: unread, from 1"}));
            QCOMPARE(std::string(read->text(1).source.text()),
                     "# TVM could not print this module: no print\n" + printScript(unprinted.module()));
            QCOMPARE(toTvmJson(read->recording->module(1)), json);
            QVERIFY(read->texts[1]->isFromJson);
            QCOMPARE(std::string(read->text(2).source.text()),
                     std::string("# TVM could not print this module: no print"));
        }
    }

    void textsAreShownByteForByte()
    {
        QTemporaryDir folder;
        // Neither text is the printer's output.
        const std::string spaced = moduleText(1) + "  # a comment of a user\n\n";
        const std::string tuples = "\n" + moduleText(2) + "\n";
        writeFile(folder.filePath("000_tirx.A.py"), moduleText(0) + "\n");
        writeFile(folder.filePath("001_tirx.B.py"), spaced);
        writeFile(folder.filePath("002_tirx.C.py"), tuples);
        writeFile(folder.filePath("003_tirx.D.py"), "no program\n");
        writeFile(folder.filePath("004_tirx.E.py"), "");
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run);
        const Result<RecordedRun> again = runFromJson(toJson(*run));
        QVERIFY(again);
        for (const RecordedRun* read : {&*run, &*again}) {
            QCOMPARE(std::string(read->text(1).source.text()), moduleText(0) + "\n");
            QCOMPARE(std::string(read->text(2).source.text()), spaced);
            QCOMPARE(std::string(read->text(3).source.text()), tuples);
            QCOMPARE(std::string(read->text(4).source.text()), std::string("no program\n"));
            QVERIFY(read->recording->verdict(4) == Verdict::Unread);
            QVERIFY(read->recording->verdict(5) == Verdict::Unread);
            QCOMPARE(check(*read->recording).unchecked.size(), size_t(2));
        }
    }

    void looseFilesAreStepsByNumber()
    {
        QTemporaryDir folder;
        writeFile(folder.filePath("10_after_merge.py"), moduleText(2));
        writeFile(folder.filePath("step2.py"), moduleText(1));
        writeFile(folder.filePath("notes.py"), "print()");
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY(run);
        QCOMPARE(stepsOf(*run->recording),
                 QStringList({"step2: unchanged, from 0", "after_merge: recorded, from 1"}));
    }

    void recordingsOfTvmAgreeWithItsDumps()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const std::string dumps = (*corpusFolder() + "/tvm_dumps/two_merges").toStdString();
        const RecordedRun dump = openTraceFile(dumps);
        QVERIFY(dump.recording);
        for (const char* path : {"/trace", "/trace/trace.jsonl"}) {
            QVERIFY(isTrace(dumps + path));
            const RecordedRun run = openTraceFile(dumps + path);
            QVERIFY2(run.recording, run.program.rendered().c_str());
            QCOMPARE(run.recording->steps.size(), dump.recording->steps.size());
            for (size_t number = 2; number < run.recording->moduleCount(); ++number) {
                QCOMPARE(run.recording->pass(number), dump.recording->pass(number));
                QCOMPARE(run.recording->previous(number), dump.recording->previous(number));
                QCOMPARE(run.recording->steps[number - 1].depth, dump.recording->steps[number - 1].depth);
                QVERIFY2(run.recording->verdict(number) == dump.recording->verdict(number),
                         run.recording->pass(number).c_str());
            }
        }
    }
};

TIR_TEST(TestPassEvents)
#include "tst_pass_events.moc"
