/// Traces as JSON, there and back; and traces of real runs.

#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace tir;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* Program = "# a comment of the user\n"
                                "@T.prim_func(s_tir=True)\n"
                                "def f(A: T.Buffer((8,), \"float32\")):\n"
                                "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                "    A[tx] = T.float32(0.0)\n";

constexpr const char* TwoBuffers = "@T.prim_func(s_tir=True)\n"
                                   "def f(A: T.Buffer((8,), \"float32\")):\n"
                                   "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                   "    S = T.alloc_buffer((8,), scope=\"shared.dyn\")\n"
                                   "    R = T.alloc_buffer((8,), scope=\"shared.dyn\")\n"
                                   "    S[tx] = A[tx]\n"
                                   "    R[tx] = S[tx]\n"
                                   "    A[tx] = S[tx] + R[tx]\n";

/// A file with everything in it that a file can have.
Json handMade()
{
    const std::string text = "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)";
    const size_t use = text.size() - 2;
    const size_t declaration = text.find("n: ");
    const Json diagnostics = {{{"severity", "warning"},
                               {"code", "some-code"},
                               {"message", "words"},
                               {"span", {use, use + 1}},
                               {"notes", {{{"message", "here"}, {"span", {use, use + 1}}}}}},
                              {{"severity", "error"},
                               {"code", "other"},
                               {"message", "without a place"},
                               {"span", nullptr},
                               {"notes", Json::array()}}};
    const Json table = {{"columns", Json::array({"a", "b"})},
                        {"rows", Json::array({Json::array({"1", "2"}), Json::array({"3", "4"})})}};
    const Json notes = {{{"message", "noted"}, {"span", {declaration, declaration + 1}}, {"table", nullptr}},
                        {{"message", "about everything"}, {"span", nullptr}, {"table", nullptr}},
                        {{"message", "with a table"}, {"span", nullptr}, {"table", table}}};
    const Json breach = {{"property", "a property"},
                         {"message", "what is missing"},
                         {"notes", Json::array({"why", "where"})},
                         {"isConvention", true},
                         {"exemption", "on purpose"}};
    const Json step = {{"pass", "P(mode=\"legacy\")"},
                       {"branch", "host module"},
                       {"previous", 0},
                       {"verdict", "ill-formed"},
                       {"text", 0},
                       {"diagnostics", diagnostics},
                       {"consequences", {{{"step", 1}, {"message", "later"}}}},
                       {"durationNs", int64_t(1) << 40},
                       {"notes", notes},
                       {"breaches", Json::array({breach})}};
    return {{"format", "tirscope-trace"},
            {"version", 1},
            {"tool", ""},
            {"source", {{"name", "dir/\"x\".py"}, {"text", "line \xE2\x82\xAC\n"}}},
            {"pipeline", "split"},
            {"mode", "sound"},
            {"config", {{"tirx.UnrollLoop.auto_max_step", 16}, {"tirx.noalias", true}}},
            {"texts", Json::array({text})},
            {"input", {{"text", 0}, {"diagnostics", Json::array()}, {"consequences", Json::array()}}},
            {"steps", Json::array({step})}};
}

Json withoutTool(const std::string& text)
{
    Json json = Json::parse(text);
    json["tool"] = "";
    return json;
}

} // namespace

