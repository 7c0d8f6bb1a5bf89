/// PTX of kernels: the instructions of each operation, rejections and their messages, and the lines that instructions
/// come from.

#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/device_modules.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

using namespace tir;
using namespace tir::testing;

namespace {

/// A kernel with two global buffers of each of some types, a scalar, and a body of one indentation.
std::string kernelText(const std::string& name, const std::string& body)
{
    std::string indented;
    for (const QString& line : QString::fromStdString(body).split('\n'))
        indented += "            " + line.toStdString() + "\n";
    return "    @T.prim_func(s_tir=True)\n    def " + name +
           "(A_ptr: T.handle(\"float32\"), B_ptr: T.handle(\"float32\"), I_ptr: T.handle(\"int32\"), "
           "J_ptr: T.handle(\"int32\"), D_ptr: T.handle(\"float64\"), H_ptr: T.handle(\"float16\"), "
           "G_ptr: T.handle(\"bfloat16\"), F_ptr: T.handle(\"float8_e4m3fn\"), n: T.int32):\n"
           "        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"" +
           name +
           "\", \"tirx.noalias\": True, \"target\": T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"})})\n"
           "        A = T.decl_buffer((1024,), data=A_ptr)\n"
           "        B = T.decl_buffer((1024,), data=B_ptr)\n"
           "        I = T.decl_buffer((1024,), \"int32\", data=I_ptr)\n"
           "        J = T.decl_buffer((1024,), \"int32\", data=J_ptr)\n"
           "        D = T.decl_buffer((1024,), \"float64\", data=D_ptr)\n"
           "        H = T.decl_buffer((1024,), \"float16\", data=H_ptr)\n"
           "        G = T.decl_buffer((1024,), \"bfloat16\", data=G_ptr)\n"
           "        F = T.decl_buffer((1024,), \"float8_e4m3fn\", data=F_ptr)\n"
           "        with T.launch_thread(\"threadIdx.x\", 64) as tx:\n" +
           indented;
}

std::string moduleText(const std::string& functions)
{
    return "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
           "@I.ir_module\nclass Module:\n" +
           functions;
}

Result<Artifact> generate(const std::string& text, const CodegenOptions& options = {})
{
    const auto parsed = parseModule(SourceText("test.py", text));
    if (!parsed)
        return parsed.diagnostics();
    return generatePtx(*parsed->module.module, options);
}

struct Row {
    const char* name;
    const char* body;
    const char* expected; ///< instructions, separated by |
};

