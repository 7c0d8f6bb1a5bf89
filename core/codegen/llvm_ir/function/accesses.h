/// Loads and stores of buffers, watched in checked programs.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Bindings;
class BufferAddresses;
class Expressions;
class MemoryChecks;
class Platform;
class ValueForms;
class WorkCounting;

/// One access of a buffer while it is emitted; its lanes may be at separate addresses.
struct Access {
    const Buffer& buffer;
    llvm::Value* data;
    llvm::Value* index;              ///< result of elementIndex
    std::vector<llvm::Value*> parts; ///< the index along each axis; only in checked programs
    uint32_t site;
    int elements; ///< touched at a time
};

class Accesses : public FunctionPart {
public:
    Accesses(FunctionContext& context, Platform& platform, Bindings& bindings, ValueForms& forms,
             MemoryChecks& checks, WorkCounting& work, Expressions& expressions, BufferAddresses& addresses)
        : FunctionPart(context),
          m_platform(platform),
          m_bindings(bindings),
          m_forms(forms),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_addresses(addresses)
    {}

    Value* emitLoad(const BufferLoad& load);
    void emitStore(const BufferStore& store);
    Access startAccess(SiteKind kind, const Node& node, const Buffer& buffer, ExprList indices,
                       DType accessed);
    Value* accessAddress(const Access& access, int lane);

private:
    Value* emitMask(const Expr* predicate);
    Value* insideShape(const Access& access, int lane);

    Platform& m_platform;
    Bindings& m_bindings;
    ValueForms& m_forms;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
};

} // namespace tir::llvm_ir
