#include "passes/lowering/make_packed_api/returns.h"

#include "core/ir/mutator.h"
#include "passes/framework/first_error.h"
#include "passes/lowering/make_packed_api/arguments.h"

namespace tir::passes {
namespace {

class ReturnPacker : public Mutator, public FirstError {
public:
    ReturnPacker(Arena& arena, const Var* result) : Mutator(arena), m_result(result) {}

private:
    const Stmt* visit(const For& loop) override
    {
        const bool isParallel = loop.forKind == ForKind::Parallel;
        m_parallelDepth += isParallel;
        const Stmt* made = Mutator::visit(loop);
        m_parallelDepth -= isParallel;
        return made;
    }

    const Stmt* visit(const Evaluate& evaluate) override
    {
        const auto* call = as<Call>(evaluate.value);
        if (!call || !call->isOp(OpId::ret))
            return Mutator::visit(evaluate);
        if (m_parallelDepth > 0)
            return refuse("a parallel loop cannot return a value: its iterations run side by side", evaluate);
        if (call->args.size() != 1)
            return refuse("a return takes one value, here it has " + std::to_string(call->args.size()),
                          evaluate);
        return store(evaluate, mutate(call->args[0]));
    }

    const Stmt* store(const Evaluate& evaluate, const Expr* value)
    {
        const DType type = value->dtype;
        if (type.isVoid())
            return sequence(arena(), {makeFrom<Evaluate>(evaluate, value),
                                      set(evaluate, StructField::AnyTypeIndex, index(TypeIndex::None)),
                                      set(evaluate, StructField::AnyZeroPadding, int32(arena(), 0)),
                                      set(evaluate, StructField::AnyValue, intImm(arena(), Int64, 0)),
                                      success(evaluate)});
        if (!type.isScalar() || !(type.isIntegral() || type.isAnyFloat()))
            return refuse("a value of type " + toString(type) + " cannot be returned to a packed caller",
                          evaluate);
        const TypeIndex kind = type.isBool()       ? TypeIndex::Bool
                               : type.isIntegral() ? TypeIndex::Int
                                                   : TypeIndex::Float;
        const DType slot = kind == TypeIndex::Float ? Float64 : Int64;
        return sequence(arena(), {set(evaluate, StructField::AnyTypeIndex, index(kind)),
                                  set(evaluate, StructField::AnyZeroPadding, int32(arena(), 0)),
                                  set(evaluate, StructField::AnyValue, arena().make<Cast>(slot, value)),
                                  success(evaluate)});
    }

    const Expr* index(TypeIndex kind) { return int32(arena(), int(kind)); }

    const Stmt* set(const Evaluate& evaluate, StructField field, const Expr* value)
    {
        return makeFrom<Evaluate>(evaluate,
                                  callOp(arena(), Int32, OpId::tvm_struct_set,
                                         {m_result, int32(arena(), 0), int32(arena(), int(field)), value}));
    }

    const Stmt* success(const Evaluate& evaluate)
    {
        return makeFrom<Evaluate>(evaluate, callOp(arena(), Int32, OpId::ret, {int32(arena(), 0)}));
    }

    const Stmt* refuse(std::string message, const Evaluate& evaluate)
    {
        fail(std::move(message), evaluate);
        return &evaluate;
    }

    const Var* m_result;
    int m_parallelDepth = 0;
};

} // namespace

PackedReturns packReturns(Arena& arena, const Stmt* body, const Var* result)
{
    ReturnPacker packer(arena, result);
    const Stmt* packed = packer.mutate(body);
    return {packed, packer.error()};
}

} // namespace tir::passes
