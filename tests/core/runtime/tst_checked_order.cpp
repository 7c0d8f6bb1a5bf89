/// Checked programs: what orders accesses of threads, and what they cost. Every kind of finding in a small program that has
/// it, with both threads and both places, and none in the correct program beside it.

#include "tests/core/runtime/finding_rows.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir::testing;

class TstCheckedOrder : public QObject {
    Q_OBJECT

private slots:
    void findings_data();
    void findings() { compareFindings(); }
};

void TstCheckedOrder::findings_data()
{
    addFindingColumns();
    addFindingRow(
        "shared memory of another block", XY,
        "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
        "if bx == 0:\n"
        "    S[tx] = X[tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "Y[bx * 32 + tx] = S[tx]",
        "uninitialized: thread (0, 0, 0) of block (1, 0, 0) reads S[0]: nothing has been written there "
        "(32 times) @ S[tx]");
    addFindingRow(
        "a barrier forgotten", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "S[tx] = X[tx]\n"
        "if tx > 0:\n"
        "    Y[tx] = S[tx - 1]",
        "missing-barrier: thread (1, 0, 0) of block (0, 0, 0) reads S[0]: there is no barrier between this "
        "access and that of thread (0, 0, 0) of block (0, 0, 0) (63 times) @ S[tx - 1] | "
        "thread (0, 0, 0) of block (0, 0, 0) writes S[0] here @ S[tx] = X[tx]");
    addFindingRow("the barrier set", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "S[tx] = X[tx]\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "if tx > 0:\n"
                  "    Y[tx] = S[tx - 1]",
                  "");
    addFindingRow(
        "no barrier at the end of the loop body", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 2)\n"
        "S = T.alloc_buffer((2,), \"float32\", scope=\"shared\")\n"
        "for i in range(4):\n"
        "    S[tx] = X[i * 2 + tx]\n"
        "    T.tvm_storage_sync(\"shared\")\n"
        "    Y[i * 2 + tx] = S[1 - tx]",
        "missing-barrier: thread (1, 0, 0) of block (0, 0, 0) writes S[1]: there is no barrier between this "
        "access and that of thread (0, 0, 0) of block (0, 0, 0) (3 times) @ S[tx] = X[i * 2 + tx] | "
        "thread (0, 0, 0) of block (0, 0, 0) reads S[1] here @ S[1 - tx]");
    for (const std::string scope : {"shared", "shared.dyn", "warp"}) {
        const std::string name = "what an earlier iteration wrote into memory of scope " + scope;
        const std::string statements = "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                       "for i in range(2):\n"
                                       "    S = T.alloc_buffer((32,), \"float32\", scope=\"" +
                                       scope +
                                       "\")\n"
                                       "    if i == 0:\n"
                                       "        S[tx] = X[tx]\n"
                                       "    Y[i * 32 + tx] = S[tx]";
        addFindingRow(
            name.c_str(), XY, statements.c_str(),
            "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads S[0]: nothing has been written "
            "there since the memory was allocated, in each iteration again (32 times) @ S[tx]");
    }
    addFindingRow("memory that is allocated and written in each iteration", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "for i in range(2):\n"
                  "    S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "    S[tx] = X[i * 32 + tx]\n"
                  "    T.tvm_storage_sync(\"shared\")\n"
                  "    Y[i * 32 + tx] = S[31 - tx]\n"
                  "    T.tvm_storage_sync(\"shared\")",
                  "");
    addFindingRow("what an earlier iteration wrote into memory that is allocated outside of the loop", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "for i in range(2):\n"
                  "    if i == 0:\n"
                  "        S[tx] = X[tx]\n"
                  "    Y[i * 32 + tx] = S[tx]",
                  "");
    addFindingRow("a barrier of the warp is enough for its lanes", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "S[tx] = X[tx]\n"
                  "T.tvm_storage_sync(\"warp\")\n"
                  "Y[tx] = S[31 - tx]",
                  "");
    addFindingRow("a warp barrier does not synchronize the block", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "S[tx] = X[tx]\n"
                  "T.tvm_storage_sync(\"warp\")\n"
                  "Y[tx] = S[63 - tx]",
                  "missing-barrier: thread (0, 0, 0) of block (0, 0, 0) reads S[63]: there is no barrier "
                  "between this access and that of thread (63, 0, 0) of block (0, 0, 0)");
    addFindingRow("threads that write one element", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "Y[tx // 2] = X[tx]",
                  "race: thread (1, 0, 0) of block (0, 0, 0) writes Y[0]: it is not ordered with the access "
                  "of thread (0, 0, 0) of block (0, 0, 0) @ Y[tx // 2] = X[tx] | "
                  "thread (0, 0, 0) of block (0, 0, 0) writes Y[0] here @ Y[tx // 2] = X[tx]");
    addFindingRow("threads that write the same value", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "Y[0] = X[3]",
                  "");
    addFindingRow("blocks that write one element", XY,
                  "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "Y[tx] = X[bx * 32 + tx]",
                  "race: thread (0, 0, 0) of block (1, 0, 0) writes Y[0]: it is not ordered with the access "
                  "of thread (0, 0, 0) of block (0, 0, 0)");
    addFindingRow("blocks that read what another writes", XY,
                  "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                  "if bx == 0:\n"
                  "    Y[0] = X[0]\n"
                  "else:\n"
                  "    Y[1] = Y[0]",
                  "race: thread (0, 0, 0) of block (1, 0, 0) reads Y[0]: it is not ordered with the access "
                  "of thread (0, 0, 0) of block (0, 0, 0) @ Y[0] | "
                  "thread (0, 0, 0) of block (0, 0, 0) writes Y[0] here @ Y[0] = X[0]");
    addFindingRow("launches come one after the other", XY,
                  "with T.launch_thread(\"blockIdx.x\", 64) as bx:\n"
                  "    Y[bx] = X[bx]\n"
                  "with T.launch_thread(\"blockIdx.x\", 64) as cx:\n"
                  "    X[cx] = Y[63 - cx]",
                  "");
    addFindingRow(
        "a quadruple stored at an odd place", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "Y[tx * 4 + 1:tx * 4 + 5] = X[tx * 4:tx * 4 + 4]",
        "misaligned: thread (0, 0, 0) of block (0, 0, 0) writes Y[1:5]: 16 bytes at byte 4 of its memory, "
        "which is not a multiple of 16 (8 times) @ Y[tx * 4 + 1:tx * 4 + 5] = X[tx * 4:tx * 4 + 4]");
    addFindingRow("a quadruple read at an odd place, which is read lane by lane", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "Y[tx * 4:tx * 4 + 4] = X[tx * 4 + 1:tx * 4 + 5]",
                  "");
    addFindingRow("a quadruple read in a row of odd length",
                  "A: T.Buffer((8, 9), \"float32\"), Y: T.Buffer((64,), \"float32\")",
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "Y[tx * 4:tx * 4 + 4] = A[tx, 4:8]",
                  "");
    addFindingRow("a variable of a block beyond its axis", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "with T.sblock(\"Y\"):\n"
                  "    i = T.axis.spatial(6, tx)\n"
                  "    Y[i] = X[i]",
                  "out-of-domain: thread (6, 0, 0) of block (0, 0, 0) binds i = 6: its axis has the domain "
                  "[0, 6) (2 times) @ "
                  "with T.sblock(\"Y\"):");
    addFindingRow("a variable of a block that its condition keeps inside", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "with T.sblock(\"Y\"):\n"
                  "    T.where(tx < 6)\n"
                  "    i = T.axis.spatial(6, tx)\n"
                  "    Y[i] = X[i]",
                  "");
    addFindingRow("overflow of a sum", "A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")",
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "B[tx] = A[tx] + 2147483647",
                  "signed-overflow: thread (0, 0, 0) of block (0, 0, 0) computes a number that does not fit "
                  "into its type: the result is undefined, and passes may change it (8 times) @ A[tx] + "
                  "2147483647");
    addFindingRow(
        "overflow of some lanes", "A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")",
        "B[0:8] = T.Ramp(0, 1, 8) * T.Broadcast(400000000, 8)",
        "signed-overflow: the host computes a number that does not fit into its type: the result is "
        "undefined, and passes may change it @ ");
    addFindingRow("unsigned and narrow integers wrap",
                  "A: T.Buffer((8,), \"uint32\"), B: T.Buffer((8,), \"int16\")",
                  "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                  "A[tx] = A[tx] + T.uint32(4294967295)\n"
                  "B[tx] = B[tx] + T.int16(32767)",
                  "");
    addFindingRow("iterations of a parallel loop that sum together", XY,
                  "for i in T.parallel(4):\n"
                  "    Y[0] = Y[0] + X[i]",
                  "race: the host reads Y[0]: it is not ordered with the access of another iteration of the "
                  "parallel loop (3 times) @ Y[0] | the host writes Y[0] here @ Y[0] = Y[0] + X[i]");
    addFindingRow("iterations of a parallel loop that write one element", XY,
                  "for i in T.parallel(2):\n"
                  "    Y[0] = X[i]",
                  "race: the host writes Y[0]: it is not ordered with the access of another iteration of the "
                  "parallel loop @ Y[0] = X[i] | the host writes Y[0] here @ Y[0] = X[i]");
    addFindingRow("an element of the next iteration of a parallel loop", XY,
                  "for i in T.parallel(2):\n"
                  "    Y[i] = X[i] + Y[i + 1]",
                  "race: the host writes Y[1]: it is not ordered with the access of another iteration of the "
                  "parallel loop @ Y[i] = X[i] + Y[i + 1] | the host reads Y[1] here @ Y[i + 1]");
    addFindingRow("parallel loops in each other and after each other", XY,
                  "for i in T.parallel(2):\n"
                  "    for j in T.parallel(4):\n"
                  "        Y[i * 4 + j] = X[j]\n"
                  "for i in T.parallel(8):\n"
                  "    Y[i] = Y[i] + X[0]\n"
                  "Y[0] = Y[1]",
                  "");
    addFindingRow("memory of each iteration of a parallel loop", XY,
                  "for i in T.parallel(4):\n"
                  "    S = T.alloc_buffer((1,), \"float32\")\n"
                  "    S[0] = X[i]\n"
                  "    Y[i] = S[0]",
                  "");
    addFindingRow("iterations of a serial loop that sum together", XY,
                  "for i in range(4):\n"
                  "    Y[0] = Y[0] + X[i]",
                  "");
    addFindingRow(
        "division by zero", "A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")",
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "B[tx] = A[tx] // (tx - 3)",
        "division-by-zero: thread (3, 0, 0) of block (0, 0, 0) divides by zero @ A[tx] // (tx - 3)");
    addFindingRow(
        "a buffer over another one's bytes", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "pool = T.alloc_buffer((256,), \"uint8\", scope=\"shared.dyn\")\n"
        "first = T.decl_buffer((32,), \"float32\", data=pool.data, scope=\"shared.dyn\")\n"
        "second = T.decl_buffer((32,), \"float32\", data=pool.data, scope=\"shared.dyn\")\n"
        "first[tx] = X[tx]\n"
        "second[tx] = X[tx + 32]\n"
        "Y[tx] = first[tx] + second[tx]",
        "clobbered: thread (0, 0, 0) of block (0, 0, 0) reads first[0]: 'second' has been written over it "
        "(32 times) @ first[tx] | "
        "thread (0, 0, 0) of block (0, 0, 0) writes second[0] here @ second[tx] = X[tx + 32]");
    addFindingRow("buffers one after the other", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "pool = T.alloc_buffer((256,), \"uint8\", scope=\"shared.dyn\")\n"
                  "first = T.decl_buffer((32,), \"float32\", data=pool.data, scope=\"shared.dyn\")\n"
                  "second = T.decl_buffer((32,), \"float32\", data=pool.data, scope=\"shared.dyn\")\n"
                  "first[tx] = X[tx]\n"
                  "second[tx + 32] = X[tx + 32]\n"
                  "Y[tx] = first[tx] + second[tx + 32]",
                  "");
    addFindingRow(
        "lanes that wait for one bank", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((32, 32), \"float32\", scope=\"shared\")\n"
        "S[tx, 0] = X[tx]\n"
        "Y[tx] = S[tx, 0]",
        "bank-conflicts: thread (31, 0, 0) of block (0, 0, 0) reads S[31, 0]: 32 words of one bank are "
        "accessed "
        "at a time @ S[tx, 0] | thread (0, 0, 0) of block (0, 0, 0) reads S[0, 0] here @ S[tx, 0]");
    addFindingRow("lanes with a bank each", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((32, 33), \"float32\", scope=\"shared\")\n"
                  "S[tx, 0] = X[tx]\n"
                  "Y[tx] = S[tx, 0]",
                  "");
    addFindingRow("lanes that read one word", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((1,), \"float32\", scope=\"shared\")\n"
                  "if tx == 0:\n"
                  "    S[0] = X[0]\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "Y[tx] = S[0]",
                  "");
    addFindingRow("quadruples are served in parts of the warp", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "S[tx * 4:tx * 4 + 4] = X[tx * 4:tx * 4 + 4]\n"
                  "Y[tx * 4:tx * 4 + 4] = S[tx * 4:tx * 4 + 4]",
                  "");
}

TIR_TEST(TstCheckedOrder)
#include "tst_checked_order.moc"
