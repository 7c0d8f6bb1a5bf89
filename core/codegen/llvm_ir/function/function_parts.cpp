#include "core/codegen/llvm_ir/function/function_parts.h"

#include <llvm/IR/IRBuilder.h>

namespace tir::llvm_ir {

FunctionParts::FunctionParts(ModuleEmitter& module, llvm::Function* function, Side side,
                             unsigned firstParameter, const MakePlatform& makePlatform)
    : context(module, function, side, firstParameter),
      ownPlatform(makePlatform ? makePlatform(*this) : std::make_unique<Platform>()),
      platform(*ownPlatform),
      bindings(context, expressions, allocations),
      forms(context, platform),
      conversions(context, platform, forms),
      failures(context, platform),
      checks(context, pointers),
      work(context),
      expressions(context, bindings, forms, conversions, checks, arithmetic, accesses, virtualThreads, calls),
      arithmetic(context, platform, forms, failures, checks, work, expressions),
      control(context, checks, expressions),
      mathematics(context, platform, forms, conversions, work, expressions),
      bits(context, forms, conversions, expressions),
      pointers(context, bindings, expressions, addresses),
      copies(context, platform, forms, checks, work, expressions, pointers),
      addresses(context, bindings, expressions),
      accesses(context, platform, bindings, forms, checks, work, expressions, addresses),
      allocations(context, platform, reductions, bindings, expressions, addresses),
      statements(context, platform, bindings, failures, checks, expressions, control, pointers, copies,
                 accesses, allocations, blocks, virtualThreads, axes, launches, coroutine, allReduce),
      blocks(context, reductions, bindings, conversions, checks, expressions, addresses, allocations,
             statements, virtualThreads),
      virtualThreads(context, bindings, checks, expressions, statements, launches, coroutine),
      axes(context, platform, bindings, conversions, checks, expressions, statements, launches),
      launches(context, platform, reductions, bindings, expressions, allocations, fragments),
      kernels(context, reductions, bindings, checks, expressions, launches, fragments, packed),
      coroutine(context),
      collectives(context, forms, conversions, expressions, coroutine),
      allReduce(context, bindings, forms, conversions, checks, work, expressions, pointers, accesses, axes,
                coroutine),
      atomics(context, forms, conversions, checks, work, expressions, pointers),
      fragments(context, forms, conversions, checks, work, expressions, pointers, coroutine),
      matrices(context, forms, checks, work, expressions, pointers, addresses, axes, coroutine),
      printing(context, expressions),
      functions(context, platform, bindings, conversions, checks, expressions, control, copies, statements,
                virtualThreads, kernels, coroutine),
      packed(context, forms, conversions, expressions),
      calls(context, platform, failures, expressions, mathematics, coroutine, collectives, functions,
            {&atomics, &collectives, &allReduce, &fragments, &matrices, &control, &bits, &pointers, &copies,
             &packed, &kernels, &printing}),
      body(context, platform, reductions, bindings, forms, conversions, checks, control, copies, allocations,
           statements, axes, coroutine, fragments)
{}

} // namespace tir::llvm_ir
