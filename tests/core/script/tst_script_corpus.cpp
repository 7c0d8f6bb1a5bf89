/// Every text of the corpus: it is read, printed byte for byte, has the same meaning when read again, and survives
/// TVM's JSON. Exceptions are listed, by reason.

#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QtTest>

using namespace tir;

namespace {

struct Text {
    QString name;
    std::string text;
};

std::string trimmed(std::string text)
{
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

/// The texts of the JSON traces below a folder of the corpus.
std::vector<Text> traceTexts(const QString& folder)
{
    std::vector<Text> texts;
    for (const QString& file : testing::filesBelow(*testing::corpusFolder() + "/" + folder, {"*.json"})) {
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(*testing::readFile(file))).object();
        int number = 0;
        for (const auto& text : json["texts"].toArray())
            texts.push_back({QFileInfo(file).fileName() + "#" + QString::number(number++),
                             text.toString().toStdString()});
    }
    return texts;
}

/// before.py and after.py of the cases, those that TVM itself reads back or the others.
std::vector<Text> passTexts(bool readsBack)
{
    std::vector<Text> texts;
    for (const QString& file : testing::filesBelow(*testing::corpusFolder() + "/passes", {"case.json"})) {
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(*testing::readFile(file))).object();
        if (json["tvm_reads_back"].toBool() != readsBack)
            continue;
        const QDir folder = QFileInfo(file).dir();
        for (const QString& part : {QStringLiteral("before.py"), QStringLiteral("after.py")})
            texts.push_back({json["pass"].toString() + "/" + folder.dirName() + "/" + part,
                             trimmed(*testing::readFile(folder.filePath(part)))});
    }
    return texts;
}

/// The files below a folder of the corpus; of the logs, the texts after each "... Running Pass: ...".
std::vector<Text> fileTexts(const QString& folder)
{
    std::vector<Text> texts;
    const QString root = *testing::corpusFolder() + "/" + folder;
    for (const QString& file : testing::filesBelow(root, {"*.py"}))
        texts.push_back({QDir(root).relativeFilePath(file), trimmed(*testing::readFile(file))});
    for (const QString& file : testing::filesBelow(root, {"*.log"})) {
        const std::string log = *testing::readFile(file);
        const std::string mark = "# from tvm.script import ir as I\n";
        int number = 0;
        for (size_t begin = log.find(mark); begin != std::string::npos;) {
            const size_t next = log.find(mark, begin + mark.size());
            std::string text = log.substr(begin, next == std::string::npos ? next : next - begin);
            // The line that announces the next text belongs to it.
            for (const char* announcement : {"\nAfter Running Pass", "\nBefore Running Pass"})
                text.resize(std::min(text.size(), text.find(announcement)));
            texts.push_back({QDir(root).relativeFilePath(file) + "#" + QString::number(number++),
                             trimmed(std::move(text))});
            begin = next;
        }
    }
    return texts;
}

/// Why a text that is printed otherwise is not a defect, judged by the first line that differs.
QString reasonOf(const QString& difference)
{
    if (difference.contains("decl_buffer(") || difference.contains(".view(") ||
        difference.contains(".permute("))
        return "the parent of a view follows addresses in TVM";
    return "printed otherwise";
}

/// The first line in which two texts differ, for the list of differences.
QString firstDifference(const std::string& expected, const std::string& found)
{
    const QStringList a = QString::fromStdString(expected).split('\n');
    const QStringList b = QString::fromStdString(found).split('\n');
    for (int i = 0; i < std::max(a.size(), b.size()); ++i)
        if (a.value(i) != b.value(i))
            return QString("line %1: %2 | %3").arg(i + 1).arg(a.value(i).trimmed(), b.value(i).trimmed());
    return {};
}

} // namespace

class TstScriptCorpus : public QObject {
    Q_OBJECT

private slots:
    void textsAreReadAndComeBack_data();
    void textsAreReadAndComeBack();
};

