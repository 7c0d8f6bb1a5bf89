/// Where a text shows the places of its module, in few bytes: texts of hundreds of megabytes are open at once.

#pragma once

#include "core/support/arena.h"
#include "core/support/diagnostic.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tir {

/// The spans of the places of a module in its text, in the arena of the module: they leave memory with it (ModuleStore).
class TextSpans {
public:
    TextSpans() = default;
    /// `spans`: by place; empty for places that the text does not show.
    TextSpans(const std::shared_ptr<Arena>& arena, std::span<const Span> spans);

    size_t size() const { return m_begins.size(); }
    bool empty() const { return m_begins.empty(); }
    Span operator[](size_t place) const;
    std::vector<Span> list() const;

private:
    /// Stored as the length of spans whose end is in m_longEnds.
    static constexpr uint16_t Long = UINT16_MAX;

    std::shared_ptr<const Arena> m_arena;
    std::span<const uint32_t> m_begins;
    std::span<const uint16_t> m_lengths;
    /// Ends of the few spans whose length does not fit in 16 bits, such as those of functions and large loops.
    struct LongEnd {
        uint32_t place;
        uint32_t end;
    };
    std::span<const LongEnd> m_longEnds; ///< by place, ascending
};

} // namespace tir
