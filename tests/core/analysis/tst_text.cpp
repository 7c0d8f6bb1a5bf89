/// Texts for labels: statements of a program as the timeline shows them, and sizes of buffers.

#include "core/analysis/text.h"
#include "core/ir/make.h"
#include "core/ir/places.h"
#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// The short text of every statement but sequences, in place order.
class Lines : public Walker {
public:
    explicit Lines(const Module& module) { walk(module); }
    QStringList lines;

private:
    void enter(const Node& node, Role, Place) override
    {
        if (node.isStmt() && !as<SeqStmt>(&node))
            lines << QString::fromStdString(shortText(static_cast<const Stmt&>(node)));
    }
};

} // namespace

class TestText : public QObject {
    Q_OBJECT
private slots:
    void statements()
    {
        const testing::Program program(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64, 2), "float32"), n: T.int32):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared")
        m: T.let[T.int32] = (n + 1) * 2 - (n - 1)
        A[tx] = X[tx, 0] * (X[tx, 1] + T.float32(1.5))
        T.tvm_storage_sync("shared", T.bool(False), -1)
        for k in range(n):
            if tx < 8 and not (k == 0 or tx % 2 == 1):
                X[tx // 2, 0] = T.max(A[k], T.Cast("float32", m))
)");
        const Lines text(program.module());
        QCOMPARE(text.lines.join('\n'), "threadIdx.x = 64\n"
                                        "A = alloc 256 bytes\n"
                                        "m = (n + 1) * 2 - (n - 1)\n"
                                        "A[tx] = X[tx, 0] * (X[tx, 1] + 1.5)\n"
                                        "tvm_storage_sync(\"shared\", False, -1)\n"
                                        "for k in range(n)\n"
                                        "if tx < 8 and not (k == 0 or tx % 2 == 1)\n"
                                        "X[tx // 2, 0] = max(A[k], float32(m))");
    }

    void longStatementsEndInDots()
    {
        Arena arena;
        const Evaluate statement(stringImm(arena, std::string(40, 'a') + "äöü"));
        QCOMPARE(shortText(statement, 20), '"' + std::string(19, 'a') + "…");
        // Never in the middle of a character: 41 bytes are the quote and forty letters, 42 would cut the
        // next.
        QCOMPARE(shortText(statement, 42), '"' + std::string(40, 'a') + "…");
    }

    void sizes_data()
    {
        QTest::addColumn<QString>("declaration");
        QTest::addColumn<QString>("bytes");
        QTest::newRow("elements times bytes") << "(64, 2), \"float16\""
                                              << "256";
        QTest::newRow("lanes count") << "(4,), \"float32x4\""
                                     << "64";
        QTest::newRow("nothing in it") << "(0,), \"float32\""
                                       << "0";
        QTest::newRow("symbolic") << "(n, 4), \"float32\""
                                  << "n * 16";
        QTest::newRow("symbolic expression") << "(n + 1,), \"float32\""
                                             << "(n + 1) * 4";
        QTest::newRow("strides") << "(32, 32), \"float32\", strides=(33, 1)" << "4224";
        QTest::newRow("symbolic strides") << "(n, 32), \"int8\", strides=(n * 2, 1)" << "(n * 2) * n";
        QTest::newRow("symbolic bytes") << "(n + 1,), \"uint8\""
                                        << "n + 1";
    }

    void sizes()
    {
        QFETCH(QString, declaration);
        const testing::Program program(
            "@T.prim_func(s_tir=True)\ndef main(n: T.int32):\n    A = T.alloc_buffer(" + declaration +
            ", scope=\"shared\")\n    T.evaluate(A.data)\n");
        const Lines text(program.module());
        QVERIFY2(text.lines[0].startsWith("A = alloc "), qPrintable(text.lines[0]));
        QTEST(bytesOf(text.lines[0]), "bytes");
    }

    void sums()
    {
        ByteSize sum{256, ""};
        sum += {0, "n * 4"};
        sum += {64, ""};
        sum += {0, "m"};
        QCOMPARE(sum.text(), std::string("320 + n * 4 + m"));
        QVERIFY(!sum.isConstant());
    }

private:
    static QString bytesOf(const QString& line)
    {
        return line.mid(QString("A = alloc ").size()).chopped(QString(" bytes").size());
    }
};

TIR_TEST(TestText)
#include "tst_text.moc"
