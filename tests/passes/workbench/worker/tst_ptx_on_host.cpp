/// Generated PTX is executed without a GPU: LLVM generates and optimizes it, and the stand-in for the driver interprets it
/// (tests/support/host_ptx), instruction by instruction.

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "tests/passes/workbench/worker/host_gpu_test.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

HostWay ptx()
{
    return {.via = "nvptx",
            .compiler = "LLVM ",
            .agrees = {{"scheduled", 5}, {"split", 2}, {"traces", 5}, {"tvm_dumps", 1}},
            .hasOneModule = false,
            .operations = 98,
            .lack = "has no counterpart in the PTX that is generated here",
            .refusedSamples = {{"region_on_the_host", "the program has no kernel"},
                               {"pipelined_mma", "has no counterpart in the PTX that is generated here"},
                               {"size_of_the_host", "needs a constant size above zero"}},
            .largePrograms = {"traces/gpu_gemv_decode_gemv2_236ca1e8.s_tir",
                              "traces/gpu_gemv_outer_reduction_adreno_1f095db5.s_tir",
                              "traces/gpu_general_reduction_softmax_3_c75fa048.s_tir",
                              "traces/gpu_low_batch_gemv_outer_reduction_8df21d65.s_tir",
                              "traces/gpu_matmul_inline_consumer_chain_86281885.s_tir",
                              "tvm_dumps/gpu_general_reduction_softmax_3_c75fa048"}};
}

} // namespace

class TstPtxOnHost : public HostGpuTest {
    Q_OBJECT

public:
    TstPtxOnHost() : HostGpuTest(ptx()) {}

private:
    void prepare() override;
};

void TstPtxOnHost::prepare()
{
    if (!findLibdevice())
        QSKIP("no libdevice found on this machine");
}

TIR_TEST(TstPtxOnHost)
#include "tst_ptx_on_host.moc"
