/// Every text of the corpus: it is read, printed byte for byte, has the same meaning when read again, and survives
/// TVM's JSON. Exceptions are listed, by reason.

#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

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
    // How many texts the corpus has; all are read, and all but those named come back byte for byte.
    QTest::addColumn<int>("texts");
    QTest::addColumn<QStringList>("different");
    // The parent that a view is printed on follows from addresses in TVM.
    QTest::newRow("split") << "split" << 1673
                           << QStringList{"11_041.new.json#4", "11_049.new.json#4", "11_094.new.json#4",
                                          "11_125.new.json#4", "11_125.new.json#5", "11_125.new.json#6"};
    QTest::newRow("merge") << "merge" << 628 << QStringList();
    QTest::newRow("traces") << "traces" << 1265 << QStringList();
    QTest::newRow("passes that TVM reads back") << "+" << 1714 << QStringList();
    QTest::newRow("passes that it does not") << "-" << 544 << QStringList();
    QTest::newRow("tvm_json") << "tvm_json" << 36 << QStringList();
    QTest::newRow("tvm_dumps") << "tvm_dumps" << 354 << QStringList();
}

void TstScriptCorpus::textsAreReadAndComeBack()
{
    TIR_SKIP_WITHOUT_CORPUS();
    QFETCH(const QString, folder);
    QFETCH(const int, texts);
    QFETCH(const QStringList, different);
    const std::vector<Text> found = folder.size() == 1          ? passTexts(folder == "+")
                                    : folder.startsWith("tvm_") ? fileTexts(folder)
                                                                : traceTexts(folder);
    QMap<QString, QStringList> rest;
    int read = 0;
    QStringList printedOtherwise;
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
        if (printed != text.text) {
            printedOtherwise += text.name;
            rest["printed otherwise"] += text.name + " " + firstDifference(text.text, printed);
        }
        if (const QString unplaced = unplacedStatements(module); !unplaced.isEmpty())
            rest["statements without a line"] += text.name + " " + unplaced.section('\n', 0, 0);
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
    qInfo().noquote() << QString("%1 texts: %2 read, %3 byte for byte")
                             .arg(found.size())
                             .arg(read)
                             .arg(read - int(printedOtherwise.size()));
    QCOMPARE(read, int(found.size()));
    QVERIFY(read >= texts);
    QCOMPARE(printedOtherwise, different);
    for (const char* defect :
         {"not read again", "not stable", "not equal when read again", "JSON not read", "not equal from JSON",
          "JSON not stable", "printed otherwise from JSON", "statements without a line"})
        QVERIFY2(rest[defect].isEmpty(), defect);
}

TIR_TEST(TstScriptCorpus)
#include "tst_script_corpus.moc"
