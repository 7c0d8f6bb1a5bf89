/// Textual requests to run passes.

#include "passes/workbench/trace/record.h"

#include "core/script/printing/printer.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

constexpr const char* Program = "@T.prim_func(s_tir=True)\n"
                                "def f(A: T.Buffer((8,), \"float32\")):\n"
                                "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                "    A[tx] = T.float32(0.0)\n";

class CountingObserver : public Observer {
public:
    void stepStarted(size_t number, size_t count, const PassInvocation&) override
    {
        m_started.append(QStringLiteral("%1/%2").arg(number).arg(count));
    }
    const QStringList& started() const { return m_started; }

private:
    QStringList m_started;
};

/// The messages, each with its notes in parentheses.
QString summary(const Diagnostics& diagnostics)
{
    QStringList messages;
    for (const Diagnostic& diagnostic : diagnostics) {
        QString message = QString::fromStdString(diagnostic.message);
        for (const DiagnosticNote& note : diagnostic.notes)
            message += QString(" (%1)").arg(QString::fromStdString(note.message));
        messages.append(message);
    }
    return messages.join("; ");
}

} // namespace

class TestRecord : public QObject {
    Q_OBJECT
private slots:
    void configurationIsTyped()
    {
        PassConfig config;
        for (const char* setting :
             {"tirx.merge_static_smem=true", "tirx.disable_assert=False", "tirx.ptx_ldg32=12",
              "tirx.UnrollLoop.auto_max_step=16", "tirx.vtcm_capacity=true"})
            QVERIFY2(addConfig(config, setting).hasValue(), setting);
        // As in TVM, a flag is also a number and a number is also a flag.
        const PassConfig expected = {{"tirx.merge_static_smem", true},
                                     {"tirx.disable_assert", false},
                                     {"tirx.ptx_ldg32", true},
                                     {"tirx.UnrollLoop.auto_max_step", int64_t(16)},
                                     {"tirx.vtcm_capacity", int64_t(1)}};
        QVERIFY(config == expected);
    }

