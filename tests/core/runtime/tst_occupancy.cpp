/// Occupancy: known points, every capability compared with NVIDIA's calculator if its header is there, and tables whose
/// every row is a drop of the occupancy.

#include "core/runtime/occupancy.h"
#include "core/support/gpu_arch.h"
#include "tests/support/test_main.h"

#if TIR_HAS_CUDA_HEADERS
#include <cuda_occupancy.h>
#endif

#include <QtTest>

using namespace tir;

class TstOccupancy : public QObject {
    Q_OBJECT

private slots:
    void knownPoints_data();
    void knownPoints();
    void whatABlockTakes();
    void everyArchitectureIsKnown();
    void unknownArchitectures();
    void agreesWithNvidia();
    void tablesSayWhereItFalls();
    void words();
};

void TstOccupancy::knownPoints_data()
{
    QTest::addColumn<QString>("arch");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("sharedBytes");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("warps");
    QTest::addColumn<QString>("limiters");
    // Worked out by hand from the tables of the programming guide.
    QTest::newRow("full by threads") << "sm_90" << 256 << 32 << 0 << 8 << 64 << "threads and registers";
    QTest::newRow("one warp a block") << "sm_90" << 32 << 16 << 0 << 32 << 32 << "blocks";
    QTest::newRow("a warp and a bit is two warps")
        << "sm_90" << 33 << 16 << 0 << 32 << 64 << "threads and blocks";
    QTest::newRow("registers") << "sm_90" << 256 << 128 << 0 << 2 << 16 << "registers";
    QTest::newRow("limits that tie") << "sm_90" << 256 << 32 << 27 * 1024 << 8 << 64
                                     << "threads, registers and shared memory";
    QTest::newRow("registers come in eights") << "sm_90" << 256 << 33 << 0 << 6 << 48 << "registers";
    QTest::newRow("all the shared memory of a block")
        << "sm_90" << 128 << 32 << 227 * 1024 << 1 << 4 << "shared memory";
    QTest::newRow("more shared memory than a block may have")
        << "sm_90" << 128 << 32 << 227 * 1024 + 1 << 0 << 0 << "shared memory";
    QTest::newRow("the system's own KiB counts")
        << "sm_90" << 64 << 16 << 228 * 1024 / 4 << 3 << 6 << "shared memory";
    QTest::newRow("too many threads") << "sm_90" << 1025 << 16 << 0 << 0 << 0 << "threads";
    QTest::newRow("too many registers in a thread") << "sm_90" << 32 << 256 << 0 << 0 << 0 << "registers";
    QTest::newRow("a block that the registers do not hold")
        << "sm_90" << 1024 << 72 << 0 << 0 << 0 << "registers";
    QTest::newRow("Turing has half the warps") << "sm_75" << 256 << 32 << 0 << 4 << 32 << "threads";
    QTest::newRow("Ampere of games") << "sm_86" << 1024 << 32 << 0 << 1 << 32 << "threads";
    QTest::newRow("Ada holds 24 blocks") << "sm_89" << 32 << 32 << 0 << 24 << 24 << "blocks";
    QTest::newRow("a suffix changes nothing")
        << "sm_90a" << 256 << 32 << 0 << 8 << 64 << "threads and registers";
}

void TstOccupancy::knownPoints()
{
    QFETCH(QString, arch);
    QFETCH(int, threads);
    QFETCH(int, registers);
    QFETCH(int, sharedBytes);
    const auto limits = gpuLimits(arch.toStdString());
    QVERIFY(limits);
    const Occupancy occupancy =
        occupancyOf(*limits, {.threads = threads, .registers = registers, .sharedBytes = sharedBytes});
    QTEST(occupancy.blocks, "blocks");
    QTEST(occupancy.warps, "warps");
    QTEST(QString::fromStdString(limitersText(occupancy)), "limiters");
}

/// 200 threads are 7 warps; 33 registers of 32 threads are given in units of 256: 1280 a warp; the system takes 1 KiB of
/// shared memory of each block.
void TstOccupancy::whatABlockTakes()
{
    const auto uses =
        resourceUses(*gpuLimits("sm_90"), {.threads = 200, .registers = 33, .sharedBytes = 1000});
    const auto inWords = [](const ResourceUse& use) {
        return QStringLiteral("%1: %2 of %3, %4 blocks")
            .arg(QString::fromStdString(std::string(toString(use.resource))))
            .arg(use.ofBlock)
            .arg(use.total)
            .arg(use.blocks);
    };
    QCOMPARE(inWords(uses[0]), QString("threads: 7 of 64, 9 blocks"));
    QCOMPARE(inWords(uses[1]), QString("blocks: 1 of 32, 32 blocks"));
    QCOMPARE(inWords(uses[2]), QString("registers: 8960 of 65536, 6 blocks"));
    QCOMPARE(inWords(uses[3]), QString("shared memory: 2048 of 233472, 114 blocks"));
}

void TstOccupancy::everyArchitectureIsKnown()
{
    const std::vector<std::string> archs = occupancyArchs();
    QVERIFY(std::ranges::find(archs, "sm_70") != archs.end());
    QVERIFY(std::ranges::find(archs, "sm_88") != archs.end());
    QVERIFY(std::ranges::find(archs, "sm_90") != archs.end());
    for (const std::string& arch : archs)
        QVERIFY2(gpuLimits(arch), arch.c_str());
}

