#include "passes/framework/promises.h"

#include "passes/framework/contracts.h"
#include "passes/framework/properties.h"

namespace tir {

std::span<const PromisedProperty> promisedProperties()
{
    using enum Holds;
    // What the verifier itself looks at from a pass on (merged, launches) is asked here of inputs only.
    static constexpr PromisedProperty Properties[] = {
        {property::Targets, Promise::Targets, FromThenOn},
        {property::Entry, Promise::Entry, RightAfter},
        {property::FlatBuffers, Promise::FlatBuffers, RightAfter},
        {property::LaunchesAsExtents, Promise::LaunchesAsExtents, RightAfter},
        {property::OneLaunch, Promise::OneLaunch, Never},
        {property::Merged, Promise::Merged, Never},
        {property::Regions, Promise::Regions, RightAfter},
        {property::Unsplit, Promise::Unsplit, Never},
        {property::Split, Promise::Split, FromThenOn},
        {property::Launches, Promise::Launches, Never},
        {property::Packed, Promise::Packed, FromThenOn},
        {property::NoBufferParams, Promise::NoBufferParams, Never},
        {property::HostMemory, Promise::HostMemory, RightAfter},
        {property::NoBFloat16Arithmetic, Promise::NoBFloat16Arithmetic, RightAfter},
        {property::NoFloat8Arithmetic, Promise::NoFloat8Arithmetic, RightAfter},
        {property::NoBFloat16Storage, Promise::NoBFloat16Storage, RightAfter},
        {property::NoFloat8Storage, Promise::NoFloat8Storage, RightAfter},
    };
    return Properties;
}

MissingProperties missingProperties(const Module& module)
{
    const ModuleFacts facts = collectFacts(module);
    MissingProperties missing;
    for (const PromisedProperty& entry : promisedProperties())
        if (const Diagnostics found = brokenPromises(entry.promise, facts); !found.empty())
            missing.emplace(entry.property, found.front().message);
    return missing;
}

} // namespace tir
