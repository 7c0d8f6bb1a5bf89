/// Loops bound to threads execute as threads in every form that they have before lowering: around blocks, above
/// and below sequential loops, several nests of one axis, reductions across threads, and memory that is
/// allocated above them.

#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <numeric>

using namespace tir;
using tir::testing::Checked;
using tir::testing::Numbers;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::troubleOf;

namespace {

/// The expected B.
using Formula = std::function<Numbers(const Numbers& a)>;

constexpr size_t Size = 64;

Numbers reversed(const Numbers& a)
{
    return {a.rbegin(), a.rend()};
}

/// Of eight rows of eight, for every element of its row.
Numbers rowSums(const Numbers& a)
{
    Numbers sums(Size);
    for (size_t index = 0; index < Size; ++index) {
        const auto row = a.begin() + ptrdiff_t(index / 8 * 8);
        sums[index] = std::accumulate(row, row + 8, 0.0);
    }
    return sums;
}

/// With itself, as a matrix of 8 by 8.
Numbers product(const Numbers& a)
{
    Numbers result(Size, 0);
    for (size_t i = 0; i < 8; ++i)
        for (size_t j = 0; j < 8; ++j)
            for (size_t k = 0; k < 8; ++k)
                result[i * 8 + j] += a[i * 8 + k] * a[k * 8 + j];
    return result;
}

/// The loop and the block of a reduction of rows.
constexpr const char* Reduction = "for t in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
                                  "        for k in range(2):\n"
                                  "            with T.sblock(\"sum\"):\n"
                                  "                vi = T.axis.spatial(8, i)\n"
                                  "                vk = T.axis.reduce(8, k * 4 + t)\n"
                                  "                with T.init():\n"
                                  "                    S[vi] = 0\n"
                                  "                S[vi] = S[vi] + A[vi * 8 + vk]\n";

std::string reduction(const char* scope, const char* outer)
{
    return "with T.sblock(\"root\"):\n"
           "  S = T.sblock_alloc_buffer((8,), \"int32\", scope=\"" +
           std::string(scope) + "\")\n  for i in T.thread_binding(8, thread=\"" + outer + "\"):\n    " +
           Reduction +
           "    for u in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
           "        for j in range(2):\n"
           "            with T.sblock(\"take\"):\n"
           "                wi = T.axis.spatial(8, i)\n"
           "                wj = T.axis.spatial(8, j * 4 + u)\n"
           "                B[wi * 8 + wj] = S[wi]";
}

} // namespace

class TstThreadLoops : public QObject {
    Q_OBJECT

private slots:
    void threadsAreThreads_data();
    void threadsAreThreads();
    void everyBlockHasItsSharedMemory();
};

