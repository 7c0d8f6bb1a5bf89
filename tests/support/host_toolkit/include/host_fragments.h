/// nvcuda::wmma: a fragment has the whole matrix, in every lane.

#pragma once

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static constexpr int Rows = std::is_same_v<Use, matrix_b> ? K : M;
    static constexpr int Columns = std::is_same_v<Use, matrix_a> ? K : N;
    T values[Rows][Columns];
};

template <class Fragment, class T>
void load(Fragment& to, const T* from, unsigned stride, bool isRowMajor)
{
    __syncwarp();
    for (int row = 0; row < Fragment::Rows; ++row)
        for (int column = 0; column < Fragment::Columns; ++column)
            to.values[row][column] = isRowMajor ? from[row * stride + column] : from[column * stride + row];
    __syncwarp();
}

template <class Use, int M, int N, int K, class T, class Layout, class From>
void load_matrix_sync(fragment<Use, M, N, K, T, Layout>& to, const From* from, unsigned stride)
{
    load(to, from, stride, std::is_same_v<Layout, row_major>);
}
template <int M, int N, int K, class T, class From>
void load_matrix_sync(fragment<accumulator, M, N, K, T>& to, const From* from, unsigned stride,
                      layout_t layout)
{
    load(to, from, stride, layout == mem_row_major);
}

template <int M, int N, int K, class T, class To>
void store_matrix_sync(To* to, const fragment<accumulator, M, N, K, T>& from, unsigned stride,
                       layout_t layout)
{
    __syncwarp();
    for (int row = 0; row < M; ++row)
        for (int column = 0; column < N; ++column)
            to[layout == mem_row_major ? row * stride + column : column * stride + row] =
                from.values[row][column];
    __syncwarp();
}

template <class Fragment, class T>
void fill_fragment(Fragment& to, T value)
{
    for (auto& row : to.values)
        for (auto& place : row)
            place = value;
}

template <class D, class A, class B, class C>
void mma_sync(D& d, const A& a, const B& b, const C& c)
{
    D sum;
    for (int row = 0; row < A::Rows; ++row)
        for (int column = 0; column < B::Columns; ++column) {
            double value = double(c.values[row][column]);
            for (int inner = 0; inner < A::Columns; ++inner)
                value += double(a.values[row][inner]) * double(b.values[inner][column]);
            sum.values[row][column] = std::decay_t<decltype(sum.values[0][0])>(value);
        }
    d = sum;
}

} // namespace nvcuda::wmma
