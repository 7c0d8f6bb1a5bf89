/// The offsets of merged buffers in the timeline, derived from the accesses alone, are those of the merge: every launch
/// of the corpus.

#include "core/analysis/shared_memory_liveness.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace tir;

namespace {

using Offsets = std::map<std::string, std::set<int64_t>>; ///< by name of the buffer

/// `'S4' (192 bytes) is at byte 64: …`
Offsets notedOffsets(const Step& step)
{
    static const QRegularExpression noted("^'(.+)' \\(.+\\) is at byte (\\d+):");
    Offsets offsets;
    for (const PassNote& note : step.notes) {
        const QRegularExpressionMatch match = noted.match(QString::fromStdString(note.message));
        if (match.hasMatch())
            offsets[match.captured(1).toStdString()].insert(match.captured(2).toLongLong());
    }
    return offsets;
}

/// The merged buffers of a launch without other allocations, so that addresses count from its start.
std::vector<const SharedBuffer*> comparable(const LaunchLiveness& launch)
{
    std::vector<const SharedBuffer*> buffers;
    for (const SharedBuffer& buffer : launch.buffers) {
        if (!buffer.isMerged || buffer.allocation != launch.buffers[0].allocation)
            return {};
        buffers.push_back(&buffer);
    }
    return buffers;
}

} // namespace

class TestMergedOffsets : public QObject {
    Q_OBJECT
private slots:
    void accessesTellWhereBuffersLie()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        int compared = 0;
        QStringList wrong;
        const QStringList files = testing::filesBelow(*testing::corpusFolder() + "/merge", {"*.new.json"}) +
                                  testing::filesBelow(*testing::corpusFolder() + "/split", {"*.new.json"});
        for (const QString& file : files) {
            const auto trace = nlohmann::json::parse(testing::readFile(file).value());
            for (const auto& step : trace["steps"]) {
                if (step["pass"] != "s_tir.MergeSharedMemoryAllocations")
                    continue;
                const std::string text = trace["texts"][step["before"].get<size_t>()];
                const Result<ParsedModule> parsed = parseModule(SourceText("before", text));
                QVERIFY(parsed);
                const auto recording =
                    runPasses(parsed->module,
                              {{.name = "MergeSharedMemoryAllocations", .positional = {}, .named = {}}}, "");
                const Offsets noted = notedOffsets(recording->steps[0]);
                for (const LaunchLiveness& launch : sharedMemoryLiveness(*recording->steps[0].after))
                    for (const SharedBuffer* buffer : comparable(launch)) {
                        const auto found = noted.find(buffer->name);
                        // Vectors are shifted in units of their lanes, which is not where they were meant to
                        // be.
                        if (found == noted.end() || found->second.size() != 1 ||
                            buffer->dtype.find('x') != std::string::npos)
                            continue;
                        ++compared;
                        if (buffer->offsetBytes != *found->second.begin())
                            wrong << QString("%1, %2: %3 instead of %4")
                                         .arg(file, QString::fromStdString(buffer->name))
                                         .arg(buffer->offsetBytes)
                                         .arg(*found->second.begin());
                    }
            }
        }
        qInfo("%d buffers compared, %lld placed elsewhere", compared, qlonglong(wrong.size()));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 10).join('\n')));
        QVERIFY(compared >= 804);
    }
};

TIR_TEST(TestMergedOffsets)
#include "tst_merged_offsets.moc"
