/// A part that emits calls of some operations, which it lists in a table.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class CallPart : public FunctionPart {
public:
    virtual ~CallPart() = default;

    /// Nothing for operations of other parts.
    virtual std::optional<Value*> emitOperation(const Call& call) = 0;

protected:
    using FunctionPart::FunctionPart;

    /// A row of the table.
    template <class Part>
    struct Handler {
        OpId op;
        size_t leastArgs;
        Value* (Part::*emit)(const Call&);
    };

    /// By `part`, where the table has the operation.
    template <class Part, size_t Count>
    std::optional<Value*> emitListed(Part& part, const Handler<Part> (&handlers)[Count], const Call& call)
    {
        for (const Handler<Part>& handler : handlers) {
            if (!call.isOp(handler.op))
                continue;
            if (call.args.size() < handler.leastArgs)
                return refuseFewArgs(call, handler.leastArgs);
            return (part.*handler.emit)(call);
        }
        return std::nullopt;
    }

private:
    Value* refuseFewArgs(const Call& call, size_t leastArgs);
};

} // namespace tir::llvm_ir
