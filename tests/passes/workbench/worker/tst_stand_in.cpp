/// The stand-in for the CUDA driver rejects what a driver rejects: images for other GPUs, arguments, extents, clusters.

#include "core/codegen/toolkit/ptxas.h"
#include "core/runtime/cuda/cuda_driver.h"
#include "tests/passes/workbench/worker/stand_in_test.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr cuda::Status InvalidValue = 1;
constexpr cuda::Status InvalidClusterSize = 912;

/// A kernel k(pointer, int32) that does nothing.
std::string kernelFor(const std::string& arch, const std::string& version = "8.6")
{
    return ".version " + version + "\n.target " + arch +
           "\n.address_size 64\n\n"
           ".visible .entry k(\n\t.param .u64 .ptr .global .align 4 k_param_0,\n\t.param .u32 k_param_1\n)\n"
           "{\n\tret;\n}\n";
}

/// A context of the stand-in's GPU, with everything that a test makes in it.
class Driver {
public:
    Driver() : m_driver(*CudaDriver::open()), call(m_driver.functions())
    {
        call.cuDeviceGet(&m_device, 0);
        cuda::Context context = nullptr;
        call.cuDevicePrimaryCtxRetain(&context, m_device);
        call.cuCtxSetCurrent(context);
        call.cuMemAlloc_v2(&memory, 256);
    }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    ~Driver()
    {
        if (m_module)
            call.cuModuleUnload(m_module);
        call.cuMemFree_v2(memory);
        call.cuDevicePrimaryCtxRelease_v2(m_device);
    }

    cuda::Status load(const std::string& image)
    {
        return call.cuModuleLoadDataEx(&m_module, image.c_str(), 0, nullptr, nullptr);
    }
    cuda::Function kernel()
    {
        cuda::Function function = nullptr;
        call.cuModuleGetFunction(&function, m_module, "k");
        return function;
    }

private:
    CudaDriver m_driver;
    cuda::Device m_device = 0;
    cuda::Module m_module = nullptr;

public:
    const cuda::Functions& call;
    cuda::DevicePointer memory = 0;
};

struct Extents {
    std::array<unsigned, 3> grid = {1, 1, 1};
    std::array<unsigned, 3> block = {32, 1, 1};
    std::array<unsigned, 3> cluster = {};
};

cuda::Status launch(Driver& driver, cuda::Function kernel, const Extents& extents,
                    std::vector<uint64_t> values)
{
    cuda::LaunchAttribute attribute = {};
    attribute.id = cuda::LaunchAttributeId::ClusterDimension;
    cuda::LaunchConfig config = {};
    std::copy_n(extents.grid.begin(), 3, config.grid);
    std::copy_n(extents.block.begin(), 3, config.block);
    std::copy_n(extents.cluster.begin(), 3, attribute.value.cluster);
    config.attributes = &attribute;
    config.attributeCount = extents.cluster[0] > 0;
    std::vector<void*> arguments;
    for (uint64_t& value : values)
        arguments.push_back(&value);
    arguments.push_back(nullptr);
    return driver.call.cuLaunchKernelEx(&config, kernel, arguments.data(), nullptr);
}

} // namespace

class TstStandIn : public StandInTest {
    Q_OBJECT

private slots:
    void ptxIsForItsGpuAndLaterOnes_data();
    void ptxIsForItsGpuAndLaterOnes();
    void ptxIsForItsDriverAndLaterOnes_data();
    void ptxIsForItsDriverAndLaterOnes();
    void machineCodeIsForItsGeneration_data();
    void machineCodeIsForItsGeneration();
    void argumentsAreChecked_data();
    void argumentsAreChecked();
    void extentsAreChecked_data();
    void extentsAreChecked();
};

void TstStandIn::ptxIsForItsGpuAndLaterOnes_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<int>("status");
    const auto row = [](const char* device, const char* arch, cuda::Status status) {
        QTest::addRow("%s on %s", arch, device) << QByteArray(device) << QByteArray(arch) << int(status);
    };
    row("90", "sm_90", cuda::Success);
    row("90", "sm_80", cuda::Success);
    row("90", "sm_90a", cuda::Success);
    row("100", "sm_90a", cuda::InvalidPtx);
    row("90", "sm_100", cuda::InvalidPtx);
    row("80", "sm_86", cuda::InvalidPtx);
}

void TstStandIn::ptxIsForItsGpuAndLaterOnes()
{
    QFETCH(QByteArray, device);
    QFETCH(QByteArray, arch);
    qputenv("STAND_IN_CUDA_ARCH", device);
    Driver driver;
    QTEST(int(driver.load(kernelFor(arch.toStdString()))), "status");
}

void TstStandIn::ptxIsForItsDriverAndLaterOnes_data()
{
    QTest::addColumn<QByteArray>("served");
    QTest::addColumn<QByteArray>("ptx");
    QTest::addColumn<int>("status");
    const auto row = [](const char* served, const char* ptx, cuda::Status status) {
        QTest::addRow("%s on %s", ptx, served) << QByteArray(served) << QByteArray(ptx) << int(status);
    };
    row("11080", "7.8", cuda::Success);
    row("11080", "8.0", cuda::UnsupportedPtxVersion);
    row("12000", "8.0", cuda::Success);
    row("12000", "8.1", cuda::UnsupportedPtxVersion);
    row("12010", "8.1", cuda::Success);
    row("12060", "8.5", cuda::Success);
    row("12060", "8.6", cuda::UnsupportedPtxVersion);
    row("13000", "9.0", cuda::Success);
    row("11080", "7.0", cuda::Success);
}

