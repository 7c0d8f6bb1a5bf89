#include "core/codegen/llvm_ir/function/call_part.h"

#include "core/support/text_format.h"

namespace tir::llvm_ir {

llvm::Value* CallPart::refuseFewArgs(const Call& call, size_t leastArgs)
{
    return refuse(call,
                  "operation " + quoted(call.op->printedName) + " needs " + std::to_string(leastArgs) +
                      " arguments",
                  call.dtype);
}

} // namespace tir::llvm_ir
