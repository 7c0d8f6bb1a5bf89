/// The interpreter of PTX that the stand-in for the CUDA driver has: values of instructions, and what it refuses.

#include "tests/support/host_ptx/ptx_machine.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir::testing;

namespace {

constexpr uint64_t DeviceBit = uint64_t(1) << 62;
constexpr uint32_t Threads = 64;

alignas(16) std::byte memory[1024];

std::byte* memoryAt(uint64_t address, size_t bytes)
{
    const uint64_t offset = address - DeviceBit;
    return offset <= sizeof memory && bytes <= sizeof memory - offset ? memory + offset : nullptr;
}

/// What goes wrong; empty: nothing. Each thread has the address of its own word in %rd2.
QString run(const QString& body)
{
    const QString text = ".version 7.8\n.target sm_90\n.address_size 64\n"
                         ".extern .shared .align 16 .b8 dynamic[];\n"
                         ".visible .entry k(.param .u64 k_param_0)\n{\n"
                         ".reg .pred %p<4>;\n.reg .b16 %rs<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n"
                         ".reg .f32 %f<4>;\n.reg .f64 %fd<4>;\n.shared .align 16 .b8 k_tile[128];\n"
                         "ld.param.u64 %rd0, [k_param_0];\nmov.u32 %r0, %tid.x;\n"
                         "mul.wide.u32 %rd1, %r0, 4;\nadd.s64 %rd2, %rd0, %rd1;\n" +
                         body + "\nret;\n}\n";
    const PtxText read = readPtxText(text.toStdString());
    const PtxProgram program = linkPtx(read, "k");
    if (!program.complaint.empty())
        return QString::fromStdString(program.complaint);
    uint64_t address = DeviceBit;
    void* arguments[] = {&address};
    const unsigned grid[] = {1, 1, 1};
    const unsigned block[] = {Threads, 1, 1};
    std::memset(memory, 0, sizeof memory);
    const PtxLaunch launch{.grid = grid,
                           .block = block,
                           .cluster = {1, 1, 1},
                           .dynamicBytes = 256,
                           .arguments = arguments,
                           .memoryAt = &memoryAt};
    return QString::fromStdString(PtxMachine(program, launch).run());
}

uint32_t wordOf(uint32_t thread)
{
    uint32_t word = 0;
    std::memcpy(&word, memory + thread * sizeof word, sizeof word);
    return word;
}

} // namespace

class TstHostPtx : public QObject {
    Q_OBJECT

private slots:
    void instructionsCompute_data();
    void instructionsCompute();
    void threadsExchange_data();
    void threadsExchange();
    void mistakesAreSaid_data();
    void mistakesAreSaid();
};

