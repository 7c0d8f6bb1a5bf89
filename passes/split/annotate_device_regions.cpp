/// annotate_device_regions: marks regions that run on the device.
///
///     launch threadIdx.x = 32: …    becomes    attr target = cuda: launch threadIdx.x = 32: …
///
/// Place: right before split_host_device, which moves exactly the marked regions.
/// Leaves alone: functions whose target has no host (noted), regions that are marked already.

#include "core/ir/mutator.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

class RegionMarker : public Mutator {
public:
    RegionMarker(Arena& arena, PassContext& context, const Target* device)
        : Mutator(arena),
          m_context(context),
          m_device(device)
    {}

    size_t count() const { return m_count; }

private:
    /// Only the outermost launch is a region: neither case looks inside.
    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key == attr::Target)
            return &attr;
        if (attr.key != attr::ThreadExtent && attr.key != attr::DeviceScope)
            return Mutator::visit(attr);
        ++m_count;
        m_context.explain([&attr, number = m_count, device = m_device](NoteWriter& notes) {
            notes.note("this launch is device code: region " + std::to_string(number) + " for " +
                           std::string(device->kindName),
                       &attr);
        });
        return arena().make<AttrStmt>(AttrValue::ofNode(m_device), attr::Target, int32(arena(), 0), &attr);
    }

    PassContext& m_context;
    const Target* m_device;
    size_t m_count = 0;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    if (!target)
        return PassError{.message = "the function has no target; BindTarget gives it one", .node = &function};
    if (!target->host) {
        context.note("nothing to mark: target " + std::string(target->kindName) +
                         " has no host, so the whole function is for one side",
                     &function);
        return &function;
    }
    RegionMarker marker(context.arena(), context, withoutHost(context.arena(), target));
    const Stmt* body = marker.mutate(function.body);
    if (marker.count() == 0)
        context.note("nothing to mark: the function contains no launch", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo annotateDeviceRegions()
{
    return {.name = "AnnotateDeviceRegions",
            .summary = "Mark every launch as a device region",
            .required = {{ModuleProperty::Targets, "a region carries the device target of its function"},
                         {ModuleProperty::LaunchesAsExtents, "loops bound to threads are not recognized"}},
            .established = {{ModuleProperty::Regions,
                             "each outermost launch of a function with a host is a region"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
