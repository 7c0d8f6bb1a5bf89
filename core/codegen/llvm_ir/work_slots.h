/// The slots of a counted program while it is emitted. Private to this folder.

#pragma once

#include "core/analysis/data_arithmetic.h"
#include "core/codegen/llvm_ir/counted_work.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace tir::llvm_ir {

class WorkSlots {
public:
    explicit WorkSlots(const Module& module) : m_dataArithmetic(module) {}

    /// The number of the slot, which is added if it is new.
    size_t slotOf(const CountedWork& work)
    {
        for (size_t slot = 0; slot < m_slots.size(); ++slot)
            if (m_slots[slot] == work)
                return slot;
        m_slots.push_back(work);
        return m_slots.size() - 1;
    }
    std::vector<CountedWork> take() { return std::move(m_slots); }

    /// Whether the operation on integers computes results rather than positions.
    bool isOnData(const Binary& operation) const { return m_dataArithmetic.contains(operation); }

private:
    const DataArithmetic m_dataArithmetic;
    std::vector<CountedWork> m_slots;
};

} // namespace tir::llvm_ir
