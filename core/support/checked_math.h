/// Products of numbers that a program or a user chooses, which may not fit in 64 bits.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace tir {

/// A product of any number of factors.
class CheckedProduct {
public:
    void multiply(int64_t factor) { m_overflows |= __builtin_mul_overflow(m_value, factor, &m_value); }

    /// Nothing after an overflow.
    std::optional<int64_t> value() const
    {
        return m_overflows ? std::nullopt : std::optional<int64_t>(m_value);
    }

private:
    int64_t m_value = 1;
    bool m_overflows = false;
};

/// The product of two sizes; the largest number instead of one that does not fit.
constexpr int64_t limitedProduct(int64_t a, int64_t b)
{
    int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<int64_t>::max() : product;
}

/// The same for the sum of two sizes.
constexpr int64_t limitedSum(int64_t a, int64_t b)
{
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<int64_t>::max() : sum;
}

} // namespace tir