void TstHostPtx::instructionsCompute_data()
{
    QTest::addColumn<QString>("body"); ///< computes %r1
    QTest::addColumn<uint32_t>("value");
    const auto row = [](const char* body, uint32_t value) { QTest::newRow(body) << QString(body) << value; };
    row("mov.b32 %r1, -7;", uint32_t(-7));
    row("mul.hi.s32 %r1, -2, 5;", uint32_t(-1));
    row("mul.hi.u32 %r1, 0x80000000, 6;", 3);
    row("mad.lo.s32 %r1, -3, 4, 5;", uint32_t(-7));
    row("div.s32 %r1, -7, 2;", uint32_t(-3));
    row("rem.s32 %r1, -7, 2;", uint32_t(-1));
    row("shr.s32 %r1, -8, 1;", uint32_t(-4));
    row("shr.u32 %r1, 8, 40;", 0);
    row("shl.b32 %r1, 1, 33;", 0);
    row("bfe.s32 %r1, 0xF0, 4, 4;", uint32_t(-1));
    row("bfi.b32 %r1, 5, 0xFF0, 4, 4;", 0xf50);
    row("prmt.b32 %r1, 0x11223344, 0x55667788, 0x7054;", 0x55447788);
    row("shf.l.wrap.b32 %r1, 0x80000000, 1, 1;", 3);
    row("popc.b32 %r1, 0xF0F;", 8);
    row("clz.b32 %r1, 1;", 31);
    row("brev.b32 %r1, 1;", 0x80000000);
    row("dp4a.s32.u32 %r1, 0xFF, 0xFF, 1;", uint32_t(-254));
    row("add.cc.u32 %r2, 0xFFFFFFFF, 1;\naddc.u32 %r1, 1, 1;", 3);
    row("sub.cc.u32 %r2, 0, 1;\nsubc.u32 %r1, 5, 1;", 3);
    row("cvt.rzi.s32.f32 %r1, 0fC0200000;", uint32_t(-2));
    row("cvt.rni.s32.f32 %r1, 0f40200000;", 2);
    row("cvt.rzi.u32.f32 %r1, 0fC0200000;", 0);
    row("cvt.rzi.s32.f32 %r1, 0f7FC00000;", 0);
    row("cvt.rzi.s32.f32 %r1, 0f4F800000;", 0x7fffffff);
    row("cvt.rzi.s32.f64 %r1, 0d7FF8000000000000;", 0x80000000);
    row("cvt.rzi.s64.f32 %rd3, 0f7FC00000;\nmov.b64 {%r2, %r1}, %rd3;", 0x80000000);
    row("mov.b32 %r2, 0x80;\ncvt.s32.s8 %r1, %r2;", uint32_t(-128));
    row("cvt.rn.f16.f32 %rs1, 0f3F800000;\ncvt.u32.u16 %r1, %rs1;", 0x3c00);
    row("cvt.rn.bf16x2.f32 %r1, 0f3F800000, 0f40000000;", 0x3f804000);
    row("cvt.rn.satfinite.e4m3x2.f32 %rs1, 0f00000000, 0f44800000;\ncvt.u32.u16 %r1, %rs1;", 0x7e);
    row("mov.b32 %r2, 0x3C004000;\nadd.rn.f16x2 %r1, %r2, %r2;", 0x40004400);
    row("add.rz.f32 %f1, 0f3F800000, 0f33FFFFFF;\nmov.b32 %r1, %f1;", 0x3f800000);
    row("add.rn.f32 %f1, 0f3F800000, 0f33FFFFFF;\nmov.b32 %r1, %f1;", 0x3f800001);
    row("min.f32 %f1, 0f7FC00000, 0f3F800000;\nmov.b32 %r1, %f1;", 0x3f800000);
    row("min.f32 %f1, 0f00000000, 0f80000000;\nmov.b32 %r1, %f1;", 0x80000000);
    row("setp.ltu.f32 %p1, 0f7FC00000, 0f3F800000;\nselp.b32 %r1, 1, 2, %p1;", 1);
    row("setp.lt.f32 %p1, 0f7FC00000, 0f3F800000;\nselp.b32 %r1, 1, 2, %p1;", 2);
    row("{ .reg .b32 t; mov.b64 %rd3, {3, 4}; mov.b64 {t, %r1}, %rd3; }", 4);
    row("mov.b32 %r1, 1;\nbra $there;\nmov.b32 %r1, 2;\n$there:", 1);
    row("mov.b32 %r1, 0;\n$again:\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 9;\n@%p1 bra $again;", 9);
}

void TstHostPtx::instructionsCompute()
{
    QFETCH(QString, body);
    QFETCH(uint32_t, value);
    QCOMPARE(run(body + "\nst.global.u32 [%rd2], %r1;"), QString());
    QCOMPARE(QString::number(wordOf(3), 16), QString::number(value, 16));
}

