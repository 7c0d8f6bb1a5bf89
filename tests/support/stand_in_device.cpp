#include "tests/support/stand_in_device.h"

#include "tests/support/stand_in_state.h"

#include <cstdlib>
#include <utility>

namespace tir::testing::stand_in {

int capability()
{
    const char* arch = variable("STAND_IN_CUDA_ARCH");
    return *arch ? std::atoi(arch) : 90;
}

int servedVersion()
{
    const char* version = variable("STAND_IN_CUDA_VERSION");
    return *version ? std::atoi(version) : 13000;
}

/// NVIDIA's table in the release notes of PTX.
int newestPtx()
{
    static constexpr std::pair<int, int> Known[] = {{11080, 78}, {12000, 80}, {12010, 81}, {12020, 82},
                                                    {12030, 83}, {12040, 84}, {12050, 85}, {12060, 85},
                                                    {12080, 87}, {12090, 88}, {13000, 90}};
    int newest = 0;
    for (const auto& [cuda, ptx] : Known)
        if (cuda <= servedVersion())
            newest = ptx;
    return newest;
}

bool runs(int imageCapability, bool isOfOne, bool isMachineCode)
{
    if (imageCapability == 0 || imageCapability == capability())
        return true;
    return !isOfOne && imageCapability < capability() &&
           (!isMachineCode || imageCapability / 10 == capability() / 10);
}

int sharedLimit()
{
    switch (capability()) {
    case 70:
    case 72:
        return 98304;
    case 75:
        return 65536;
    case 80:
    case 87:
        return 166912;
    case 86:
    case 88:
    case 89:
    case 120:
    case 121:
        return 101376;
    default:
        return 232448;
    }
}

int attributeOf(DeviceAttribute which)
{
    switch (which) {
    case DeviceAttribute::MaxThreadsPerBlock:
    case DeviceAttribute::MaxBlockX:
    case DeviceAttribute::MaxBlockY:
        return 1024;
    case DeviceAttribute::MaxBlockZ:
        return 64;
    case DeviceAttribute::MaxGridX:
        return 2147483647;
    case DeviceAttribute::MaxGridY:
    case DeviceAttribute::MaxGridZ:
        return 65535;
    case DeviceAttribute::ClockKilohertz:
        return 1000000;
    case DeviceAttribute::Multiprocessors:
        return 10;
    case DeviceAttribute::MemoryKilohertz:
        return 1000000;
    case DeviceAttribute::MemoryBusBits:
        return 4096;
    case DeviceAttribute::L2Bytes:
        return 1 << 20;
    case DeviceAttribute::Major:
        return capability() / 10;
    case DeviceAttribute::Minor:
        return capability() % 10;
    case DeviceAttribute::CooperativeLaunch:
        return 1;
    case DeviceAttribute::MaxSharedPerBlock:
        return sharedLimit();
    }
    return 0;
}

bool hasLaunchAttribute(LaunchAttributeId id)
{
    switch (id) {
    case LaunchAttributeId::Cooperative:
        return true;
    case LaunchAttributeId::ClusterDimension:
    case LaunchAttributeId::ProgrammaticStreamSerialization:
        return capability() >= 90;
    case LaunchAttributeId::PreferredClusterDimension:
        return capability() >= 100;
    }
    return false;
}

} // namespace tir::testing::stand_in
