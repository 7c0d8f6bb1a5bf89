/// Launches on the CPU, from the host's side: the extents are computed, variables that the kernel captures are put into
/// an environment, and the runtime runs the blocks.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class Allocations;
class Bindings;
class Expressions;
class Fragments;
class Platform;
struct Captures;
struct ThreadReductions;

class Launches : public FunctionPart {
public:
    Launches(FunctionContext& context, Platform& platform, ThreadReductions& reductions, Bindings& bindings,
             Expressions& expressions, Allocations& allocations, Fragments& fragments)
        : FunctionPart(context),
          m_platform(platform),
          m_reductions(reductions),
          m_bindings(bindings),
          m_expressions(expressions),
          m_allocations(allocations),
          m_fragments(fragments)
    {}

    void emitLaunch(const Stmt& body, const std::string& name,
                    const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes);

private:
    Value* environmentOf(const Captures& captures);

    Platform& m_platform;
    ThreadReductions& m_reductions;
    Bindings& m_bindings;
    Expressions& m_expressions;
    Allocations& m_allocations;
    Fragments& m_fragments;
};

} // namespace tir::llvm_ir
