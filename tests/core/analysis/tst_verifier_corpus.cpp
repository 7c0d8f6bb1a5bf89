/// The verifier on TVM's modules: every step of its sound pipelines is free of errors, and the pipelines with the known
/// bugs are not.

#include "core/analysis/verify/types.h"
#include "core/analysis/verify/verifier.h"
#include "core/script/json/tvm_json.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <map>

using namespace tir;

namespace {

/// A run of a pipeline as the corpus records it.
struct Trace {
    nlohmann::json json;
    std::vector<std::string> passes; ///< without their prefixes
    size_t positionOf(const std::string& pass) const
    {
        return size_t(std::find(passes.begin(), passes.end(), pass) - passes.begin());
    }
    bool has(const std::string& pass) const { return positionOf(pass) < passes.size(); }
    /// The merge runs while all launches still are in one function.
    bool mergesBeforeSplit() const
    {
        return positionOf("MergeSharedMemoryAllocations") < positionOf("SplitHostDevice");
    }
};

Trace readTrace(const QString& file)
{
    Trace trace;
    trace.json = nlohmann::json::parse(testing::readFile(file).value());
    for (const auto& step : trace.json["steps"]) {
        const std::string name = step["pass"];
        trace.passes.push_back(name.substr(name.find('.') + 1));
    }
    return trace;
}

struct Tally {
    int steps = 0;
    int unread = 0;
    std::map<std::string, int> errors; ///< by code
    QStringList messages;

    void add(const Tally& other)
    {
        steps += other.steps;
        unread += other.unread;
        for (const auto& [code, number] : other.errors)
            errors[code] += number;
    }
    int errorCount() const
    {
        int count = 0;
        for (const auto& [code, number] : errors)
            count += number;
        return count;
    }
};

/// Verifies the module after every step, against what the passes so far promise.
void verifySteps(const QString& file, const Trace& trace, Tally& tally)
{
    VerifyContext context;
    const nlohmann::json& refusal = trace.json["error"];
    const bool isRefused = refusal.is_object() && refusal["pass"] == "tirx.LowerDeviceKernelLaunch";
    for (size_t i = 0; i < trace.passes.size(); ++i) {
        const std::string& pass = trace.passes[i];
        if (pass == "MergeSharedMemoryAllocations")
            context.established.add(ModuleProperty::Merged);
        else if (pass == "SplitHostDevice")
            context.established.add(ModuleProperty::Split);
        else if (pass == "LowerDeviceKernelLaunch")
            context.established.add(ModuleProperty::Launches);
        const std::string text = trace.json["texts"][trace.json["steps"][i]["after"].get<size_t>()];
        ++tally.steps;
        const Result<ParsedModule> parsed = parseModule(SourceText("step", text));
        if (!parsed) {
            ++tally.unread;
            continue;
        }
        for (const Diagnostic& found : verify(*parsed->module.module, context)) {
            if (found.severity != Severity::Error)
                continue;
            // LowerDeviceKernelLaunch refuses what BindTarget makes of these programs, which ends TVM's run.
            if (found.code == "device-function-on-host" && isRefused)
                continue;
            ++tally.errors[found.code];
            tally.messages << QString("%1, %2: %3")
                                  .arg(QFileInfo(file).fileName(), QString::fromStdString(pass),
                                       QString::fromStdString(found.message));
        }
    }
}

void report(const char* what, const Tally& tally)
{
    QString text = QString("%1: %2 steps, %3 not read").arg(what).arg(tally.steps).arg(tally.unread);
    for (const auto& [code, number] : tally.errors)
        text += QString(", %1 %2").arg(number).arg(QString::fromStdString(code));
    qInfo("%s", qPrintable(text));
}

/// Nothing when the text cannot be read.
std::optional<OwnedModule> readModule(const std::string& text)
{
    if (looksLikeTvmJson(text)) {
        Result<OwnedModule> module = fromTvmJson(text);
        return module ? std::optional(*module) : std::nullopt;
    }
    Result<ParsedModule> parsed = parseModule(SourceText("module", text));
    return parsed ? std::optional(parsed->module) : std::nullopt;
}

QStringList files(const QString& folder, const QStringList& patterns)
{
    return testing::filesBelow(*testing::corpusFolder() + "/" + folder, patterns);
}

} // namespace

