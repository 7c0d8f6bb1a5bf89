/// All parts of the emitter of one LLVM function, each with references to the parts that it uses.

#pragma once

#include "core/codegen/llvm_ir/function/accesses.h"
#include "core/codegen/llvm_ir/function/all_reduce.h"
#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/arithmetic.h"
#include "core/codegen/llvm_ir/function/atomics.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/bit_operations.h"
#include "core/codegen/llvm_ir/function/blocks.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/calls.h"
#include "core/codegen/llvm_ir/function/collectives.h"
#include "core/codegen/llvm_ir/function/control_flow.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/copies.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/failures.h"
#include "core/codegen/llvm_ir/function/fragments.h"
#include "core/codegen/llvm_ir/function/function_body.h"
#include "core/codegen/llvm_ir/function/function_calls.h"
#include "core/codegen/llvm_ir/function/kernel_calls.h"
#include "core/codegen/llvm_ir/function/launches.h"
#include "core/codegen/llvm_ir/function/mathematics.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/packed_calls.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/printing.h"
#include "core/codegen/llvm_ir/function/register_matrices.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/codegen/llvm_ir/function/thread_axes.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/virtual_threads.h"
#include "core/codegen/llvm_ir/function/work_counting.h"
#include "core/codegen/llvm_ir/thread_reductions.h"

namespace tir::llvm_ir {

struct FunctionParts {
    FunctionParts(ModuleEmitter& module, llvm::Function* function, Side side, unsigned firstParameter,
                  const MakePlatform& makePlatform);
    FunctionParts(const FunctionParts&) = delete;
    FunctionParts& operator=(const FunctionParts&) = delete;

    FunctionContext context;
    ThreadReductions reductions;
    std::unique_ptr<Platform> ownPlatform;
    Platform& platform;

    Bindings bindings;
    ValueForms forms;
    Conversions conversions;
    Failures failures;
    MemoryChecks checks;
    WorkCounting work;
    Expressions expressions;
    Arithmetic arithmetic;
    ControlFlow control;
    Mathematics mathematics;
    BitOperations bits;
    Pointers pointers;
    Copies copies;
    BufferAddresses addresses;
    Accesses accesses;
    Allocations allocations;
    Statements statements;
    Blocks blocks;
    VirtualThreads virtualThreads;
    ThreadAxes axes;
    Launches launches;
    KernelCalls kernels;
    Coroutine coroutine;
    Collectives collectives;
    AllReduce allReduce;
    Atomics atomics;
    Fragments fragments;
    RegisterMatrices matrices;
    Printing printing;
    FunctionCalls functions;
    PackedCalls packed;
    Calls calls;
    FunctionBody body;
};

} // namespace tir::llvm_ir
