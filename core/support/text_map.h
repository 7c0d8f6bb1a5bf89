/// A map from texts to small values, for the inner loops of analyses and passes: one flat table, linear
/// probing, nothing to free per entry. Entries are never taken out.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace tir {

/// For tables whose size is a power of two: all bits of the result are mixed. Names are short, so that two
/// reads of eight bytes see most of them whole.
inline size_t textHash(std::string_view text)
{
    constexpr uint64_t Odd = 0x9E3779B97F4A7C15u;
    const auto mixed = [](uint64_t bits) {
        bits = (bits ^ bits >> 32) * Odd; // a product takes nothing down to its low bits
        return bits ^ bits >> 32;
    };
    const auto word = [&](size_t at, size_t length) {
        uint64_t bits = 0;
        std::memcpy(&bits, text.data() + at, length);
        return bits;
    };
    const size_t size = text.size();
    uint64_t hash = mixed(size);
    if (size < 8) {
        for (const char letter : text)
            hash = (hash << 8 | hash >> 56) ^ uint8_t(letter);
        return size_t(mixed(hash));
    }
    for (size_t at = 0; at + 8 < size; at += 8)
        hash = mixed(hash ^ word(at, 8));
    return size_t(mixed(hash ^ word(size - 8, 8)));
}

/// Keys are not copied: callers keep them alive. References to values are valid until the next insertion.
template <class Value>
class TextMap {
public:
    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    /// Null if there is no such entry.
    const Value* find(std::string_view key) const
    {
        if (m_size == 0)
            return nullptr;
        const Slot& slot = m_slots[slotOf(key)];
        return slot.key.data() ? &slot.value : nullptr;
    }

    /// The entry of `key`, created with `value` if it is new; and whether it is new.
    std::pair<Value&, bool> insert(std::string_view key, const Value& value)
    {
        if ((m_size + 1) * 2 > m_slots.size())
            grow();
        Slot& slot = m_slots[slotOf(key)];
        if (slot.key.data())
            return {slot.value, false};
        slot = {key.data() ? key : std::string_view(""), value};
        ++m_size;
        return {slot.value, true};
    }

private:
    struct Slot {
        std::string_view key; ///< free slots have null data
        Value value = {};
    };

    /// That of `key`, or the free one where it belongs.
    size_t slotOf(std::string_view key) const
    {
        const size_t mask = m_slots.size() - 1;
        size_t at = textHash(key) & mask;
        while (m_slots[at].key.data() && m_slots[at].key != key)
            at = (at + 1) & mask;
        return at;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 16 : m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.key.data())
                m_slots[slotOf(slot.key)] = slot;
    }

    std::vector<Slot> m_slots;
    size_t m_size = 0;
};

} // namespace tir
