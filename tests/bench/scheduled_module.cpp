#include "tests/bench/scheduled_module.h"

#include <map>

namespace tir::testing {
namespace {

constexpr const char* Elementwise = R"(
    @T.prim_func(s_tir=True)
    def k$i$(A: T.Buffer(($n$,), "float32"), B: T.Buffer(($n$,), "float32"), C: T.Buffer(($n$,), "float32")):
        for bx in T.thread_binding($g$, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("C"):
                    vi = T.axis.spatial($n$, bx * 128 + tx)
                    T.where(bx * 128 + tx < $n$)
                    T.reads(A[vi], B[vi])
                    T.writes(C[vi])
                    C[vi] = A[vi] * T.float32($c$) + T.max(B[vi], T.float32(0))
)";

constexpr const char* Transpose = R"(
    @T.prim_func(s_tir=True)
    def k$i$(A: T.Buffer(($n$, $m$), "float32"), B: T.Buffer(($m$, $n$), "float32")):
        S = T.sblock_alloc_buffer(($n$, $m$), scope="shared")
        for by in T.thread_binding($gn$, thread="blockIdx.y"):
            for bx in T.thread_binding($gm$, thread="blockIdx.x"):
                for k in range(4):
                    for ty in T.thread_binding(8, thread="threadIdx.y"):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("S"):
                                vi = T.axis.spatial($n$, by * 32 + k * 8 + ty)
                                vj = T.axis.spatial($m$, bx * 32 + tx)
                                T.where(by * 32 + k * 8 + ty < $n$ and bx * 32 + tx < $m$)
                                T.reads(A[vi, vj])
                                T.writes(S[vi, vj])
                                T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 1]]})
                                S[vi, vj] = A[vi, vj]
                for k in range(4):
                    for ty in T.thread_binding(8, thread="threadIdx.y"):
                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("B"):
                                vi = T.axis.spatial($m$, bx * 32 + k * 8 + ty)
                                vj = T.axis.spatial($n$, by * 32 + tx)
                                T.where(bx * 32 + k * 8 + ty < $m$ and by * 32 + tx < $n$)
                                T.reads(S[vj, vi])
                                T.writes(B[vi, vj])
                                B[vi, vj] = S[vj, vi]
)";

constexpr const char* MatrixProduct = R"(
    @T.prim_func(s_tir=True)
    def k$i$(A: T.Buffer(($n$, $n$), "float32"), B: T.Buffer(($n$, $n$), "float32"), C: T.Buffer(($n$, $n$), "float32")):
        AS = T.sblock_alloc_buffer(($n$, $n$), scope="shared")
        BS = T.sblock_alloc_buffer(($n$, $n$), scope="shared")
        CL = T.sblock_alloc_buffer(($n$, $n$), scope="local")
        for by in T.thread_binding($t$, thread="blockIdx.y"):
            for bx in T.thread_binding($t$, thread="blockIdx.x"):
                for ty in T.thread_binding(8, thread="threadIdx.y"):
                    for tx in T.thread_binding(8, thread="threadIdx.x"):
                        for k0 in range($t$):
                            for ax in range(4):
                                with T.sblock("AS"):
                                    v0 = T.axis.spatial($n$, by * 16 + (ax * 64 + ty * 8 + tx) // 16)
                                    v1 = T.axis.spatial($n$, k0 * 16 + (ax * 64 + ty * 8 + tx) % 16)
                                    T.reads(A[v0, v1])
                                    T.writes(AS[v0, v1])
                                    AS[v0, v1] = A[v0, v1]
                            for ax in range(4):
                                with T.sblock("BS"):
                                    v0 = T.axis.spatial($n$, k0 * 16 + (ax * 64 + ty * 8 + tx) // 16)
                                    v1 = T.axis.spatial($n$, bx * 16 + (ax * 64 + ty * 8 + tx) % 16)
                                    T.reads(B[v0, v1])
                                    T.writes(BS[v0, v1])
                                    BS[v0, v1] = B[v0, v1]
                            for k1, i, j in T.grid(16, 2, 2):
                                with T.sblock("C"):
                                    vi = T.axis.spatial($n$, by * 16 + ty * 2 + i)
                                    vj = T.axis.spatial($n$, bx * 16 + tx * 2 + j)
                                    vk = T.axis.reduce($n$, k0 * 16 + k1)
                                    T.reads(AS[vi, vk], BS[vk, vj])
                                    T.writes(CL[vi, vj])
                                    with T.init():
                                        CL[vi, vj] = T.float32(0)
                                    CL[vi, vj] = CL[vi, vj] + AS[vi, vk] * BS[vk, vj]
                        for i, j in T.grid(2, 2):
                            with T.sblock("out"):
                                vi = T.axis.spatial($n$, by * 16 + ty * 2 + i)
                                vj = T.axis.spatial($n$, bx * 16 + tx * 2 + j)
                                T.reads(CL[vi, vj])
                                T.writes(C[vi, vj])
                                C[vi, vj] = CL[vi, vj]
)";

constexpr const char* RowSums = R"(
    @T.prim_func(s_tir=True)
    def k$i$(A: T.Buffer(($n$, 256), "float32"), B: T.Buffer(($n$,), "float32")):
        for bx in T.thread_binding($n$, thread="blockIdx.x"):
            for k0 in range(8):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("B"):
                        vi = T.axis.spatial($n$, bx)
                        vk = T.axis.reduce(256, k0 * 32 + tx)
                        T.reads(A[vi, vk])
                        T.writes(B[vi])
                        with T.init():
                            B[vi] = T.float32(0)
                        B[vi] = B[vi] + A[vi, vk]
)";

using Values = std::map<std::string, int>;

/// `$n$` in the text becomes the value of n.
std::string filled(std::string text, const Values& values)
{
    for (const auto& [name, value] : values) {
        const std::string mark = "$" + name + "$";
        for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.replace(at, mark.size(), std::to_string(value));
    }
    return text;
}

int rounded(int value, int unit)
{
    return (value + unit - 1) / unit;
}

std::string kernel(int number)
{
    const int size = number / 4 % 16;
    switch (number % 4) {
    case 0: {
        const int n = 1000 + 37 * size;
        return filled(Elementwise, {{"i", number}, {"n", n}, {"g", rounded(n, 128)}, {"c", size + 1}});
    }
    case 1: {
        const int n = 100 + 3 * size;
        const int m = 70 + 5 * size;
        return filled(Transpose,
                      {{"i", number}, {"n", n}, {"m", m}, {"gn", rounded(n, 32)}, {"gm", rounded(m, 32)}});
    }
    case 2: {
        const int tiles = 2 + size % 6;
        return filled(MatrixProduct, {{"i", number}, {"n", 16 * tiles}, {"t", tiles}});
    }
    default:
        return filled(RowSums, {{"i", number}, {"n", 32 + size}});
    }
}

} // namespace

std::string scheduledModule(int kernels)
{
    std::string text = "@I.ir_module\nclass Module:";
    for (int number = 0; number < kernels; ++number)
        text += kernel(number);
    return text;
}

} // namespace tir::testing