void TstThreadLoops::threadsAreThreads_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<Formula>("expected");
    const auto row = [](const char* name, const std::string& statements, const Formula& expected) {
        QTest::newRow(name) << QString::fromStdString(statements) << expected;
    };
    row("no threads", "for i in range(64):\n    B[i] = A[63 - i]", reversed);
    row("the loop around two blocks",
        "with T.sblock(\"root\"):\n"
        "    S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "    for t in T.thread_binding(64, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"fill\"):\n"
        "            v = T.axis.spatial(64, t)\n            S[v] = A[v]\n"
        "        with T.sblock(\"take\"):\n"
        "            w = T.axis.spatial(64, t)\n            B[w] = S[63 - w]",
        reversed);
    row("two nests of one axis, of different lengths",
        "with T.sblock(\"root\"):\n"
        "    S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n"
        "        for t in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
        "            for j in range(4):\n"
        "                with T.sblock(\"fill\"):\n"
        "                    v = T.axis.spatial(64, j * 16 + t)\n                    S[v] = A[v]\n"
        "        for u in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "            for j in T.unroll(2):\n"
        "                with T.sblock(\"take\"):\n"
        "                    w = T.axis.spatial(64, u * 2 + j)\n                    B[w] = S[63 - w]",
        reversed);
    row("a loop of the same axis inside of another one",
        "with T.sblock(\"root\"):\n"
        "    S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "    for t in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "        for j in range(2):\n"
        "            for u in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "                with T.sblock(\"fill\"):\n"
        "                    v = T.axis.spatial(64, j * 32 + u)\n                    S[v] = A[v]\n"
        "        for j in T.vectorized(2):\n"
        "            with T.sblock(\"take\"):\n"
        "                w = T.axis.spatial(64, t * 2 + j)\n                B[w] = S[63 - w]",
        reversed);
    row("more threads than elements",
        "for t in T.thread_binding(128, thread=\"threadIdx.x\"):\n"
        "    with T.sblock(\"root\"):\n"
        "        T.where(t < 64)\n"
        "        S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "        with T.sblock(\"fill\"):\n"
        "            v = T.axis.spatial(64, t)\n            S[v] = A[v]\n"
        "        with T.sblock(\"take\"):\n"
        "            w = T.axis.spatial(64, t)\n            B[w] = S[63 - w]",
        reversed);
    row("a loop in a launch",
        "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "with T.sblock(\"root\"):\n"
        "    S = T.sblock_alloc_buffer((64,), \"int32\", scope=\"shared\")\n"
        "    for ty in T.thread_binding(4, thread=\"threadIdx.y\"):\n"
        "        with T.sblock(\"fill\"):\n"
        "            v = T.axis.spatial(64, ty * 16 + tx)\n            S[v] = A[v]\n"
        "    for ty in T.thread_binding(4, thread=\"threadIdx.y\"):\n"
        "        with T.sblock(\"take\"):\n"
        "            w = T.axis.spatial(64, ty * 16 + tx)\n            B[w] = S[63 - w]",
        reversed);
    row("virtual threads that read what others of them wrote",
        "for z in T.thread_binding(2, thread=\"vthread.x\"):\n"
        "    for t in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"root\"):\n"
        "            S = T.sblock_alloc_buffer((32,), \"int32\", scope=\"shared\")\n"
        "            with T.sblock(\"fill\"):\n"
        "                v = T.axis.spatial(64, z * 32 + t)\n                S[v % 32] = A[63 - v]\n"
        "            with T.sblock(\"take\"):\n"
        "                w = T.axis.spatial(64, z * 32 + t)\n"
        "                B[w] = S[w % 32 // 2 * 2 + 1 - w % 2] - S[w % 32 // 2 * 2 + 1 - w % 2] + A[63 - w]",
        reversed);
    row("each thread loads its part of a tile",
        "for ty in T.thread_binding(2, thread=\"threadIdx.y\"):\n"
        "    for tx in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"tile\"):\n"
        "            L = T.sblock_alloc_buffer((4, 2), \"int32\", scope=\"local\")\n"
        "            P = T.sblock_alloc_buffer((8, 4), \"int32\", scope=\"shared\")\n"
        "            Q = T.sblock_alloc_buffer((4, 8), \"int32\", scope=\"shared\")\n"
        "            for i, j in T.grid(4, 2):\n"
        "                with T.sblock(\"zero\"):\n"
        "                    vi, vj = T.axis.remap(\"SS\", [i, j])\n                    L[vi, vj] = 0\n"
        "            for k0 in range(2):\n"
        "                for i in range(4):\n"
        "                    with T.sblock(\"P\"):\n"
        "                        v0 = T.axis.spatial(8, ty * 4 + i)\n"
        "                        v1 = T.axis.spatial(4, tx)\n"
        "                        P[v0, v1] = A[v0 * 8 + k0 * 4 + v1]\n"
        "                for i in range(4):\n"
        "                    with T.sblock(\"Q\"):\n"
        "                        v0 = T.axis.spatial(4, ty * 2 + i // 2)\n"
        "                        v1 = T.axis.spatial(8, tx * 2 + i % 2)\n"
        "                        Q[v0, v1] = A[(k0 * 4 + v0) * 8 + v1]\n"
        "                for k, i, j in T.grid(4, 4, 2):\n"
        "                    with T.sblock(\"L\"):\n"
        "                        vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
        "                        L[vi, vj] = L[vi, vj] + P[ty * 4 + vi, vk] * Q[vk, tx * 2 + vj]\n"
        "            for i, j in T.grid(4, 2):\n"
        "                with T.sblock(\"B\"):\n"
        "                    vi, vj = T.axis.remap(\"SS\", [i, j])\n"
        "                    B[(ty * 4 + vi) * 8 + tx * 2 + vj] = L[vi, vj]",
        product);
    row("each thread loads its part of a tile that is allocated above",
        "with T.sblock(\"root\"):\n"
        "    P = T.sblock_alloc_buffer((8, 8), \"int32\", scope=\"shared\")\n"
        "    L = T.sblock_alloc_buffer((8, 8), \"int32\", scope=\"local\")\n"
        "    for ty in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
        "        for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
        "            with T.sblock(\"P\"):\n"
        "                v0, v1 = T.axis.remap(\"SS\", [ty, tx])\n"
        "                P[v0, v1] = A[v0 * 8 + v1]\n"
        "            for k in range(8):\n"
        "                with T.sblock(\"L\"):\n"
        "                    vi, vj, vk = T.axis.remap(\"SSR\", [ty, tx, k])\n"
        "                    with T.init():\n"
        "                        L[vi, vj] = 0\n"
        "                    L[vi, vj] = L[vi, vj] + P[vi, vk] * P[vk, vj]\n"
        "            with T.sblock(\"B\"):\n"
        "                vi, vj = T.axis.remap(\"SS\", [ty, tx])\n"
        "                B[vi * 8 + vj] = L[vi, vj]",
        product);
    row("registers that threads of a row compute redundantly, with waits in between",
        "with T.sblock(\"root\"):\n"
        "    P = T.sblock_alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
        "    L = T.sblock_alloc_buffer((8,), \"int32\", scope=\"local\")\n"
        "    for ty in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
        "        for tx in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
        "            for k in range(8):\n"
        "                with T.sblock(\"P\"):\n"
        "                    v = T.axis.spatial(8, ty)\n"
        "                    P[(v + 1) % 8] = A[(v + 1) % 8 * 8 + k]\n"
        "                with T.sblock(\"L\"):\n"
        "                    vi, vk = T.axis.remap(\"SR\", [ty, k])\n"
        "                    with T.init():\n"
        "                        L[vi] = 0\n"
        "                    L[vi] = L[vi] + P[vi]\n"
        "            with T.sblock(\"B\"):\n"
        "                vi, vj = T.axis.remap(\"SS\", [ty, tx])\n"
        "                B[vi * 8 + vj] = L[vi]",
        rowSums);
    for (const char* outer : {"blockIdx.x", "threadIdx.y"})
        for (const char* scope : {"global", "shared", "local"})
            row((std::string("a reduction across threads into ") + scope + " memory, rows along " + outer)
                    .c_str(),
                reduction(scope, outer), rowSums);
    row("a reduction across threads into memory of the block around",
        "for i in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
        "    for t in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
        "        with T.sblock(\"root\"):\n"
        "            S = T.sblock_alloc_buffer((1,), \"int32\", scope=\"local\")\n"
        "            with T.sblock(\"sum\"):\n"
        "                vi, vk = T.axis.remap(\"SR\", [i, t])\n"
        "                with T.init():\n"
        "                    S[0] = 0\n"
        "                S[0] = S[0] + A[vi * 8 + vk]\n"
        "            with T.sblock(\"take\"):\n"
        "                vi, vj = T.axis.remap(\"SS\", [i, t])\n"
        "                B[vi * 8 + vj] = S[0]",
        rowSums);
}

void TstThreadLoops::threadsAreThreads()
{
    QFETCH(QString, statements);
    QFETCH(Formula, expected);
    const char* const parameters = "A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")";
    const RunResult result = runMain(parameters, statements.toStdString());
    QCOMPARE(troubleOf(result), QString());
    QCOMPARE(result.after.at("B"), expected(result.before.at("A")));
    const RunResult checked = runMain(parameters, statements.toStdString(), {}, Checked::Yes);
    QCOMPARE(troubleOf(checked), QString());
    QCOMPARE(checked.after.at("B"), expected(checked.before.at("A")));
    for (const std::string& finding : checked.findings)
        QVERIFY2(finding.starts_with("bank-conflicts"), finding.c_str());
}

/// Although it is allocated above them: a block does not see data of the block before.
void TstThreadLoops::everyBlockHasItsSharedMemory()
{
    const RunResult result = runMain("A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")",
                                     "with T.sblock(\"root\"):\n"
                                     "    S = T.sblock_alloc_buffer((8,), \"int32\", scope=\"shared\")\n"
                                     "    for b in T.thread_binding(8, thread=\"blockIdx.x\"):\n"
                                     "        for t in T.thread_binding(8, thread=\"threadIdx.x\"):\n"
                                     "            if b == 0:\n"
                                     "                S[t] = A[t]\n"
                                     "            B[b * 8 + t] = S[t]",
                                     {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    const bool isFound = std::any_of(result.findings.begin(), result.findings.end(), [](const auto& finding) {
        return finding.starts_with("uninitialized: thread (0, 0, 0) of block (1, 0, 0) reads S[0]");
    });
    QVERIFY(isFound);
}

TIR_TEST(TstThreadLoops)
#include "tst_thread_loops.moc"