void TstStandIn::ptxIsForItsDriverAndLaterOnes()
{
    QFETCH(QByteArray, served);
    QFETCH(QByteArray, ptx);
    qputenv("STAND_IN_CUDA_VERSION", served);
    Driver driver;
    QTEST(int(driver.load(kernelFor("sm_80", ptx.toStdString()))), "status");
}

void TstStandIn::machineCodeIsForItsGeneration_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("arch");
    QTest::addColumn<int>("status");
    const auto row = [](const char* device, const char* arch, cuda::Status status) {
        QTest::addRow("%s on %s", arch, device) << QByteArray(device) << QByteArray(arch) << int(status);
    };
    row("90", "sm_90", cuda::Success);
    row("86", "sm_80", cuda::Success);
    row("80", "sm_86", cuda::NoBinaryForGpu);
    row("90", "sm_80", cuda::NoBinaryForGpu);
    row("80", "sm_90", cuda::NoBinaryForGpu);
}

void TstStandIn::machineCodeIsForItsGeneration()
{
    QFETCH(QByteArray, device);
    QFETCH(QByteArray, arch);
    const Result<AssembledKernels> assembled = assemblePtx(kernelFor("sm_80"), arch.toStdString());
    if (!assembled && assembled.diagnostics().front().code == "no-tool")
        QSKIP("no ptxas or no libdevice found on this machine");
    QVERIFY2(assembled, assembled ? "" : assembled.diagnostics().front().message.c_str());
    qputenv("STAND_IN_CUDA_ARCH", device);
    Driver driver;
    QTEST(int(driver.load(assembled->cubin)), "status");
}

void TstStandIn::argumentsAreChecked_data()
{
    QTest::addColumn<std::vector<uint64_t>>("values"); // 0 is the address of the memory
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char* name, const std::vector<uint64_t>& values, const char* complaint) {
        QTest::newRow(name) << values << QString(complaint);
    };
    row("two of two", {0, 7}, "");
    row("a negative number", {0, 0xffffffff}, "");
    row("one of two", {0}, "argument 1: there is no value");
    row("none of two", {}, "argument 0: there is no value");
    row("three of two", {0, 7, 7}, "there are more than 2 arguments");
    row("eight bytes for four", {0, uint64_t(1) << 32}, "argument 1: the value has more than its 4 bytes");
    row("memory of the host", {4096, 7}, "argument 0: it is not an address of the GPU");
}

void TstStandIn::argumentsAreChecked()
{
    QFETCH(std::vector<uint64_t>, values);
    QFETCH(QString, complaint);
    Driver driver;
    QCOMPARE(driver.load(kernelFor("sm_80")), cuda::Success);
    if (!values.empty() && values[0] == 0)
        values[0] = driver.memory;
    const cuda::Status status = launch(driver, driver.kernel(), {}, values);
    QCOMPARE(status, complaint.isEmpty() ? cuda::Success : InvalidValue);
    QCOMPARE(QString(standIn<StandInComplaint>("standInComplaint")()), complaint);
}

void TstStandIn::extentsAreChecked_data()
{
    QTest::addColumn<Extents>("extents");
    QTest::addColumn<bool>("hasLargeClusters");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const Extents& extents, cuda::Status status,
                        bool hasLarge = false) { QTest::newRow(name) << extents << hasLarge << int(status); };
    row("the most threads", {.block = {1024, 1, 1}}, cuda::Success);
    row("the most blocks", {.grid = {1, 65535, 1}}, cuda::Success);
    row("no blocks", {.grid = {1, 0, 1}}, InvalidValue);
    row("no threads", {.block = {0, 1, 1}}, InvalidValue);
    row("too many blocks along y", {.grid = {1, 65536, 1}}, InvalidValue);
    row("too many blocks along z", {.grid = {1, 1, 65536}}, InvalidValue);
    row("too many threads", {.block = {1024, 2, 1}}, InvalidValue);
    row("too many threads along z", {.block = {1, 1, 65}}, InvalidValue);
    row("clusters", {.grid = {16, 2, 1}, .cluster = {4, 2, 1}}, cuda::Success);
    row("clusters that do not fit", {.grid = {6, 1, 1}, .cluster = {4, 1, 1}}, InvalidValue);
    row("clusters without blocks", {.grid = {4, 1, 1}, .cluster = {4, 0, 1}}, InvalidValue);
    row("large clusters", {.grid = {16, 1, 1}, .cluster = {16, 1, 1}}, InvalidClusterSize);
    row("large clusters that are allowed", {.grid = {16, 1, 1}, .cluster = {16, 1, 1}}, cuda::Success, true);
    row("clusters that are too large", {.grid = {32, 1, 1}, .cluster = {32, 1, 1}}, InvalidClusterSize, true);
}

void TstStandIn::extentsAreChecked()
{
    QFETCH(Extents, extents);
    QFETCH(bool, hasLargeClusters);
    qputenv("STAND_IN_CUDA_KERNEL", "none");
    Driver driver;
    QCOMPARE(driver.load(kernelFor("sm_80")), cuda::Success);
    cuda::Function kernel = driver.kernel();
    if (hasLargeClusters)
        QCOMPARE(driver.call.cuFuncSetAttribute(kernel, cuda::FunctionAttribute::NonPortableClusterSize, 1),
                 cuda::Success);
    QTEST(int(launch(driver, kernel, extents, {driver.memory, 7})), "status");
}

TIR_TEST(TstStandIn)
#include "tst_stand_in.moc"
