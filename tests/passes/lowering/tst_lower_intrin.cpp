/// LowerIntrin uses the operands of a division several times; those may contain `let` expressions.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/pipelines.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

class TestLowerIntrin : public QObject {
    Q_OBJECT
private slots:
    void nestedDivisionsAreWellFormed_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* value : {"A[i] % -3 % 1009", "A[i] // (A[15 - i] // n)", "A[i] // n // n % n"})
            QTest::newRow(value) << value;
    }

    void nestedDivisionsAreWellFormed()
    {
        QFETCH(QString, value);
        const QString text =
            "@T.prim_func(s_tir=True)\n"
            "def main(A: T.Buffer((16,), \"int32\"), Y: T.Buffer((16,), \"int32\"), n: T.int32):\n"
            "    for i in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
            "        Y[i] = " +
            value + "\n";
        const Result<ParsedModule> parsed = parseModule(SourceText("divisions.py", text.toStdString()));
        QVERIFY(parsed);
        const auto recording = runPasses(parsed->module, findPipeline("s_tir")->passes, "s_tir",
                                         {.mode = Mode::Sound, .config = {}});
        for (const Step& step : recording->steps)
            QVERIFY2(step.verdict == Verdict::Changed || step.verdict == Verdict::Unchanged,
                     step.pass.name.c_str());
        const std::string lowered = printScript(*recording->result);
        QVERIFY2(lowered.find("T.Let(") != std::string::npos, lowered.c_str()); // else it checks nothing
    }
};

TIR_TEST(TestLowerIntrin)
#include "tst_lower_intrin.moc"
