#include "core/analysis/return_type.h"

#include "core/ir/visitor.h"

namespace tir {
namespace {

class ReturnFinder : public Visitor {
public:
    DType dtype = Void;

protected:
    void visit(const Call& call) override
    {
        if (call.isOp(OpId::ret) && !call.args.empty() && dtype.isVoid())
            dtype = call.args[0]->dtype;
        visitChildren(call);
    }
    /// A return there ends a thread.
    void visit(const AttrStmt& node) override
    {
        if (node.key != attr::ThreadExtent)
            visitChildren(node);
    }
    void visit(const For& node) override
    {
        if (node.forKind != ForKind::ThreadBinding)
            visitChildren(node);
    }
};

} // namespace

DType returnDType(const PrimFunc& function)
{
    if (function.retType && !isVoidType(function.retType))
        return runtimeDType(function.retType);
    ReturnFinder finder;
    static_cast<Visitor&>(finder).visit(function.body, Role::Scope);
    return finder.dtype;
}

} // namespace tir
