/// Dumps of TileLang, and of TVM before `tir` was renamed: whole programs are read, each construct keeps its meaning, and
/// those without a meaning here are rejected by name.

#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "tests/core/script/script_case.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

const std::string Head = "# from tvm.script import ir as I\n# from tvm.script import tir as T\n\n"
                         "@I.ir_module\nclass Module:\n    @T.prim_func\n";

/// Before its tiles are lowered.
const std::string TileProgram =
    Head + R"(    def main(A_handle: T.handle, B: T.Buffer((64, 64), "float16", strides=(64, 1))):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "c", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "tag": ""}), "tir.noalias": T.bool(True)})
        A = T.match_buffer(A_handle, (64, 64), "float16", strides=(64, 1))
        # with T.block("root"):
        bx = T.launch_thread("blockIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 128)
        with T.block("tilelang_root"):
            T.reads(A[bx * 32, 0:33])
            T.writes()
            tile = T.alloc_buffer((32, 32), "float16", scope="shared.dyn")
            sums = T.alloc_buffer((32, 32), scope="local.fragment")
            flag = T.alloc_buffer((1,), "int32", scope="local.var")
            T.block_attr({"layout_map": {tile: metadata["tl.Layout"][0], sums.data: metadata["tl.Layout"][1]}})
            T.fill(T.region(sums[0, 0], 2, 32, 32), 0)
            T.attr(0, "threadblock_swizzle_pattern", "tl::rasterization2DRow<10>")
            for ko in T.serial(2, annotations={"num_stages": 3, "tl_pipeline_order": [0, 1]}):
                T.copy(T.region(A[bx * 32, ko * 32], 1, 32, 32), T.region(tile[0, 0], 2, 32, 32), -1, T.bool(False), 0)
                T.gemm(T.tvm_access_ptr(T.type_annotation("float16"), tile.data, 0, 1024, 1), T.tvm_access_ptr(T.type_annotation("float32"), sums.data, 0, 1024, 3), T.bool(False), 32, 32)
            T.reduce(T.region(sums[0, 0], 1, 32, 32), T.region(sums[0, 0], 2, 32), "sum", 1, T.bool(True))
            for i in T.parallel(32):
                for j in T.parallel(32, annotations={"coalesced_width": 4}):
                    sums[i, j] = T.if_then_else(i < j, sums[i, j], -T.infinity("float32"))
            T.copy(T.region(sums[0, 0], 1, 32, 32), T.region(B[bx * 32, 0], 2, 32, 32), -1, T.bool(False), 0)
# Metadata omitted. Use show_meta=True in script() method to show it.
)";

