/// The tail of the pipelines, chained: from the module that TVM's tail began with, every step here follows
/// the step before here, and each is compared with TVM's. Where TVM stopped with an error, so does the chain,
/// at the same pass.

#include "passes/framework/pass_manager.h"
#include "tests/passes/agreement.h"
#include "tests/passes/text_readings.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <set>

using namespace tir;
using namespace tir::testing;

namespace {

/// The tail of one trace: the passes, TVM's text after each, and the pass that TVM stopped at.
struct Tail {
    QString name;
    PassConfig config;
    std::string before;
    std::vector<PassInvocation> passes;
    std::vector<std::string> after;
    std::string stoppedAt;
};

bool isTailPass(const std::string& name)
{
    static const std::set<std::string> Names{
        "MergeSharedMemoryAllocations", "AnnotateDeviceRegions", "SplitHostDevice",
        "LowerDeviceKernelLaunch",      "MakePackedAPI",         "FP8StorageLegalize",
        "BF16StorageLegalize"};
    return Names.contains(name);
}

PassInvocation invocation(const QString& recordedName, bool isLegacy)
{
    PassInvocation pass{.name = recordedName.section('.', -1).toStdString(), .positional = {}, .named = {}};
    if (isLegacy && (pass.name == "MergeSharedMemoryAllocations" || pass.name == "LowerDeviceKernelLaunch"))
        pass.named["mode"] = std::string("legacy");
    return pass;
}

Tail readTail(const QString& path)
{
    const QJsonObject trace =
        QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
    const bool isLegacy = trace["mode"].toString() == "legacy" || trace["pipeline"].toString().contains('@');
    const QJsonArray texts = trace["texts"].toArray();
    const auto text = [&](const QJsonValue& index) { return texts[index.toInt()].toString().toStdString(); };
    Tail tail{.name = QFileInfo(path).fileName(),
              .config = {},
              .before = {},
              .passes = {},
              .after = {},
              .stoppedAt = {}};
    const QJsonObject config = trace["config"].toObject();
    for (auto entry = config.begin(); entry != config.end(); ++entry)
        if (entry.value().isBool())
            tail.config[entry.key().toStdString()] = entry.value().toBool();
    QJsonValue last = 0;
    for (const QJsonValue& value : trace["steps"].toArray()) {
        const QJsonObject step = value.toObject();
        const PassInvocation pass = invocation(step["pass"].toString(), isLegacy);
        if (isTailPass(pass.name)) {
            if (tail.passes.empty())
                tail.before = text(step["before"]);
            tail.passes.push_back(pass);
            tail.after.push_back(text(step["after"]));
        }
        last = step["after"];
    }
    const PassInvocation stopped = invocation(trace["error"].toObject()["pass"].toString(), isLegacy);
    if (isTailPass(stopped.name)) {
        if (tail.passes.empty())
            tail.before = text(last);
        tail.passes.push_back(stopped);
        tail.stoppedAt = stopped.name;
    }
    return tail;
}

std::vector<Tail> tails(const QString& folder, const QString& filter)
{
    std::vector<Tail> found;
    for (const QString& path : filesBelow(*corpusFolder() + '/' + folder, {filter})) {
        Tail tail = readTail(path);
        if (!tail.passes.empty())
            found.push_back(std::move(tail));
    }
    return found;
}

struct Figures {
    int steps = 0;
    int sameText = 0;
    int filledIn = 0;           ///< of those: with omitted parts of the input filled in
    QStringList otherText = {}; ///< names of steps with the same module in another text
    QStringList different = {}; ///< names of steps, and why
};

std::shared_ptr<const Recording> runHere(const Tail& tail, const OwnedModule& module)
{
    PassRunOptions options;
    options.config = tail.config;
    options.verify = false;
    return runPasses(module, tail.passes, "", options);
}

Comparison compareStep(const Tail& tail, size_t i, const Recording& recording)
{
    return i < recording.steps.size() ? compareWithText(*recording.steps[i].after, tail.after[i])
                                      : Comparison{Agreement::Different, "not reached"};
}

void compare(const Tail& tail, Figures& figures)
{
    const auto module = parseModule(SourceText("before", tail.before));
    QVERIFY2(module, qPrintable(tail.name + ": TVM's text cannot be read"));
    const auto recording = runHere(tail, module->module);
    const Step& last = recording->steps.back();
    const std::string stopped = last.verdict == Verdict::Failed ? last.pass.name : std::string();
    QVERIFY2(stopped == tail.stoppedAt,
             qPrintable(tail.name + ": stops at '" + QString::fromStdString(stopped) + "', TVM at '" +
                        QString::fromStdString(tail.stoppedAt) + "'"));
    std::optional<std::vector<std::shared_ptr<const Recording>>> others; // of other readings of the text
    for (size_t i = 0; i < tail.after.size(); ++i) {
        Comparison best = compareStep(tail, i, *recording);
        bool isFilledIn = false;
        if (best.agreement != Agreement::SameText && !others) {
            others.emplace();
            for (const Reading& reading : otherReadings(tail.before, module->module))
                others->push_back(runHere(tail, reading.module));
        }
        for (size_t k = 0; best.agreement != Agreement::SameText && k < others->size(); ++k) {
            Comparison other = compareStep(tail, i, *(*others)[k]);
            if (other.agreement <= best.agreement)
                continue;
            best = std::move(other);
            isFilledIn = true;
        }
        ++figures.steps;
        figures.sameText += best.agreement == Agreement::SameText;
        figures.filledIn += best.agreement == Agreement::SameText && isFilledIn;
        const QString step = tail.name + ' ' + QString::fromStdString(tail.passes[i].name);
        if (best.agreement == Agreement::Different)
            figures.different.append(step + ": " + best.why);
        else if (best.agreement != Agreement::SameText)
            figures.otherText.append(step);
    }
}

} // namespace

