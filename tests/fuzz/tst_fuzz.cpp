/// Every fuzz target on a fixed number of inputs, random bytes and damaged files of the repository, with a seed
/// that is printed; and on every input that once failed (tests/fuzz/inputs).
///
/// A seed always gives the same run: TIR_FUZZ_SEED chooses another one ("random" draws it), and TIR_FUZZ_FACTOR
/// multiplies the number of inputs.

#include "core/script/json/tvm_json.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/support/fuzz_seed.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <random>

using namespace tir;
using namespace tir::testing;

namespace {

int inputsOf(const FuzzTarget& target)
{
    const QByteArray factor = qgetenv("TIR_FUZZ_FACTOR");
    return factor.isEmpty() ? target.inputs : int(target.inputs * factor.toDouble());
}

std::vector<uint8_t> randomBytes(std::mt19937_64& random)
{
    std::vector<uint8_t> bytes(8 + random() % 1024);
    for (uint8_t& byte : bytes)
        byte = uint8_t(random());
    return bytes;
}

std::vector<std::string> scripts()
{
    std::vector<std::string> texts;
    for (const char* folder : {"samples", "tests/golden"})
        for (const QString& file : filesBelow(sourcePath(folder), {"*.py"}))
            if (!file.contains(QLatin1String("golden/verify"))) // programs that no text can spell
                texts.push_back(*readFile(file));
    return texts;
}

/// Seed inputs of a target that reads bytes; empty for those that generate programs from bytes.
std::vector<std::string> seedsOf(std::string_view target)
{
    std::vector<std::string> seeds;
    if (target == "script_bytes" || target == "dump_bytes")
        return scripts();
    if (target != "tvm_json_bytes" && target != "trace_bytes")
        return seeds;
    for (const QString& file : filesBelow(sourcePath("samples"), {"*.py"})) {
        const OpenedProgram program = openFile(file.toStdString());
        if (!program.isOpen())
            continue;
        if (target == "tvm_json_bytes")
            seeds.push_back(toTvmJson(program.module()));
        else if (const auto recording = record(program, {.pipeline = "split"}))
            seeds.push_back(toJson(RecordedRun{program, *recording}));
    }
    return seeds;
}

/// The violation; empty if the property holds.
std::string failureOf(const FuzzTarget& target, FuzzBytes bytes)
{
    try {
        target.check(bytes);
    } catch (const std::exception& exception) {
        return exception.what();
    }
    return {};
}

FuzzBytes bytesOf(const std::string& text)
{
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

/// Keeps a failing input for replay with a libFuzzer target, or for tests/fuzz/inputs.
QString kept(const FuzzTarget& target, FuzzBytes bytes)
{
    const QString path =
        QDir::current().filePath(QString::fromStdString("fuzz_failure_" + std::string(target.name)));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return "nowhere: " + file.errorString();
    file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
    return path;
}

} // namespace

class TstFuzz : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void propertyHolds_data();
    void propertyHolds();
    void inputsThatOnceFailed_data();
    void inputsThatOnceFailed();
    void targetsNoticeFailures();

private:
    uint64_t m_seed = fuzzSeed(1);
};

void TstFuzz::initTestCase()
{
    qInfo("TIR_FUZZ_SEED=%llu", static_cast<unsigned long long>(m_seed));
}

void TstFuzz::propertyHolds_data()
{
    QTest::addColumn<size_t>("number");
    for (size_t i = 0; i < std::size(FuzzTargets); ++i)
        QTest::addRow("%s", FuzzTargets[i].name.data()) << i;
}

void TstFuzz::propertyHolds()
{
    QFETCH(size_t, number);
    const FuzzTarget& target = FuzzTargets[number];
    const std::vector<std::string> seeds = seedsOf(target.name);
    std::mt19937_64 random(m_seed + number);
    const int count = inputsOf(target);
    QVERIFY2(count > 0, "TIR_FUZZ_FACTOR leaves no input");
    const uint64_t before = examinedCount();
    for (int i = 0; i < count; ++i) {
        std::vector<uint8_t> bytes = randomBytes(random);
        std::string text;
        if (!seeds.empty()) {
            ByteSource source(bytes);
            text = withDamagedText(seeds[random() % seeds.size()], source);
        }
        const FuzzBytes input = seeds.empty() ? FuzzBytes(bytes) : bytesOf(text);
        const std::string failure = failureOf(target, input);
        if (!failure.empty())
            QFAIL(
                qPrintable("input kept in " + kept(target, input) + "\n" + QString::fromStdString(failure)));
    }
    const uint64_t examined = examinedCount() - before;
    target.leastExamined > 0
        ? qInfo("%d inputs, %llu modules examined", count, static_cast<unsigned long long>(examined))
        : qInfo("%d inputs", count);
    const double factor = double(count) / target.inputs;
    QVERIFY2(double(examined) >= factor * double(target.leastExamined), "too few modules were examined");
}

void TstFuzz::inputsThatOnceFailed_data()
{
    QTest::addColumn<size_t>("number");
    QTest::addColumn<QString>("path");
    for (size_t i = 0; i < std::size(FuzzTargets); ++i) {
        const QString folder = sourcePath("tests/fuzz/inputs/" + QString(FuzzTargets[i].name.data()));
        for (const QString& path : filesBelow(folder, {"*"}))
            QTest::addRow("%s/%s", FuzzTargets[i].name.data(), qPrintable(QFileInfo(path).fileName()))
                << i << path;
    }
}

void TstFuzz::inputsThatOnceFailed()
{
    QFETCH(size_t, number);
    QFETCH(QString, path);
    const std::optional<std::string> text = readFile(path);
    QVERIFY(text);
    const std::string failure = failureOf(FuzzTargets[number], bytesOf(*text));
    QVERIFY2(failure.empty(), failure.c_str());
}

/// A target that accepts everything would never notice.
void TstFuzz::targetsNoticeFailures()
{
    const FuzzTarget broken{"broken", "never holds", [](FuzzBytes bytes) { TIR_CHECK(bytes.empty()); }};
    QVERIFY(failureOf(broken, bytesOf("")).empty());
    QVERIFY(!failureOf(broken, bytesOf("x")).empty());
}

TIR_TEST(TstFuzz)
#include "tst_fuzz.moc"
