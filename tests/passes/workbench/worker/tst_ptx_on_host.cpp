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
            .agrees = {{"scheduled", 4}, {"split", 2}, {"traces", 4}, {"tvm_dumps", 1}},
            .hasOneModule = false,
            .operations = 30,
            .lack = "has no counterpart in the PTX that is generated here",
            .refusedSamples = {{"region_on_the_host", "the program has no kernel"},
                               {"pipelined_mma", "has no counterpart in the PTX that is generated here"},
                               {"size_of_the_host", "needs a constant size above zero"}}};
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
