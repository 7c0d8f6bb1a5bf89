#include "core/runtime/arguments.h"

#include "core/runtime/npy.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <thread>

namespace tir {
namespace {

/// The range of the numbers that are chosen for a type.
std::pair<double, double> rangeOf(DType dtype, bool isScalar)
{
    if (dtype.isBool())
        return {0, 1};
    if (dtype.isIntegral())
        return {1, isScalar ? 4 : 8};
    return {-1, 1};
}

/// Calls `act(first, end)` for parts of 0 … count, large ones on all cores.
template <class Act>
void inParts(int64_t count, const Act& act)
{
    constexpr int64_t LeastNumbers = 1 << 20;
    const int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    const int64_t part = std::max(LeastNumbers, (count + cores - 1) / cores);
    std::vector<std::jthread> others;
    int64_t first = 0;
    try {
        for (; first + part < count; first += part)
            others.emplace_back(act, first, first + part);
    } catch (const std::system_error&) { // no more threads: the rest is done here
    }
    act(first, count);
}

/// Numbers of a range, each from one random number.
class Choices {
public:
    /// `step`: 0 for all numbers of a floating type.
    Choices(double least, double greatest, double step)
        : m_least(least),
          m_greatest(greatest),
          m_step(step),
          m_count(step > 0 ? uint64_t(std::clamp(std::floor((greatest - least) / step), 0.0, MostSteps)) + 1
                           : 0)
    {}

    /// `bits`: random.
    double at(uint64_t bits) const
    {
        return m_step > 0 ? m_least + m_step * double(bits % m_count)
                          : m_least + Random::unitOf(bits) * (m_greatest - m_least);
    }

private:
    static constexpr double MostSteps = 0x1.fffffffffffffp63;

    double m_least;
    double m_greatest;
    double m_step;
    uint64_t m_count;
};

/// Precondition: the specification fits the type and is not a file.
void fill(Tensor& tensor, const InputSpec& spec, bool isScalar, Random random)
{
    constexpr double NearZero = 8;
    const auto [least, greatest] =
        spec.hasRange ? std::pair(spec.first, spec.second) : rangeOf(tensor.dtype, isScalar);
    const double step = spec.step > 0 ? spec.step : tensor.dtype.isIntegral() ? 1 : 0;
    const double lowest = step > 0 && spec.step == 0 ? std::ceil(least) : least;
    const Choices all(lowest, greatest, step);
    const bool hasSmall = lowest <= NearZero && greatest >= -NearZero;
    const Choices small =
        hasSmall ? Choices(std::max(lowest, -NearZero), std::min(greatest, NearZero), step) : all;
    const auto valueAt = [&](int64_t index, uint64_t bits) {
        switch (spec.kind) {
        case InputSpec::Kind::Random:
            return all.at(bits);
        case InputSpec::Kind::Mixed:
            return (bits % 2 == 0 ? all : small).at(Random(bits).next());
        case InputSpec::Kind::Ramp:
            return spec.first + spec.second * double(index);
        case InputSpec::Kind::Constant:
        case InputSpec::Kind::File:
            break;
        }
        return spec.first;
    };
    const auto fillPart = [&](int64_t first, int64_t end) {
        Random numbers = random;
        numbers.skip(uint64_t(first));
        for (int64_t index = first; index < end; ++index)
            setNumber(tensor, index, valueAt(index, numbers.next()));
    };
    inParts(numberCount(tensor), fillPart);
}

/// The sequence of one parameter.
Random sequenceOf(uint64_t seed, size_t parameter)
{
    Random seeds(seed);
    seeds.skip(parameter);
    return Random(seeds.next());
}

} // namespace

uint64_t Random::next()
{
    m_state += Step;
    uint64_t mixed = m_state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

uint64_t ArgumentPlan::bytes() const
{
    uint64_t total = 0;
    for (const ParameterPlan& param : params) {
        auto bytes = uint64_t(elementBytes(param.dtype));
        for (const int64_t extent : param.shape)
            if (__builtin_mul_overflow(bytes, uint64_t(std::max<int64_t>(extent, 1)), &bytes))
                return UINT64_MAX;
        if (__builtin_add_overflow(total, bytes, &total))
            return UINT64_MAX;
    }
    return total;
}

Tensor makeScalar(DType dtype, const InputSpec& spec, uint64_t seed, size_t parameter)
{
    Tensor value = makeTensor(dtype, {});
    fill(value, spec, true, sequenceOf(seed, parameter));
    return value;
}

Result<Arguments> makeArguments(const PrimFunc& function, const ArgumentOptions& options)
{
    const ArgumentPlan plan = planArguments(function, options);
    Diagnostics errors;
    for (const ArgumentProblem& problem : plan.problems)
        errors.push_back(problem.diagnostic);
    Arguments result;
    result.sizes = plan.values;
    for (size_t index = 0; index < plan.params.size() && errors.empty(); ++index) {
        const ParameterPlan& param = plan.params[index];
        Argument argument{param.name, param.kind == ParameterPlan::Kind::Scalar,
                          makeTensor(param.dtype, param.shape), param.kind == ParameterPlan::Kind::Pointer};
        if (param.spec.kind != InputSpec::Kind::File) {
            fill(argument.value, param.spec, argument.isScalar, sequenceOf(options.seed, index));
        } else {
            const Result<Tensor> file = readNpy(param.spec.path);
            const Result<Tensor> typed = file ? asType(*file, param.dtype) : file;
            if (typed && typed->bytes.size() == argument.value.bytes.size())
                argument.value.bytes = typed->bytes;
            else
                errors.push_back(error("unreadable", param.spec.path + ": it changed while it was read"));
        }
        result.params.push_back(std::move(argument));
    }
    if (!errors.empty())
        return errors;
    return result;
}

} // namespace tir
