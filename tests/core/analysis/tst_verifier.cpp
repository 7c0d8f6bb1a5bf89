/// What golden cases (tests/golden/verify) cannot show of the verifier. A finding reads `line code: message`, with `!` in
/// front of errors.

#include "core/analysis/verify/verifier.h"

#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString findings(const QString& text)
{
    const testing::Program program(text);
    QString result;
    for (const Diagnostic& found : verify(program.module())) {
        result += QString("%1%2 %3: %4")
                      .arg(found.severity == Severity::Error ? "!" : "")
                      .arg(program.line(found.place))
                      .arg(QString::fromStdString(found.code), QString::fromStdString(found.message));
        result += "\n";
    }
    return result;
}

} // namespace

class TestVerifier : public QObject {
    Q_OBJECT
private slots:
    /// Its text cannot be read back, so it is not a golden case.
    void symbolsAreIdentifiers()
    {
        QCOMPARE(findings("@T.prim_func(s_tir=True, private=True)\n"
                          "def main(n: T.int32):\n"
                          "    T.func_attr({\"global_symbol\": \"a; run(); //\"})\n"
                          "    T.evaluate(n)\n"),
                 "!1 invalid-name: the symbol of function 'main' is not an identifier\n");
    }

    /// A variable that is used everywhere gives a list that is cut off, with the number of the others.
    void usesBeyondTheLimitAreCounted()
    {
        QString text = "@T.prim_func(s_tir=True)\n"
                       "def main(A: T.Buffer((8,), \"int32\")):\n"
                       "    ghost = T.int32()\n";
        for (int i = 0; i < 250; ++i)
            text += "    A[0] = ghost\n";
        const QStringList lines = findings(text).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 201);
        QCOMPARE(lines.last(), "!204 undefined-variable: and 50 more uses of 'ghost' from here on");
    }
};

TIR_TEST(TestVerifier)
#include "tst_verifier.moc"
