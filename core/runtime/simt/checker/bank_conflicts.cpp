#include "core/runtime/simt/checker/bank_conflicts.h"

#include <algorithm>

namespace tir {
namespace {

constexpr uint64_t Banks = 32;
constexpr uint64_t WordBytes = 4;

/// The first lane that accessed a word of a bank.
struct Request {
    uint64_t word;
    size_t lane;
    uint64_t at;
};

} // namespace

std::optional<BankSamples::Conflict> BankSamples::worst(uint64_t bytes) const
{
    // Wider accesses are served in parts of the warp: 128 bytes at a time.
    const size_t group = std::clamp<size_t>(size_t(Banks * WordBytes / std::max(bytes, WordBytes)), 1, Lanes);
    Conflict result;
    for (size_t number = 0; number < MaxAccesses; ++number)
        for (size_t start = 0; start < Lanes; start += group) {
            std::array<std::vector<Request>, Banks> banks;
            for (size_t lane = start; lane < start + group; ++lane) {
                if (m_lanes[lane].size() <= number)
                    continue;
                const uint64_t at = m_lanes[lane][number];
                for (uint64_t word = at / WordBytes; word <= (at + bytes - 1) / WordBytes; ++word) {
                    std::vector<Request>& bank = banks[word % Banks];
                    if (std::ranges::find(bank, word, &Request::word) == bank.end())
                        bank.push_back({word, lane, at});
                    if (bank.size() > result.degree)
                        result = {bank.size(), bank.back().lane, bank.front().lane, bank.back().at,
                                  bank.front().at};
                }
            }
        }
    if (result.degree < 2)
        return std::nullopt;
    return result;
}

} // namespace tir