void TstOccupancy::unknownArchitectures()
{
    QVERIFY(!gpuLimits("sm_61"));
    QVERIFY(!gpuLimits("sm_80a"));
    QVERIFY(!gpuLimits("sm_999"));
    QVERIFY(!gpuLimits("gfx90a"));
    QVERIFY(!gpuLimits(""));
}

void TstOccupancy::agreesWithNvidia()
{
#if TIR_HAS_CUDA_HEADERS
    int compared = 0;
    for (const std::string& arch : occupancyArchs()) {
        const int number = computeCapability(arch);
        const auto limits = gpuLimits(arch);
        QVERIFY(limits);
        cudaOccDeviceProp device;
        device.computeMajor = number / 10;
        device.computeMinor = number % 10;
        device.maxThreadsPerBlock = 1024;
        device.maxThreadsPerMultiprocessor = limits->warps * 32;
        device.regsPerBlock = 65536;
        device.regsPerMultiprocessor = 65536;
        device.warpSize = 32;
        device.sharedMemPerBlock = 48 << 10;
        device.sharedMemPerMultiprocessor = size_t(limits->sharedBytes);
        device.numSms = 1;
        device.sharedMemPerBlockOptin = size_t(limits->blockSharedBytes);
        device.reservedSharedMemPerBlock = size_t(limits->reservedBytes);
        cudaOccDeviceState state;
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
        for (int threads = 1; threads <= 1024; threads += threads < 128 ? 13 : 61)
            for (int registers = 16; registers <= 255; registers += 9)
                for (int64_t shared = 0; shared <= limits->blockSharedBytes; shared += 3333) {
                    cudaOccFuncAttributes function;
                    function.maxThreadsPerBlock = 1024;
                    function.numRegs = registers;
                    function.sharedSizeBytes = 0;
                    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                    function.maxDynamicSharedSizeBytes = size_t(limits->blockSharedBytes);
                    function.numBlockBarriers = 1;
                    cudaOccResult theirs = {};
                    QCOMPARE(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &device, &function, &state,
                                                                     threads, size_t(shared)),
                             CUDA_OCC_SUCCESS);
                    const Occupancy ours = occupancyOf(
                        *limits, {.threads = threads, .registers = registers, .sharedBytes = shared});
                    if (ours.blocks != theirs.activeBlocksPerMultiprocessor)
                        QFAIL(qPrintable(
                            QString("sm_%1, %2 threads, %3 registers, %4 bytes: %5 blocks, but NVIDIA "
                                    "says %6")
                                .arg(number)
                                .arg(threads)
                                .arg(registers)
                                .arg(shared)
                                .arg(ours.blocks)
                                .arg(theirs.activeBlocksPerMultiprocessor)));
                    ++compared;
                }
    }
    QVERIFY(compared > 10000);
#else
    QSKIP("built without the CUDA toolkit's cuda_occupancy.h");
#endif
}

void TstOccupancy::tablesSayWhereItFalls()
{
    const GpuLimits limits = *gpuLimits("sm_90");
    const BlockDemand own{.threads = 192, .registers = 50, .sharedBytes = 20000};
    const OccupancyWhatIf whatIf = occupancyWhatIf(limits, own);

    QList<int> threads;
    for (const OccupancyCase& row : whatIf.threads)
        threads << row.demand.threads;
    QCOMPARE(threads, (QList<int>{32, 64, 128, 192, 256, 512, 1024}));

    int owns = 0;
    for (size_t i = 0; i < whatIf.registers.size(); ++i) {
        const OccupancyCase& row = whatIf.registers[i];
        QCOMPARE(row.occupancy.blocks, occupancyOf(limits, row.demand).blocks);
        owns += row.demand.registers == own.registers;
        BlockDemand next = row.demand;
        ++next.registers;
        if (row.demand.registers != own.registers)
            QVERIFY(occupancyOf(limits, next).blocks < row.occupancy.blocks || next.registers > 255);
    }
    QCOMPARE(owns, 1);
    owns = 0;
    for (const OccupancyCase& row : whatIf.shared) {
        owns += row.demand.sharedBytes == own.sharedBytes;
        BlockDemand next = row.demand;
        ++next.sharedBytes;
        if (row.demand.sharedBytes != own.sharedBytes)
            QVERIFY(occupancyOf(limits, next).blocks < row.occupancy.blocks);
    }
    QCOMPARE(owns, 1);
    QVERIFY(std::is_sorted(whatIf.shared.begin(), whatIf.shared.end(), [](const auto& a, const auto& b) {
        return a.demand.sharedBytes < b.demand.sharedBytes;
    }));
}

void TstOccupancy::words()
{
    const GpuLimits limits = *gpuLimits("sm_90");
    QCOMPARE(QString::fromStdString(toString(occupancyOf(limits, {.threads = 256, .registers = 128}))),
             QString("25 % (16 of 64 warps, 2 blocks), limited by registers"));
    QCOMPARE(QString::fromStdString(toString(occupancyOf(limits, {.threads = 64, .sharedBytes = 300000}))),
             QString("cannot be launched: one block needs more shared memory than available"));
}

TIR_TEST(TstOccupancy)
#include "tst_occupancy.moc"
