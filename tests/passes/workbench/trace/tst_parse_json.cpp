/// JSON with long texts is parsed as by nlohmann's parser.

#include "passes/workbench/trace/parse_json.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using Json = nlohmann::ordered_json;

namespace {

/// Longer than the limit for parsing in place.
std::string longText(const std::string& part)
{
    std::string text;
    while (text.size() < 10000)
        text += part;
    return text;
}

} // namespace

class TestParseJson : public QObject {
    Q_OBJECT
private slots:
    void longTextsAreDecoded_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("plain") << QByteArray("abc");
        QTest::newRow("lines") << QByteArray("A[0] = 1\n\tB\r\n");
        QTest::newRow("quotation marks") << QByteArray("\"x\", ");
        QTest::newRow("backslashes") << QByteArray("\\");
        QTest::newRow("backslash and mark") << QByteArray("\\\"");
        QTest::newRow("control characters") << QByteArray("\x01\b\f");
        QTest::newRow("other letters") << QByteArray("\xC3\xA4\xE2\x82\xAC");
        QTest::newRow("brackets") << QByteArray("]},:{[");
    }
    void longTextsAreDecoded()
    {
        QFETCH(QByteArray, part);
        const std::string text = longText(part.toStdString());
        const Json document = {{"short", "x"},
                               {"long", text},
                               {"list", {"a", text, 1, {{"inner", text}, {text, "a long key"}}, nullptr, ""}},
                               {"after", "y"}};
        for (const int indent : {-1, 1})
            for (const size_t helpers : {0, 3})
                QVERIFY(parseJson(document.dump(indent), helpers) == document);
        QVERIFY(parseJson(Json(text).dump()) == Json(text));
    }

    void escapesOfOtherWritersAreDecoded()
    {
        const std::string json = "[\"" + longText("\\/\\u00e4\\ud83d\\ude00\\b") + "\"]";
        QVERIFY(!parseJson(json).is_discarded());
        QVERIFY(parseJson(json) == Json::parse(json));
    }

    /// In files of ours, a long text ends with its line.
    void anyNumberOfTextsIsOnALine_data()
    {
        QTest::addColumn<QByteArray>("line");
        const QByteArray text = '"' + QByteArray::fromStdString(longText("a \\\"b\\\" c\\n")) + '"';
        QTest::newRow("one") << text;
        QTest::newRow("two") << text + ", " + text;
        QTest::newRow("a short one before") << "\"x\", " + text;
        QTest::newRow("a short one after") << text + ", \"x\"";
        QTest::newRow("a number after") << text + ", 1";
        QTest::newRow("an object") << "{\"key\": " + text + ", \"other\": " + text + "}";
        QTest::newRow("a long key") << "{" + text + ": \"x\"}";
        QTest::newRow("blanks after it") << text + " \t";
    }
    void anyNumberOfTextsIsOnALine()
    {
        QFETCH(QByteArray, line);
        for (const char* end : {"\n", ",\n \"last\"\n", "\n,\n2"}) {
            const std::string json = ("[\n" + line + end + "]").toStdString();
            const Json expected = Json::parse(json, nullptr, false);
            QVERIFY(!expected.is_discarded());
            QVERIFY(parseJson(json) == expected);
        }
    }

    void longListsAreLeftOut()
    {
        const std::string text = longText("\"]},:{[\\");
        const Json list = {1, text, {{"inner", {text, Json::array()}}}};
        const Json document = {{"before", text},
                               {"list", list},
                               {"other", list},
                               {"step", {{"list", list}, {"x", "y"}}},
                               {"small", {{"list", {1, "z"}}}},
                               {"after", text}};
        for (const int indent : {-1, 1}) {
            LongLists lists({"list"});
            const std::string json = document.dump(indent);
            const Json read = parseJson(json, 2, &lists);
            for (const char* key : {"before", "other", "small", "after"})
                QVERIFY(read[key] == document[key]);
            QVERIFY(!lists.find(read["other"]));
            for (const Json* value : {&read["list"], &read["step"]["list"]}) {
                QVERIFY(lists.find(*value));
                QVERIFY(lists.find(*value)->empty());
            }
            QVERIFY(lists.parse(2));
            QVERIFY(*lists.find(read["list"]) == list);
            QVERIFY(*lists.find(read["step"]["list"]) == list);
        }
    }

    void damageOfALongListIsFound()
    {
        const std::string json = "{\"list\": [\"" + longText("abc") + "\", {]}";
        LongLists lists({"list"});
        const Json read = parseJson(json, 0, &lists);
        QVERIFY(read.is_discarded() || !lists.parse(0));
    }

    /// Each list is looked at once: otherwise these take minutes.
    void nestedListsTakeLinearTime()
    {
        std::string open;
        std::string close;
        for (int depth = 0; depth < 100000; ++depth) {
            open += "{\"list\":[";
            close += "]}";
        }
        LongLists lists({"list"});
        QVERIFY(parseJson(open, 0, &lists).is_discarded());
        const std::string json = open + close;
        const Json read = parseJson(json, 0, &lists);
        QVERIFY(read.is_object() && lists.parse(0));
    }

    void damageIsFound_data()
    {
        QTest::addColumn<QByteArray>("json");
        const QByteArray text = QByteArray::fromStdString(longText("abc"));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no end") << "[\"" + text;
        QTest::newRow("end is escaped") << "[\"" + text + "\\\"]";
        QTest::newRow("end of the line is escaped") << "[\"" + text + "\\\"\n]";
        QTest::newRow("mark inside") << "[\"" + text + "\" " + text + "\"\n]";
        QTest::newRow("line end") << "[\"" + text + "\n\"]";
        QTest::newRow("unknown escape") << "[\"" + text + "\\q\"]";
        QTest::newRow("half an escape") << "[\"" + text + "\\u00\"]";
        QTest::newRow("no UTF-8") << "[\"" + text + "\xFF\"]";
        QTest::newRow("two values") << "[\"" + text + "\" \"" + text + "\"]";
        QTest::newRow("key without value") << "{\"" + text + "\"}";
        QTest::newRow("trailing text") << "[\"" + text + "\"]]";
        QTest::newRow("backslash outside") << "[\\\"" + text + "\"]";
    }
    void damageIsFound()
    {
        QFETCH(QByteArray, json);
        QVERIFY(Json::parse(json.toStdString(), nullptr, false).is_discarded());
        QVERIFY(parseJson(json.toStdString()).is_discarded());
    }
};

TIR_TEST(TestParseJson)
#include "tst_parse_json.moc"
