/// Checked programs with asynchronous copies, and in lockstep: the wrong program is found, the correct one beside it is
/// not accused.

#include "tests/core/runtime/finding_rows.h"
#include "tests/core/runtime/run_program.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using tir::testing::addFindingColumns;
using tir::testing::addFindingRow;
using tir::testing::Checked;
using tir::testing::compareFindings;
using tir::testing::RunHow;
using tir::testing::runMain;
using tir::testing::RunResult;
using tir::testing::XY;

class TstCheckedCopies : public QObject {
    Q_OBJECT

private slots:
    void copies_data();
    void copies() { compareFindings(); }
    void lockstepOrdersTheStatementsOfABlock();
};

void TstCheckedCopies::copies_data()
{
    addFindingColumns();
    addFindingRow("waited for, and a barrier", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "Y[tx] = S[63 - tx]",
                  "");
    addFindingRow("its own after waiting, without a barrier", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "Y[tx] = S[tx]",
                  "");
    addFindingRow(
        "no thread waits", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "Y[tx] = S[tx]",
        "missing-wait: thread (0, 0, 0) of block (0, 0, 0) reads S[0]: the asynchronous copy to it has not "
        "been waited for (64 times) @ S[tx] | thread (0, 0, 0) of block (0, 0, 0) copies into S[0] here @ "
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)");
    addFindingRow(
        "a group too few is waited for", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "for i in range(2):\n"
        "    T.ptx.cp_async(\"float32\", S.data, i * 32 + tx, X.data, i * 32 + tx, 4)\n"
        "    T.ptx.cp_async.commit_group()\n"
        "T.ptx.cp_async.wait_group(1)\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "Y[tx] = S[31 - tx]\n"
        "Y[32 + tx] = S[63 - tx]",
        "missing-wait: thread (0, 0, 0) of block (0, 0, 0) reads S[63]: the asynchronous copy to it of "
        "thread (31, 0, 0) of block (0, 0, 0) has not been waited for by that thread (32 times) @ "
        "S[63 - tx] | thread (31, 0, 0) of block (0, 0, 0) copies into S[63] here");
    addFindingRow("two groups in turns", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "for i in range(2):\n"
                  "    T.ptx.cp_async(\"float32\", S.data, i * 32 + tx, X.data, i * 32 + tx, 4)\n"
                  "    T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(1)\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "Y[tx] = S[31 - tx]\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "Y[32 + tx] = S[63 - tx]",
                  "");
    addFindingRow("not committed", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "Y[tx] = S[tx]",
                  "missing-wait: thread (0, 0, 0) of block (0, 0, 0) reads S[0]");
    addFindingRow(
        "waited for, the barrier forgotten", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.ptx.cp_async.wait_group(0)\n"
        "if tx > 0:\n"
        "    Y[tx] = S[tx - 1]",
        "missing-barrier: thread (1, 0, 0) of block (0, 0, 0) reads S[0]: there is no barrier between this "
        "access and that of thread (0, 0, 0) of block (0, 0, 0) (63 times) @ S[tx - 1] | "
        "thread (0, 0, 0) of block (0, 0, 0) writes S[0] here @ T.ptx.cp_async(");
    addFindingRow(
        "written while the copy is under way", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
        "S[tx] = T.float32(0)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.ptx.cp_async.wait_group(0)\n"
        "Y[tx] = S[tx]",
        "missing-wait: thread (0, 0, 0) of block (0, 0, 0) writes S[0]: the asynchronous copy to it has not "
        "been waited for (64 times) @ S[tx] = T.float32(0)");
    addFindingRow(
        "the source written while the copy is under way", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
        "T.ptx.cp_async.commit_group()\n"
        "X[tx] = T.float32(0)\n"
        "T.ptx.cp_async.wait_group(0)\n"
        "Y[tx] = S[tx]",
        "missing-wait: thread (0, 0, 0) of block (0, 0, 0) writes X[0]: the asynchronous copy from it has "
        "not "
        "been waited for (64 times) @ X[tx] = T.float32(0) | thread (0, 0, 0) of block (0, 0, 0) copies into "
        "S[0] here @ T.ptx.cp_async(");
    addFindingRow(
        "the source written by another thread before a barrier", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "X[63 - tx] = T.float32(0)\n"
        "T.ptx.cp_async.wait_group(0)\n"
        "Y[tx] = S[tx]",
        "missing-wait: thread (0, 0, 0) of block (0, 0, 0) writes X[63]: the asynchronous copy from it of "
        "thread (63, 0, 0) of block (0, 0, 0) has not been waited for by that thread");
    addFindingRow("the source written after waiting", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "X[tx] = S[tx] + T.float32(1)",
                  "");
    addFindingRow("into what others still read", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "for i in range(2):\n"
                  "    T.ptx.cp_async(\"float32\", S.data, tx, X.data, i * 32 + tx, 4)\n"
                  "    T.ptx.cp_async.commit_group()\n"
                  "    T.ptx.cp_async.wait_group(0)\n"
                  "    T.tvm_storage_sync(\"shared\")\n"
                  "    Y[i * 32 + tx] = S[31 - tx]",
                  "missing-barrier: thread (16, 0, 0) of block (0, 0, 0) copies into S[16]: there is no "
                  "barrier between this access and that of thread (15, 0, 0) of block (0, 0, 0)");
    addFindingRow(
        "past the end of the target", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx + 1, X.data, tx, 4)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.ptx.cp_async.wait_group(0)",
        "out-of-bounds: thread (63, 0, 0) of block (0, 0, 0) copies into S[64]: 'S' has 64 elements @ "
        "T.ptx.cp_async(");
    addFindingRow("past the end of the source", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx * 4, X.data, tx * 4 + 4, 16)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)",
                  "out-of-bounds: thread (15, 0, 0) of block (0, 0, 0) reads X[64:68]: 'X' has 64 elements");
    addFindingRow("what the predicate leaves out is not read", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                  "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
                  "T.ptx.cp_async(\"float32\", S.data, tx * 4, X.data, tx * 4 + 4, 16, tx < 15)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "Y[tx] = S[tx * 4]",
                  "bank-conflicts:"); // lanes four words apart
    addFindingRow(
        "sixteen bytes at an odd place", XY,
        "tx = T.launch_thread(\"threadIdx.x\", 8)\n"
        "S = T.alloc_buffer((64,), \"float32\", scope=\"shared\")\n"
        "T.ptx.cp_async(\"float32\", S.data, tx * 4 + 1, X.data, tx * 4, 16)\n"
        "T.ptx.cp_async.commit_group()\n"
        "T.ptx.cp_async.wait_group(0)",
        "misaligned: thread (0, 0, 0) of block (0, 0, 0) copies into S[1:5]: 16 bytes at byte 4 of its "
        "memory, which is not a multiple of 16 (8 times)");
    addFindingRow("into a part of merged memory", XY,
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "pool = T.alloc_buffer((256,), \"uint8\", scope=\"shared.dyn\")\n"
                  "first = T.decl_buffer((32,), \"float32\", data=pool.data, scope=\"shared.dyn\")\n"
                  "first[tx + 32] = X[tx]\n"
                  "T.ptx.cp_async(\"float32\", pool.data, tx * 4, X.data, tx, 4)\n"
                  "T.ptx.cp_async.commit_group()\n"
                  "T.ptx.cp_async.wait_group(0)\n"
                  "Y[tx] = first[tx] + first[tx + 32]",
                  "");
    addFindingRow("of the block before", XY,
                  "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                  "if bx == 0:\n"
                  "    T.ptx.cp_async(\"float32\", S.data, tx, X.data, tx, 4)\n"
                  "else:\n"
                  "    S[tx] = T.float32(1)\n"
                  "    Y[tx] = S[tx]",
                  "");
}

void TstCheckedCopies::lockstepOrdersTheStatementsOfABlock()
{
    const std::string statements = "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                                   "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                   "S = T.alloc_buffer((32,), \"float32\", scope=\"shared\")\n"
                                   "for i in range(2):\n"
                                   "    S[tx] = X[i * 32 + tx]\n"
                                   "    Y[INDEX] = S[31 - tx]";
    const auto findings = [&](const char* index, bool isLockstep) {
        std::string text = statements;
        text.replace(text.find("INDEX"), 5, index);
        const RunResult result =
            runMain(XY, text, {}, RunHow{.checked = Checked::Yes, .isLockstep = isLockstep});
        std::string all;
        for (const std::string& finding : result.findings)
            all += finding + "\n";
        return all;
    };
    QCOMPARE(findings("bx * 32 + tx", true), std::string());
    QVERIFY(findings("bx * 32 + tx", false).find("missing-barrier: ") != std::string::npos);
    // Blocks are not in lockstep with each other.
    QVERIFY(findings("tx", true).starts_with("race: thread (0, 0, 0) of block (1, 0, 0) writes Y[0]"));
}

TIR_TEST(TstCheckedCopies)
#include "tst_checked_copies.moc"
