/// liveness and callgraph.

#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

QJsonObject byName(const QJsonArray& objects, const char* key, const QString& name)
{
    for (const QJsonValue& object : objects)
        if (object[QLatin1String(key)].toString() == name)
            return object.toObject();
    return {};
}

} // namespace

class TestTircGraphs : public QObject {
    Q_OBJECT
private slots:
    void livenessOfTheSource()
    {
        const TircResult result = tirc({"liveness", sample("two_kernels"), "--json"});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        const QJsonArray launches = result.json().array();
        QCOMPARE(launches.size(), 2);
        QCOMPARE(launches[0].toObject().keys(),
                 QStringList({"buffers", "conflicts", "function", "hasMoreConflicts", "hasSymbolicSizes",
                              "isMerged", "label", "limit", "line", "loops", "lowerBound", "peakLiveBytes",
                              "peakTick", "takenBytes", "takenText", "ticks", "wasteBytes"}));
        QVERIFY(launches[0]["limit"].isNull()); // no target is bound yet
        QFile file(sample("two_kernels"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QVERIFY(
            lines[launches[0]["line"].toInt() - 1].contains("with T.launch_thread(\"threadIdx.x\", 128)"));
        QCOMPARE(launches[0]["takenBytes"].toInt(), 1536);
        QCOMPARE(launches[0]["peakLiveBytes"].toInt(), 1024);
        QCOMPARE(launches[1]["takenBytes"].toInt(), 512);
        const QJsonArray buffers = launches[0]["buffers"].toArray();
        QCOMPARE(buffers.size(), 3);
        QCOMPARE(buffers[0].toObject().keys(),
                 QStringList({"dtype", "firstTick", "isMerged", "isOutOfScope", "lastTick", "line", "name",
                              "offsetBytes", "offsetText", "scope", "shape", "sizeBytes", "sizeText",
                              "useLines"}));
        QCOMPARE(byName(buffers, "name", "values")["sizeBytes"].toInt(), 512);
        int barriers = 0;
        for (const QJsonValue& tick : launches[0]["ticks"].toArray())
            barriers += tick["isBarrier"].toBool();
        QCOMPARE(barriers, 3);
    }

    void pipelinesThatFitAreNamed_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("program");
        QTest::addColumn<int>("count");
        for (const char* command : {"liveness", "callgraph", "trace -o -", "run"}) {
            const QStringList arguments = QString::fromUtf8(command).split(' ');
            const auto row = [&](const char* name, const char* program, int count) {
                QTest::addRow("%s: %s", qPrintable(arguments[0]), name)
                    << arguments << sample(program) << count;
            };
            row("bound loops", "scheduled/bound_helper", 1);
            row("launches", "two_kernels", 0);
        }
    }

    void pipelinesThatFitAreNamed()
    {
        QFETCH(const QStringList, command);
        QFETCH(const QString, program);
        QFETCH(const int, count);
        const TircResult result =
            tirc(QStringList{command[0], program, "--pipeline", "split"} + command.mid(1));
        QCOMPARE(result.errors.count("'split' does not accept that; use pipeline 's_tir'"), count);
    }

    void livenessAfterTheMerge()
    {
        const QJsonArray launches =
            tirc({"liveness", sample("two_kernels"), "--pipeline", "split", "--step", "3", "--json"})
                .json()
                .array();
        QCOMPARE(launches.size(), 2);
        QCOMPARE(launches[0]["isMerged"].toBool(), true);
        QCOMPARE(launches[0]["takenBytes"].toInt(), 1024);
        QCOMPARE(launches[0]["wasteBytes"].toInt(-1), 0);
        QCOMPARE(launches[1]["takenBytes"].toInt(), 512);
    }

    void livenessShowsTheLimit_data()
    {
        QTest::addColumn<QString>("scope");
        QTest::addColumn<int>("kibibytes");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("exceeded");
        QTest::newRow("dynamic") << "shared.dyn" << 227 << 227 * 1024 << "";
        QTest::newRow("too much") << "shared.dyn" << 240 << 227 * 1024
                                  << "245760 bytes of shared memory, but a block has at most 232448 on sm_90";
        QTest::newRow("static") << "shared" << 48 << 48 * 1024 << "";
        QTest::newRow("too much for a declaration")
            << "shared" << 49 << 48 * 1024 << "a kernel may declare at most 49152 on sm_90";
    }

    void livenessShowsTheLimit()
    {
        QFETCH(QString, scope);
        QFETCH(int, kibibytes);
        QFETCH(int, limit);
        QFETCH(QString, exceeded);
        const QByteArray program = QStringLiteral(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((32,), "float32")):
    with T.launch_thread("threadIdx.x", 32) as tx:
        tile = T.alloc_buffer((%1,), scope="%2")
        tile[tx] = X[tx]
        X[tx] = tile[tx]
)")
                                       .arg(kibibytes * 256)
                                       .arg(scope)
                                       .toUtf8();
        const QStringList command{"liveness", "-", "--passes", "BindTarget"};
        const TircResult result = tirc(command + QStringList{"--json"}, program);
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        const QJsonValue found = result.json().array().at(0)["limit"];
        QCOMPARE(found["device"].toString(), QStringLiteral("sm_90"));
        QCOMPARE(found["bytes"].toInt(), limit);
        QCOMPARE(found["exceeded"].isNull(), exceeded.isEmpty());
        QVERIFY2(found["exceeded"].toString().contains(exceeded), qPrintable(found["exceeded"].toString()));
        QCOMPARE(tirc(command, program).output.contains("too much"), !exceeded.isEmpty());
    }

