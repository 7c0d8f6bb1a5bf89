/// Blocks of functions that are not lowered yet.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Allocations;
class Bindings;
class BufferAddresses;
class Conversions;
class Expressions;
class MemoryChecks;
class Statements;
struct ThreadReductions;
class VirtualThreads;

class Blocks : public FunctionPart {
public:
    Blocks(FunctionContext& context, ThreadReductions& reductions, Bindings& bindings,
           Conversions& conversions, MemoryChecks& checks, Expressions& expressions,
           BufferAddresses& addresses, Allocations& allocations, Statements& statements,
           VirtualThreads& virtualThreads)
        : FunctionPart(context),
          m_reductions(reductions),
          m_bindings(bindings),
          m_conversions(conversions),
          m_checks(checks),
          m_expressions(expressions),
          m_addresses(addresses),
          m_allocations(allocations),
          m_statements(statements),
          m_virtualThreads(virtualThreads)
    {}

    void emitBlockRealize(const SBlockRealize& node);

private:
    void emitMatch(const MatchBufferRegion& match);
    void checkDomains(const SBlockRealize& node);

    ThreadReductions& m_reductions;
    Bindings& m_bindings;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
    Allocations& m_allocations;
    Statements& m_statements;
    VirtualThreads& m_virtualThreads;
};

} // namespace tir::llvm_ir