class TestTraceFile : public QObject {
    Q_OBJECT
private slots:
    void readsEverything()
    {
        const Result<RecordedRun> read = runFromJson(handMade().dump());
        QVERIFY2(read.hasValue(), read.hasValue() ? "" : read.diagnostics().front().message.c_str());
        const Recording& recording = *read->recording;
        QCOMPARE(recording.pipeline, std::string("split"));
        QCOMPARE(recording.mode, Mode::Sound);
        QVERIFY(recording.config ==
                PassConfig({{"tirx.UnrollLoop.auto_max_step", int64_t(16)}, {"tirx.noalias", true}}));
        const Step& step = recording.steps[0];
        QCOMPARE(recording.pass(1), std::string("P(mode=\"legacy\")"));
        QVERIFY(recording.branch(1) == Branch::Host);
        QVERIFY(step.verdict == Verdict::IllFormed);
        QVERIFY(recording.repeatsModule(1));
        QCOMPARE(step.durationNs, int64_t(1) << 40);
        QVERIFY(as<Var>(step.notes[0].node));
        QVERIFY(!step.notes[1].node && !step.notes[1].table);
        QCOMPARE(step.notes[2].table->rows[1], (std::vector<std::string>{"3", "4"}));
        QCOMPARE(step.diagnostics[0].severity, Severity::Warning);
        QVERIFY(step.diagnostics[0].place != NoPlace);
        QCOMPARE(step.diagnostics[0].notes[0].message, std::string("here"));
        QVERIFY(step.diagnostics[1].place == NoPlace);
        QCOMPARE(consequencesOf(recording, 1)[0].note.message, std::string("later"));
        QCOMPARE(step.breaches.size(), size_t(1));
        QCOMPARE(step.breaches[0].notes, (std::vector<std::string>{"why", "where"}));
        QVERIFY(step.breaches[0].isConvention);
        QCOMPARE(step.breaches[0].exemption, std::string("on purpose"));
    }

    void thereAndBack()
    {
        const Result<RecordedRun> read = runFromJson(handMade().dump());
        QVERIFY(read.hasValue());
        const std::string written = toJson(*read);
        QVERIFY(written.ends_with("}\n"));
        QCOMPARE(QString::fromStdString(written),
                 QString::fromStdString(Json::parse(written).dump(1) + "\n"));
        Json expected = handMade();
        // The source is not a program, so that the input of the run is shown in its place.
        expected["source"]["text"] = expected["texts"][0];
        QCOMPARE(QString::fromStdString(withoutTool(written).dump(1)),
                 QString::fromStdString(expected.dump(1)));
    }

    void theOldestFilesHaveNoBreachesAndNoConfiguration()
    {
        Json json = handMade();
        json.erase("config");
        json["steps"][0].erase("breaches");
        const Result<RecordedRun> read = runFromJson(json.dump());
        QVERIFY(read.hasValue());
        QVERIFY(read->recording->steps[0].breaches.empty());
    }