    void wrongConfigurationIsRefused_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("message");
        const auto takes = [](const char* accepted, const char* key, const char* value) {
            QTest::newRow((std::string(key) + "=" + value).c_str())
                << QString("%1=%2").arg(key, value)
                << QString("the configuration '%1' takes %2, but it is '%3'").arg(key, accepted, value);
        };
        for (const char* value : {"", "yes", "on", "TRUE", "\"true\"", "0.5", "[]", "99999999999999999999"})
            takes("true or false", "tirx.use_async_copy", value);
        for (const char* value : {"", "many", "1.5", "-1", "[1]"})
            takes("a whole number from 0 on", "tirx.vtcm_capacity", value);
        takes("a whole number", "tirx.UnrollLoop.auto_max_step", "16x");
        takes("a whole number from 0 to 1", "tirx.UnrollLoop.explicit_unroll", "2");
        takes("a whole number from 0 to 7", "s_tir.HoistExpression.hoisted_let_bindings", "8");
        takes("a whole number from 0 to 15", "s_tir.HoistExpression.hoisted_conditionals", "16");
        takes("a list such as []", "tirx.add_lower_pass", "true");
        QTest::newRow("no value") << "tirx.merge_static_smem"
                                  << "'tirx.merge_static_smem' is not a setting, expected KEY=VALUE";
        QTest::newRow("no key") << "=true"
                                << "'=true' is not a setting, expected KEY=VALUE";
        QTest::newRow("slip of the pen")
            << "tirx.merge_static_sme=true"
            << "no pass reads the configuration 'tirx.merge_static_sme' (did you mean "
               "'tirx.merge_static_smem'?) (`tirc list config` lists all of them)";
        QTest::newRow("other prefix")
            << "tir.merge_static_smem=true"
            << "no pass reads the configuration 'tir.merge_static_smem' (did you mean "
               "'tirx.merge_static_smem'?) (`tirc list config` lists all of them)";
        QTest::newRow("no prefix") << "vtcm_capacity=1"
                                   << "no pass reads the configuration 'vtcm_capacity' (did you mean "
                                      "'tirx.vtcm_capacity'?) (`tirc list config` lists all of them)";
        QTest::newRow("unknown")
            << "tirx.merge=true"
            << "no pass reads the configuration 'tirx.merge' (`tirc list config` lists all of "
               "them)";
    }

    void wrongConfigurationIsRefused()
    {
        QFETCH(const QString, setting);
        QFETCH(const QString, message);
        PassConfig config;
        const Result<bool> added = addConfig(config, setting.toStdString());
        QVERIFY(!added.hasValue());
        QCOMPARE(summary(added.diagnostics()), message);
        QVERIFY(config.empty());
    }

    void wrongPassesAreRefused_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown") << "Fly"
                                 << "no pass 'Fly' is implemented";
        QTest::newRow("slip of the pen")
            << "ThreadSinc(\"shared\")"
            << "no pass 'ThreadSinc' is implemented (did you mean 'ThreadSync'?)";
        QTest::newRow("text for a flag")
            << "InjectPTXLDG32(\"a\")"
            << "InjectPTXLDG32 does not know this value of 'enable' (known values "
               "are True, False)";
        QTest::newRow("flag for a text") << "ThreadSync(True)"
                                         << "ThreadSync does not know this value of 'storage_scope' (known "
                                            "values are \"shared\", \"shared.dyn\", \"warp\")";
    }

    void wrongPassesAreRefused()
    {
        QFETCH(const QString, passes);
        QFETCH(const QString, message);
        const auto recording = record(openText("f.py", Program), {.passes = passes.toStdString()});
        QVERIFY(!recording.hasValue());
        QCOMPARE(summary(recording.diagnostics()), message);
    }

    void observerSeesEveryStep()
    {
        const OpenedProgram program = openText("f.py", Program);
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        CountingObserver observer;
        const auto recording =
            record(program, {.passes = "BindTarget,AnnotateEntryFunc", .observer = &observer});
        QVERIFY(recording.hasValue());
        QCOMPARE(observer.started(), QStringList({"1/2", "2/2"}));
        QCOMPARE((*recording)->pipeline, std::string());
    }

    void cancelledRunHasNoSteps()
    {
        const OpenedProgram program = openText("f.py", Program);
        const std::atomic<bool> cancelled = true;
        const auto recording = record(program, {.pipeline = "split", .cancelled = &cancelled});
        QVERIFY(recording.hasValue());
        QVERIFY((*recording)->steps.empty());
    }

    void recordingOutlivesTheProgram()
    {
        std::shared_ptr<const Recording> recording;
        {
            const OpenedProgram program = openText("f.py", Program);
            recording = *record(program, {.pipeline = "split", .target = "opencl"});
        }
        QCOMPARE(recording->pipeline, std::string("split"));
        const std::string text = printScript(recording->module(1));
        QVERIFY2(text.find("\"kind\": \"opencl\"") != std::string::npos, text.c_str());
    }

    void programsStartOnlyWhereTheyAreAllowed()
    {
        const OpenedProgram program = openText("f.py", Program);
        const auto recording = record(program, {.passes = "BindTarget,external(\"cat\")"});
        QVERIFY(recording.hasValue());
        QVERIFY((*recording)->verdict(2) == Verdict::Failed);
        QCOMPARE(summary((*recording)->diagnostics(2)),
                 QString("'cat' was not started: it has not been confirmed"));
        const auto allowed =
            record(program, {.passes = "BindTarget,external(\"cat\")", .external = {.isAllowed = true}});
        QVERIFY((*allowed)->verdict(2) == Verdict::Unchanged);
    }

    /// Nothing depends on the addresses of nodes, which depend on what was allocated before.
    void runsAreAlwaysTheSame()
    {
        const OpenedProgram program = openText("triangles.py", R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), O: T.Buffer((64,), "int32")):
    for i in T.thread_binding(8, thread="threadIdx.x"):
        for j in range(8):
            O[i * 8 + j] = O[i * 8 + j] + T.if_then_else(j + 2 <= i * 2, A[i] - A[j], B[j])
            O[i * 8 + j] = O[i * 8 + j] + T.if_then_else(j < i * 2, A[i * 8 + j] - A[i * 8 + j], B[i * 8 + j])
)");
        QVERIFY(program.isOpen());
        std::string first;
        std::vector<std::unique_ptr<char[]>> before;
        for (size_t count = 0; count < 60; ++count) {
            for (size_t bytes = 8; bytes < 4096; bytes += 8 * (count % 7 + 1))
                before.push_back(std::make_unique<char[]>(bytes));
            if (count % 3 == 0)
                before.clear();
            const auto recording = record(program, {.pipeline = "s_tir", .mode = Mode::Sound});
            QVERIFY(recording);
            const std::string result = printScript(*(*recording)->result);
            first = count == 0 ? result : first;
            QCOMPARE(result, first);
        }
        QVERIFY(first.find("threadIdx_x * 8") != std::string::npos);
    }
};

TIR_TEST(TestRecord)
#include "tst_record.moc"
