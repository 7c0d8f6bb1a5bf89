/// Traces as JSON, there and back; and traces of real runs.

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr const char* Program = "# a comment of the user\n"
                                "@T.prim_func(s_tir=True)\n"
                                "def f(A: T.Buffer((8,), \"float32\")):\n"
                                "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                "    A[tx] = T.float32(0.0)\n";

Trace handMade()
{
    Trace trace;
    trace.sourceName = "dir/\"x\".py";
    trace.sourceText = "line \xE2\x82\xAC\n";
    trace.pipeline = "split";
    trace.mode = Mode::Sound;
    trace.texts = {"first", "second"};
    trace.steps.resize(2);
    TraceStep& step = trace.steps[1];
    step.pass = "P(mode=\"legacy\")";
    step.branch = Branch::Host;
    step.text = 1;
    step.verdict = Verdict::IllFormed;
    step.durationNs = int64_t(1) << 40;
    step.notes = {{"noted", Span{0, 6}}, {"about everything", {}}};
    step.diagnostics = {{.severity = Severity::Warning,
                         .code = "some-code",
                         .message = "words",
                         .place = NoPlace,
                         .span = Span{1, 3},
                         .notes = {{.message = "here", .place = NoPlace, .span = Span{2, 2}}}},
                        error("other", "without a place")};
    step.notes.push_back({"with a table", std::nullopt,
                          std::make_shared<NoteTable>(NoteTable{{"a", "b"}, {{"1", "2"}, {"3", "4"}}})});
    step.consequences = {{1, "later"}};
    step.breaches = {{"a property", "what is missing", {"why", "where"}, true, "on purpose"}};
    return trace;
}

} // namespace

class TestTraceFile : public QObject {
    Q_OBJECT
private slots:
    void thereAndBack()
    {
        const std::string json = toJson(handMade());
        const Result<Trace> read = traceFromJson(json);
        QVERIFY2(read.hasValue(), read.hasValue() ? "" : read.diagnostics().front().message.c_str());
        QCOMPARE(toJson(*read), json);
        QCOMPARE(read->sourceName, handMade().sourceName);
        QCOMPARE(read->sourceText, handMade().sourceText);
        QCOMPARE(read->mode, Mode::Sound);
        QCOMPARE(read->texts, handMade().texts);
        const TraceStep& step = read->steps[1];
        QVERIFY(step.branch == Branch::Host);
        QCOMPARE(step.durationNs, int64_t(1) << 40);
        QCOMPARE(step.notes[0].span, std::optional(Span{0, 6}));
        QCOMPARE(step.notes[1].span, std::optional<Span>());
        QCOMPARE(step.diagnostics[0].severity, Severity::Warning);
        QCOMPARE(step.diagnostics[0].notes[0].message, std::string("here"));
        QCOMPARE(step.consequences[0].message, std::string("later"));
        QVERIFY(!step.notes.front().table);
        QCOMPARE(step.notes.back().table->rows[1], (std::vector<std::string>{"3", "4"}));
        QCOMPARE(step.breaches.size(), size_t(1));
        QCOMPARE(step.breaches[0].notes, (std::vector<std::string>{"why", "where"}));
        QVERIFY(step.breaches[0].isConvention);
        QCOMPARE(step.breaches[0].exemption, std::string("on purpose"));
        QVERIFY(json.ends_with("}\n"));
    }

    void spansStayWithinTheirText()
    {
        Trace trace = handMade();
        trace.steps[1].notes[0].span = Span{0, 7};
        QVERIFY(!traceFromJson(toJson(trace)).hasValue());
        trace.steps[1].notes[0].span = Span{3, 2};
        QVERIFY(!traceFromJson(toJson(trace)).hasValue());
    }

    void aStepStartsFromAnEarlierOne()
    {
        Trace trace = handMade();
        trace.steps[1].previous = 1;
        QVERIFY(!traceFromJson(toJson(trace)).hasValue());
    }

    void stepsAreNamedByTheirPass()
    {
        QCOMPARE(handMade().text(1).name(), std::string("dir/\"x\".py@1:P"));
        QCOMPARE(handMade().text(0).name(), std::string("dir/\"x\".py@0"));
    }

    void garbageIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no object") << QByteArray("[]");
        QTest::newRow("empty object") << QByteArray("{}");
        QTest::newRow("cut off") << QByteArray::fromStdString(toJson(handMade()).substr(0, 200));
        QTest::newRow("deep") << QByteArray(100000, '[');
    }

    void garbageIsRefused()
    {
        QFETCH(QByteArray, json);
        const Result<Trace> trace = traceFromJson(json.toStdString());
        QVERIFY(!trace.hasValue());
        QVERIFY(!trace.diagnostics().front().message.empty());
    }

    void runsShareTheTextsOfUnchangedSteps()
    {
        const OpenedProgram program = openText("f.py", Program);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const auto recording = record(
            program, {.passes = "BindTarget,BindTarget,AnnotateDeviceRegions,MergeSharedMemoryAllocations"});
        QVERIFY(recording.hasValue());
        const Trace trace = makeTrace(**recording, program);
        QCOMPARE(trace.steps.size(), size_t(5));
        QCOMPARE(trace.texts.size(), size_t(3));
        QVERIFY(trace.steps[2].verdict == (Verdict::Unchanged));
        QCOMPARE(trace.steps[2].text, trace.steps[1].text);
        QCOMPARE(trace.sourceText, std::string(Program));
        QVERIFY(trace.texts[0].find("a comment") == std::string::npos);
        QVERIFY(!trace.steps[1].notes.empty());
        const OpenedProgram again = trace.open(3);
        QVERIFY2(again.isOpen(), again.rendered().c_str());
        QCOMPARE(again.source.name(), std::string("f.py@3:AnnotateDeviceRegions"));
    }
};

TIR_TEST(TestTraceFile)
#include "tst_trace_file.moc"
