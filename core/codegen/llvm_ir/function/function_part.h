/// The base of the parts of the function emitter. A part holds references to the other parts that it uses, and to
/// nothing else. Private to core/codegen/llvm_ir; LLVM's types are only named in headers.

#pragma once

#include "core/codegen/llvm_ir/function/function_context.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tir::llvm_ir {

class FunctionPart {
protected:
    using Value = llvm::Value;

    static bool isVector(const Value* value);

    explicit FunctionPart(FunctionContext& context)
        : m_context(context),
          m_module(context.module),
          m_builder(*context.builder)
    {}

    llvm::BasicBlock* newBlock(const char* name);
    void continueIn(llvm::BasicBlock* block);
    /// for (index = begin; index < end; ++index), of 64 bits.
    void emitCount(Value* begin, Value* end, const std::function<void(Value*)>& body);

    llvm::Type* valueType(DType dtype);
    Value* undefined(DType dtype);
    Value* int32Value(uint32_t value);
    Value* int64Value(int64_t value);
    Value* textValue(std::string_view text);
    /// Memory of this call of the function, whatever loop the allocation is in.
    Value* stackMemory(int64_t bytes, int64_t alignment);

    Value* refuse(const Node& node, std::string message, DType dtype);
    /// A hint, or something that is done already.
    Value* emitNothing(const Call& call);

    FunctionContext& m_context;
    ModuleEmitter& m_module;
    llvm::IRBuilderBase& m_builder;
};

} // namespace tir::llvm_ir
