/// Elements narrower than a byte in checked programs: threads that access different ones of a unit of memory meet there.

#include "tests/core/runtime/finding_rows.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir::testing;

namespace {

constexpr const char* Nibbles = "X: T.Buffer((64,), \"int4\"), Y: T.Buffer((64,), \"int4\")";

} // namespace

class TstCheckedNarrowElements : public QObject {
    Q_OBJECT

private slots:
    void findings_data();
    void findings() { compareFindings(); }
};

void TstCheckedNarrowElements::findings_data()
{
    addFindingColumns();
    const auto row = addFindingRow;
    row("neighbors", Nibbles, "tx = T.launch_thread(\"threadIdx.x\", 64)\nY[tx] = X[tx]",
        "race: thread (1, 0, 0) of block (0, 0, 0) writes Y[1]: it is in one unit of memory with Y[0]: "
        "it is not ordered with the access of thread (0, 0, 0) of block (0, 0, 0)");
    row("neighbors of two blocks", Nibbles, "bx = T.launch_thread(\"blockIdx.x\", 64)\nY[bx] = X[bx]",
        "race: thread (0, 0, 0) of block (1, 0, 0) writes Y[1]: it is in one unit of memory with Y[0]");
    row("pairs", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "for i in range(2):\n"
        "    Y[tx * 2 + i] = X[tx * 2 + i]",
        "writes Y[2]: it is in one unit of memory with Y[0]");
    row("a unit for each thread", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "for i in range(8):\n"
        "    Y[tx * 8 + i] = X[tx * 8 + i]",
        "");
    row("one element of a unit for each thread", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\nY[tx * 8] = X[tx]", "");
    row("vectors of a unit", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "Y[tx * 8:tx * 8 + 8] = X[tx * 8:tx * 8 + 8]",
        "");
    row("one after the other", Nibbles, "for i in range(64):\n    Y[i] = X[i]", "");
    row("only read", "X: T.Buffer((64,), \"int4\"), Y: T.Buffer((64,), \"int32\")",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\nY[tx] = T.Cast(\"int32\", X[tx])", "");
    row("a read beside a write", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 2)\n"
        "if tx == 0:\n"
        "    Y[0] = X[1]\n"
        "else:\n"
        "    X[0] = Y[32]",
        "writes X[0]: it is in one unit of memory with X[1]: there is no barrier between this access and "
        "that of thread (0, 0, 0) of block (0, 0, 0)");
    row("a barrier between neighbors", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 2)\n"
        "S = T.alloc_buffer((8,), \"int4\", scope=\"shared\")\n"
        "if tx == 0:\n"
        "    S[0] = X[0]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "if tx == 1:\n"
        "    S[1] = X[1]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "if tx == 0:\n"
        "    Y[0] = S[0] + S[1]",
        "");
    row("neighbors in shared memory", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "S = T.alloc_buffer((8,), \"int4\", scope=\"shared\")\n"
        "S[tx] = X[tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "Y[tx * 8] = S[7 - tx]",
        "race: thread (1, 0, 0) of block (0, 0, 0) writes S[1]: it is in one unit of memory with S[0]");
    row("own memory", Nibbles,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "L = T.alloc_buffer((8,), \"int4\", scope=\"local\")\n"
        "for i in range(8):\n"
        "    L[i] = X[i]\n"
        "Y[tx * 8] = L[tx]",
        "");
    row("bits", "X: T.Buffer((64,), \"uint1\"), Y: T.Buffer((64,), \"uint1\")",
        "tx = T.launch_thread(\"threadIdx.x\", 2)\nY[tx * 31] = X[tx]",
        "writes Y[31]: it is in one unit of memory with Y[0]");
    row("words of bits", "X: T.Buffer((64,), \"uint1\"), Y: T.Buffer((64,), \"uint1\")",
        "tx = T.launch_thread(\"threadIdx.x\", 2)\nY[tx * 32] = X[tx]", "");
    row("narrow floats", "X: T.Buffer((64,), \"float4_e2m1fn\"), Y: T.Buffer((64,), \"float4_e2m1fn\")",
        "tx = T.launch_thread(\"threadIdx.x\", 2)\nY[tx] = X[tx]",
        "writes Y[1]: it is in one unit of memory with Y[0]");
    row("bytes of narrow floats",
        "X: T.Buffer((64,), \"float4_e2m1fn\"), Y: T.Buffer((64,), \"float4_e2m1fn\")",
        "tx = T.launch_thread(\"threadIdx.x\", 2)\nY[tx * 2] = X[tx]", "");
    row("booleans have bytes", "X: T.Buffer((64,), \"bool\"), Y: T.Buffer((64,), \"bool\")",
        "tx = T.launch_thread(\"threadIdx.x\", 64)\nY[tx] = X[tx]", "");
}

TIR_TEST(TstCheckedNarrowElements)
#include "tst_checked_narrow_elements.moc"