    void livenessShowsWhatIsOutOfScope()
    {
        const TircResult text =
            tirc({"liveness", sample("two_kernels"), "--pipeline", "split@legacy-merge", "--step", "3"});
        QVERIFY2(text.output.contains("OUT OF SCOPE"), text.output.constData());
        QVERIFY(!tirc({"liveness", sample("two_kernels")}).output.contains("OUT OF SCOPE"));
    }

    void livenessShowsLoopsAndThePeak()
    {
        const QStringList command{"liveness", sample("matmul")};
        const QByteArray text = tirc(command).output;
        QVERIFY2(text.contains("\n  loop k, 4 times: statements "), text.constData());
        QVERIFY2(text.contains("\n  peak at statement "), text.constData());
        QVERIFY2(text.contains("; no layout takes less than 2048 bytes\n"), text.constData());
        QVERIFY2(!text.contains("CONFLICT"), text.constData());
        const QJsonValue launch = tirc(command + QStringList{"--json"}).json().array().at(0);
        QCOMPARE(launch["loops"][0].toObject().keys(),
                 QStringList({"depth", "firstTick", "lastTick", "line", "tripCount", "trips", "variable"}));
        QCOMPARE(launch["lowerBound"].toInt(), 2048);
        QVERIFY(launch["peakTick"].toInt(-1) >= 0);
        QVERIFY(launch["conflicts"].toArray().isEmpty());
    }

    void livenessNamesBuffersThatShareBytes()
    {
        const QStringList command{"liveness", sample("museum/overlapping_layers"), "--pipeline", "split"};
        const QStringList at{"--step", "MergeSharedMemoryAllocations"};
        const QByteArray text = tirc(command + at).output;
        QVERIFY2(text.contains("\n  CONFLICT: 'first' and 'upper' share bytes 512 to 1024, both live at "),
                 text.constData());
        const QJsonArray conflicts =
            tirc(command + at + QStringList{"--json"}).json().array().at(0)["conflicts"].toArray();
        QVERIFY(!conflicts.isEmpty());
        QCOMPARE(conflicts[0].toObject().keys(),
                 QStringList({"begin", "end", "first", "firstTick", "lastTick", "second"}));
        QVERIFY(!tirc(command + at + QStringList{"--mode", "sound"}).output.contains("CONFLICT"));
    }

    void callGraphShowsTheSplit()
    {
        const QStringList command{"callgraph", sample("two_kernels"), "--pipeline", "split", "--split"};
        const QByteArray text = tirc(command).output;
        QVERIFY2(
            text.startsWith("main launches main_kernel with 1 × 128, 1,024 bytes\n"
                            "  X.data -> X_ptr: handle(\"float32\", \"global\")\n      the region accesses"),
            text.constData());
        const QJsonArray kernels = tirc(command + QStringList{"--json"}).json().array();
        QCOMPARE(kernels.size(), 2);
        QCOMPARE(kernels[0].toObject().keys(), QStringList({"host", "kernel", "shape", "values"}));
        QCOMPARE(kernels[0]["values"][0].toObject().keys(),
                 QStringList({"argument", "parameter", "reason", "type"}));
        QVERIFY(tirc(command + QStringList{"--svg"}).output.startsWith("<svg"));
        QCOMPARE(tirc(command + QStringList{"--step", "1"}).output,
                 QByteArray("this step splits nothing off\n"));
    }

