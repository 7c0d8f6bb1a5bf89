/// The verifier's rules, one program each. A finding reads `line code: message (line note)`, errors first
/// marked with `!`.

#include "core/analysis/verify/verifier.h"

#include "tests/core/analysis/program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString findings(const QString& text, const VerifyContext& context)
{
    const testing::Program program(text);
    QString result;
    for (const Diagnostic& found : verify(program.module(), context)) {
        result += QString("%1%2 %3: %4")
                      .arg(found.severity == Severity::Error ? "!" : "")
                      .arg(program.line(found.place))
                      .arg(QString::fromStdString(found.code), QString::fromStdString(found.message));
        for (const DiagnosticNote& note : found.notes)
            result +=
                QString(" (%1 %2)").arg(program.line(note.place)).arg(QString::fromStdString(note.message));
        result += "\n";
    }
    return result;
}

/// Target of a device function, of a host function, and of a function that drives a device.
const char* const Device = R"(T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90"}))";
const char* const Host = R"(T.func_attr({"target": T.target({"kind": "llvm"}))";
const char* const Both =
    R"(T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}}))";

const VerifyContext Launched{.established = {ModuleProperty::Launches}};
const VerifyContext Merged{.established = {ModuleProperty::Merged}};
const VerifyContext Split{.established = {ModuleProperty::Split}};

} // namespace

Q_DECLARE_METATYPE(VerifyContext)

class TestVerifier : public QObject {
    Q_OBJECT
private slots:
    void rules_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<VerifyContext>("context");
        QTest::addColumn<QString>("expected");
        scopes();
        declarations();
        launches();
        launchArguments();
        sharedMemory();
    }

    void rules()
    {
        QFETCH(QString, text);
        QFETCH(VerifyContext, context);
        QTEST(findings(text, context), "expected");
    }

    /// A variable that is used everywhere gives a list that is cut off, with the number of the others.
    void usesBeyondTheLimitAreCounted()
    {
        QString text = "@T.prim_func(s_tir=True)\n"
                       "def main(A: T.Buffer((8,), \"int32\")):\n"
                       "    ghost = T.int32()\n";
        for (int i = 0; i < 250; ++i)
            text += "    A[0] = ghost\n";
        const QStringList lines = findings(text, {}).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 201);
        QCOMPARE(lines.last(), "!204 undefined-variable: and 50 more uses of 'ghost' from here on");
    }

