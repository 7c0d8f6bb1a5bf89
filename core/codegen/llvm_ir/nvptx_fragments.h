/// Matrix fragments of a warp (nvcuda::wmma): buffers in wmma.* scopes whose elements can only be accessed by the
/// operations below. A fragment is in the registers that the intrinsics of its shape take; the attribute fragment_shape
/// around its uses states the shape. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Bindings;
class Expressions;
struct FunctionParts;
class NvptxArch;
class ValueForms;

class NvptxFragments : public CallPart {
public:
    NvptxFragments(FunctionParts& parts, NvptxArch& arch);

    std::optional<Value*> emitOperation(const Call& call) override;
    bool allocate(const AllocBuffer& alloc);
    void note(const AttrStmt& node);

private:
    struct Fragment {
        const Buffer* buffer = nullptr;
        int64_t m = 0;
        int64_t n = 0;
        int64_t k = 0;
        std::string layout;         ///< "row", "col"; empty for accumulators
        Value* memory = nullptr;    ///< of all fragments of the buffer, once the shape is known
        llvm::Type* type = nullptr; ///< of one fragment
    };

    Fragment* fragmentOf(const Expr& data);
    Value* fragmentAddress(Fragment& fragment, const Expr& index);
    bool giveType(Fragment& fragment, llvm::Type* type);
    Value* emitFragmentLoad(const Call& call);
    Value* emitFragmentStore(const Call& call);
    Value* emitFragmentFill(const Call& call);
    Value* emitFragmentMultiply(const Call& call);

    Bindings& m_bindings;
    ValueForms& m_forms;
    Expressions& m_expressions;
    NvptxArch& m_arch;
    std::unordered_map<const Var*, Fragment> m_fragments;
};

} // namespace tir::llvm_ir
