#include "core/analysis/calls.h"

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

std::string_view firstText(const Call& call)
{
    const auto* text = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    return text ? text->value : std::string_view();
}

} // namespace

bool isPackedCall(const Call& call)
{
    return call.isOp(OpId::tvm_call_packed) || call.isOp(OpId::tvm_call_packed_lowered);
}

bool isCPackedCall(const Call& call)
{
    return call.isOp(OpId::tvm_call_cpacked) || call.isOp(OpId::tvm_call_cpacked_lowered);
}

bool isExternCall(const Call& call)
{
    return call.isOp(OpId::call_extern) || call.isOp(OpId::call_pure_extern);
}

std::string_view calleeText(const Call& call)
{
    return isPackedCall(call) || isCPackedCall(call) || isExternCall(call) ? firstText(call)
                                                                           : std::string_view();
}

std::string_view externName(const Call& call)
{
    return isExternCall(call) ? firstText(call) : std::string_view();
}

std::string_view calledName(const Call& call)
{
    return call.function ? call.function->name : externName(call);
}

const ModuleEntry* calledFunction(const Call& call, const Module& module)
{
    const std::string_view name = calledName(call);
    return name.empty() ? nullptr : module.find(name);
}

DType returnDType(const PrimFunc& function)
{
    if (function.retType && !isVoidType(function.retType))
        return runtimeDType(function.retType);
    ReturnFinder finder;
    static_cast<Visitor&>(finder).visit(function.body, Role::Scope);
    return finder.dtype;
}

} // namespace tir
