/// Arguments in the packed calling convention, for entries that MakePackedAPI has converted.

#pragma once

#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/module.h"
#include "core/runtime/arguments.h"

#include <array>
#include <deque>
#include <vector>

namespace tir {

/// Owns the packed arguments. The tensors themselves stay with `arguments`.
class PackedCall {
public:
    /// `arguments` must outlive the call and not move; `deviceType` is the device of its tensors.
    /// `data`: the memory of each argument on that device; empty: its own bytes.
    PackedCall(std::vector<Argument>& arguments, int32_t deviceType, const std::vector<void*>& data = {});
    PackedCall(const PackedCall&) = delete;
    PackedCall& operator=(const PackedCall&) = delete;

    /// The values of the entry's four parameters: (self, args, num_args, result).
    void* const* pointers() const { return m_pointers.data(); }
    const PackedValue& result() const { return m_result; }

private:
    std::vector<PackedValue> m_values;
    std::deque<PackedTensor> m_tensors;
    int32_t m_count = 0;
    PackedValue m_result = {};
    std::array<void*, 4> m_pointers = {};
};

/// The device on which a converted function expects its tensors; the CPU if it does not check it.
int32_t expectedDeviceType(const PrimFunc& packed);

} // namespace tir