const std::string Kernel =
    Head +
    R"(    def main_kernel(A_desc: T.handle("uint8x128", "grid_constant"), C: T.handle("float16", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "dyn_shared_memory_buf": 4096, "thread_extent": {"blockIdx.x": 8}, "tir.is_global_func": T.bool(True), "tir.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "tir.use_dyn_shared_memory"]})
        C_1 = T.Buffer((1024,), "float16", data=C)
        bx = T.launch_thread("blockIdx.x", 8)
        shared = T.allocate([4096], "uint8", "shared.dyn")
        sums = T.allocate([64], "float32", "local")
        tx = T.launch_thread("threadIdx.x", 256)
        T.create_barriers(6)
        if T.tl_shuffle_elect(0) and n > 1:
            T.call_extern("handle", "tl::prefetch_tma_descriptor", A_desc)
            T.ptx_init_barrier_thread_count(T.get_mbarrier(0), 128)
        with T.attr([T.int64(128), T.int64(128)], "kWarpSpecializationScope", 0):
            if 128 <= tx:
                T.set_max_nreg(24, 0)
                for k in range(32):
                    T.mbarrier_wait_parity(T.get_mbarrier(k % 3 + 3), T.bitwise_xor(k // 3 % 2, 1))
                    T.tma_load(A_desc, T.get_mbarrier(k % 3), T.tvm_access_ptr(T.type_annotation("float16"), shared, k % 3 * 1024, 1024, 2), k * 32, 0)
            else:
                for i in T.unroll(32, annotations={"pragma_unroll_explicit": T.bool(False)}):
                    sums_1 = T.Buffer((64,), data=sums, scope="local")
                    for vec in T.vectorized(2):
                        sums_1[i * 2 + vec] = T.float32(0.0)
                x: T.int32 = tx * 2
                p: T.handle("float16", "shared.dyn") = T.tvm_access_ptr(T.type_annotation("float16"), shared, 0, 16, 1)
                T.call_extern("handle", "tl::gemm_ss<64, 64, 32>", p, T.tvm_access_ptr(T.type_annotation("float32"), sums, 0, 64, 3))
                sums_2 = T.Buffer((64,), data=sums, scope="local")
                C_1[x:x + 2] = T.Cast("float16x2", sums_2[0:2])
)";

const std::string Host =
    Head +
    R"(    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""}), "tir.is_entry_func": T.bool(True), "tma_descriptor_args": {}})
        assert num_args == 1, "main: num_args should be 1"
        kind: T.int32 = T.tvm_struct_get(args, 0, 13, "int32")
        with T.Assert(kind == 0 or kind >= 64, "main: Expect arg[0] to be pointer"):
            T.evaluate(0)
        tensor: T.handle = T.if_then_else(kind == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        shape: T.handle("int64", "global") = T.tvm_struct_get(tensor, 0, 2, "handle")
        shape_1 = T.decl_buffer((2,), "int64", data=shape)
        A: T.handle("float16", "global") = T.tvm_struct_get(tensor, 0, 1, "handle")
        T.attr(A, "storage_alignment", 64)
        T.attr("default", "device_id", T.tvm_struct_get(tensor, 0, 9, "int32"))
        assert T.Cast("int32", shape_1[0]) == 1024, "shape"
        with T.LetStmt(T.tvm_stack_alloca("tvm_ffi_any", 4), type_annotation=T.handle("float32", "local")) as stack:
            T.call_packed_lowered("__tvm_set_device", stack, 0, 2)
        y = T.int32()
        with T.LetStmt(num_args + 1, var=y):
            T.evaluate(y)
        with T.attr(0, "compute_scope", "main_compute_"):
            T.call_packed("main_kernel", A, 8, 256, 4096)
        T.ret(0)
)";

QString printed(const ParsedModule& parsed)
{
    return QString::fromStdString(
        printScript(*parsed.module.module, {.asBareFunction = parsed.isBareFunction}));
}

SourceText functionOf(const QString& body)
{
    std::string text = "# from tvm.script import tir as T\n@T.prim_func\n"
                       "def main(A: T.Buffer((16,), \"float32\"), n: T.int32):\n";
    for (const QString& line : body.split('\n'))
        text += "    " + line.toStdString() + "\n";
    return SourceText("old.py", text);
}

} // namespace

