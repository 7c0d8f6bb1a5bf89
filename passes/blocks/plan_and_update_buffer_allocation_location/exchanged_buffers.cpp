#include "passes/blocks/plan_and_update_buffer_allocation_location/exchanged_buffers.h"

#include "core/ir/substitute.h"
#include "core/support/text_format.h"

namespace tir::passes {

const PrimFunc* shareExchangedBuffers(const PrimFunc& function, const AllocationPlaces& places,
                                      PassContext& context)
{
    Arena& arena = context.arena();
    VarValues shared;
    for (const AllocationPlace& place : places.places) {
        if (!place.isExchanged)
            continue;
        const Buffer& buffer = *place.buffer;
        Var* data = arena.make<Var>(buffer.data->name, pointerType(arena, buffer.dtype, "shared"));
        data->origin = buffer.data;
        shared.insert(buffer.data, data);
        context.note("buffer " + quoted(buffer.name) +
                         " becomes shared memory: several loops over the threads of a block access it",
                     place.before);
    }
    return withBody(arena, function, substitute(arena, function.body, shared));
}

} // namespace tir::passes
