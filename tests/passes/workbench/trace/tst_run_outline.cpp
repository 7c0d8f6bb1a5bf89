/// The names and texts of a large run are there before its modules are read.

#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/file_content.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

using namespace tir;
using tir::testing::writeFile;

namespace {

constexpr size_t Steps = 6;

/// A program of 0.9 MB, or of a few lines.
std::string textOf(size_t number, bool isLarge)
{
    std::string text = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((90000,), \"int32\")):\n";
    for (size_t statement = 0; statement < (isLarge ? 50000U : 3U); ++statement)
        text += "    A[" + std::to_string(statement) + "] = " + std::to_string(number) + "\n";
    return text;
}

std::string passOf(size_t number)
{
    return "Pass" + std::to_string(number);
}

void writeDump(const QString& path, bool isLarge)
{
    QVERIFY(QDir().mkpath(path));
    for (size_t number = 1; number <= Steps; ++number)
        writeFile(QStringLiteral("%1/00%2_tirx.Pass%2.py").arg(path).arg(number), textOf(number, isLarge));
}

void writeTrace(const QString& path, bool isLarge)
{
    const QString dump = path + ".dump";
    writeDump(dump, isLarge);
    writeFile(path, toJson(openTraceFile(dump.toStdString())));
}

void writeLog(const QString& path, bool isLarge)
{
    std::string log;
    for (size_t number = 1; number <= Steps; ++number)
        log += "Print IR after: tirx." + passOf(number) + "\n" + textOf(number, isLarge) + "\n";
    writeFile(path, log);
}

void writeEvents(const QString& path, bool isLarge)
{
    using Json = nlohmann::ordered_json;
    std::string lines;
    const auto add = [&](const Json& record) { lines += record.dump() + "\n"; };
    add({{"ev", "begin"}, {"format", 1}});
    for (size_t number = 1; number <= Steps; ++number) {
        const std::string input = std::to_string(std::max<size_t>(number - 1, 1));
        if (number == 1)
            add({{"ev", "text"}, {"ir", input}, {"text", textOf(1, isLarge)}});
        add({{"ev", "before"}, {"id", number}, {"name", "tirx." + passOf(number)}, {"ir", input}});
        const std::string result = std::to_string(number);
        if (number > 1)
            add({{"ev", "text"}, {"ir", result}, {"text", textOf(number, isLarge)}});
        add({{"ev", "after"}, {"id", number}, {"ir", result}});
    }
    writeFile(path, lines);
}

using Writer = void (*)(const QString& path, bool isLarge);

} // namespace

Q_DECLARE_METATYPE(Writer)

class TestRunOutline : public QObject {
    Q_OBJECT

private slots:
    void smallRunHasNoOutline_data() { addFormats(); }

    void smallRunHasNoOutline()
    {
        QFETCH(Writer, write);
        QTemporaryDir folder;
        write(folder.filePath("run"), false);
        bool hasOutline = false;
        QVERIFY(readTrace(folder.filePath("run").toStdString(),
                          {.outline = [&](const RecordedRun&) { hasOutline = true; }}));
        QVERIFY(!hasOutline);
    }

    void largeRunHasAnOutline_data() { addFormats(); }

    void largeRunHasAnOutline()
    {
        QFETCH(Writer, write);
        QTemporaryDir folder;
        write(folder.filePath("run"), true);
        std::optional<RecordedRun> outline;
        bool hasReadModules = false;
        const RunReading reading{.watch = [&](int) { return hasReadModules = true; },
                                 .outline =
                                     [&](RecordedRun given) {
                                         QVERIFY(!hasReadModules && !outline);
                                         outline = std::move(given);
                                     }};
        const Result<RecordedRun> run = readTrace(folder.filePath("run").toStdString(), reading);
        QVERIFY(run && outline && hasReadModules);
        QCOMPARE(outline->recording->moduleCount(), run->recording->moduleCount());
        QCOMPARE(outline->texts.size(), run->texts.size());
        QVERIFY(outline->program.isOpen());
        for (size_t number = 0; number < run->recording->moduleCount(); ++number) {
            QCOMPARE(outline->recording->pass(number), run->recording->pass(number));
            QCOMPARE(outline->recording->previous(number), run->recording->previous(number));
            QVERIFY(outline->recording->verdict(number) == run->recording->verdict(number));
            QCOMPARE(outline->recording->diagnostics(number).size(), size_t(0));
            const bool isRepeated = outline->recording->repeatsModule(number);
            QCOMPARE(isRepeated, run->recording->repeatsModule(number));
            QVERIFY(!outline->texts[number]->isOpen() && run->texts[number]->isOpen());
            QVERIFY(outline->texts[number]->source.text() == run->texts[number]->source.text());
            QVERIFY(outline->text(number).source.text() == run->texts[number]->source.text());
        }
    }

    void cancelledRunHasAnOutline()
    {
        QTemporaryDir folder;
        writeDump(folder.filePath("run"), true);
        bool hasOutline = false;
        const Result<RecordedRun> run = readTrace(
            folder.filePath("run").toStdString(),
            {.watch = [](int) { return false; }, .outline = [&](const RecordedRun&) { hasOutline = true; }});
        QVERIFY(!run && hasOutline);
        QCOMPARE(run.diagnostics().front().code, std::string("cancelled"));
    }

    void damagedTraceHasNoOutline()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("run");
        writeTrace(path, true);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray json = file.readAll().replace("\"previous\": 2", "\"previous\": 99");
        file.close();
        writeFile(path, json.toStdString());
        bool hasOutline = false;
        const Result<RecordedRun> run =
            readTrace(path.toStdString(), {.outline = [&](const RecordedRun&) { hasOutline = true; }});
        QVERIFY(!run && !hasOutline);
        QCOMPARE(run.diagnostics().front().message,
                 std::string("damaged trace: 'previous' names no earlier step"));
    }

private:
    static void addFormats()
    {
        QTest::addColumn<Writer>("write");
        QTest::newRow("DumpIR") << &writeDump;
        QTest::newRow("trace") << &writeTrace;
        QTest::newRow("log") << &writeLog;
        QTest::newRow("events") << &writeEvents;
    }
};

TIR_TEST(TestRunOutline)
#include "tst_run_outline.moc"
