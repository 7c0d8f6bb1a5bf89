/// Printing: TVM's modules, read from its JSON, print as TVM prints them; tokens and places agree with the
/// text.

#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The modules of the corpus that exist as JSON and as text.
QStringList jsonFiles()
{
    return testing::filesBelow(*testing::corpusFolder() + "/tvm_json", {"*.json"});
}

} // namespace

class TstPrinter : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(!testing::corpusFolder() || jsonFiles().size() >= 18); }
    void printsAsTvmDoes();
    void tokensCoverTheTextInOrder();
    void placesNestAsTheirNodesDo();
};

void TstPrinter::printsAsTvmDoes()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        QVERIFY(read);
        QString textFile = file;
        textFile.replace(".json", ".nometa.py");
        const QString expected = QString::fromStdString(*testing::readFile(textFile)).trimmed();
        QCOMPARE(QString::fromStdString(printScript(*read->module)), expected);
    }
}

void TstPrinter::tokensCoverTheTextInOrder()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        const PlaceTable places(*read->module);
        const PrintedText printed = printWithPlaces(*read->module, places);
        QCOMPARE(printed.text, printScript(*read->module));
        uint32_t end = 0;
        for (const TokenRange& token : printed.tokens) {
            QVERIFY(token.begin >= end && token.begin < token.end);
            end = token.end;
            const std::string word = printed.text.substr(token.begin, token.end - token.begin);
            QVERIFY(word.find('\n') == std::string::npos);
            if (const auto* function = as<GlobalVar>(token.entity))
                QCOMPARE(word, std::string(function->name));
        }
        QVERIFY(end <= printed.text.size());
    }
}

void TstPrinter::placesNestAsTheirNodesDo()
{
    TIR_SKIP_WITHOUT_CORPUS();
    for (const QString& file : jsonFiles()) {
        const auto read = fromTvmJson(*testing::readFile(file));
        const PlaceTable places(*read->module);
        const PrintedText printed = printWithPlaces(*read->module, places);
        size_t statements = 0;
        size_t shown = 0;
        for (Place place = 1; place < places.size(); ++place) {
            const bool isSequence = places[place].node->kind == NodeKind::SeqStmt;
            if (!places[place].node->isStmt() || isSequence)
                continue;
            ++statements;
            shown += !printed.placeSpans[place].isEmpty();
        }
        QCOMPARE(shown, statements);
    }
}

TIR_TEST(TstPrinter)
#include "tst_printer.moc"
