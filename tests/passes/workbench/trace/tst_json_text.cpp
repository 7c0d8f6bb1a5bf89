/// Incrementally written JSON equals the JSON library's output for a document.

#include "passes/workbench/trace/json_text.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace tir;

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

class TestJsonText : public QObject {
    Q_OBJECT
private slots:
    void texts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("plain") << QByteArray("def f():");
        QTest::newRow("lines") << QByteArray("a\n\n    b\n");
        QTest::newRow("escapes") << QByteArray("\"\\/\b\f\r\t\x01\x1f\x7f");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("other languages") << QByteArray("\xC3\xBC\n\xE2\x82\xAC\xF0\x9F\x98\x80 x");
        QTest::newRow("no UTF-8") << QByteArray("a\xFF\xC3 \xE2\x82\n\xE2\x82");
        QByteArray all;
        for (int byte = 0; byte < 256; ++byte)
            all += char(byte);
        QTest::newRow("all bytes") << all;
    }

    void texts()
    {
        QFETCH(QByteArray, text);
        JsonText written;
        written.value(std::string_view(text.data(), size_t(text.size())));
        QCOMPARE(written.text(), dumped(Json(text.toStdString())));
    }

    void structures()
    {
        JsonText inner(1);
        inner.beginList();
        inner.beginList();
        inner.endList();
        inner.value(std::string_view("x"));
        inner.endList();
        JsonText written;
        written.beginObject();
        written.field("number", int64_t(1) << 40);
        written.field("less", -1);
        written.field("size", SIZE_MAX);
        written.field("yes", true);
        written.key("nothing");
        written.null();
        written.key("raw");
        written.raw(inner.text());
        written.key("empty");
        written.beginObject();
        written.endObject();
        written.key("list");
        written.beginList();
        written.beginObject();
        written.field("k\"", std::string_view("v"));
        written.endObject();
        written.value(2);
        const size_t size = written.text().size();
        written.value(3);
        written.shorten(size);
        written.endList();
        written.endObject();
        const Json expected = {{"number", int64_t(1) << 40}, {"less", -1},
                               {"size", SIZE_MAX},           {"yes", true},
                               {"nothing", nullptr},         {"raw", Json::array({Json::array(), "x"})},
                               {"empty", Json::object()},    {"list", Json::array({{{"k\"", "v"}}, 2})}};
        QCOMPARE(QString::fromStdString(written.take()), QString::fromStdString(dumped(expected)));
    }
};

TIR_TEST(TestJsonText)
#include "tst_json_text.moc"