class TestVerifierCorpus : public QObject {
    Q_OBJECT
private slots:
    void soundPipelinesAreFreeOfErrors_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("patterns");
        QTest::addColumn<int>("leastSteps");
        QTest::newRow("today's split") << "split" << QStringList{"*.new.json"} << 1155;
        QTest::newRow("whole pipelines")
            << "traces" << QStringList{"*.s_tir.json", "*.s_tir@before.json"} << 2344;
    }

    void soundPipelinesAreFreeOfErrors()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(QStringList, patterns);
        QFETCH(int, leastSteps);
        Tally tally;
        for (const QString& file : files(folder, patterns))
            verifySteps(file, readTrace(file), tally);
        report(QTest::currentDataTag(), tally);
        QVERIFY2(tally.messages.isEmpty(), qPrintable(tally.messages.mid(0, 20).join('\n')));
        QVERIFY(tally.steps - tally.unread >= leastSteps);
    }

    /// What TVM printed or saved has the types that TVM's own nodes demand.
    void everyModuleIsWellTyped()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QStringList messages;
        int read = 0;
        const QStringList paths = files(".", {"*.py"}) + files("tvm_json", {"*.json"});
        for (const QString& path : paths) {
            const std::string text = testing::readFile(path).value();
            const std::optional<OwnedModule> module = readModule(text);
            if (!module)
                continue;
            ++read;
            for (const Diagnostic& found : checkTypes(*module->module))
                messages << QFileInfo(path).fileName() + ": " + QString::fromStdString(found.message);
        }
        qInfo("%d of %d modules read", read, int(paths.size()));
        QVERIFY2(messages.isEmpty(), qPrintable(messages.mid(0, 200).join('\n')));
        QCOMPARE(read, int(paths.size()));
        QVERIFY(read >= 2468);
    }

    /// The merge does not redirect bare pointers (`S.data` handed to a call): all that it leaves unmerged, and only
    /// that, is found.
    void theMergeLosesNothingButBarePointers()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        static const QRegularExpression lostPointer("use of variable '(.+)_ptr', which nothing defines$");
        Tally tally;
        for (const QString& file : files("merge", {"*.new.json"})) {
            const Trace trace = readTrace(file);
            Tally own;
            verifySteps(file, trace, own);
            const QString source = QString::fromStdString(trace.json["texts"][0]);
            for (const QString& message : own.messages) {
                const QRegularExpressionMatch match = lostPointer.match(message);
                QVERIFY2(match.hasMatch() && source.contains(match.captured(1) + ".data"),
                         qPrintable(message));
            }
            tally.add(own);
        }
        report("today's merge", tally);
        QVERIFY(tally.errorCount() > 0);
        QVERIFY(tally.steps - tally.unread >= 203);
    }

    /// The old order of passes, with the old passes, worked.
    void theOldOrderIsSound()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        Tally tally;
        for (const QString& file : files("split", {"*.legacy.json"})) {
            const Trace trace = readTrace(file);
            if (!trace.mergesBeforeSplit())
                verifySteps(file, trace, tally);
        }
        report("the old order", tally);
        QVERIFY2(tally.messages.isEmpty(), qPrintable(tally.messages.mid(0, 20).join('\n')));
        QVERIFY(tally.steps - tally.unread >= 483);
    }

    /// The old passes in today's order: kernels are never launched, and memory is shared between launches.
    void everyBrokenRunIsAccused_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QStringList>("patterns");
        QTest::addColumn<int>("leastRuns");
        QTest::newRow("legacy passes") << "split" << QStringList{"*.legacy.json"} << 33;
        QTest::newRow("half-way") << "traces" << QStringList{"*@transitional.json"} << 19;
    }

    void everyBrokenRunIsAccused()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        QFETCH(QString, folder);
        QFETCH(QStringList, patterns);
        QFETCH(int, leastRuns);
        Tally all;
        int runs = 0;
        QStringList silent;
        for (const QString& file : files(folder, patterns)) {
            const Trace trace = readTrace(file);
            if (!trace.mergesBeforeSplit() || !trace.has("LowerDeviceKernelLaunch"))
                continue;
            Tally tally;
            verifySteps(file, trace, tally);
            ++runs;
            if (tally.errorCount() == 0)
                silent << QFileInfo(file).fileName();
            all.add(tally);
        }
        report(QTest::currentDataTag(), all);
        QCOMPARE(all.unread, 0);
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join('\n')));
        QVERIFY(runs >= leastRuns);
    }
};

TIR_TEST(TestVerifierCorpus)
#include "tst_verifier_corpus.moc"