const Row Rows[] = {
    {"barrier", "A[tx] = T.float32(1.0)\nT.tvm_storage_sync(\"shared\")", "bar.sync"},
    {"warp barrier", "T.tvm_storage_sync(\"warp\")", "bar.warp.sync \t-1;"},
    {"warp barrier of CUDA", "T.cuda.warp_sync()", "bar.warp.sync \t-1;"},
    {"warp barrier of CUDA with a mask", "T.cuda.warp_sync(T.uint32(7))", "bar.warp.sync \t7;"},
    {"warp barrier in a loop", "for k in range(n):\n    T.tvm_storage_sync(\"warp\")", "bar.warp.sync \t-1;"},
    {"warp barrier in a loop of other lengths", "for k in range(tx % 4):\n    T.tvm_storage_sync(\"warp\")",
     "activemask.b32|bar.warp.sync \t%r"},
    {"warp barrier in a branch", "if tx < 5:\n    T.tvm_storage_sync(\"warp\")",
     "activemask.b32|bar.warp.sync \t%r"},
    {"block index", "bx = T.launch_thread(\"blockIdx.x\", n)\nA[bx] = B[tx]", "%ctaid.x|%tid.x"},
    {"cluster index", "cx = T.launch_thread(\"clusterCtaIdx.x\", 2)\nA[cx] = B[tx]", "%cluster_ctaid.x"},
    {"launch bounds", "A[tx] = B[tx]", ".maxntid 64, 1, 1"},
    {"no alias", "A[tx] = B[tx]", "ld.global.nc.f32"},
    {"vector widened as it is read",
     "D[T.Ramp(tx * 16, 1, 16)] = T.Cast(\"float64x16\", A[T.Ramp(tx * 16, 1, 16)])",
     "ld.global.nc.v4.f32|cvt.f64.f32"},
    {"bfloat16 vector widened as it is read",
     "D[T.Ramp(tx * 16, 1, 16)] = T.Cast(\"float64x16\", G[T.Ramp(tx * 16, 1, 16)])", "ld.global.nc|cvt"},
    {"bfloat16 pairs widened as they are read",
     "A[T.Ramp(tx * 8, 1, 8)] = T.Cast(\"float32x8\", G[T.Ramp(tx * 8, 1, 8)])", "ld.global.nc"},
    {"vector", "A[T.Ramp(tx * 4, 1, 4)] = B[T.Ramp(tx * 4, 1, 4)] + T.Broadcast(T.float32(1.0), 4)",
     "ld.global.nc.v4.f32|add.rn.f32|st.global.v4.f32"},
    {"vector of halves", "H[T.Ramp(tx * 8, 1, 8)] = H[T.Ramp(tx * 8, 1, 8)] * T.Broadcast(T.float16(2.0), 8)",
     "ld.global.v4|st.global.v4"},
    {"static shared",
     "S = T.alloc_buffer((64,), scope=\"shared\")\nS[tx] = B[tx]\n"
     "T.tvm_storage_sync(\"shared\")\nA[tx] = S[63 - tx]",
     ".shared .align 64 .b8|st.shared.f32|ld.shared.f32"},
    {"dynamic shared",
     "S = T.alloc_buffer((64,), scope=\"shared.dyn\")\nS[tx] = B[tx]\n"
     "T.tvm_storage_sync(\"shared\")\nA[tx] = S[63 - tx]",
     ".extern .shared|st.shared.f32"},
    {"shared of any language",
     "größe = T.alloc_buffer((64,), scope=\"shared\")\ngräße = T.alloc_buffer((64,), scope=\"shared\")\n"
     "größe[tx] = B[tx]\ngräße[tx] = A[tx]\nT.tvm_storage_sync(\"shared\")\nA[tx] = größe[63 - tx] + "
     "gräße[63 - tx]",
     ".shared .align 64 .b8|_gr____e_ptr[256]"},
    {"dynamic shared of any language",
     "größe = T.alloc_buffer((64,), scope=\"shared.dyn\")\ngröße[tx] = B[tx]\n"
     "T.tvm_storage_sync(\"shared\")\nA[tx] = größe[63 - tx]",
     ".extern .shared|_gr____e_ptr["},
    {"local",
     "L = T.alloc_buffer((4,), scope=\"local\")\nfor i in range(n):\n    L[i] = B[i]\nA[tx] = L[n - tx]",
     ".local|st.local.f32"},
    {"copy to shared",
     "S = T.alloc_buffer((64,), scope=\"shared\")\n"
     "T.ptx.cp_async(\"float32\", S.data, tx * 4, B.data, tx * 4, 16)\n"
     "T.ptx.cp_async.commit_group()\nT.ptx.cp_async.wait_group(0)\n"
     "T.tvm_storage_sync(\"shared\")\nA[tx] = S[tx]",
     "cp.async.cg.shared.global|cp.async.commit_group|cp.async.wait_group"},
    {"shuffles",
     "A[tx] = T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), B[tx], 4, 32, 32) + "
     "T.tvm_warp_shuffle_up(T.tvm_warp_activemask(), B[tx], 4, 16, 32) + "
     "T.tvm_warp_shuffle(T.tvm_warp_activemask(), B[tx], 0, 32, 32) + "
     "T.tvm_warp_shuffle_xor(T.tvm_warp_activemask(), B[tx], 1, 32, 32)",
     "shfl.sync.down.b32|, 4, 31,|shfl.sync.up.b32|, 4, 4096,|shfl.sync.idx.b32|shfl.sync.bfly.b32"},
    {"ballot", "I[tx] = T.Cast(\"int32\", T.cuda.ballot_sync(T.uint32(4294967295), I[tx] > 0))",
     "vote.sync.ballot.b32"},
    {"vote of the block", "I[tx] = T.Cast(\"int32\", T.cuda.syncthreads_or(I[tx]))", "bar.red.or.pred"},
    {"atomic float", "T.cuda.atomic_add(T.address_of(A[0]), B[tx])", "atom.global.add.f32"},
    {"atomic int", "I[tx] = T.cuda.atomic_add(T.address_of(J[0]), I[tx])", "atom.global.add.u32"},
    {"atomic swap", "I[tx] = T.cuda.atomic_cas(T.address_of(J[0]), I[tx], 5)", "atom.global.cas.b32"},
    {"fence", "T.cuda.thread_fence()", "membar.gl"},
    {"square root", "A[tx] = T.sqrt(B[tx])", "sqrt.rn.f32"},
    {"division", "A[tx] = A[tx] / B[tx]", "div.rn.f32"},
    {"exponential", "A[tx] = T.exp(B[tx])", "ex2.approx"},
    {"CUDA's names",
     "A[tx] = T.call_pure_extern(\"float32\", \"expf\", B[tx])\n"
     "H[tx] = T.call_pure_extern(\"float16\", \"hexp\", H[tx])\n"
     "I[tx] = T.call_pure_extern(\"int32\", \"__popc\", T.Cast(\"uint32\", I[tx]))",
     "ex2.approx|popc.b32"},
    {"fast exponential", "A[tx] = T.call_pure_extern(\"float32\", \"__expf\", B[tx])", "ex2.approx"},
    {"fused product and sum", "A[tx] = T.fma(A[tx], B[tx], B[tx + 1])", "fma.rn.f32"},
    {"double", "D[tx] = D[tx] * D[tx + 1]", "mul.rn.f64"},
    {"half", "H[tx] = H[tx] + H[tx + 1]", "add.rn.f16"},
    {"bfloat", "G[tx] = G[tx] + G[tx + 1]", "rn.bf16|st.global.b16"},
    {"float8", "F[tx] = F[tx + 1] + T.float8_e4m3fn(1.0)", "cvt.rn.satfinite.e4m3x2.f32|cvt.rn.f16x2.e4m3x2"},
    {"float to int", "I[tx] = T.Cast(\"int32\", B[tx])", "cvt.rzi.s32.f32"},
    {"double to int", "I[tx] = T.Cast(\"int32\", D[tx])", "cvt.rzi.s32.f64|setp.nan.f64"},
    {"float to long", "D[tx] = T.Cast(\"float64\", T.Cast(\"int64\", B[tx]))",
     "cvt.rzi.s64.f32|setp.nan.f32"},
    {"guarded read", "A[tx] = T.if_then_else(tx < n, B[tx], T.float32(0.0))",
     "setp.ge.s32|@%p1 bra|, 0f00000000|ld.global.nc.f32"},
    {"loop and return", "if tx >= n:\n    T.thread_return()\nfor i in range(n):\n    A[tx] = A[tx] + B[i]",
     "bra|ret;"},
    {"volatile",
     "S = T.alloc_buffer((64,), scope=\"shared\", annotations={\"tirx.volatile\": True})\n"
     "S[tx] = B[tx]\nA[tx] = S[tx]",
     "st.volatile.shared.f32|ld.volatile.shared.f32"},
    {"clock", "I[tx] = T.Cast(\"int32\", T.cuda.clock64())", "%clock64"},
    {"bytes",
     "I[tx] = T.dp4a(\"int32\", T.reinterpret(\"int8x4\", I[tx]), T.reinterpret(\"int8x4\", J[tx]), 1)",
     "dp4a.s32.s32"},
};

} // namespace

