#include "core/analysis/declared_threads.h"

#include "core/ir/visitor.h"
#include "core/support/checked_math.h"

#include <unordered_set>

namespace tir {
namespace {

/// The product of the thread extents of a block; 0 when one is not constant, nothing when it is too large.
class BlockSize : public Visitor {
public:
    CheckedProduct threads;

protected:
    void visit(const AttrStmt& node) override
    {
        const IterVar* axis = node.iterVar();
        if (node.key == attr::ThreadExtent && axis && axis->threadTag.starts_with("threadIdx.") &&
            m_seen.insert(axis->threadTag).second) {
            const auto* extent = as<IntImm>(node.value);
            threads.multiply(extent ? extent->value : 0);
        }
        visitChildren(node);
    }

private:
    std::unordered_set<std::string_view> m_seen;
};

} // namespace

std::optional<int64_t> declaredThreads(const Stmt& kernelBody)
{
    BlockSize block;
    static_cast<Visitor&>(block).visit(&kernelBody, Role::Scope);
    const int64_t threads = block.threads.value().value_or(0);
    return threads > 1 ? std::optional(threads) : std::nullopt;
}

} // namespace tir