    void livenessWithoutSharedMemory()
    {
        const TircResult result = tirc({"liveness", sample("elementwise")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, QByteArray("main, launch 1: no shared memory\n"));
    }

    void livenessByBufferIsAnotherPicture()
    {
        const QStringList command{"liveness", sample("two_kernels"), "--svg"};
        const TircResult byAddress = tirc(command);
        const TircResult byBuffer = tirc(command + QStringList{"--by-buffer"});
        QVERIFY2(byBuffer.exitCode == 0, byBuffer.errors.constData());
        QVERIFY(byAddress.output.contains(">512 bytes at 0<") && byAddress.output.contains("reserved"));
        QVERIFY(byBuffer.output.contains(">512 bytes<") && !byBuffer.output.contains("reserved"));
        QVERIFY(tirc({"liveness", sample("two_kernels"), "--by-buffer"}).exitCode != 0);
    }

    void callGraphBeforeAndAfterTheSplit()
    {
        const QStringList command{"callgraph", sample("shared_helper"), "--json", "--pipeline", "split"};
        const QJsonObject before = tirc(command + QStringList{"--step", "0"}).json().object();
        QCOMPARE(before.keys(), QStringList({"edges", "nodes"}));
        QCOMPARE(before["nodes"][0].toObject().keys(),
                 QStringList({"id", "kind", "label", "line", "target"}));
        QCOMPARE(before["edges"][0].toObject().keys(),
                 QStringList({"block", "dynamicBytes", "from", "grid", "kind", "line", "to"}));

        const QJsonObject after = tirc(command + QStringList{"--step", "6"}).json().object();
        QVERIFY(!byName(after["nodes"].toArray(), "id", "ceil_div_host").isEmpty());
        const QJsonObject launch = byName(after["edges"].toArray(), "to", "main_kernel");
        QCOMPARE(launch["from"].toString(), QStringLiteral("main"));
        QCOMPARE(launch["block"].toString(), QStringLiteral("32"));
    }

    void callGraphAsTextAndDot()
    {
        const QStringList command{"callgraph", sample("two_kernels"), "--pipeline", "split"};
        const TircResult text = tirc(command);
        QVERIFY2(text.output.contains("\n  -> main_kernel_1: launch 1 × 64, 512 bytes\n"),
                 text.output.constData());
        const TircResult dot = tirc(command + QStringList{"--dot"});
        QVERIFY(dot.output.startsWith("digraph "));
        QVERIFY2(dot.output.contains("\"main\" -> \"main_kernel_1\""), dot.output.constData());
        QVERIFY(dot.output.endsWith("}\n"));
        const TircResult near = tirc(command + QStringList{"--around", "main_kernel", "--depth", "0"});
        QVERIFY2(near.output.startsWith("main_kernel (kernel"), near.output.constData());
        QCOMPARE(near.output.count('\n'), 1);
        QCOMPARE(tirc(command + QStringList{"--around", "nothing"}).exitCode, 2);
    }

    void picturesAreSvg_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("expected");
        QTest::newRow("liveness") << "liveness"
                                  << "folded";
        QTest::newRow("callgraph") << "callgraph"
                                   << "main_kernel_1";
    }

    void picturesAreSvg()
    {
        QFETCH(QString, command);
        QFETCH(QString, expected);
        const TircResult result = tirc({command, sample("two_kernels"), "--pipeline", "split", "--svg"});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QVERIFY(result.output.startsWith("<svg ") || result.output.startsWith("<?xml "));
        QVERIFY2(result.output.contains(expected.toUtf8()), result.output.constData());
    }

    void tracesAnswerLikeTheirPrograms()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.tirtrace");
        QCOMPARE(tirc({"trace", sample("matmul"), "--pipeline", "split", "-o", path}).exitCode, 0);
        for (const QString command : {"liveness", "callgraph"}) {
            const TircResult fromTrace = tirc({command, path, "--step", "5"});
            const TircResult direct = tirc({command, sample("matmul"), "--pipeline", "split", "--step", "5"});
            QVERIFY2(fromTrace.exitCode == 0, fromTrace.errors.constData());
            // A text that is read back lists its functions in the order in which they are printed.
            QList<QByteArray> traceLines = fromTrace.output.split('\n');
            QList<QByteArray> directLines = direct.output.split('\n');
            std::sort(traceLines.begin(), traceLines.end());
            std::sort(directLines.begin(), directLines.end());
            QCOMPARE(traceLines, directLines);
        }
    }
};

TIR_TEST(TestTircGraphs)
#include "tst_tirc_graphs.moc"