class TestOldDialect : public QObject {
    Q_OBJECT

private slots:
    void programsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("tiles")
            << QByteArray::fromStdString(TileProgram)
            << QByteArray("tile = T.sblock_alloc_buffer((32, 32), \"float16\", scope=\"shared.dyn\")");
        QTest::newRow("kernel") << QByteArray::fromStdString(Kernel)
                                << QByteArray(
                                       "\"tirx.kernel_launch_params\": [\"blockIdx.x\", \"threadIdx.x\", "
                                       "\"tirx.use_dyn_shared_memory\"]");
        QTest::newRow("host") << QByteArray::fromStdString(Host)
                              << QByteArray("stack: T.let[T.handle(\"float32\", \"local\")] = ");
    }

    void programsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, part);
        const SourceText source("old.py", text.toStdString());
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        QVERIFY(parsed->dialect.age == DialectVersion::BeforeRename);
        QVERIFY(!remarksOf(*parsed, source).contains("warning"));
        const QString print = printed(*parsed);
        QVERIFY2(print.contains(part), qPrintable(print));
        const auto again = parseModule(SourceText("today.py", print.toStdString()));
        QVERIFY2(again, qPrintable(print));
        QCOMPARE(printed(*again), print);
    }

    void constructsKeepTheirMeaning_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("printed");
        QTest::addColumn<QString>("note");
        const auto row = [](const char* body, const char* printed, const char* note = "") {
            QTest::newRow(body) << body << printed << note;
        };
        row("with T.Assert(n > 3, \"small\"):\n    A[0] = T.float32(1.0)",
            "assert n > 3, (\"RuntimeError\", [\"small\"])\n    A[0] = T.float32(1.0)");
        row("y = T.int32()\nwith T.LetStmt(n + 1, var=y):\n    A[y] = T.float32(1.0)",
            "y: T.let[T.int32] = n + 1\n    A[y] = T.float32(1.0)",
            "'T.LetStmt' is written 'x: T.let = value' today");
        row("with T.LetStmt(T.new_buffer(n), type_annotation=T.handle(\"float32\", \"local\")) as p:\n"
            "    T.evaluate(p)",
            "p: T.let[T.handle(\"float32\", \"local\")] = T.new_buffer(n)\n    T.evaluate(p)");
        row("x: T.e4m3_float8 = T.Cast(\"e4m3_float8\", A[0])\nT.evaluate(x)",
            "x: T.let[T.float8_e4m3fn] = T.Cast(\"float8_e4m3fn\", A[0])");
        row("C = T.allocate([4], \"e5m2_float8x4\", \"local\")\nT.evaluate(C)",
            "C = T.alloc_local((4,), \"float8_e5m2x4\")");
        row("T.copy(A[0:8], A[8:16])", "T.copy(A[0:8], A[8:16])",
            "'copy' is an operation of TileLang; it is kept as it is");
        row("T.reduce(A[0:8], A[8:16], \"max\", 0, T.bool(True))",
            "T.reduce(A[0:8], A[8:16], \"max\", 0, T.bool(True))",
            "'reduce' is an operation of TileLang; it is kept as it is");
        row("T.ptx_stmatrix(0, 4, A.data, A.data)", "T.ptx_stmatrix(0, 4, A.data, A.data)",
            "'ptx_stmatrix' is an operation of TileLang; it is kept as it is");
        row("T.ptx_ldmatrix(0, 4, A.data, A.data)", "T.ptx_ldmatrix(0, 4, A.data, A.data)",
            "'ptx_ldmatrix' is an operation of TileLang; it is kept as it is");
        row("T.ptx_ldmatrix(\"float16\", T.bool(False), 4, \".b16\", A.data, 0, A.data, 0)",
            "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", A.data, 0, A.data, 0)",
            "'T.ptx_ldmatrix' is called 'T.ptx.ldmatrix_legacy' today");
        row("T.ptx_mma(\"float32\", \"m16n8k16\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", A.data, 0, "
            "A.data, 0, "
            "A.data, 0, T.bool(False))",
            "T.ptx.mma.legacy(\"float32\", \"m16n8k16\", ", "'T.ptx_mma' is called 'T.ptx.mma.legacy' today");
        row("T.ptx_commit_group()\nT.ptx_wait_group(0)",
            "T.ptx.cp_async.commit_group()\n    T.ptx.cp_async.wait_group(0)");
        row("T.atomic_add(A.data, T.float32(1.0))", "T.atomic_add(A.data, T.float32(1.0))");
        // The text does not give the type of an unknown operation.
        row("if not T.tl_shuffle_elect(128) and n > 1:\n    A[0] = T.float32(1.0)",
            "if not T.tl_shuffle_elect(128) and n > 1:");
        row("A[0] = T.Select(T.tl_any(n), A[0], A[1])", "A[0] = T.Select(T.tl_any(n), A[0], A[1])");
    }

    void constructsKeepTheirMeaning()
    {
        QFETCH(QString, body);
        QFETCH(QString, printed);
        QFETCH(QString, note);
        const SourceText source = functionOf(body);
        const auto parsed = parseModule(source);
        QVERIFY2(parsed, parsed ? "" : render(parsed.diagnostics(), source).c_str());
        const QString print = ::printed(*parsed);
        QVERIFY2(print.contains(printed), qPrintable(print));
        const QString remarks = remarksOf(*parsed, source);
        QVERIFY2(remarks.contains(note), qPrintable(remarks));
        QVERIFY2(!remarks.contains("warning"), qPrintable(remarks));
    }

    void constructsWithoutAMeaningAreNamed_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* body, const char* error) { QTest::newRow(body) << body << error; };
        row("C = T.allocate_const([1.0, 2.0], \"float32\", [2])", "'T.allocate_const' has no form today");
        row("C = T.allocate([4], \"float32\", \"local\", condition=n > 2)",
            "an allocation on a condition has no form today");
        row("T.realize(A[0:16], \"shared\")", "'T.realize' has no form today");
        row("with T.realize(A[0:16], \"shared\"):\n    T.evaluate(0)", "'T.realize' has no form today");
        row("T.storage_scope(A.data, \"shared\")", "'T.storage_scope' has no form today");
        row("T.preflattened_buffer(A, (4, 4), \"float32\")", "'T.preflattened_buffer' has no form today");
        row("with T.let(x, 1):\n    T.evaluate(0)", "'T.let' opened a scope over the statements below it");
        row("with T.Kernel(4, threads=128) as bx:\n    T.evaluate(bx)", "'with' on 'Kernel' is not known");
        row("for i in T.Pipelined(4, num_stages=3):\n    T.evaluate(i)",
            "found 'T.Pipelined', expected range");
    }

    void constructsWithoutAMeaningAreNamed()
    {
        QFETCH(QString, body);
        QFETCH(QString, error);
        const SourceText source = functionOf(body);
        const auto parsed = parseModule(source);
        QVERIFY(!parsed);
        const QString message = QString::fromStdString(render(parsed.diagnostics(), source));
        QVERIFY2(message.contains(error), qPrintable(message));
    }
};

TIR_TEST(TestOldDialect)
#include "tst_old_dialect.moc"