void TstScriptCorpus::textsAreReadAndComeBack_data()
{
    QTest::addColumn<QString>("folder");
    // Counts of the corpus: of all texts, which are read, and of those that come back byte for byte. The parent that a
    // view is printed on follows from addresses in TVM: those texts are different.
    QTest::addColumn<int>("texts");
    QTest::addColumn<int>("same");
    QTest::newRow("split") << "split" << 1673 << 1667;
    QTest::newRow("merge") << "merge" << 628 << 628;
    QTest::newRow("traces") << "traces" << 1265 << 1265;
    QTest::newRow("passes that TVM reads back") << "+" << 1714 << 1714;
    QTest::newRow("passes that it does not") << "-" << 544 << 544;
    QTest::newRow("tvm_json") << "tvm_json" << 36 << 36;
    QTest::newRow("tvm_dumps") << "tvm_dumps" << 354 << 354;
}

void TstScriptCorpus::textsAreReadAndComeBack()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QFETCH(const QString, folder);
    QFETCH(const int, texts);
    QFETCH(const int, same);
    const std::vector<Text> found = folder.size() == 1          ? passTexts(folder == "+")
                                    : folder.startsWith("tvm_") ? fileTexts(folder)
                                                                : traceTexts(folder);
    QMap<QString, QStringList> rest;
    int read = 0;
    int equal = 0;
    for (const Text& text : found) {
        const SourceText source(text.name.toStdString(), text.text);
        const auto parsed = parseModule(source);
        if (!parsed) {
            rest["not read"] += QString::fromStdString(render(parsed.diagnostics().front(), source));
            continue;
        }
        ++read;
        const Module& module = *parsed->module.module;
        const PrintOptions options{.showMeta = !parsed->metadata.empty(), .metadata = parsed->metadata};
        const std::string printed = printScript(module, options);
        if (printed == text.text)
            ++equal;
        else
            rest[reasonOf(firstDifference(text.text, printed))] +=
                text.name + " " + firstDifference(text.text, printed);
        const SourceText again(text.name.toStdString() + " printed", printed);
        const auto reparsed = parseModule(again);
        if (!reparsed) {
            rest["not read again"] += QString::fromStdString(render(reparsed.diagnostics().front(), again));
            continue;
        }
        if (printScript(*reparsed->module.module, options) != printed)
            rest["not stable"] += text.name;
        if (const auto difference = findDifference(module, *reparsed->module.module, {.mapFreeVars = true}))
            rest["not equal when read again"] +=
                text.name + " " + QString::fromStdString(difference->message);
        const std::string json = toTvmJson(module);
        const auto fromJson = fromTvmJson(json);
        if (!fromJson) {
            rest["JSON not read"] +=
                text.name + " " + QString::fromStdString(fromJson.diagnostics().front().message);
            continue;
        }
        if (const auto difference = findDifference(module, *fromJson->module, {.mapFreeVars = true}))
            rest["not equal from JSON"] += text.name + " " + QString::fromStdString(difference->message);
        if (toTvmJson(*fromJson->module) != json)
            rest["JSON not stable"] += text.name;
        if (printScript(*fromJson->module, options) != printed)
            rest["printed otherwise from JSON"] +=
                text.name + " " + firstDifference(printed, printScript(*fromJson->module, options));
    }
    for (auto reason = rest.begin(); reason != rest.end(); ++reason)
        for (const QString& line : reason.value())
            qInfo().noquote() << reason.key() + ": " + line.left(400);
    qInfo().noquote()
        << QString("%1 texts: %2 read, %3 byte for byte").arg(found.size()).arg(read).arg(equal);
    QCOMPARE(read, int(found.size()));
    QVERIFY(read >= texts);
    QVERIFY(equal >= same);
    for (const char* defect : {"not read again", "not stable", "not equal when read again", "JSON not read",
                               "not equal from JSON", "JSON not stable", "printed otherwise from JSON"})
        QVERIFY2(rest[defect].isEmpty(), defect);
}

TIR_TEST(TstScriptCorpus)
#include "tst_script_corpus.moc"
