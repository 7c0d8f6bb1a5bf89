/// Generated C and the program: which expression a stretch of the code was written for, and which stretches an
/// expression became.

#include "core/codegen/c_like/marked_text.h"
#include "core/codegen/generators.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString kernelWith(const QString& body)
{
    return QStringLiteral(
               "@I.ir_module\nclass Module:\n"
               "    @T.prim_func(s_tir=True)\n"
               "    def main_kernel(A_ptr: T.handle(\"float32\"), B_ptr: T.handle(\"float32\"), n: "
               "T.int32):\n"
               "        T.func_attr({\"calling_conv\": 2, \"target\": T.target({\"kind\": \"cuda\", "
               "\"arch\": \"sm_90\"})})\n"
               "        A = T.decl_buffer((1024,), data=A_ptr)\n"
               "        B = T.decl_buffer((1024,), data=B_ptr)\n"
               "        M = T.decl_buffer((64, 16), data=A_ptr)\n"
               "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
               "        ") +
           body + QStringLiteral("\n");
}

QString hostWith(const QString& body)
{
    return QStringLiteral("@I.ir_module\nclass Module:\n"
                          "    @T.prim_func(s_tir=True)\n"
                          "    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, "
                          "result: T.handle(\"void\", \"global\")) -> T.int32:\n"
                          "        T.func_attr({\"calling_conv\": 1, \"global_symbol\": \"__tvm_ffi_main\", "
                          "\"target\": T.target({\"keys\": [\"cpu\"], \"kind\": \"llvm\"})})\n"
                          "        ") +
           body + QStringLiteral("\n        return 0\n");
}

/// A module and its code.
struct Generated {
    ParsedModule parsed;
    Artifact artifact;
    PlaceTable places;

    QString nodeText(Place place) const
    {
        if (place == NoPlace)
            return QStringLiteral("nothing");
        const Node& node = *places[place].node;
        return node.isExpr()
                   ? QString::fromStdString(printExpr(static_cast<const Expr&>(node)))
                   : QString::fromUtf8(toString(node.kind).data(), qsizetype(toString(node.kind).size()));
    }
    /// The code of an expression, its parts between `|`.
    QString codeOf(Place place) const
    {
        QStringList parts;
        for (const Span& span : artifact.spansOf(place, places))
            parts.append(QString::fromStdString(artifact.content.substr(span.begin, span.end - span.begin)));
        return parts.join('|');
    }
};

std::optional<Generated> generated(ArtifactKind kind, const QString& text)
{
    auto parsed = parseModule(SourceText("test.py", text.toStdString()));
    if (!parsed)
        return std::nullopt;
    Result<Artifact> artifact = textGenerator(kind)(*parsed->module.module, {});
    if (!artifact)
        return std::nullopt;
    PlaceTable places(*parsed->module.module);
    return Generated{*std::move(parsed), *std::move(artifact), std::move(places)};
}

} // namespace

class TestCodePlaces : public QObject {
    Q_OBJECT

private slots:
    void expressionsOfCode_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("code");       // with a caret before the character of interest
        QTest::addColumn<QString>("expression"); // that it was written for
        QTest::addColumn<QString>("wholeCode");  // of that expression
        const auto cuda = [](const char* name, const char* body, const char* code, const char* expression,
                             const char* wholeCode) {
            QTest::newRow(name) << int(ArtifactKind::Cuda) << kernelWith(body) << code << expression
                                << wholeCode;
        };
        const auto host = [](const char* name, const char* body, const char* code, const char* expression,
                             const char* wholeCode) {
            QTest::newRow(name) << int(ArtifactKind::C) << hostWith(body) << code << expression << wholeCode;
        };
        const char* product = "A[tx] = B[tx] * B[tx + 1]";
        cuda("statement", product, "^A_ptr[", "BufferStore",
             "  A_ptr[((int)threadIdx.x)] = "
             "(B_ptr[((int)threadIdx.x)] * B_ptr[(((int)threadIdx.x) + 1)]);\n");
        cuda("operator", product, "] ^* B", "B[tx] * B[tx + 1]",
             "(B_ptr[((int)threadIdx.x)] * B_ptr[(((int)threadIdx.x) + 1)])");
        cuda("first load", product, "(^B_ptr[((int)threadIdx.x)]", "B[tx]", "B_ptr[((int)threadIdx.x)]");
        cuda("second load", product, "] * ^B_ptr", "B[tx + 1]", "B_ptr[(((int)threadIdx.x) + 1)]");
        cuda("index", product, ") ^+ 1", "tx + 1", "(((int)threadIdx.x) + 1)");
        cuda("constant", product, "+ ^1)", "1", "1");
        cuda("variable of the value", product, "B_ptr[((^int)threadIdx.x)]", "tx", "((int)threadIdx.x)");
        cuda("condition without its parentheses", "if tx < n:\n            A[tx] = T.float32(0)",
             "x) ^< n) {", "tx < n", "((int)threadIdx.x) < n");
        cuda("index that is computed", "M[tx, n] = T.float32(0)", "* 16) + ^n", "n", "n");
        cuda("address", "T.evaluate(T.call_extern(\"void\", \"f\", T.address_of(A[tx + 2])))", ") ^+ 2",
             "tx + 2", "(((int)threadIdx.x) + 2)");
        cuda("element at an address", "T.evaluate(T.call_extern(\"void\", \"f\", T.address_of(A[tx + 2])))",
             "(&(^A_ptr", "A[tx + 2]", "A_ptr[(((int)threadIdx.x) + 2)]");
        cuda("lanes", "A[tx * 4:tx * 4 + 4] = B[tx * 4:tx * 4 + 4] * T.Broadcast(T.float32(2), 4)",
             "__1.y ^= (", "B[tx * 4:tx * 4 + 4] * T.Broadcast(T.float32(2.0), 4)", {});
        cuda("base of a vector", "A[tx * 4:tx * 4 + 4] = B[n * 4:n * 4 + 4]", "B_ptr + (^n", "n", "n");
        cuda("branches", "A[tx] = T.if_then_else(tx < n, B[tx], T.float32(0))", "condval ^= B_ptr[",
             "T.if_then_else(tx < n, B[tx], T.float32(0.0))", {});
        cuda("extent", "for i in range(n):\n            A[i] = T.float32(0)", "i < ^n", "n", "n");