void TstHostPtx::threadsExchange_data()
{
    QTest::addColumn<QString>("body");   ///< computes %r1
    QTest::addColumn<uint32_t>("value"); ///< of thread 33
    const auto row = [](const char* body, uint32_t value) { QTest::newRow(body) << QString(body) << value; };
    row("shfl.sync.idx.b32 %r1, %r0, 5, 31, -1;", 37);
    row("shfl.sync.up.b32 %r1, %r0, 1, 0, -1;", 32);
    row("shfl.sync.up.b32 %r1, %r0, 2, 0, -1;", 33); // there is none: its own
    row("shfl.sync.bfly.b32 %r1, %r0, 3, 31, -1;", 34);
    row("setp.eq.u32 %p1, %r0, 40;\nvote.sync.ballot.b32 %r1, %p1, -1;", 0x100);
    row("redux.sync.add.s32 %r1, %r0, -1;", 1520);
    row("activemask.b32 %r1;", 0xffffffff);
    row("setp.eq.u32 %p1, %r0, 2;\nbar.red.or.pred %p2, 0, %p1;\nselp.u32 %r1, 1, 0, %p2;", 1);
    row("atom.global.add.u32 %r2, [%rd0+512], 1;\nbar.sync 0;\nld.global.u32 %r1, [%rd0+512];", 64);
    row("cvt.u64.u32 %rd3, %r0;\nmov.u64 %rd4, dynamic;\nadd.s64 %rd4, %rd4, %rd1;\nst.shared.u32 [%rd4], "
        "%r0;\n"
        "bar.sync 0;\nld.shared.u32 %r1, [dynamic+40];",
        10);
    // Nothing is read for the upper half; the copy comes when the thread waits for it.
    row("mov.u32 %r3, 8;\nmov.u64 %rd4, k_tile;\ncvta.shared.u64 %rd5, %rd4;\nadd.s64 %rd6, %rd0, 512;\n"
        "st.global.v4.u32 [%rd6], {1, 2, 3, 4};\ncp.async.cg.shared.global [%rd4], [%rd6], 16, %r3;\n"
        "cp.async.commit_group;\ncp.async.wait_group 0;\n"
        "ld.u32 %r4, [%rd5+4];\nld.shared.u32 %r5, [k_tile+12];\nadd.s32 %r1, %r4, %r5;",
        2);
}

void TstHostPtx::threadsExchange()
{
    QFETCH(QString, body);
    QFETCH(uint32_t, value);
    QCOMPARE(run(body + "\nst.global.u32 [%rd2], %r1;"), QString());
    QCOMPARE(QString::number(wordOf(33), 16), QString::number(value, 16));
}

void TstHostPtx::mistakesAreSaid_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char* body, const char* complaint) {
        QTest::newRow(complaint) << QString(body) << QString(complaint);
    };
    row("tanh.everything.b32 %r1, %r2;", "the instruction tanh.everything.b32 is not interpreted");
    row("mov.b32 %r1, %r99;", "PTX names '%r99', which is not known here");
    row("bra $nowhere;", "PTX jumps to '$nowhere', which is not there");
    row("st.global.u32 [%rd0+1024], %r0;",
        "an address outside of memory, at st.global.u32 in thread (0, 0, 0)");
    row("st.global.u32 [%rd0+2], %r0;", "a misaligned address of 4 bytes, at st.global.u32");
    row("st.global.v4.u32 [%rd0+8], {1, 2, 3, 4};", "a misaligned address of 16 bytes, at st.global.v4.u32");
    row("st.shared.u32 [k_tile+128], %r0;", "an address outside of memory, at st.shared.u32");
    row("st.shared.u32 [dynamic+256], %r0;", "an address outside of memory, at st.shared.u32");
    row("setp.eq.u32 %p1, %r0, 3;\n@%p1 bra $end;\nshfl.sync.idx.b32 %r1, %r0, 5, 31, -1;\n$end:\nbar.sync "
        "0;",
        "a lane that the mask names is elsewhere, at shfl.sync.idx.b32");
    row("trap;", "trap, at trap in thread (0, 0, 0) of block (0, 0, 0)");
    row("$again:\nbra $again;", "the launch takes more than 400000000 instructions");
}

void TstHostPtx::mistakesAreSaid()
{
    QFETCH(QString, body);
    QFETCH(QString, complaint);
    const QString found = run(body);
    QVERIFY2(found.startsWith(complaint), qPrintable(found));
}

TIR_TEST(TstHostPtx)
#include "tst_host_ptx.moc"
