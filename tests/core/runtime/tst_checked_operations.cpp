/// Checked programs whose memory is touched by operations that take pointers: atomic operations, matrices of
/// a warp, shuffles. The bad program is found, the sound one beside it is not accused.

#include "tests/core/runtime/finding_rows.h"
#include "tests/support/test_main.h"

#include <QtTest>

using tir::testing::addFindingColumns;
using tir::testing::addFindingRow;
using tir::testing::compareFindings;

namespace {

constexpr const char* Sums = "A: T.Buffer((4,), \"int32\"), B: T.Buffer((64,), \"int32\")";
constexpr const char* Halves = "H: T.Buffer((256,), \"float16\"), C: T.Buffer((256,), \"float32\")";

} // namespace

class TstCheckedOperations : public QObject {
    Q_OBJECT

private slots:
    void atomics_data()
    {
        addFindingColumns();
        addAtomics();
    }
    void atomics() { compareFindings(); }
    void matrices_data()
    {
        addFindingColumns();
        addMatrices();
    }
    void matrices() { compareFindings(); }
    void pointers_data()
    {
        addFindingColumns();
        addPointers();
    }
    void pointers() { compareFindings(); }
    void shuffles_data()
    {
        addFindingColumns();
        addShuffles();
    }
    void shuffles() { compareFindings(); }

private:
    static void addAtomics();
    static void addMatrices();
    static void addPointers();
    static void addShuffles();
};

