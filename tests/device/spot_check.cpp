#include "tests/device/spot_check.h"

#include "core/runtime/tensor.h"
#include "tests/support/expected_results.h"

#include <set>

namespace tir::testing {
namespace {

constexpr int64_t Positions = 5;

/// The positions along an axis that are looked at.
std::vector<int64_t> positionsOf(int64_t extent, bool isSpot)
{
    const int64_t count = isSpot ? std::min(extent, Positions) : extent;
    std::vector<int64_t> positions;
    for (int64_t number = 0; number < count; ++number)
        positions.push_back(isSpot && count > 1 ? number * (extent - 1) / (count - 1) : number);
    return positions;
}

/// Elements at all combinations of positions.
NumberTensor partOf(const RunTensor& tensor, const SharedBytes& bytes,
                    const std::vector<std::vector<int64_t>>& axes)
{
    const DType dtype = *dtypeFromString(tensor.dtype);
    NumberTensor part;
    int64_t count = 1;
    for (const std::vector<int64_t>& positions : axes) {
        part.shape.push_back(int64_t(positions.size()));
        count *= int64_t(positions.size());
    }
    for (int64_t number = 0; number < count; ++number) {
        int64_t index = 0;
        int64_t stride = 1;
        int64_t rest = number;
        for (size_t axis = axes.size(); axis-- > 0;) {
            const auto size = int64_t(axes[axis].size());
            index += axes[axis][size_t(rest % size)] * stride;
            stride *= tensor.shape[axis];
            rest /= size;
        }
        part.values.push_back(numberAt(dtype, bytes.data(), index));
    }
    return part;
}

const Buffer* bufferNamed(const PrimFunc& function, const std::string& name)
{
    for (const BufferBinding& binding : function.bufferMap)
        if (binding.buffer->name == name)
            return binding.buffer;
    return nullptr;
}

} // namespace

QString spotCheck(const DeviceProgram& program, const RunReport& report)
{
    const auto& function = to<PrimFunc>(*program.input.module->functions.front().function);
    std::set<const Expr*> spots; // symbolic extents of the outputs
    for (const std::string& formula : program.formulas)
        if (const Buffer* target = bufferNamed(function, formula.substr(0, formula.find('['))))
            for (const Expr* extent : target->shape)
                if (as<Var>(extent))
                    spots.insert(extent);
    NumberTensors before;
    NumberTensors after;
    for (const RunTensor& tensor : report.tensors) {
        const Buffer* buffer = bufferNamed(function, tensor.name);
        if (!buffer)
            continue;
        std::vector<std::vector<int64_t>> axes;
        for (size_t axis = 0; axis < tensor.shape.size(); ++axis)
            axes.push_back(positionsOf(tensor.shape[axis], spots.contains(buffer->shape[axis])));
        before[tensor.name] = partOf(tensor, tensor.before, axes);
        after[tensor.name] = partOf(tensor, tensor.after, axes);
    }
    for (const std::string& formula : program.formulas)
        if (const std::string wrong = applyFormula(formula, before); !wrong.empty())
            return QString::fromStdString(wrong);
    for (const RunTensor& tensor : report.tensors) {
        const NumberTensor& expected = before[tensor.name];
        const std::vector<double>& found = after[tensor.name].values;
        const double tolerance = toleranceOfFormula(*dtypeFromString(tensor.dtype), expected);
        for (size_t index = 0; index < expected.values.size(); ++index)
            if (excess(found[index], expected.values[index], {.absolute = tolerance}, false) > 0)
                return QString("spot %1 of '%2' is %3 instead of %4")
                    .arg(index)
                    .arg(QString::fromStdString(tensor.name))
                    .arg(found[index])
                    .arg(expected.values[index]);
    }
    return {};
}

} // namespace tir::testing
