#include "tests/support/stand_in_state.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tir::testing::stand_in {

State& state()
{
    static State all;
    return all;
}

const char* variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

Status called(const char* name, const std::string& arguments)
{
    State& all = state();
    if (const char* number = variable("STAND_IN_CUDA_FAIL_CALL"); all.calls == 0 && *number)
        all.failingCall = std::atoi(number);
    const bool isFailing = ++all.calls == all.failingCall;
    if (std::FILE* log = std::fopen(variable("STAND_IN_CUDA_LOG"), "a")) {
        std::fprintf(log, "%s %s\n", name, arguments.c_str());
        std::fclose(log);
    }
    if (isFailing)
        return StandInFailure;
    const std::string failing = variable("STAND_IN_CUDA_FAIL");
    const size_t equals = failing.find('=');
    return equals != failing.npos && failing.substr(0, equals) == name ? std::stoi(failing.substr(equals + 1))
                                                                       : Success;
}

Status calledInContext(const char* name, const std::string& arguments)
{
    const Status status = called(name, arguments);
    return currentContext && state().contextCount > 0 ? status : InvalidContext;
}

int64_t nanoseconds(const char* name, int64_t otherwise)
{
    const char* value = variable(name);
    return *value ? std::atoll(value) : otherwise;
}

void submit(int64_t workNs)
{
    State& all = state();
    all.hostNs += nanoseconds("STAND_IN_CUDA_SUBMIT_NS", 0);
    all.deviceNs = std::max(all.deviceNs, all.hostNs) + workNs;
}

void waitUntil(int64_t ns)
{
    state().hostNs = std::max(state().hostNs, ns);
}

std::byte* memoryAt(DevicePointer address, size_t bytes)
{
    const auto after = state().memory.upper_bound(address);
    if (after == state().memory.begin())
        return nullptr;
    auto& [start, content] = *std::prev(after);
    const size_t offset = size_t(address - start);
    return offset + bytes <= content.size() ? content.data() + offset : nullptr;
}

size_t totalMemory()
{
    const char* bytes = variable("STAND_IN_CUDA_MEMORY");
    return *bytes ? std::strtoull(bytes, nullptr, 10) : size_t(8) << 30;
}

size_t freeMemory()
{
    size_t used = 0;
    for (const auto& [address, content] : state().memory)
        used += content.size();
    return used < totalMemory() ? totalMemory() - used : 0;
}

} // namespace tir::testing::stand_in
