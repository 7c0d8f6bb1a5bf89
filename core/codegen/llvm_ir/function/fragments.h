/// Matrices that the lanes of a warp hold together (nvcuda::wmma), on the CPU: a fragment is memory of the
/// warp that holds its tile row by row, whatever the layout it was loaded from, and the first lane does the
/// work. Where no launch is around, the program is not lowered yet and no threads share anything.

#pragma once

#include "core/codegen/llvm_ir/function/binding.h"
#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Conversions;
class Coroutine;
class Expressions;
class MemoryChecks;
class Pointers;
class ValueForms;
class WorkCounting;

/// m, n, k by data variable.
using FragmentShapes = std::unordered_map<const Var*, std::array<int64_t, 3>>;

class Fragments : public CallPart {
public:
    Fragments(FunctionContext& context, ValueForms& forms, Conversions& conversions, MemoryChecks& checks,
              WorkCounting& work, Expressions& expressions, Pointers& pointers, Coroutine& coroutine)
        : CallPart(context),
          m_forms(forms),
          m_conversions(conversions),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_pointers(pointers),
          m_coroutine(coroutine)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    void scan(const Stmt& body);

    const FragmentShapes& shapes() const { return m_shapes; }
    void setShapes(FragmentShapes shapes) { m_shapes = std::move(shapes); }

private:
    /// A tile in the memory of a warp.
    struct Fragment {
        Pointer data;
        DType dtype;
        int64_t rows;
        int64_t columns;
    };

    std::optional<Fragment> fragment(const Call& call, size_t dataArg, size_t indexArg);
    void emitByFirstLane(const std::function<void()>& body);
    void emitElements(const Fragment& tile, const std::function<void(Value*, Value*)>& body);
    Pointer elementOf(const Fragment& tile, Value* row, Value* column);
    void checkTile(const Call& call, const Fragment& tile);
    Value* emitFragmentFill(const Call& call);
    void emitFragmentCopy(const Call& call, bool isLoad);
    Value* emitFragmentLoad(const Call& call);
    Value* emitFragmentStore(const Call& call);
    Value* emitFragmentMultiply(const Call& call);

    ValueForms& m_forms;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    Pointers& m_pointers;
    Coroutine& m_coroutine;

    FragmentShapes m_shapes;
};

} // namespace tir::llvm_ir
