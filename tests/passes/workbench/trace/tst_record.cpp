/// Requests to run passes, in words.

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
        QVERIFY(!addConfig(config, "tirx.use_async_copy=0.5").hasValue());
        QVERIFY(!addConfig(config, "tirx.vtcm_capacity=many").hasValue());
        QVERIFY(!addConfig(config, "tirx.merge_static_smem").hasValue());
        QVERIFY(!addConfig(config, "=true").hasValue());
        QVERIFY(!addConfig(config, "tirx.merge=true").hasValue());
        QVERIFY(config == expected);
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
};

TIR_TEST(TestRecord)
#include "tst_record.moc"
