/// Buffers that share bytes while both are live: none in a correct run of any sample, and some in the museum.

#include "core/analysis/shared_memory_liveness.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// "PASS: A B, C D" for each step that has overlaps the step before does not have.
QString overlapsOf(const Sample& sample, const std::string& pipeline, Mode mode)
{
    const OpenedProgram program = openFile(sample.path);
    const auto recording = record(program, {.pipeline = pipeline, .mode = mode});
    if (!recording)
        return "no recording";
    QStringList steps;
    QString last;
    for (size_t number = 0; number < (*recording)->moduleCount(); ++number) {
        QStringList pairs;
        for (const LaunchLiveness& launch : sharedMemoryLiveness((*recording)->module(number)))
            for (const MemoryConflict& conflict : launch.conflicts)
                pairs << QString::fromStdString(launch.buffers[conflict.first].name + " " +
                                                launch.buffers[conflict.second].name);
        if (pairs.join(", ") != last && !pairs.isEmpty())
            steps << QString::fromStdString((*recording)->pass(number)) + ": " + pairs.join(", ");
        last = pairs.join(", ");
    }
    return steps.join("; ");
}

/// "tile 3-17, …", in statements.
QString livesOf(const Module& module)
{
    QStringList lives;
    for (const LaunchLiveness& launch : sharedMemoryLiveness(module))
        for (const SharedBuffer& buffer : launch.buffers)
            lives << QString("%1 %2-%3")
                         .arg(QString::fromStdString(buffer.name))
                         .arg(buffer.firstTick)
                         .arg(buffer.lastTick);
    lives.sort();
    return lives.join(", ");
}

} // namespace

class TestOverlappingMemory : public QObject {
    Q_OBJECT
private slots:
    void correctRunsHaveNone()
    {
        const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
        QVERIFY(samples);
        QVERIFY(samples->size() > 60);
        for (const Sample& sample : *samples) {
            const bool isMuseum = !sample.fix.empty();
            const QString overlaps = overlapsOf(sample, isMuseum ? sample.fix : sample.pipeline,
                                                isMuseum ? sample.fixMode : Mode::AsTvm);
            QVERIFY2(overlaps.isEmpty(), qPrintable(QString::fromStdString(sample.name) + ": " + overlaps));
        }
    }

    void theMuseumShowsSome()
    {
        const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples/museum").toStdString());
        QVERIFY(samples);
        QMap<QString, QString> found;
        for (const Sample& sample : *samples)
            if (const QString overlaps = overlapsOf(sample, sample.pipeline, Mode::AsTvm);
                !overlaps.isEmpty())
                found[QString::fromStdString(sample.name)] = overlaps;
        const QMap<QString, QString> expected{
            {"address_is_not_a_use", "MergeSharedMemoryAllocations: tile other"},
            {"in_place_race", "MergeSharedMemoryAllocations: tile mirrored"},
            {"overlapping_layers", "MergeSharedMemoryAllocations: first upper"},
        };
        QCOMPARE(found, expected);
    }

    /// Matrices are loaded through pointers into the merged allocation.
    void mergedBuffersLiveAsLongAsBefore()
    {
        for (const char* name : {"pipelined_mma", "tensor_core_matmul"}) {
            const QString path = sourcePath(QString("samples/scheduled/%1.py").arg(name));
            const OpenedProgram program = openFile(path.toStdString());
            const auto recording = record(program, {.pipeline = "s_tir"});
            QVERIFY(recording.hasValue());
            bool isMerged = false;
            for (size_t number = 1; number < (*recording)->moduleCount(); ++number) {
                if ((*recording)->steps[number - 1].pass.name != "MergeSharedMemoryAllocations")
                    continue;
                isMerged = true;
                const QString lives = livesOf((*recording)->module(number));
                QVERIFY2(lives.contains(", "), name);
                QCOMPARE(lives, livesOf((*recording)->module(number - 1)));
            }
            QVERIFY(isMerged);
        }
    }
};

TIR_TEST(TestOverlappingMemory)
#include "tst_overlapping_memory.moc"
