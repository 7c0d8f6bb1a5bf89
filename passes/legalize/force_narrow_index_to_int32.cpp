/// force_narrow_index_to_int32: makes all indices and constants of 64 bits 32 bits wide, whether they provably
/// fit or not.
///
///     def main(A: T.Buffer((T.int64(4),)), n: T.int64):               def main(A: T.Buffer((4,)), n: T.int32):
///         for i in range(T.int64(4)):                    becomes          for i in range(4):
///             A[i + n] = …                                                    A[i + n] = …
///
/// Place: in no pipeline; for targets without 64-bit integers, before blocks are lowered.
/// Leaves alone: data. A buffer of 64-bit integers is rejected.

#include "core/support/text_format.h"
#include "passes/legalize/index_type_rewriter.h"

#include <limits>

namespace tir::passes {
namespace {

class Int32Forcer : public IndexTypeRewriter {
public:
    using IndexTypeRewriter::IndexTypeRewriter;

    const PrimFunc* rewrite(const PrimFunc& function)
    {
        for (const Var* param : function.params)
            retype(param, typeOf(*param));
        for (const BufferBinding& binding : function.bufferMap)
            checkElements(*binding.buffer, "the buffer of a parameter");
        return mutate(function);
    }

private:
    using IndexTypeRewriter::mutate;
    using IndexTypeRewriter::visit;

    DType typeOf(const Var& var) override
    {
        return var.dtype.isInt() ? Int32.withLanes(var.dtype.lanes) : var.dtype;
    }

    void checkElements(const Buffer& buffer, const char* what)
    {
        if (buffer.dtype.isInt() && buffer.dtype.bits > 32)
            fail(std::string(what) + ", " + quoted(buffer.name) + ", has elements of " +
                     toString(buffer.dtype) + ", which cannot be narrowed",
                 buffer);
    }

    /// A variable that only the extents of a parameter define.
    const Expr* visit(const Var& var) override
    {
        return isIndex() ? retype(&var, typeOf(var)) : IndexTypeRewriter::visit(var);
    }

    const Expr* visit(const IntImm& constant) override
    {
        if (constant.dtype != Int64)
            return &constant;
        if (constant.value > std::numeric_limits<int32_t>::max())
            fail("the constant " + std::to_string(constant.value) + " does not fit into 32 bits", constant);
        return makeFrom<IntImm>(constant, Int32, constant.value);
    }

    const Expr* visit(const Cast& cast) override
    {
        if (!isIndex() || !cast.dtype.isInt())
            return IndexTypeRewriter::visit(cast);
        return inType(Int32.withLanes(cast.dtype.lanes), mutate(cast.value));
    }

    const Stmt* visit(const SBlock& block) override
    {
        for (const Buffer* buffer : block.allocBuffers)
            checkElements(*buffer, "a buffer of block " + quoted(block.name));
        return IndexTypeRewriter::visit(block);
    }
    void checkElements(const Buffer& buffer, const std::string& what) { checkElements(buffer, what.c_str()); }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    Int32Forcer forcer(context);
    const PrimFunc* made = forcer.rewrite(function);
    if (forcer.error())
        return *forcer.error();
    if (made == &function)
        context.note("nothing to do: no index and no constant has 64 bits", &function);
    return made;
}

} // namespace

PassInfo forceNarrowIndexToInt32()
{
    return {.name = "ForceNarrowIndexToInt32",
            .summary = "Make all indices 32 bits wide, whether they provably fit or not",
            .run = functionPass(run)};
}

} // namespace tir::passes
