/// Generated CUDA C is executed without a GPU: a stand-in for nvcc compiles it for this processor, with its own threads,
/// barriers, and warps, and the stand-in for the driver launches it.

#include "core/runtime/cuda/nvcc.h"
#include "tests/passes/workbench/worker/host_gpu_test.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// Of tests/support/host_toolkit.
constexpr const char* StandInCompiler = "nvcc 12.99";

HostWay cudaC()
{
    return {.via = "nvcc",
            .compiler = StandInCompiler,
            .agrees = {{"scheduled", 7}, {"split", 2}, {"traces", 6}, {"tvm_dumps", 1}},
            .refusedSamples = {{"region_on_the_host", "the program has no kernel"},
                               {"size_of_the_host", "is allocated with a size that is not constant"}},
            .largePrograms = {"traces/gpu_gemv_decode_gemv2_236ca1e8.s_tir",
                              "traces/gpu_general_reduction_softmax_3_c75fa048.s_tir",
                              "traces/gpu_low_batch_gemv_outer_reduction_8df21d65.s_tir",
                              "traces/gpu_matmul_inline_consumer_chain_86281885.s_tir",
                              "tvm_dumps/gpu_general_reduction_softmax_3_c75fa048"}};
}

} // namespace

class TstCudaOnHost : public HostGpuTest {
    Q_OBJECT

public:
    TstCudaOnHost() : HostGpuTest(cudaC()) {}

private:
    void prepare() override;
};

void TstCudaOnHost::prepare()
{
    qputenv("CUDA_HOME", sourcePath("tests/support/host_toolkit").toUtf8());
    if (!qEnvironmentVariableIsSet("CXX"))
        qputenv("CXX", TIRSCOPE_TEST_CXX);
    const Result<Nvcc> nvcc = Nvcc::find();
    QVERIFY(nvcc);
    QCOMPARE("nvcc " + nvcc->version(), std::string(StandInCompiler));
    const Result<NvrtcOutput> made = nvcc->compile("extern \"C\" __global__ void k(int n);\n"
                                                   "extern \"C\" __global__ void k(int n) {}\n",
                                                   "sm_90");
    QVERIFY(made);
    if (made->cubin.empty() && made->log.find("not found") != std::string::npos)
        QSKIP("no C++ compiler found on this machine");
    QVERIFY2(!made->cubin.empty(), made->log.c_str());
}

TIR_TEST(TstCudaOnHost)
#include "tst_cuda_on_host.moc"
