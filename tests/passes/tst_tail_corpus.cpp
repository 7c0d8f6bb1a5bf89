/// The tail of the pipelines, chained: from the module that TVM's tail began with, every step here follows
/// the step before here, and each is compared with TVM's. Where TVM stopped with an error, so does the chain,
/// at the same pass.

#include "core/ir/structural_equal.h"
#include "core/script/parser.h"
#include "core/script/printer.h"
#include "passes/framework/pass_manager.h"
#include "tests/support/test_files.h"
#include "tests/support/text_losses.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <set>

using namespace tir;
using namespace tir::testing;

namespace {

/// The tail of one trace: the passes, TVM's text behind each, and the pass that TVM stopped at.
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

std::string withoutFinalNewline(std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

struct Figures {
    int steps = 0;
    int equal = 0;
    int sameText = 0;
    int lost = 0; ///< of the equal ones: all the difference is what the text of the input leaves out
    int unreadable = 0;
};

/// What is different after a step; empty when nothing is.
QString difference(const Module& ours, const std::string& theirText, Figures& figures)
{
    const std::string ourText = printScript(ours);
    if (ourText == theirText) {
        ++figures.sameText;
        return {};
    }
    const auto theirs = parseModule(SourceText("theirs", theirText));
    if (!theirs)
        return "TVM's text cannot be read";
    const EqualOptions options{.mapFreeVars = true, .ignoreAssertMessages = true};
    const auto found = findDifference(ours, *theirs->module.module, options);
    if (!found)
        return {};
    // Texts do not tell variables apart that nobody defines.
    const auto reread = parseModule(SourceText("ours", ourText));
    if (reread && !findDifference(*reread->module.module, *theirs->module.module, options))
        return {};
    return QString::fromStdString(found->message);
}

/// Words of `assert` are ours and differ anyway.
std::string withoutAsserts(const std::string& text)
{
    QStringList kept;
    for (const QString& line : QString::fromStdString(text).split('\n'))
        if (!line.trimmed().startsWith("assert "))
            kept.append(line);
    return kept.join('\n').toStdString();
}

bool isLossOfInput(const Tail& tail, const Module& ours, const std::string& theirs)
{
    return !lossIn(tail.before, withoutAsserts(printScript(ours)), withoutAsserts(theirs)).isEmpty();
}

void compare(const Tail& tail, Figures& figures, QStringList& differences)
{
    const auto module = parseModule(SourceText("before", tail.before));
    if (!module) {
        ++figures.unreadable;
        return;
    }
    RunOptions options;
    options.config = tail.config;
    options.verify = false;
    const auto recording = runPasses(module->module, tail.passes, "", options);
    const Step& last = recording->steps.back();
    const std::string stopped = last.verdict == Verdict::Failed ? last.pass.name : std::string();
    if (stopped != tail.stoppedAt)
        differences.append(tail.name + ": stops at '" + QString::fromStdString(stopped) + "', TVM at '" +
                           QString::fromStdString(tail.stoppedAt) + "'");
    for (size_t i = 0; i < tail.after.size(); ++i) {
        ++figures.steps;
        const std::string theirs = withoutFinalNewline(tail.after[i]);
        const bool isReached = i < recording->steps.size();
        const QString why =
            isReached ? difference(*recording->steps[i].after, theirs, figures) : "not reached";
        const bool isLost =
            isReached && !why.isEmpty() && isLossOfInput(tail, *recording->steps[i].after, theirs);
        figures.lost += isLost;
        if (why.isEmpty() || isLost)
            ++figures.equal;
        else
            differences.append(tail.name + ' ' + QString::fromStdString(tail.passes[i].name) + ": " + why);
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
        QTest::newRow("traces, today") << "traces"
                                       << "*.s_tir.json";
        QTest::newRow("traces, before") << "traces"
                                        << "*.s_tir@before.json";
        QTest::newRow("traces, transitional") << "traces"
                                              << "*.s_tir@transitional.json";
        QTest::newRow("split, today") << "split"
                                      << "*.new.json";
        QTest::newRow("split, legacy") << "split"
                                       << "*.legacy.json";
        QTest::newRow("merge, today") << "merge"
                                      << "*.new.json";
        QTest::newRow("merge, legacy") << "merge"
                                       << "*.legacy.json";
    }

    void chains()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(QString, filter);
        const std::vector<Tail> found = tails(folder, filter);
        QVERIFY(!found.empty());
        Figures figures;
        QStringList differences;
        for (const Tail& tail : found)
            compare(tail, figures, differences);
        for (const QString& line : differences)
            qInfo().noquote() << line;
        qInfo().noquote() << QStringLiteral(
                                 "%1 chains: %2 of %3 steps equal, %4 to the byte, %5 but for what "
                                 "the text of the input leaves out; %6 unreadable")
                                 .arg(found.size())
                                 .arg(figures.equal)
                                 .arg(figures.steps)
                                 .arg(figures.sameText)
                                 .arg(figures.lost)
                                 .arg(figures.unreadable);
        // Five steps of each chain through rms_norm differ: its first text prints a buffer as a slice and so
        // leaves out what the names and extents of the later ones rest on.
        QVERIFY2(figures.equal * 100 >= figures.steps * 95, "fewer than 95 % of the steps are TVM's");
        QVERIFY2(figures.unreadable * 100 <= int(found.size()) * 5, "too many inputs cannot be read");
    }
};

QTEST_GUILESS_MAIN(TestTailCorpus)
#include "tst_tail_corpus.moc"
