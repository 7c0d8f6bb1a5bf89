#include "core/script/reading/suggestion.h"

#include <algorithm>

namespace tir::script {
namespace {

/// How many letters must be added, dropped, replaced or swapped with their neighbor.
size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> before(b.size() + 1);
    std::vector<size_t> last(b.size() + 1);
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace

std::string_view closestName(std::string_view name, const std::vector<std::string_view>& known)
{
    std::string_view best;
    size_t bestDistance = 3;
    for (const std::string_view candidate : known) {
        if (candidate.size() > name.size() + 2 || name.size() > candidate.size() + 2)
            continue;
        const size_t distance = editDistance(name, candidate);
        if (distance < bestDistance || (distance == bestDistance && candidate < best)) {
            best = candidate;
            bestDistance = distance;
        }
    }
    return best.empty() || bestDistance * 3 > name.size() ? std::string_view() : best;
}

} // namespace tir::script
