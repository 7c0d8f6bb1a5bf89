/// Where the elements of buffers are. A buffer finds its memory when it is accessed, through its data variable; a
/// declaration emits nothing, so it may be before the allocation it names.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Bindings;
class Expressions;

/// A buffer that is matched with a region of another one: the values that the addresses of its elements are computed
/// from.
struct BufferMatch {
    llvm::Value* offset;
    std::vector<llvm::Value*> strides;
};

class BufferAddresses : public FunctionPart {
public:
    BufferAddresses(FunctionContext& context, Bindings& bindings, Expressions& expressions)
        : FunctionPart(context),
          m_bindings(bindings),
          m_expressions(expressions)
    {}

    bool isAddressable(const Node& access, const Buffer& buffer, size_t indexCount);
    Value* dataPointer(const Node& access, const Buffer& buffer);
    Value* elementIndex(const Buffer& buffer, ExprList indices, std::vector<Value*>* parts = nullptr);
    /// The constants in what elementIndex computes.
    ElementLayout layoutOf(const Buffer& buffer) const;
    Value* strideOf(const Buffer& buffer, size_t axis, Value* compact);
    Value* elementAddress(Value* data, DType dtype, Value* index);
    bool isContiguousIndex(const Buffer& buffer, ExprList indices) const;

    void addMatch(const Buffer& view, BufferMatch match) { m_matches[&view] = std::move(match); }

private:
    bool countsOffset(const Buffer& buffer) const;

    Bindings& m_bindings;
    Expressions& m_expressions;

    std::unordered_map<const Buffer*, BufferMatch> m_matches;
};

} // namespace tir::llvm_ir
