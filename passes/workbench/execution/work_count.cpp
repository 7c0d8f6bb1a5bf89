#include "passes/workbench/execution/work_count.h"

#include "core/support/checked_math.h"
#include "core/support/decimal.h"

#include <algorithm>
#include <iterator>

namespace tir {
namespace {

std::string amount(int64_t count, const char* unit)
{
    static constexpr const char* Prefixes[] = {"", "k", "M", "G", "T"};
    double number = double(count);
    size_t prefix = 0;
    for (; number >= 1000 && prefix + 1 < std::size(Prefixes); ++prefix)
        number /= 1000;
    return decimalText(number, 3) + " " + Prefixes[prefix] + unit;
}

} // namespace

std::string typeInWords(const OperationCount& operations)
{
    return toString(operations.dtype) + (operations.isMatrix ? " matrix" : "");
}

void WorkCount::addOperations(DType dtype, bool isMatrix, int64_t count)
{
    operations = limitedSum(operations, count);
    const auto known = std::ranges::find_if(byType, [&](const OperationCount& other) {
        return other.dtype == dtype && other.isMatrix == isMatrix;
    });
    if (known != byType.end())
        known->count = limitedSum(known->count, count);
    else if (count > 0)
        byType.push_back({dtype, isMatrix, count});
}

std::string toString(const WorkCount& work)
{
    std::string text = amount(work.loadedBytes, "B") + " read, " + amount(work.storedBytes, "B") + " written";
    if (work.loadedSharedBytes + work.storedSharedBytes > 0)
        text += "; of shared memory " + amount(work.loadedSharedBytes, "B") + " read, " +
                amount(work.storedSharedBytes, "B") + " written";
    if (work.byType.empty())
        return text + "; no arithmetic";
    std::vector<OperationCount> types = work.byType;
    std::ranges::stable_sort(types, std::ranges::greater(), &OperationCount::count);
    for (size_t index = 0; index < types.size(); ++index)
        text += (index ? ", " : "; ") +
                amount(types[index].count, types[index].dtype.isAnyFloat() ? "flop" : "op") + " " +
                typeInWords(types[index]);
    return text;
}

} // namespace tir
