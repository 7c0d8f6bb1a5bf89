/// Suites that are parsed a few statements at a time, and whose spans are found before the function ends: nothing of a
/// text depends on how large its suites are.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr int ManyLines = 3000;

const std::string Head = "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n"
                         "@T.prim_func(s_tir=True)\n"
                         "def main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n"
                         "    tx = T.launch_thread(\"threadIdx.x\", 32)\n";

std::string manyLines(const std::string& indent)
{
    std::string text;
    for (int line = 0; line < ManyLines; ++line)
        text += indent + "A[" + std::to_string(line % 16) + "] = A[tx % 16] * A[n % 16] + A[(tx + n) % " +
                std::to_string(line % 15 + 2) + "]\n";
    return text;
}

std::string nestedText()
{
    return Head + "    for i in range(4):\n        if n < i:\n" + manyLines("            ") +
           "        else:\n" + manyLines("            ") + "        A[i] = A[tx % 16]\n" + manyLines("    ");
}

std::string_view textOf(const SourceText& source, Span span)
{
    return source.text().substr(span.begin, span.end - span.begin);
}

} // namespace

class TestLargeSuites : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead()
    {
        const SourceText source("large.py", nestedText());
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        const std::string printed = printScript(*parsed->module.module, {.asBareFunction = true});
        QVERIFY(printed + "\n" == source.text());
    }

    /// Lengths are stored in 16 bits where they fit.
    void spansOfAnyLengthAreKept()
    {
        std::vector<Span> spans;
        for (const uint32_t length : {0U, 1U, 65533U, 65534U, 65535U, 65536U, 65537U, 131072U, 0xFFFFFF00U})
            spans.push_back({uint32_t(spans.size()), uint32_t(spans.size()) + length});
        const TextSpans kept(std::make_shared<Arena>(), spans);
        QCOMPARE(kept.list(), spans);
        QVERIFY(TextSpans().list().empty());
    }

    void everyPlaceHasItsText()
    {
        const SourceText source("large.py", nestedText());
        const auto parsed = parseModule(source);
        QVERIFY(parsed);
        const PlaceTable places(*parsed->module.module);
        QCOMPARE(parsed->spans.size(), size_t(places.size()));
        int stores = 0;
        uint32_t lastStore = 0;
        for (Place place = 0; place < places.size(); ++place) {
            const std::string_view text = textOf(source, parsed->spans[place]);
            const Node* node = places[place].node;
            if (const auto* var = as<Var>(node); var && !var->dtype.isHandle())
                QVERIFY2(text == var->name, std::string(text).c_str());
            if (as<BufferLoad>(node))
                QVERIFY2(text.starts_with("A[") && text.ends_with("]"), std::string(text).c_str());
            if (!as<BufferStore>(node))
                continue;
            QVERIFY2(text.starts_with("A[") && text.find('\n') == text.npos, std::string(text).c_str());
            QVERIFY(parsed->spans[place].begin > lastStore);
            lastStore = parsed->spans[place].begin;
            ++stores;
        }
        QCOMPARE(stores, 3 * ManyLines + 1);
    }

    void errorsAreReportedOnce()
    {
        const SourceText source("large.py", nestedText() + "    A[0] = unknown\n    A[1] = = 2\n");
        const auto parsed = parseModule(source);
        QVERIFY(!parsed);
        QCOMPARE(parsed.diagnostics().size(), size_t(2));
        QCOMPARE(parsed.diagnostics()[0].message, std::string("undefined name 'unknown'"));
        QCOMPARE(parsed.diagnostics()[1].code, std::string("syntax"));
    }

    /// Values that are used far from the statement that made them, in both directions.
    void namesReachFarAway()
    {
        const std::string far = "    A[0] = B[0]\n    pair = lambda i: i + n\n    ends = [1, 2]\n" +
                                manyLines("    ") +
                                "    B = T.Buffer((16,), \"float32\")\n    B[1] = A[0]\n"
                                "    T.func_attr({\"map\": T.index_map(pair)})\n    T.foo(ends)\n";
        const SourceText source("large.py", Head + far);
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        const QString remarks = remarksOf(*parsed, source);
        QCOMPARE(remarks.count("'B' is used before the line that declares it"), 1);
        const QString printed = QString::fromStdString(printScript(*parsed->module.module));
        QVERIFY(printed.contains("\"map\": T.index_map(lambda i: (i + n,))"));
        QVERIFY(printed.endsWith("T.foo([1, 2])"));
        QCOMPARE(printed.count("B = T.Buffer((16,))"), 1);
    }
};

TIR_TEST(TestLargeSuites)
#include "tst_large_suites.moc"