        host("argument", "T.call_packed(\"f\", num_args + 7)", "num_args ^+ 7", "num_args + 7",
             "(num_args + 7)");
        host("condition", "assert num_args == 2, (\"TypeError\", [\"two\"])", "num_args ^== 2",
             "num_args == 2", "num_args == 2");
        host("negated condition", "assert not T.isnullptr(args), (\"TypeError\", [\"none\"])",
             "args ^== NULL", "T.isnullptr(args)", "args == NULL");
    }

    void expressionsOfCode()
    {
        QFETCH(int, kind);
        QFETCH(QString, program);
        QFETCH(QString, code);
        QFETCH(QString, expression);
        QFETCH(QString, wholeCode);
        const std::optional<Generated> made = generated(ArtifactKind(kind), program);
        QVERIFY(made);
        const QString content = QString::fromStdString(made->artifact.content);
        const qsizetype caret = code.indexOf('^');
        const qsizetype found = content.indexOf(QString(code).remove('^'));
        QVERIFY2(found >= 0, made->artifact.content.c_str());
        const Place place = made->artifact.placeAt(uint32_t(found + caret));
        QCOMPARE(made->nodeText(place), expression);
        if (!wholeCode.isEmpty())
            QCOMPARE(made->codeOf(place), wholeCode);
    }

    /// The same variable at two places of a statement has the code of either.
    void occurrencesAreDistinguished()
    {
        const auto made = generated(ArtifactKind::Cuda, kernelWith("A[n] = T.Cast(\"float32\", n)"));
        QVERIFY(made);
        const std::string& content = made->artifact.content;
        const auto at = content.find("A_ptr[n] = ((float)n)");
        QVERIFY2(at != std::string::npos, content.c_str());
        const Place index = made->artifact.placeAt(uint32_t(at + 6));
        const Place value = made->artifact.placeAt(uint32_t(at + 19));
        QCOMPARE(made->nodeText(index), QString("n"));
        QCOMPARE(made->nodeText(value), QString("n"));
        QVERIFY(index != value);
        QVERIFY(made->places[made->places[value].parent].node->kind == NodeKind::Cast);
        QVERIFY(made->places[made->places[index].parent].node->kind == NodeKind::BufferStore);
    }

    void parenthesesAndMarks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << "a"
                              << "a";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("outer") << "(a < b)"
                               << "a < b";
        QTest::newRow("two pairs") << "(a) < (b)"
                                   << "(a) < (b)";
        QTest::newRow("nested") << "((a) < (b))"
                                << "(a) < (b)";
        QTest::newRow("in a string") << "(\")\" < a)"
                                     << "(\")\" < a)";
        QTest::newRow("only one") << ")"
                                  << ")";
    }
    void parenthesesAndMarks()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const std::string marked = c_like::marked(c_like::marked(text.toStdString(), 7), 0x89abcdef);
        QCOMPARE(QString::fromStdString(c_like::withoutMarks(marked)), text);
        const std::string shorter = c_like::withoutOuterParentheses(marked);
        std::string content = "if ";
        std::vector<ArtifactRange> ranges;
        c_like::appendMarked(content, ranges, shorter + ";", 3);
        QCOMPARE(QString::fromStdString(content), "if " + expected + ";");
        QVERIFY(!ranges.empty());
        QCOMPARE(ranges.back().place, Place(3));
        QCOMPARE(ranges.size(), size_t(text.isEmpty() ? 1 : 2));
        if (!text.isEmpty())
            QCOMPARE(ranges.front().place, Place(7));
    }

    void largePlacesAreKept()
    {
        std::string content;
        std::vector<ArtifactRange> ranges;
        c_like::appendMarked(content, ranges, c_like::marked("x", 0x89abcdef), 1);
        QCOMPARE(content, std::string("x"));
        QCOMPARE(ranges.at(0).place, Place(0x89abcdef));
    }
};

TIR_TEST(TestCodePlaces)
#include "tst_code_places.moc"
