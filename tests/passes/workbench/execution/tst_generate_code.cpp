/// Requests for code: verdicts that prevent it, and the messages to and from the worker.

#include "core/script/reading/parser.h"
#include "passes/workbench/execution/generate_code.h"
#include "passes/workbench/execution/generate_protocol.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

OwnedModule program()
{
    const char* const text = "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((8,), \"int32\")):\n"
                             "    A[0] = 1\n";
    return parseModule(SourceText("program.py", text))->module;
}

Artifact sampleArtifact()
{
    Artifact artifact;
    artifact.kind = ArtifactKind::Cubin;
    artifact.arch = "sm_80";
    artifact.content = std::string("\0\n\xff{}", 5);
    artifact.entryPoints = {"a", "b"};
    artifact.ranges = {{{1, 2}, 3}, {{2, 4}, 5}};
    artifact.resources = {{.function = "a", .registers = 7, .spillLoadBytes = 16}};
    artifact.remarks = {error("some-code", "some words")};
    artifact.remarks[0].place = 3;
    return artifact;
}

} // namespace

class TstGenerateCode : public QObject {
    Q_OBJECT
private slots:
    void requestsCrossThePipe()
    {
        const GenerateRequest request{
            .module = program(),
            .kind = ArtifactKind::Ptx,
            .options = {.arch = "sm_100", .fastMath = true, .isSound = true, .resources = true},
            .memoryLimitBytes = 12345};
        const std::string text = encodeGenerateRequest(request);
        QVERIFY(isGenerateRequest(text));
        const Result<GenerateRequest> back = decodeGenerateRequest(text);
        QVERIFY(back.hasValue());
        QVERIFY(back->kind == ArtifactKind::Ptx);
        QCOMPARE(back->options.arch, std::string("sm_100"));
        QVERIFY(back->options.fastMath);
        QVERIFY(back->options.isSound);
        QVERIFY(back->options.resources);
        QCOMPARE(back->memoryLimitBytes, uint64_t(12345));
        QVERIFY(back->module.module->find("main") != nullptr);
    }

    /// A malformed request of either kind is rejected.
    void otherTextsAreNoRequests()
    {
        for (const char* text : {"", "{", "[]", "7", R"({"action": []})", R"({"action": {"a": 1}})",
                                 R"({"action": 7})", R"({"action": null})", R"({"action": "run"})"}) {
            QVERIFY2(!isGenerateRequest(text), text);
            QVERIFY2(!decodeGenerateRequest(text).hasValue(), text);
        }
    }

    void artifactsCrossThePipe()
    {
        const Artifact artifact = sampleArtifact();
        const Result<Artifact> back = decodeArtifact(encodeArtifact(artifact));
        QVERIFY(back.hasValue());
        QVERIFY(back->kind == artifact.kind);
        QCOMPARE(back->arch, artifact.arch);
        QCOMPARE(back->content, artifact.content);
        QCOMPARE(back->entryPoints, artifact.entryPoints);
        QCOMPARE(back->ranges.size(), size_t(2));
        QCOMPARE(back->placeAt(3), Place(5));
        QCOMPARE(toString(back->resources.at(0)), toString(artifact.resources[0]));
        QCOMPARE(back->remarks.at(0).message, std::string("some words"));
        QCOMPARE(back->remarks[0].place, Place(3));
    }

    void refusalsCrossThePipe()
    {
        const Result<Artifact> back =
            decodeArtifact(encodeArtifact(Diagnostics{error("cannot-generate", "not this")}));
        QVERIFY(!back);
        QCOMPARE(back.diagnostics().at(0).code, std::string("cannot-generate"));
    }

    void nonsenseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no line end") << QByteArray("{\"version\": 1}");
        QTest::newRow("no JSON") << QByteArray("hello\n");
        QTest::newRow("other version") << QByteArray("{\"version\": 2}\n");
        QTest::newRow("says nothing")
            << QByteArray("{\"version\": 1, \"diagnostics\": [], \"artifact\": null}\n");
    }
    void nonsenseIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!isGenerateRequest(bytes.toStdString()));
        QVERIFY(!decodeGenerateRequest(bytes.toStdString()));
        const Result<Artifact> artifact = decodeArtifact(bytes.toStdString());
        QVERIFY(!artifact);
        QCOMPARE(artifact.diagnostics().at(0).code, std::string("worker-protocol"));
    }

    void stepsOfARecording()
    {
        const OpenedProgram program = openFile(testing::sourcePath("samples/two_kernels.py").toStdString());
        const auto sound = *record(program, {.pipeline = "split"});
        const size_t last = sound->moduleCount() - 1;
        const Result<Artifact> code = generateCode(*sound, last, ArtifactKind::Cuda);
        QVERIFY(code.hasValue());
        QCOMPARE(code->entryPoints, (std::vector<std::string>{"main_kernel", "main_kernel_1"}));
        QVERIFY(code->remarks.empty());
        // Every barrier of the module has code, and its code leads back to it.
        const PlaceTable places(sound->module(last));
        int barriers = 0;
        for (Place place = 0; place < places.size(); ++place) {
            const auto* call = as<Call>(places[place].node);
            if (!call || !call->isOp(OpId::tvm_storage_sync))
                continue;
            ++barriers;
            const std::vector<Span> spans = code->spansOf(place, places);
            QCOMPARE(spans.size(), size_t(1));
            QCOMPARE(
                QString::fromStdString(code->content.substr(spans[0].begin, spans[0].end - spans[0].begin))
                    .trimmed(),
                QString("__syncthreads()"));
            QCOMPARE(code->placeAt(spans[0].begin), place);
            QCOMPARE(code->placeAt(spans[0].end), places.statementAround(place)); // the semicolon
        }
        QVERIFY(barriers > 0);
        QVERIFY(!generateCode(*sound, 0, ArtifactKind::Cuda));
    }

    void forcedErrorsAreWarnings()
    {
        const OpenedProgram program = openFile(testing::sourcePath("samples/two_kernels.py").toStdString());
        const auto broken = *record(program, {.pipeline = "split@legacy-merge"});
        const size_t last = broken->moduleCount() - 1;
        QVERIFY(!generateCode(*broken, last, ArtifactKind::Cuda));
        const Result<Artifact> forced = generateCode(*broken, last, ArtifactKind::Cuda, {}, true);
        QVERIFY2(forced.hasValue(), forced.hasValue() ? "" : forced.diagnostics()[0].message.c_str());
        QVERIFY(!forced->remarks.empty());
        QVERIFY(forced->remarks[0].severity == Severity::Warning);
    }

    void errorsStandInTheWay()
    {
        const GenerateRequest request{.module = program(), .kind = ArtifactKind::Cuda};
        Diagnostic remark = error("undeclared-buffer", "only a note");
        remark.severity = Severity::Note;
        const Result<Artifact> refused = generateCode(request, {remark, error("out-of-scope", "bad module")});
        QVERIFY(!refused);
        QCOMPARE(refused.diagnostics().size(), size_t(1));
        QCOMPARE(refused.diagnostics()[0].message, std::string("bad module"));
    }
};

TIR_TEST(TstGenerateCode)
#include "tst_generate_code.moc"
