/// infer_fragment: writes the shape and the layout of tensor-core fragments next to their allocation.
///
///     W = alloc(scope="wmma.matrix_a")    becomes    attr(W, "fragment_layout", "row_major"):
///     tvm_load_matrix_sync(W, 16, 16, 16, …)             attr(W, "fragment_shape", "16, 16, 16"):
///                                                            W = alloc(scope="wmma.matrix_a")
///
/// Place: before split_host_device; code generation declares fragments with their shape and layout.
/// Leaves alone: functions without fragment operations.

#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/first_error.h"
#include "passes/framework/pass.h"

#include <array>
#include <unordered_map>

namespace tir::passes {
namespace {

struct Fragment {
    std::array<int64_t, 3> shape{}; ///< m, n, k
    std::string_view layout;        ///< empty for an accumulator that is loaded or stored
};

/// The facts about each fragment in the operations, in the order in which they are evaluated.
class FragmentFinder : public Visitor, public FirstError {
public:
    explicit FragmentFinder(const Stmt& body) { visit(&body, Role::Scope); }

    const std::unordered_map<const Var*, Fragment>& fragments() const { return m_fragments; }

private:
    using Visitor::visit;

    void visit(const Call& call) override
    {
        visitChildren(call);
        if (error() || !call.op)
            return;
        if (call.isOp(OpId::tvm_load_matrix_sync) || call.isOp(OpId::tvm_store_matrix_sync))
            readTransfer(call);
        else if (call.isOp(OpId::tvm_fill_fragment))
            readFill(call);
        else if (call.isOp(OpId::tvm_mma_sync) || call.isOp(OpId::tvm_bmma_sync))
            checkProduct(call);
    }

    /// Nothing, and an error, when a size is not a constant.
    std::optional<std::array<int64_t, 3>> shapeOf(const Call& call)
    {
        std::array<int64_t, 3> shape{};
        for (size_t i = 0; i < 3; ++i) {
            const auto* size = as<IntImm>(call.args[i + 1]);
            if (!size) {
                refuse("the shape of a fragment must be constant", call);
                return std::nullopt;
            }
            shape[i] = size->value;
        }
        return shape;
    }

    bool hasForm(const Call& call, size_t count)
    {
        if (call.args.size() == count && as<Var>(call.args[0]))
            return true;
        refuse(std::string(call.op->printedName) + " takes a fragment and " + std::to_string(count - 1) +
                   " more arguments",
               call);
        return false;
    }

    void readTransfer(const Call& call)
    {
        if (!hasForm(call, 8))
            return;
        const auto* var = as<Var>(call.args[0]);
        const auto* layout = as<StringImm>(call.args[7]);
        const auto shape = shapeOf(call);
        if (!shape)
            return;
        if (!layout) {
            refuse("the layout of a fragment must be a string", call);
            return;
        }
        const auto* pointer = as<PointerType>(var->type);
        const std::string_view scope = pointer ? pointer->scope : std::string_view();
        const bool isOperand = scope == "wmma.matrix_a" || scope == "wmma.matrix_b";
        const auto [known, isNew] =
            m_fragments.try_emplace(var, Fragment{*shape, isOperand ? layout->value : std::string_view()});
        if (isNew)
            return;
        checkShape(known->second, *shape, *var, call);
        if (isOperand && known->second.layout != layout->value)
            refuse(quoted(var->name) + " is used with layout '" + std::string(known->second.layout) +
                       "' and with layout '" + std::string(layout->value) + "'",
                   call);
    }

    void readFill(const Call& call)
    {
        if (!hasForm(call, 6))
            return;
        const auto* var = as<Var>(call.args[0]);
        const auto shape = shapeOf(call);
        if (!shape)
            return;
        const auto [known, isNew] = m_fragments.try_emplace(var, Fragment{*shape, "row_major"});
        if (!isNew)
            checkShape(known->second, *shape, *var, call);
    }

    void checkProduct(const Call& call)
    {
        if (!hasForm(call, 8))
            return;
        const Fragment* first = nullptr;
        for (size_t i = 0; i < 8; i += 2) {
            const auto* var = as<Var>(call.args[i]);
            const auto found = m_fragments.find(var);
            if (found == m_fragments.end()) {
                refuse((var ? quoted(var->name) : "a fragment") +
                           " is multiplied before it is filled or loaded",
                       call);
                return;
            }
            if (first)
                checkShape(*first, found->second.shape, *var, call);
            else
                first = &found->second;
        }
    }

    void checkShape(const Fragment& fragment, const std::array<int64_t, 3>& shape, const Var& var,
                    const Call& call)
    {
        if (fragment.shape != shape)
            refuse("the shapes given for " + quoted(var.name) + " differ: " + toString(fragment.shape) +
                       " and " + toString(shape),
                   call);
    }

    void refuse(std::string message, const Call& call) { fail(std::move(message), call); }

public:
    static std::string toString(const std::array<int64_t, 3>& shape)
    {
        return std::to_string(shape[0]) + ", " + std::to_string(shape[1]) + ", " + std::to_string(shape[2]);
    }

private:
    std::unordered_map<const Var*, Fragment> m_fragments;
};

class FragmentMarker : public Mutator {
public:
    FragmentMarker(PassContext& context, const std::unordered_map<const Var*, Fragment>& fragments)
        : Mutator(context.arena()),
          m_context(context),
          m_fragments(fragments)
    {}

private:
    using Mutator::visit;

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const auto found = m_fragments.find(alloc.buffer->data);
        if (found == m_fragments.end())
            return &alloc;
        const Fragment& fragment = found->second;
        const std::string shape = FragmentFinder::toString(fragment.shape);
        const AttrValue subject = AttrValue::ofNode(alloc.buffer->data);
        const Stmt* made =
            arena().make<AttrStmt>(subject, "fragment_shape", stringImm(arena(), shape), &alloc);
        if (!fragment.layout.empty())
            made =
                arena().make<AttrStmt>(subject, "fragment_layout", stringImm(arena(), fragment.layout), made);
        m_context.note(quoted(alloc.buffer->name) + " is a fragment of shape " + shape +
                           (fragment.layout.empty() ? "" : " and layout " + std::string(fragment.layout)),
                       &alloc);
        return made;
    }

    PassContext& m_context;
    const std::unordered_map<const Var*, Fragment>& m_fragments;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const FragmentFinder finder(*function.body);
    if (finder.error())
        return *finder.error();
    if (finder.fragments().empty()) {
        context.note("nothing to do: no fragment is loaded, stored or filled", &function);
        return &function;
    }
    const Stmt* body = FragmentMarker(context, finder.fragments()).mutate(function.body);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo inferFragment()
{
    return {.name = "InferFragment",
            .summary = "Write the shape and layout of tensor-core fragments next to their allocation",
            .run = functionPass(run)};
}

} // namespace tir::passes
