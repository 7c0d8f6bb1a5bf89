/// Matrices of tensor cores through nvcuda::wmma.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"
#include "core/ir/stmt.h"

#include <unordered_map>

namespace tir::cuda_c {

class DataPointers;
class FunctionNames;

class FragmentWriter : public CallPart {
public:
    FragmentWriter(FunctionContext& context, FunctionNames& names, DataPointers& pointers,
                   ExpressionWriter& expressions)
        : CallPart(context, expressions),
          m_names(names),
          m_pointers(pointers)
    {}

    std::optional<std::string> operation(const Call& call) override;

    /// What attributes note about a fragment, before its allocation.
    void setShape(const Var& data, std::string_view shape) { m_fragments[&data].shape = shape; }
    void setLayout(const Var& data, std::string_view layout) { m_fragments[&data].layout = layout; }
    void allocate(const AllocBuffer& node, StorageRank rank);

private:
    struct Fragment {
        std::string shape; ///< "16, 16, 16"
        std::string layout;
    };

    FunctionNames& m_names;
    DataPointers& m_pointers;
    std::unordered_map<const Var*, Fragment> m_fragments; ///< by data variable
};

} // namespace tir::cuda_c
