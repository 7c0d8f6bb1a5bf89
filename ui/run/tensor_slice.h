/// Two dimensions of a tensor as rows and columns. Numbers only.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tir::ui {

class TensorSlice {
public:
    TensorSlice() = default;
    /// The last two axes, the others at 0. A single axis is folded into rows, like text.
    explicit TensorSlice(std::vector<int64_t> shape);

    const std::vector<int64_t>& shape() const { return m_shape; }
    int axisCount() const { return int(m_shape.size()); }
    bool isFolded() const { return m_shape.size() == 1; }

    int rowAxis() const { return m_rowAxis; }
    int columnAxis() const { return m_columnAxis; }
    /// Precondition: two different axes of two or more. An axis that was shown and no longer is gets the index 0.
    void setAxes(int row, int column);
    /// The index of the slice on an axis that is not shown.
    int64_t fixedIndex(int axis) const { return m_fixed[size_t(axis)]; }
    void setFixedIndex(int axis, int64_t index) { m_fixed[size_t(axis)] = index; }

    int64_t rows() const { return m_rows; }
    int64_t columns() const { return m_columns; }
    int64_t elementCount() const { return m_count; } ///< of the tensor

    /// Row-major position in the tensor; -1 outside, and after the end of a folded axis.
    int64_t elementAt(int64_t row, int64_t column) const;
    std::vector<int64_t> indexOf(int64_t element) const;
    /// Row and column of the element, after moving the slice to it.
    std::pair<int64_t, int64_t> show(int64_t element);
    /// Row and column when the slice holds the element, else (-1, -1).
    std::pair<int64_t, int64_t> find(int64_t element) const;

private:
    void measure();

    std::vector<int64_t> m_shape;
    std::vector<int64_t> m_strides;
    std::vector<int64_t> m_fixed;
    int m_rowAxis = 0;
    int m_columnAxis = 0;
    int64_t m_rows = 0;
    int64_t m_columns = 0;
    int64_t m_count = 0;
};

} // namespace tir::ui