    void damageIsRefused_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char* pointer, const char* value, const char* complaint) {
            QTest::addRow("%s = %s", pointer, value) << pointer << value << complaint;
        };
        row("/steps/0/notes/0/span", "[0, 70000]", "within its text");
        row("/steps/0/notes/0/span", "[3, 2]", "within its text");
        row("/steps/0/notes/1/spanBefore", "[0, 70000]", "within its text");
        row("/steps/0/diagnostics/0/span", "[-1, 2]", "within its text");
        row("/steps/0/diagnostics/0/notes/0/span", "7", "within its text");
        row("/steps/0/previous", "1", "names no earlier step");
        row("/steps/0/text", "1", "names no text");
        row("/steps/0/branch", "\"side\"", "unknown branch");
        row("/steps/0/verdict", "\"fine\"", "unknown verdict");
        row("/steps/0/diagnostics/0/severity", "\"fatal\"", "unknown severity");
        row("/steps/0/consequences/0/step", "2", "after the last step");
        row("/steps/0/consequences/0/step", "-1", "before the input");
        row("/steps/0/notes/2/table/rows/0", "[\"1\"]", "without a cell");
        row("/steps/0/breaches/0/notes/0", "1", "is not a string");
        row("/mode", "\"fast\"", "unknown mode");
        row("/config", "[]", "is not an object");
        row("/config/tirx.noalias", "{\"a\": 1}", "takes true or false");
        row("/config/none", "1", "no pass reads the configuration 'none'");
        row("/texts", "[]", "holds no text");
        row("/texts/0", "1", "is not a string");
        row("/version", "2", "another version");
        row("/format", "\"x\"", "not a trace of ours");
    }

    void damageIsRefused()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, complaint);
        Json json = handMade();
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const Result<RecordedRun> read = runFromJson(json.dump());
        QVERIFY(!read.hasValue());
        const QString message = QString::fromStdString(read.diagnostics().front().message);
        QVERIFY2(message.contains(complaint), qPrintable(message));
    }

    void stepsAreNamedByTheirPass()
    {
        const Result<RecordedRun> read = runFromJson(handMade().dump());
        QCOMPARE(read->text(1).source.name(), std::string("dir/\"x\".py@1:P"));
        QCOMPARE(read->text(0).source.name(), std::string("dir/\"x\".py@0"));
    }

    void garbageIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no object") << QByteArray("[]");
        QTest::newRow("empty object") << QByteArray("{}");
        QTest::newRow("cut off") << QByteArray::fromStdString(handMade().dump().substr(0, 200));
        QTest::newRow("deep") << QByteArray(100000, '[');
    }

    void garbageIsRefused()
    {
        QFETCH(QByteArray, json);
        const Result<RecordedRun> read = runFromJson(json.toStdString());
        QVERIFY(!read.hasValue());
        QVERIFY(!read.diagnostics().front().message.empty());
    }

    void runsShareTheTextsOfUnchangedSteps()
    {
        const OpenedProgram program = openText("f.py", Program);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const auto recording = record(
            program, {.passes = "BindTarget,BindTarget,AnnotateDeviceRegions,MergeSharedMemoryAllocations"});
        QVERIFY(recording.hasValue());
        const Json json = Json::parse(toJson({program, *recording}));
        QCOMPARE(json["steps"].size(), size_t(4));
        QCOMPARE(json["texts"].size(), size_t(3));
        QVERIFY(json["steps"][1]["verdict"] == "unchanged");
        QVERIFY(json["steps"][1]["text"] == json["steps"][0]["text"]);
        QVERIFY(json["source"]["text"] == Program);
        QVERIFY(json["texts"][0].get<std::string>().find("a comment") == std::string::npos);
        QVERIFY(!json["steps"][0]["notes"].empty());

        const Result<RecordedRun> read = runFromJson(json.dump());
        QVERIFY(read.hasValue());
        const StepText text = read->text(3);
        QCOMPARE(text.source.name(), std::string("f.py@3:AnnotateDeviceRegions"));
        QVERIFY(text.spanOf(read->recording->module(3).functions[0].function));
    }

    /// The allocations that a merge replaces are only in the text before it.
    void notesKeepWhatTheirStepTookOut()
    {
        const OpenedProgram program = openText("f.py", TwoBuffers);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const auto recording = record(program, {.passes = "BindTarget,MergeSharedMemoryAllocations"});
        QVERIFY(recording.hasValue());
        const std::string json = toJson({program, *recording});
        const Result<RecordedRun> read = runFromJson(json);
        QVERIFY(read.hasValue());
        const Step& step = read->recording->steps[1];
        QStringList allocated;
        for (const PassNote& note : step.notes) {
            QVERIFY2(note.node, note.message.c_str());
            if (const auto* alloc = as<AllocBuffer>(note.node)) {
                QVERIFY(PlaceTable(*step.before).firstPlaceOf(alloc) != NoPlace);
                allocated << QString::fromStdString(std::string(alloc->buffer->name));
            }
        }
        QCOMPARE(allocated, (QStringList{"S", "R_1"})); // as the text before the step names them
        // Written again, they are the same.
        const auto notesOf = [](const std::string& file) {
            return QString::fromStdString(Json::parse(file)["steps"][1]["notes"].dump(1));
        };
        QCOMPARE(notesOf(toJson(*read)), notesOf(json));
    }
};

TIR_TEST(TestTraceFile)
#include "tst_trace_file.moc"