void TstCheckedOperations::addAtomics()
{
    addFindingRow("threads and blocks", Sums,
                  "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "T.cuda.atomic_add(T.address_of(A[tx % 4]), B[tx])",
                  "");
    addFindingRow("of shared memory, and a barrier", Sums,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((1,), \"int32\", scope=\"shared\")\n"
                  "if tx == 0:\n"
                  "    S[0] = 0\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "T.cuda.atomic_add(T.address_of(S[0]), B[tx])\n"
                  "T.tvm_storage_sync(\"shared\")\n"
                  "if tx == 63:\n"
                  "    A[0] = S[0]",
                  "");
    addFindingRow(
        "read by the last one without a barrier", Sums,
        "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
        "T.cuda.atomic_add(T.address_of(A[0]), B[tx])\n"
        "if tx == 63:\n"
        "    A[1] = A[0]",
        "missing-barrier: thread (63, 0, 0) of block (0, 0, 0) reads A[0]: there is no barrier between this "
        "access and that of thread (0, 0, 0) of block (0, 0, 0) @ A[0] | "
        "thread (0, 0, 0) of block (0, 0, 0) updates A[0] here @ T.cuda.atomic_add(T.address_of(A[0]), "
        "B[tx])");
    addFindingRow("read by the first one without a barrier", Sums,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "T.cuda.atomic_add(T.address_of(A[0]), B[tx])\n"
                  "if tx == 0:\n"
                  "    A[1] = A[0]",
                  "missing-barrier: thread (1, 0, 0) of block (0, 0, 0) updates A[0]: there is no barrier "
                  "between this access and that of thread (0, 0, 0) of block (0, 0, 0)");
    addFindingRow("written by another block", Sums,
                  "bx = T.launch_thread(\"blockIdx.x\", 2)\n"
                  "if bx == 0:\n"
                  "    A[0] = 5\n"
                  "else:\n"
                  "    T.cuda.atomic_add(T.address_of(A[0]), 1)",
                  "race: thread (0, 0, 0) of block (1, 0, 0) updates A[0]: it is not ordered with the access "
                  "of thread (0, 0, 0) of block (0, 0, 0) @ T.cuda.atomic_add(T.address_of(A[0]), 1) | "
                  "thread (0, 0, 0) of block (0, 0, 0) writes A[0] here @ A[0] = 5");
    addFindingRow("through an access pointer, outside", Sums,
                  "tx = T.launch_thread(\"threadIdx.x\", 5)\n"
                  "T.cuda.atomic_add(T.tvm_access_ptr(T.type_annotation(\"int32\"), A.data, tx, 1, 3), 1)",
                  "out-of-bounds: thread (4, 0, 0) of block (0, 0, 0) updates A[4]: 'A' has 4 elements @ "
                  "T.cuda.atomic_add(");
    addFindingRow("far outside", Sums, "T.cuda.atomic_add(T.address_of(A[1000000000]), 1)",
                  "out-of-bounds: the host updates A[1000000000]: 'A' has 4 elements");
    addFindingRow("called by CUDA's name", Sums,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "T.evaluate(T.call_extern(\"int32\", \"atomicMax\", T.address_of(A[0]), B[tx]))\n"
                  "if tx == 63:\n"
                  "    A[1] = A[0]",
                  "missing-barrier: thread (63, 0, 0) of block (0, 0, 0) reads A[0]");
}

void TstCheckedOperations::addMatrices()
{
    addFindingRow(
        "a fragment of initialized shared memory", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "A_s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
        "a = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")\n"
        "b = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_b\")\n"
        "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
        "for i in range(8):\n    A_s[i * 32 + tx] = H[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), "
        "A_s.data, 0, 256, 1), 16, \"row_major\")\n"
        "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), "
        "A_s.data, 0, 256, 1), 16, \"col_major\")\n"
        "T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float32\"), "
        "C.data, 0, 256, 2), 16, \"row_major\")",
        "");
    addFindingRow(
        "a fragment that was never filled", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "a = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")\n"
        "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
        "b = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_b\")\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.address_of(H[0]), 16, \"row_major\")\n"
        "T.tvm_load_matrix_sync(b.data, 16, 16, 16, 0, T.address_of(H[0]), 16, \"row_major\")\n"
        "T.tvm_mma_sync(c.data, 0, a.data, 0, b.data, 0, c.data, 0)\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.address_of(C[0]), 16, \"row_major\")",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads c[0]: nothing has been written there (256 "
        "times) @ T.tvm_mma_sync(");
    addFindingRow(
        "a fragment from shared memory without a barrier", Halves,
        "ty = T.launch_thread(\"threadIdx.y\", 2)\n"
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "A_s = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
        "a = T.alloc_buffer((256,), \"float16\", scope=\"wmma.matrix_a\")\n"
        "for i in range(4):\n    A_s[i * 64 + ty * 32 + tx] = H[i * 64 + ty * 32 + tx]\n"
        "T.tvm_load_matrix_sync(a.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float16\"), "
        "A_s.data, 0, 256, 1), 16, \"row_major\")",
        "missing-barrier: thread (0, 0, 0) of block (0, 0, 0) reads A_s[32]: there is no barrier between "
        "this access and that of thread (0, 1, 0) of block (0, 0, 0)");
    addFindingRow(
        "a tile that leaves the matrix", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
        "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.float32(0))\n"
        "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.tvm_access_ptr(T.type_annotation(\"float32\"), "
        "C.data, 8, 256, 2), 16, \"row_major\")",
        "out-of-bounds: thread (0, 0, 0) of block (0, 0, 0) writes C[256]: 'C' has 256 elements (8 times) @ "
        "T.tvm_store_matrix_sync(");
    addFindingRow("warps that store one tile", Halves,
                  "ty = T.launch_thread(\"threadIdx.y\", 2)\n"
                  "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                  "c = T.alloc_buffer((256,), \"float32\", scope=\"wmma.accumulator\")\n"
                  "T.tvm_fill_fragment(c.data, 16, 16, 16, 0, T.Cast(\"float32\", ty))\n"
                  "T.tvm_store_matrix_sync(c.data, 16, 16, 16, 0, T.address_of(C[0]), 16, \"row_major\")",
                  "race: thread (0, 1, 0) of block (0, 0, 0) writes C[0]: it is not ordered with the access "
                  "of thread (0, 0, 0) of block (0, 0, 0)");
    addFindingRow(
        "rows for ldmatrix, and its registers", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((256,), \"float16\", scope=\"shared\")\n"
        "r = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n"
        "for i in range(8):\n    S[i * 32 + tx] = H[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", r.data, 0, S.data, tx * 8)\n"
        "C[tx] = T.Cast(\"float32\", r[7])",
        "");
    addFindingRow(
        "rows that no lane needs are not looked at", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((64,), \"float16\", scope=\"shared\")\n"
        "r = T.alloc_buffer((2,), \"float16\", scope=\"local\")\n"
        "for i in range(2):\n    S[i * 32 + tx] = H[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 1, \".b16\", r.data, 0, S.data, tx * 8)\n"
        "C[tx] = T.Cast(\"float32\", r[1])",
        "");
    addFindingRow(
        "a row past the end", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((120,), \"float16\", scope=\"shared\")\n"
        "r = T.alloc_buffer((4,), \"float16\", scope=\"local\")\n"
        "for i in range(4):\n    if i * 32 + tx < 120:\n        S[i * 32 + tx] = H[i * 32 + tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 2, \".b16\", r.data, 0, S.data, tx * 8)",
        "out-of-bounds: thread (15, 0, 0) of block (0, 0, 0) reads S[120:128]: 'S' has 120 elements @ "
        "T.ptx.ldmatrix_legacy(");
    addFindingRow("rows without a barrier", Halves,
                  "tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                  "S = T.alloc_buffer((512,), \"float16\", scope=\"shared\")\n"
                  "r = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n"
                  "for i in range(8):\n    S[511 - tx * 8 - i] = H[tx * 4]\n"
                  "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", r.data, 0, S.data, tx * 8)",
                  "missing-barrier: thread (32, 0, 0) of block (0, 0, 0) reads S[256]: there is no barrier "
                  "between this access and that of thread (31, 0, 0) of block (0, 0, 0)");
    addFindingRow(
        "a row at an odd place", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "S = T.alloc_buffer((264,), \"float16\", scope=\"shared\")\n"
        "r = T.alloc_buffer((8,), \"float16\", scope=\"local\")\n"
        "for i in range(8):\n    S[i * 32 + tx] = H[i * 32 + tx]\n"
        "if tx < 8:\n    S[256 + tx] = H[tx]\n"
        "T.tvm_storage_sync(\"shared\")\n"
        "T.ptx.ldmatrix_legacy(\"float16\", T.bool(False), 4, \".b16\", r.data, 0, S.data, tx * 8 + 4)",
        "misaligned: thread (0, 0, 0) of block (0, 0, 0) reads S[4:12]: 16 bytes at byte 8");
    addFindingRow(
        "registers of a product that are not initialized", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "a = T.alloc_buffer((4,), \"float16\", scope=\"local\")\n"
        "b = T.alloc_buffer((2,), \"float16\", scope=\"local\")\n"
        "c = T.alloc_buffer((4,), \"float32\", scope=\"local\")\n"
        "for i in range(4):\n    a[i] = H[tx]\n"
        "for i in range(2):\n    b[i] = H[tx]\n"
        "T.ptx.mma.legacy(\"float32\", \"m16n8k8\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", a.data, "
        "0, "
        "b.data, 0, c.data, 0, T.bool(False))",
        "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads c[0]: nothing has been written there");
    addFindingRow(
        "registers of a product", Halves,
        "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
        "a = T.alloc_buffer((4,), \"float16\", scope=\"local\")\n"
        "b = T.alloc_buffer((2,), \"float16\", scope=\"local\")\n"
        "c = T.alloc_buffer((4,), \"float32\", scope=\"local\")\n"
        "for i in range(4):\n    a[i] = H[tx]\n"
        "for i in range(2):\n    b[i] = H[tx]\n"
        "T.mma_fill_legacy(\"float32\", 4, c.data, 0)\n"
        "T.ptx.mma.legacy(\"float32\", \"m16n8k8\", \"row\", \"col\", \"fp16\", \"fp16\", \"fp32\", a.data, "
        "0, "
        "b.data, 0, c.data, 0, T.bool(False))\n"
        "C[tx] = c[3]",
        "");
}

void TstCheckedOperations::addPointers()
{
    addFindingRow(
        "a pointer bound first", Sums,
        "tx = T.launch_thread(\"threadIdx.x\", 4)\n"
        "p: T.let[T.handle(\"int32\")] = T.tvm_access_ptr(T.type_annotation(\"int32\"), A.data, 2, 2, 3)\n"
        "T.cuda.atomic_add(T.handle_add_byte_offset(p, tx * 4), 1)",
        "out-of-bounds: thread (2, 0, 0) of block (0, 0, 0) updates A[4]: 'A' has 4 elements (2 times)");
    addFindingRow(
        "a pointer to nowhere", Sums,
        "tx = T.launch_thread(\"threadIdx.x\", 2)\n"
        "p: T.let[T.handle(\"int32\", \"global\")] = T.reinterpret(\"handle\", T.uint64(4096))\n"
        "N = T.decl_buffer((4,), \"int32\", data=p)\n"
        "N[tx] = 1",
        "out-of-bounds: thread (0, 0, 0) of block (0, 0, 0) writes N[0]: it is outside of all memory of "
        "the program (2 times) @ N[tx] = 1");
    addFindingRow("a null pointer of the host", Sums,
                  "p: T.let[T.handle(\"int32\", \"global\")] = T.reinterpret(\"handle\", T.uint64(0))\n"
                  "N = T.decl_buffer((4,), \"int32\", data=p)\n"
                  "N[1] = 1",
                  "out-of-bounds: the host writes N[1]: the pointer is null @ N[1] = 1");
}

/// Half of the lanes set a value, all publish it: the uninitialized ones are reported where they are used.
void TstCheckedOperations::addShuffles()
{
    constexpr const char* Lanes = "X: T.Buffer((32,), \"float32\"), Y: T.Buffer((32,), \"float32\")";
    const auto lanes = [&](const char* name, const std::string& statements, const std::string& expected) {
        const std::string text = "tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                                 "L = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                                 "M = T.alloc_buffer((1,), \"float32\", scope=\"local\")\n"
                                 "if tx < 16:\n    L[0] = X[tx]\n" +
                                 statements;
        addFindingRow(name, Lanes, text.c_str(), expected.c_str());
    };
    const std::string from = "T.tvm_warp_shuffle(T.uint32(4294967295), L[0], tx % 16 + 8, 32, 32)";
    lanes("uninitialized lanes are not used", "M[0] = " + from + "\nif tx < 8:\n    Y[tx] = M[0]", "");
    lanes("its own value is not what a lane gets",
          "M[0] = " + from + "\nif tx >= 16 and tx < 24:\n    Y[tx] = M[0]", "");
    lanes("carried and used", "M[0] = " + from + "\nM[0] = M[0] * X[tx]\nif tx == 9:\n    Y[tx] = M[0]",
          "uninitialized: thread (9, 0, 0) of block (0, 0, 0) reads M[0]: the value that was written there "
          "was itself uninitialized @ M[0]");
    lanes("used at once", "Y[tx] = " + from,
          "uninitialized: thread (8, 0, 0) of block (0, 0, 0) reads L of lane 16: nothing has been written "
          "there "
          "(16 times) @ " +
              from);
    lanes("sums",
          "M[0] = T.tvm_warp_shuffle_down(T.uint32(4294967295), L[0] + X[tx], 8, 32, 32)\n"
          "L[0] = L[0] + M[0]\nif tx < 8:\n    Y[tx] = L[0]",
          "");
    lanes("sums of too many",
          "M[0] = T.tvm_warp_shuffle_down(T.uint32(4294967295), L[0] + X[tx], 16, 32, 32)\n"
          "L[0] = L[0] + M[0]\nif tx < 1:\n    Y[tx] = L[0]",
          "uninitialized: thread (0, 0, 0) of block (0, 0, 0) reads L[0]: the value that was written there "
          "was itself uninitialized @ L[0]");
    lanes("offered again",
          "M[0] = T.tvm_warp_shuffle_xor(T.uint32(4294967295), "
          "T.tvm_warp_shuffle_xor(T.uint32(4294967295), L[0], 16, 32, 32), 1, 32, 32)\n"
          "if tx == 16:\n    Y[0] = M[0]\nif tx == 5:\n    Y[1] = M[0]",
          "uninitialized: thread (5, 0, 0) of block (0, 0, 0) reads M[0]: the value that was written there "
          "was itself uninitialized @ M[0]");
    lanes("a lane outside of the group is not read",
          "if tx < 16:\n    Y[tx] = T.tvm_warp_shuffle_down(T.uint32(65535), L[0], 8, 16, 32)", "");
    const std::string absent = "T.tvm_warp_shuffle_down(T.uint32(4294967295), L[0], 8, 32, 32)";
    lanes("lanes that are elsewhere", "if tx < 16:\n    Y[tx] = " + absent,
          "uninitialized: thread (8, 0, 0) of block (0, 0, 0) reads L of lane 16: that lane takes no part in "
          "the "
          "shuffle (8 times) @ " +
              absent);
    lanes("lanes that have ended",
          "if tx >= 16:\n    T.thread_return()\nM[0] = " + absent + "\nif tx == 12:\n    Y[0] = M[0]",
          "uninitialized: thread (12, 0, 0) of block (0, 0, 0) reads M[0]: the value that was written there "
          "was itself uninitialized @ M[0]");
    addFindingRow(
        "lanes that do not exist", Lanes,
        "tx = T.launch_thread(\"threadIdx.x\", 16)\n"
        "Y[tx] = T.tvm_warp_shuffle_down(T.uint32(4294967295), X[tx], 8, 32, 32)",
        "uninitialized: thread (8, 0, 0) of block (0, 0, 0) reads X of lane 16: that lane takes no part in "
        "the "
        "shuffle (8 times) @ T.tvm_warp_shuffle_down(T.uint32(4294967295), X[tx], 8, 32, 32)");
}

TIR_TEST(TstCheckedOperations)
#include "tst_checked_operations.moc"
