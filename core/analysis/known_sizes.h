/// How many bytes buffers take when the values of symbolic sizes are known, as those of a run are.

#pragma once

#include "core/analysis/text.h"
#include "core/arith/index_range.h"

#include <map>
#include <span>
#include <string>

namespace tir {

/// Bytes as a formula of symbolic sizes and, where these are known, as a number.
struct Bytes {
    ByteSize formula = {};
    std::optional<int64_t> value = 0;

    Bytes& operator+=(const Bytes& other);
    std::string text() const; ///< `512`, `n * 4`, `n * 4 = 256`
};

class KnownSizes {
public:
    explicit KnownSizes(SizeLookup lookup) : m_lookup(lookup), m_ranges(std::move(lookup)) {}

    Bytes bytesOf(const Buffer& buffer);
    /// Of expressions that depend on the known sizes alone.
    const IndexRanges& ranges() const { return m_ranges; }
    /// The values that bytesOf() computed with, by name.
    const std::map<std::string, int64_t>& used() const { return m_used; }

private:
    void noteSizes(std::span<const Expr* const> extents);

    SizeLookup m_lookup;
    IndexRanges m_ranges;
    std::map<std::string, int64_t> m_used;
};

} // namespace tir
