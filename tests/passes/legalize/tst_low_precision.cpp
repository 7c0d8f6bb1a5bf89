/// A program with bfloat16 and 8-bit floats has the same results after every step of a pipeline for a device that
/// supports neither.

#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "passes/workbench/worker/run_here.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

/// Its results are exact in the narrow types, so that it does not matter when a value is rounded.
constexpr const char* Program = R"(
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "bfloat16"), F: T.Buffer((64,), "float8_e4m3fn"), G: T.Buffer((64,), "float8_e5m2"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            A = T.alloc_buffer((64,), "bfloat16", scope="shared.dyn")
            B = T.alloc_buffer((64,), "float8_e4m3fn", scope="shared.dyn")
            A[tx] = X[tx] * T.bfloat16(2.0)
            B[tx] = F[tx]
            T.tvm_storage_sync("shared")
            Y[tx] = T.Cast("float32", A[63 - tx]) + T.Cast("float32", B[63 - tx])
            X[tx] = A[tx]
            F[tx] = T.max(B[tx], T.float8_e4m3fn(0.5))
            G[tx] = T.if_then_else(tx < 32, G[tx], T.float8_e5m2(0.0))
)";

constexpr std::string_view Passes =
    "BindTarget, BF16ComputeLegalize, FP8ComputeLegalize, VerifyMemory, AnnotateEntryFunc, "
    "MergeSharedMemoryAllocations, AnnotateDeviceRegions, SplitHostDevice, LowerDeviceKernelLaunch, "
    "MakePackedAPI, FP8StorageLegalize, BF16StorageLegalize";

} // namespace

class TestLowPrecision : public QObject {
    Q_OBJECT

private slots:
    void everyStepComputesTheSame()
    {
        const auto parsed = parseModule(SourceText("program", Program));
        QVERIFY2(parsed, parsed ? "" : parsed.diagnostics().front().message.c_str());
        Arena arena;
        PassRunOptions options;
        options.target =
            *targetFromText(arena, R"({"kind": "cuda", "arch": "sm_75", "host": {"kind": "llvm"}})");
        options.mode = Mode::Sound;
        const auto recording = runPasses(parsed->module, parseInvocations(Passes).value(), "", options);

        const RunReport expected = run(*recording, 0);
        QVERIFY2(expected.status == RunStatus::Done, expected.message.c_str());
        for (size_t number = 1; number < recording->moduleCount(); ++number) {
            const Step& step = recording->steps[number - 1];
            QVERIFY2(step.verdict == Verdict::Changed || step.verdict == Verdict::Unchanged,
                     step.diagnostics.empty() ? "" : step.diagnostics.front().message.c_str());
            const RunReport report = run(*recording, number);
            QVERIFY2(report.status == RunStatus::Done, (step.pass.name + ": " + report.message).c_str());
            QCOMPARE(report.tensors.size(), expected.tensors.size());
            for (size_t i = 0; i < expected.tensors.size(); ++i)
                QVERIFY2(report.tensors[i].after == expected.tensors[i].after,
                         (step.pass.name + " changes " + expected.tensors[i].name).c_str());
        }
        QCOMPARE(int(recording->steps.size()), 12);
    }

private:
    static RunReport run(const Recording& recording, size_t number)
    {
        RunRequest request;
        request.module = {recording.arena, &recording.module(number)};
        request.signature = recording.input;
        request.entry = "main";
        return runHere(request);
    }
};

TIR_TEST(TestLowPrecision)
#include "tst_low_precision.moc"