class TestNvptx : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!findLibdevice())
            qInfo("no libdevice found on this machine: mathematics that needs it is left out");
    }

    void operations_data()
    {
        QTest::addColumn<int>("row");
        for (size_t row = 0; row < std::size(Rows); ++row)
            QTest::newRow(Rows[row].name) << int(row);
    }

    void operations()
    {
        QFETCH(int, row);
        const auto ptx = generate(moduleText(kernelText("main_kernel", Rows[row].body)));
        if (!ptx && !findLibdevice() && ptx.diagnostics().front().code == "no-libdevice")
            QSKIP("no libdevice found on this machine");
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        const QString text = QString::fromStdString(ptx->content);
        for (const QString& word : QString::fromUtf8(Rows[row].expected).split('|'))
            QVERIFY2(text.contains(word), qPrintable(word + " is not in\n" + text));
        const auto isAscii = [](char byte) { return static_cast<unsigned char>(byte) < 128; };
        QVERIFY2(std::ranges::all_of(ptx->content, isAscii), qPrintable(text)); // ptxas refuses others
    }

    /// All of them in one module.
    void ptxasAcceptsThemAll()
    {
        if (!findCudaTool("ptxas") || !findLibdevice())
            QSKIP("no ptxas or no libdevice found on this machine");
        std::string functions;
        for (size_t row = 0; row < std::size(Rows); ++row)
            functions += (row > 0 ? "\n" : "") + kernelText("kernel_" + std::to_string(row), Rows[row].body);
        const auto ptx = generate(moduleText(functions), {.resources = true});
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        QVERIFY2(ptx->remarks.empty(), qPrintable(inWords(ptx->remarks)));
        QCOMPARE(ptx->entryPoints.size(), std::size(Rows));
        QCOMPARE(ptx->resources.size(), std::size(Rows));
        for (size_t row = 0; row < std::size(Rows); ++row) {
            const ResourceReport& report = ptx->resources[row];
            QCOMPARE(report.function, "kernel_" + std::to_string(row));
            QVERIFY(report.registers > 0);
            QCOMPARE(report.spillStoreBytes, int64_t(0));
            const QByteArray name(Rows[row].name);
            if (name == "static shared")
                QCOMPARE(report.staticSharedBytes, int64_t(256));
            if (name == "dynamic shared")
                QCOMPARE(report.dynamicSharedBytes, std::string("256"));
            if (name == "barrier")
                QCOMPARE(report.barriers, 1);
        }
    }

    void aVectorOfUnknownAlignmentIsReadByElements()
    {
        const auto ptx = generate(moduleText(
            kernelText("main_kernel", "A[T.Ramp(tx * 4 + n, 1, 4)] = B[T.Ramp(tx * 4 + 2, 1, 4)]")));
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        QVERIFY(!QString::fromStdString(ptx->content).contains("v4"));
        QVERIFY(QString::fromStdString(ptx->content).contains("ld.global.nc.v2.f32"));
    }

    void fastMathIsAChoice()
    {
        if (!findLibdevice())
            QSKIP("no libdevice found on this machine");
        const std::string text = moduleText(kernelText("main_kernel", "A[tx] = T.sin(B[tx])"));
        const auto precise = generate(text);
        const auto fast = generate(text, {.fastMath = true});
        QVERIFY(precise && fast);
        QVERIFY(fast->content.size() < precise->content.size());
        QVERIFY(QString::fromStdString(fast->content).contains("sin.approx"));
    }

    void linesKnowTheirStatement()
    {
        const auto parsed = parseModule(
            SourceText("test.py", moduleText(kernelText("main_kernel", "A[tx] = B[tx]\nI[tx] = J[tx] * 3"))));
        QVERIFY(parsed);
        const auto ptx = generatePtx(*parsed->module.module, {});
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        const PlaceTable places(*parsed->module.module);
        for (const auto& [instruction, buffer] : {std::pair("st.global.f32", "A"), {"st.global.u32", "I"}}) {
            const size_t at = ptx->content.find(instruction);
            QVERIFY(at != std::string::npos);
            const Place place = ptx->placeAt(uint32_t(at));
            QVERIFY(place != NoPlace);
            const auto* store = as<BufferStore>(places[place].node);
            QVERIFY(store != nullptr);
            QCOMPARE(std::string(store->buffer->name), std::string(buffer));
        }
        QVERIFY(!QString::fromStdString(ptx->content).contains("$L__tmp"));
        QVERIFY(!QString::fromStdString(ptx->content).contains(".loc"));
    }

    void linesKnowTheirExpression()
    {
        const auto parsed = parseModule(
            SourceText("test.py", moduleText(kernelText("main_kernel", "A[tx] = B[tx] * B[tx + 1]"))));
        QVERIFY(parsed);
        const auto ptx = generatePtx(*parsed->module.module, {});
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        const PlaceTable places(*parsed->module.module);
        const auto placeOf = [&](const char* instruction, size_t from = 0) {
            const size_t at = ptx->content.find(instruction, from);
            return at == std::string::npos ? NoPlace : ptx->placeAt(uint32_t(at));
        };
        const size_t first = ptx->content.find("ld.global");
        QVERIFY(first != std::string::npos);
        const Place left = placeOf("ld.global", first);
        const Place right = placeOf("ld.global", first + 1);
        QVERIFY(left != NoPlace && right != NoPlace && left != right);
        for (const Place load : {left, right})
            QVERIFY(places[load].node->kind == NodeKind::BufferLoad);
        const Place product = placeOf("mul.rn.f32");
        QVERIFY(product != NoPlace);
        QVERIFY(places[product].node->kind == NodeKind::Binary);
        QVERIFY(places[placeOf("st.global")].node->kind == NodeKind::BufferStore);
        // The other direction: an expression has its instructions, the product those of its operands, too.
        const auto linesOf = [&](Place place) {
            qsizetype lines = 0;
            for (const Span& span : ptx->spansOf(place, places))
                lines += QByteArray::fromStdString(ptx->content.substr(span.begin, span.end - span.begin))
                             .count('\n');
            return lines;
        };
        QVERIFY(linesOf(left) >= 1 && linesOf(left) < linesOf(product)); // its address, too
        QVERIFY(linesOf(product) >= 3);
        QVERIFY(linesOf(places.statementAround(product)) > linesOf(product));
    }

    void kernelsCallFunctionsOfTheDevice()
    {
        const std::string helper = "    @T.prim_func(private=True, s_tir=True)\n"
                                   "    def twice(x: T.float32) -> T.float32:\n"
                                   "        T.func_attr({\"target\": T.target({\"kind\": \"cuda\"})})\n"
                                   "        return x * T.float32(2.0)\n\n";
        const auto ptx =
            generate(moduleText(helper + kernelText("main_kernel", "A[tx] = Module.twice(B[tx])")));
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        QCOMPARE(ptx->entryPoints.size(), size_t(1));
    }

    void versionsAndTargets_data()
    {
        QTest::addColumn<QString>("arch");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("target");
        const QString plain = "A[tx] = B[tx]";
        const QString float8 = "F[tx] = F[tx + 1] + F[tx]";
        // CUDA 11.8 has PTX 7.8.
        for (const char* arch : {"sm_70", "sm_80", "sm_89", "sm_90"})
            QTest::newRow(arch) << QString(arch) << plain << "7.8" << QString(arch);
        QTest::newRow("code of one GPU") << "sm_90a" << plain << "8.0"
                                         << "sm_90a";
        QTest::newRow("float8 of sm_89") << "sm_89" << float8 << "8.1"
                                         << "sm_89";
        QTest::newRow("float8 of sm_90") << "sm_90" << float8 << "7.8"
                                         << "sm_90";
        // PTX for the newest GPU that LLVM knows is assembled for later ones.
        QTest::newRow("newer than LLVM") << "sm_100" << float8 << "7.8"
                                         << "sm_90";
        QTest::newRow("a family newer than LLVM") << "sm_100f" << plain << "7.8"
                                                  << "sm_90";
        QTest::newRow("not known by LLVM") << "sm_88" << plain << "7.8"
                                           << "sm_87";
    }

    void versionsAndTargets()
    {
        QFETCH(QString, arch);
        QFETCH(QString, body);
        QFETCH(QString, version);
        QFETCH(QString, target);
        const auto ptx =
            generate(moduleText(kernelText("main_kernel", body.toStdString())), {.arch = arch.toStdString()});
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        const QString text = QString::fromStdString(ptx->content);
        QVERIFY2(text.contains("\n.version " + version + "\n.target " + target + "\n"), qPrintable(text));
        QCOMPARE(ptx->arch, arch.toStdString());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("arch");
        QTest::addColumn<QString>("message");
        QTest::newRow("global memory") << "L = T.alloc_buffer((4,), scope=\"global\")\nL[0] = B[tx]"
                                       << "sm_90"
                                       << "a kernel cannot allocate 'L' in 'global'";
        QTest::newRow("warp memory") << "L = T.alloc_buffer((4,), scope=\"warp\")\nL[0] = B[tx]"
                                     << "sm_90"
                                     << "a kernel cannot allocate 'L' in 'warp'";
        QTest::newRow("two dynamic allocations") << "L = T.alloc_buffer((4,), scope=\"shared.dyn\")\nM = "
                                                    "T.alloc_buffer((4,), scope=\"shared.dyn\")\n"
                                                    "L[tx] = B[tx]\nM[tx] = B[tx]"
                                                 << "sm_90"
                                                 << "MergeSharedMemoryAllocations";
        QTest::newRow("symbolic size") << "L = T.alloc_buffer((n,), scope=\"shared\")\nL[tx] = B[tx]"
                                       << "sm_90"
                                       << "static shared memory 'L' needs a constant size above zero";
        QTest::newRow("grid barrier") << "T.tvm_storage_sync(\"global\")"
                                      << "sm_90"
                                      << "a barrier of scope 'global'";
        QTest::newRow("host operation") << "T.call_packed(\"f\", 1)"
                                        << "sm_90"
                                        << "belongs to hosts";
        QTest::newRow("unknown function") << "T.evaluate(T.call_extern(\"int32\", \"mystery\", 1))"
                                          << "sm_90"
                                          << "external function 'mystery'";
        QTest::newRow("unknown operation") << "T.evaluate(T.vscale())"
                                           << "sm_90"
                                           << "operation 'vscale'";
        QTest::newRow("value of an assumption") << "A[tx] = T.Cast(\"float32\", T.assume(n > 3))"
                                                << "sm_90"
                                                << "operation 'assume' is a statement";
        QTest::newRow("float8 of an old architecture") << "F[tx] = F[tx + 1] + F[tx]"
                                                       << "sm_80"
                                                       << "float8_e4m3fn cannot be converted by sm_80";
        QTest::newRow("cluster before sm_90") << "cx = T.launch_thread(\"clusterCtaIdx.x\", 2)\nA[cx] = B[tx]"
                                              << "sm_80"
                                              << "sm_80 has no clusters of blocks";
        QTest::newRow("barrier of a cluster before sm_90") << "T.cuda.cluster_sync()"
                                                           << "sm_80"
                                                           << "sm_80 has no clusters of blocks";
        for (const auto& [name, body, message] :
             {std::tuple("asynchronous copy",
                         "S = T.alloc_buffer((64,), scope=\"shared\")\n"
                         "T.ptx.cp_async(\"float32\", S.data, tx * 4, B.data, tx * 4, 16)",
                         "asynchronous copies"),
              {"end of a group of copies", "T.ptx.cp_async.commit_group()", "asynchronous copies"},
              {"wait for copies", "T.ptx.cp_async.wait_group(0)", "asynchronous copies"},
              {"sum of a warp",
               "I[tx] = T.Cast(\"int32\", T.cuda.reduce_add_sync_u32(T.uint32(0xffffffff), "
               "T.Cast(\"uint32\", J[tx])))",
               "reductions within a warp"}})
            QTest::newRow((std::string(name) + " before sm_80").c_str())
                << body << "sm_75"
                << "sm_75 has no " + QString(message);
        QTest::newRow("unknown architecture") << "A[tx] = B[tx]"
                                              << "sm_1"
                                              << "LLVM does not know a GPU 'sm_1'";
    }

    void refusals()
    {
        QFETCH(QString, body);
        QFETCH(QString, arch);
        QFETCH(QString, message);
        const auto ptx =
            generate(moduleText(kernelText("main_kernel", body.toStdString())), {.arch = arch.toStdString()});
        QVERIFY(!ptx);
        QVERIFY2(inWords(ptx.diagnostics()).contains(message), qPrintable(inWords(ptx.diagnostics())));
    }

    void scalarsArePassedAsTheyAreInMemory_data()
    {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<int>("bits");
        for (const auto& [dtype, bits] : {std::pair("bool", 8),
                                          {"int8", 8},
                                          {"uint8", 8},
                                          {"int16", 16},
                                          {"float16", 16},
                                          {"bfloat16", 16},
                                          {"float8_e4m3fn", 8},
                                          {"float8_e5m2", 8},
                                          {"int32", 32},
                                          {"float32", 32},
                                          {"int64", 64},
                                          {"float64", 64}})
            QTest::newRow(dtype) << dtype << bits;
    }

    /// The launch stores as many bytes.
    void scalarsArePassedAsTheyAreInMemory()
    {
        QFETCH(QString, dtype);
        QFETCH(int, bits);
        const std::string type = dtype.toStdString();
        const auto ptx = generate(moduleText(
            "    @T.prim_func(s_tir=True)\n    def k(A_ptr: T.handle(\"" + type + "\"), x: T." + type +
            "):\n        T.func_attr({\"calling_conv\": 2, \"global_symbol\": \"k\", \"target\": "
            "T.target({\"kind\": \"cuda\", \"arch\": \"sm_90\"})})\n"
            "        A = T.decl_buffer((64,), \"" +
            type +
            "\", data=A_ptr)\n"
            "        with T.launch_thread(\"threadIdx.x\", 64) as tx:\n            A[tx] = x\n"));
        QVERIFY2(ptx, qPrintable(inWords(ptx.diagnostics())));
        const QRegularExpression param(
            QStringLiteral(R"(\.param (?:\.align \d+ )?\.[a-z](\d+) k_param_1\b(?:\[(\d+)\])?)"));
        const auto match = param.match(QString::fromStdString(ptx->content));
        QVERIFY2(match.hasMatch(), ptx->content.c_str());
        QCOMPARE(match.captured(1).toInt() * std::max(match.captured(2).toInt(), 1), bits);
    }

    void aModuleWithoutKernelsIsRefused()
    {
        const auto ptx =
            generate(moduleText("    @T.prim_func(s_tir=True)\n    def main():\n        T.evaluate(0)\n"));
        QVERIFY(!ptx);
        QCOMPARE(ptx.diagnostics().front().code, std::string("no-kernel"));
    }

    void resourcesAreReadFromTheAssembler()
    {
        const std::vector<ResourceReport> reports =
            readResources("ptxas info    : 0 bytes gmem, 4 bytes cmem[3]\n"
                          "ptxas info    : Compiling entry function 'second' for 'sm_90'\n"
                          "ptxas info    : Function properties for second\n"
                          "    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
                          "ptxas info    : Used 255 registers, used 2 barriers, 16 bytes cumulative stack "
                          "size, 512 bytes smem, "
                          "360 bytes cmem[0], 8 bytes cmem[2]\n"
                          "ptxas info    : Function properties for helper\n"
                          "    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads\n"
                          "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
                          "ptxas info    : Function properties for first\n"
                          "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                          "ptxas info    : Used 8 registers\n");
        QCOMPARE(reports.size(), size_t(2));
        QCOMPARE(
            toString(reports[0]),
            std::string(
                "second: 255 registers, 512 bytes of static shared memory, 368 bytes of constant memory, "
                "16 bytes of stack, 12 bytes of spill stores, 8 bytes of spill loads, 2 barriers"));
        QCOMPARE(reports[1].function, std::string("first"));
        QCOMPARE(reports[1].registers, 8);
        QCOMPARE(reports[1].staticSharedBytes, int64_t(0));
        QCOMPARE(reports[1].constantBytes, int64_t(-1));
    }
};

TIR_TEST(TestNvptx)
#include "tst_nvptx.moc"
