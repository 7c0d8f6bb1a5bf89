#include "ui/run/tensor_slice.h"

#include <algorithm>

namespace tir::ui {
namespace {

constexpr int64_t LeastFold = 8;
constexpr int64_t GreatestFold = 1024;

/// Number of columns for folding a single axis: a power of two that makes it about square.
int64_t foldOf(int64_t count)
{
    int64_t columns = LeastFold;
    while (columns < GreatestFold && columns * columns < count)
        columns *= 2;
    return std::min(columns, std::max<int64_t>(count, 1));
}

} // namespace

TensorSlice::TensorSlice(std::vector<int64_t> shape)
    : m_shape(std::move(shape)),
      m_strides(m_shape.size(), 1),
      m_fixed(m_shape.size(), 0),
      m_rowAxis(std::max(0, int(m_shape.size()) - 2)),
      m_columnAxis(std::max(0, int(m_shape.size()) - 1)),
      m_count(1)
{
    for (size_t axis = m_shape.size(); axis-- > 0;) {
        m_strides[axis] = m_count;
        m_count *= m_shape[axis];
    }
    measure();
}

void TensorSlice::measure()
{
    if (m_shape.empty()) {
        m_rows = m_columns = m_count;
    } else if (isFolded()) {
        m_columns = foldOf(m_count);
        m_rows = (m_count + m_columns - 1) / m_columns;
    } else {
        m_rows = m_shape[size_t(m_rowAxis)];
        m_columns = m_shape[size_t(m_columnAxis)];
    }
}

void TensorSlice::setAxes(int row, int column)
{
    m_rowAxis = row;
    m_columnAxis = column;
    m_fixed[size_t(row)] = m_fixed[size_t(column)] = 0;
    measure();
}

int64_t TensorSlice::elementAt(int64_t row, int64_t column) const
{
    if (row < 0 || column < 0 || row >= m_rows || column >= m_columns)
        return -1;
    if (m_shape.size() < 2) {
        const int64_t element = row * m_columns + column;
        return element < m_count ? element : -1;
    }
    int64_t element = row * m_strides[size_t(m_rowAxis)] + column * m_strides[size_t(m_columnAxis)];
    for (size_t axis = 0; axis < m_shape.size(); ++axis)
        if (int(axis) != m_rowAxis && int(axis) != m_columnAxis)
            element += m_fixed[axis] * m_strides[axis];
    return element < m_count ? element : -1;
}

std::vector<int64_t> TensorSlice::indexOf(int64_t element) const
{
    std::vector<int64_t> index(m_shape.size());
    for (size_t axis = 0; axis < m_shape.size(); ++axis)
        index[axis] = element / m_strides[axis] % m_shape[axis];
    return index;
}

std::pair<int64_t, int64_t> TensorSlice::show(int64_t element)
{
    if (element < 0 || element >= m_count)
        return {-1, -1};
    const std::vector<int64_t> index = indexOf(element);
    for (size_t axis = 0; axis < m_shape.size(); ++axis)
        if (int(axis) != m_rowAxis && int(axis) != m_columnAxis)
            m_fixed[axis] = index[axis];
    return find(element);
}

std::pair<int64_t, int64_t> TensorSlice::find(int64_t element) const
{
    if (element < 0 || element >= m_count)
        return {-1, -1};
    if (m_shape.size() < 2)
        return {element / m_columns, element % m_columns};
    const std::vector<int64_t> index = indexOf(element);
    for (size_t axis = 0; axis < m_shape.size(); ++axis)
        if (int(axis) != m_rowAxis && int(axis) != m_columnAxis && m_fixed[axis] != index[axis])
            return {-1, -1};
    return {index[size_t(m_rowAxis)], index[size_t(m_columnAxis)]};
}

} // namespace tir::ui
