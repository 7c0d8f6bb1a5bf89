#include "passes/blocks/plan_and_update_buffer_allocation_location/exchanged_buffers.h"

#include "core/analysis/text.h"
#include "core/ir/mutator.h"
#include "passes/blocks/plan_and_update_buffer_allocation_location/allocation_places.h"

namespace tir::passes {
namespace {

class Sharer : public Mutator {
public:
    using Mutator::Mutator;

    void share(const Buffer& buffer)
    {
        Var* data = arena().make<Var>(buffer.data->name, pointerType(arena(), buffer.dtype, "shared"));
        data->origin = buffer.data;
        m_data.insert(buffer.data, data);
    }

private:
    using Mutator::visit;

    const Var* mutateVarDef(const Var* var) override
    {
        const Var* const* data = m_data.find(var);
        return data ? *data : var;
    }
    const Expr* visit(const Var& var) override { return mutateVarDef(&var); }

    PointerMap<Var, const Var*> m_data;
};

} // namespace

const PrimFunc* shareExchangedBuffers(const PrimFunc& function, PassContext& context)
{
    Sharer sharer(context.arena());
    bool isAny = false;
    for (const AllocationPlace& place : findAllocationPlaces(function).places) {
        if (!place.isExchanged)
            continue;
        isAny = true;
        sharer.share(*place.buffer);
        context.note("buffer " + quoted(place.buffer->name) +
                         " becomes shared memory: several loops over the threads of a block access it",
                     place.before);
    }
    return isAny ? sharer.mutate(function) : &function;
}

} // namespace tir::passes
