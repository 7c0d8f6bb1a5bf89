/// Immutable bytes with shared ownership: a tensor may take gigabytes, and most tensors do not change in a run.

#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tir {

class SharedBytes {
public:
    SharedBytes() = default;
    /// Implicit: bytes that are passed on become shared.
    SharedBytes(std::vector<std::byte> bytes)
    {
        const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
        m_bytes = *kept;
        m_owner = kept;
    }
    /// Part of the memory of `owner`.
    SharedBytes(std::shared_ptr<const void> owner, std::span<const std::byte> bytes)
        : m_owner(std::move(owner)),
          m_bytes(bytes)
    {}

    const std::byte* data() const { return m_bytes.data(); }
    size_t size() const { return m_bytes.size(); }
    bool empty() const { return m_bytes.empty(); }
    auto begin() const { return m_bytes.begin(); }
    auto end() const { return m_bytes.end(); }
    const std::byte& operator[](size_t index) const { return m_bytes[index]; }
    std::vector<std::byte> copy() const { return {m_bytes.begin(), m_bytes.end()}; }

    friend bool operator==(const SharedBytes& a, const SharedBytes& b)
    {
        return a.size() == b.size() &&
               (a.data() == b.data() || std::memcmp(a.data(), b.data(), a.size()) == 0);
    }

private:
    std::shared_ptr<const void> m_owner;
    std::span<const std::byte> m_bytes;
};

} // namespace tir
