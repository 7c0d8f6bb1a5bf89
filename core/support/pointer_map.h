/// A map from addresses to small values, for the inner loops of analyses and passes: one flat table with linear
/// probing, without allocations per entry, cleared as a whole. Entries are never removed one by one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tir {

/// Keys are not null. References to values hold until the next entry comes.
template <class Key, class Value>
class PointerMap {
public:
    size_t size() const { return m_size; }
    bool contains(const Key* key) const { return find(key) != nullptr; }

    /// Null if there is no such entry.
    Value* find(const Key* key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
    const Value* find(const Key* key) const
    {
        if (m_size == 0)
            return nullptr;
        for (size_t at = start(key);; at = (at + 1) & m_mask) {
            const Slot& slot = m_slots[at];
            if (slot.round != m_round)
                return nullptr;
            if (slot.key == key)
                return &slot.value;
        }
    }

    /// The entry of `key`, created with `value` if it is new; and whether it is new.
    std::pair<Value&, bool> insert(const Key* key, const Value& value)
    {
        if ((m_size + 1) * 2 > m_slots.size())
            grow();
        for (size_t at = start(key);; at = (at + 1) & m_mask) {
            Slot& slot = m_slots[at];
            if (slot.round != m_round) {
                slot.key = key;
                slot.round = m_round;
                slot.value = value;
                ++m_size;
                return {slot.value, true};
            }
            if (slot.key == key)
                return {slot.value, false};
        }
    }
    Value& operator[](const Key* key) { return insert(key, Value()).first; }

    /// Costs nothing: the table stays, its entries belong to another round.
    void clear()
    {
        m_size = 0;
        ++m_round;
    }

private:
    struct Slot {
        const Key* key = nullptr;
        uint32_t round = 0; ///< filled when it is that of the map
        Value value = {};
    };

    size_t start(const Key* key) const
    {
        // The low bits of addresses in an arena are zero, the high ones all alike.
        return size_t((reinterpret_cast<uintptr_t>(key) >> 3) * 0x9E3779B97F4A7C15u >> m_shift) & m_mask;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 16 : m_slots.size() * 2);
        old.swap(m_slots);
        const uint32_t round = std::exchange(m_round, 1);
        m_mask = m_slots.size() - 1;
        m_shift = 64;
        for (size_t size = m_slots.size(); size > 1; size >>= 1)
            --m_shift;
        m_size = 0;
        for (const Slot& slot : old)
            if (slot.round == round)
                insert(slot.key, slot.value);
    }

    std::vector<Slot> m_slots;
    size_t m_size = 0;
    size_t m_mask = 0;
    uint32_t m_round = 1;
    int m_shift = 64;
};

/// The same without values.
template <class Key>
class PointerSet {
public:
    size_t size() const { return m_map.size(); }
    bool contains(const Key* key) const { return m_map.contains(key); }
    /// Whether it is new.
    bool insert(const Key* key) { return m_map.insert(key, {}).second; }
    void clear() { m_map.clear(); }

private:
    struct Nothing {};
    PointerMap<Key, Nothing> m_map;
};

} // namespace tir