class TestTailCorpus : public QObject {
    Q_OBJECT

private slots:
    void chains_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("leastChains");
        QTest::addColumn<int>("leastSteps");
        QTest::addColumn<int>("mostFilledIn");
        QTest::addColumn<QStringList>("otherText"); // steps with the same module, printed otherwise
        // A view has two possible parents, and TVM takes one by chance.
        const QStringList twoParents{
            "11_094.new.json SplitHostDevice",         "11_125.new.json SplitHostDevice",
            "11_125.new.json LowerDeviceKernelLaunch", "11_125.new.json MakePackedAPI",
            "11_125.new.json FP8StorageLegalize",      "11_125.new.json BF16StorageLegalize"};
        QTest::newRow("traces, today") << "traces"
                                       << "*.s_tir.json" << 20 << 140 << 100 << QStringList();
        QTest::newRow("traces, before") << "traces"
                                        << "*.s_tir@before.json" << 20 << 140 << 120 << QStringList();
        QTest::newRow("traces, transitional")
            << "traces"
            << "*.s_tir@transitional.json" << 20 << 130 << 90 << QStringList();
        QTest::newRow("split, today") << "split"
                                      << "*.new.json" << 140 << 948 << 0 << twoParents;
        QTest::newRow("split, legacy") << "split"
                                       << "*.legacy.json" << 100 << 589 << 0 << QStringList();
        QTest::newRow("merge, today") << "merge"
                                      << "*.new.json" << 227 << 203 << 8 << QStringList();
        QTest::newRow("merge, legacy") << "merge"
                                       << "*.legacy.json" << 106 << 95 << 3 << QStringList();
    }

    void chains()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(QString, filter);
        QFETCH(int, leastChains);
        QFETCH(int, leastSteps);
        QFETCH(int, mostFilledIn);
        QFETCH(QStringList, otherText);
        const std::vector<Tail> found = tails(folder, filter);
        Figures figures;
        for (const Tail& tail : found) {
            compare(tail, figures);
            if (QTest::currentTestFailed())
                return;
        }
        qInfo().noquote() << QStringLiteral(
                                 "%1 chains: %2 of %3 steps to the byte (%4 with what the text of the "
                                 "input leaves out)")
                                 .arg(found.size())
                                 .arg(figures.sameText)
                                 .arg(figures.steps)
                                 .arg(figures.filledIn);
        QVERIFY2(figures.different.isEmpty(), qPrintable(figures.different.join('\n')));
        QCOMPARE(figures.otherText, otherText);
        QVERIFY(int(found.size()) >= leastChains);
        QVERIFY(figures.steps >= leastSteps);
        QVERIFY(figures.filledIn <= mostFilledIn);
    }
};

TIR_TEST(TestTailCorpus)
#include "tst_tail_corpus.moc"