private:
    static void add(const char* name, const QString& text, const QString& expected,
                    const VerifyContext& context = {})
    {
        QTest::newRow(name) << text << context << expected;
    }

    static void scopes()
    {
        add("nothing wrong", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    m: T.let[T.int32] = n + 1
    for i in range(m):
        if i < n:
            A[i] = A[i] + T.float32(1)
)",
            "");
        add("extents of parameters define variables", R"(@T.prim_func(s_tir=True)
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 4))
    B = T.match_buffer(b, (n * 4,))
    for i in range(n):
        B[i] = A[i, 0]
)",
            "");
        add("never defined", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32")):
    ghost = T.int32()
    A[0] = ghost
)",
            "!4 undefined-variable: use of variable 'ghost', which nothing defines\n");
        add("memory that nothing defines", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    p = T.handle("float32", "shared.dyn")
    B = T.decl_buffer((64,), data=p, scope="shared.dyn")
    A[0] = B[0]
)",
            "!4 undefined-variable: declaration of buffer 'B' on 'p', which nothing defines\n"
            "!5 undefined-variable: access to buffer 'B' on 'p', which nothing defines\n");
        // The bug of a merge that serves two launches with one allocation.
        add("memory of another launch", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
    M = T.handle("float32", "shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), "float32", data=M, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.decl_buffer((64,), data=M, scope="shared.dyn")
        B[ty] = Y[ty]
)",
            "!9 out-of-scope: declaration of buffer 'B' on 'M', which is out of scope here: it ends with "
            "launch 1 "
            "(5 'M' is allocated here, in launch 1 of 'main')\n"
            "!10 out-of-scope: access to buffer 'B' on 'M', which is out of scope here: it ends with launch "
            "1 "
            "(5 'M' is allocated here, in launch 1 of 'main')\n");
        add("launches may share their thread variable", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 64):
        X[tx] = T.float32(1)
    with T.launch_thread(tx, 64):
        X[tx] = T.float32(2)
)",
            "");
        add("a thread index ends with its launch", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 64):
        A[tx] = 1
    A[0] = tx
)",
            "!6 out-of-scope: use of variable 'tx', which is out of scope here: it ends with launch 1 "
            "(4 'tx' is defined here, in launch 1 of 'main')\n");
        add("binding ends with its branch", R"(@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), n: T.int32):
    m = T.int32()
    if n > 0:
        m = T.bind(n + 1, var=m)
    A[0] = m
)",
            "!6 out-of-scope: use of variable 'm', which is out of scope here: it ends with the body that "
            "defines it "
            "(5 'm' is defined here, in 'main')\n");
    }

    static void declarations()
    {
        add("declared before the allocation", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    M = T.handle("uint8", "shared.dyn")
    B = T.decl_buffer((64,), data=M, scope="shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        M_1 = T.alloc_buffer((256,), "uint8", data=M, scope="shared.dyn")
        B[tx] = X[tx]
)",
            "4 declaration-before-allocation: buffer 'B' is declared before 'M' is allocated "
            "(6 'M' is allocated here, in launch 1 of 'main')\n");
        add("declared by its text only", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        M = T.alloc_buffer((256,), "uint8", scope="shared.dyn")
        B = T.Buffer((64,), data=M.data, scope="shared.dyn")
        B[tx] = X[tx]
        X[tx] = B[63 - tx]
)",
            "");
    }

    /// The launch passes the values that a kernel and its callees require, and the host reads them from its own memory.
    static void launchArguments()
    {
        const QString program = QString(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def helper(Y: T.handle("float32", "global"), i: T.int32):
        %1})
        y = T.decl_buffer((64,), data=Y)
        %2

    @T.prim_func(private=True, s_tir=True)
    def main_kernel(Y: T.handle("float32", "global")):
        %1, "calling_conv": 2, "tirx.kernel_launch_params": [%3], "global_symbol": "main_kernel"})
        tx = T.launch_thread("threadIdx.x", 64)
        Module.helper(Y, tx)

    @T.prim_func(s_tir=True)
    def main(Y: T.Buffer((64,), "float32")):
        %4})
        T.call_packed("main_kernel", Y.data, %5)
)")
                                    .arg(Device);
        const QString quiet = "y[i] = T.float32(1)";
        const QString cluster =
            "with T.launch_thread(\"clusterCtaIdx.x\", 2) as r:\n            y[i] = T.Cast(\"float32\", r)";
        const QString tile = "t = T.alloc_buffer((64,), scope=\"shared.dyn\")\n        t[i] = y[i]";
        const QString axis = "\"threadIdx.x\"";
        const auto launched = [&](const QString& body, const QString& tags, const QString& arguments) {
            return program.arg(body, tags, Both, arguments);
        };
        add("a launch passes what the kernel needs", launched(quiet, axis, "64"), "", Launched);
        add("flags have no argument", launched(quiet, axis + ", \"tirx.use_cooperative_launch\"", "64"), "",
            Launched);
        add("a launch that passes too little",
            launched(quiet, axis + ", \"tirx.use_dyn_shared_memory\"", "64"),
            "!18 launch-argument-count: 'main' launches 'main_kernel' with 2 arguments, but it takes 1 and "
            "its "
            "launch 2\n",
            Launched);
        add("an axis that is not passed", launched(quiet, "", ""),
            "!12 launch-parameter-missing: kernel 'main_kernel' opens threadIdx.x, but its launch passes no "
            "extent "
            "of that axis\n",
            Launched);
        add("a cluster of a callee", launched(cluster, axis, "64"),
            "!14 launch-parameter-missing: kernel 'main_kernel' calls 'helper', which opens clusterCtaIdx.x, "
            "but "
            "its launch passes no extent of that axis (7 'helper' does so here)\n",
            Launched);
        add("a cluster of a callee that is passed",
            launched(cluster, axis + ", \"clusterCtaIdx.x\"", "64, 2"), "", Launched);
        add("dynamic memory of a callee", launched(tile, axis, "64"),
            "!14 launch-parameter-missing: kernel 'main_kernel' calls 'helper', which allocates dynamic "
            "shared "
            "memory 't', but its launch passes no number of bytes (7 'helper' does so here)\n",
            Launched);

        const QString hostOf = QString(R"(@T.prim_func(s_tir=True)
def main(N: T.Buffer((1,), "int32"), Y: T.Buffer((64,), "float32")):
    %1})
    %2
)");
        add("an argument from the memory of the device",
            hostOf.arg(Both, "T.call_packed(\"kernel\", Y.data, N[0])"),
            "!4 device-memory-on-host: host code of 'main' accesses device memory through 'N_ptr'\n", Split);
        add("a host reads its own memory",
            hostOf.arg(Both, "n = T.alloc_buffer((1,), \"int32\", scope=\"local\")\n    n[0] = 64\n    "
                             "T.call_packed(\"kernel\", Y.data, n[0])"),
            "", Split);
        add("a program without a launch", hostOf.arg(Both, "Y[0] = T.float32(1)"),
            "!4 device-memory-on-host: host code of 'main' accesses device memory through 'Y_ptr' (0 the "
            "program "
            "launches no kernel: bind a loop to threads, or choose a CPU as target)\n",
            Split);
        add("before the split the host may be the device", hostOf.arg(Both, "Y[0] = T.float32(N[0])"), "",
            {});
        add("memory of the CPU",
            hostOf.arg(R"(T.func_attr({"target": T.target({"kind": "llvm", "host": {"kind": "llvm"}}))",
                       "T.call_packed(\"kernel\", Y.data, N[0])"),
            "", Split);
        add("local memory from the host",
            QString(R"(@T.prim_func(s_tir=True)
def main_kernel(X_ptr: T.handle("float32", "global"), M: T.handle("int32", "local")):
    %1})
    X = T.decl_buffer((64,), data=X_ptr)
    n = T.decl_buffer((1,), "int32", data=M, scope="local")
    with T.launch_thread("threadIdx.x", 64) as tx:
        X[tx] = T.Cast("float32", n[0])
)")
                .arg(Device),
            "!2 local-memory-parameter: kernel 'main_kernel' takes local memory 'M' of its host as a "
            "parameter, and "
            "cannot reach it\n",
            Split);
    }

    static void launches()
    {
        const QString kernel = QString(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global")):
        %1)
        X = T.decl_buffer((64,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(1)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32")):
        %2)
        %3
)");
        const QString plain = QString(Device) + "}";
        const QString marked =
            QString(Device) +
            R"(, "calling_conv": 2, "tirx.kernel_launch_params": ["threadIdx.x"], "global_symbol": "main_kernel"})";
        const QString host = QString(Both) + "}";
        const QString call = "Module.main_kernel(X.data)";
        const QString launch = "T.call_packed(\"main_kernel\", X.data, 64)";

        // Its text cannot be read back, so it is not a golden case.
        add("a symbol that is not an identifier",
            "@T.prim_func(s_tir=True, private=True)\n"
            "def main(n: T.int32):\n"
            "    T.func_attr({\"global_symbol\": \"a; run(); //\"})\n"
            "    T.evaluate(n)\n",
            "!1 invalid-name: the symbol of function 'main' is not an identifier\n");
        add("a kernel may be called before the launch lowering", kernel.arg(plain, host, call), "", Split);
        add("a kernel launched", kernel.arg(marked, host, launch), "", Launched);
        add("a kernel called directly", kernel.arg(plain, host, call),
            "!3 kernel-without-convention: 'main_kernel' is called from the host, but has no kernel calling "
            "convention\n"
            "!13 kernel-called-directly: host function 'main' calls device function 'main_kernel' directly, "
            "without a launch (3 'main_kernel' is compiled for cuda)\n",
            Launched);
        add("a launched kernel without its convention", kernel.arg(plain, host, launch),
            "!3 kernel-without-convention: 'main_kernel' is called from the host, but has no kernel calling "
            "convention\n",
            Launched);

        const QString helper = QString(R"(@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def padded_host(n: T.int32):
        %1)
        T.evaluate(0)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        %2)
        %3
)");
        add("a host helper launched as a kernel",
            helper.arg(
                QString(Host) +
                    R"(, "calling_conv": 2, "tirx.kernel_launch_params": [], "global_symbol": "padded_host"})",
                host, "T.call_packed(\"padded_host\", n)"),
            "!11 host-function-launched: 'main' launches host function 'padded_host' as a kernel "
            "(3 'padded_host' is compiled for llvm and has no launch of its own)\n",
            Launched);
        add("a host helper called", helper.arg(QString(Host) + "}", host, "Module.padded_host(n)"), "",
            Launched);

        add("shared memory from the host",
            QString(R"(@T.prim_func(s_tir=True)
def main_kernel(X_ptr: T.handle("float32", "global"), M: T.handle("float32", "shared.dyn")):
    %1})
    X = T.decl_buffer((64,), data=X_ptr)
    B = T.decl_buffer((64,), data=M, scope="shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        B[tx] = X[tx]
)")
                .arg(Device),
            "!2 shared-memory-parameter: kernel 'main_kernel' takes shared memory 'M' as a parameter, and no "
            "host "
            "can pass it\n",
            Split);
        add("a region that the split left", QString(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.attr(T.target({"kind": "cuda", "arch": "sm_90"}), "target", 0):
        with T.launch_thread("threadIdx.x", 64) as tx:
            X[tx] = T.float32(1)
)"),
            "!3 device-region-left: a device region is still in 'main' after the split\n"
            "!4 launch-left-in-host: a launch is still in 'main', which is a function of the host\n",
            Split);
    }

    static void sharedMemory()
    {
        const QString twoBuffers = R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared.dyn")
        B = T.alloc_buffer((64,), scope="shared.dyn")
        S = T.alloc_buffer((64,), scope="shared")
        A[tx] = X[tx]
        B[tx] = A[63 - tx]
        S[tx] = B[tx]
        X[tx] = S[tx]
)";
        add("two dynamic buffers before the merge", twoBuffers, "");
        add("two dynamic buffers after the merge", twoBuffers,
            "!5 several-dynamic-allocations: a second dynamic shared buffer, 'B', is allocated in one launch "
            "(4 the first one, 'A', is allocated here)\n",
            Merged);
        add("one dynamic buffer a launch", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared.dyn")
        A[tx] = X[tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.alloc_buffer((64,), scope="shared.dyn")
        B[ty] = X[ty]
)",
            "", Merged);
        add("shared memory outside of launches", R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    A = T.alloc_buffer((64,), scope="shared")
    with T.launch_thread("threadIdx.x", 64) as tx:
        A[tx] = X[tx]
)",
            "3 shared-memory-outside-launch: shared buffer 'A' is allocated outside of any launch "
            "(4 the first launch of 'main' is here)\n");
    }
};

TIR_TEST(TestVerifier)
#include "tst_verifier.moc"
