#include "core/runtime/arguments.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/runtime/npy.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tir {
namespace {

using Sizes = std::unordered_map<const Var*, int64_t>;

/// Larger tensors are taken for a mistake.
constexpr int64_t MaxTensorBytes = int64_t(1) << 31;

int64_t floorDivide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// The value of an integer expression; nothing when it depends on something unknown.
std::optional<int64_t> evaluate(const Expr* expr, const Sizes& sizes)
{
    if (const auto* constant = as<IntImm>(expr))
        return constant->value;
    if (const auto* var = as<Var>(expr)) {
        const auto found = sizes.find(var);
        return found == sizes.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto* cast = as<Cast>(expr))
        return evaluate(cast->value, sizes);
    const auto* node = as<Binary>(expr);
    const auto a = node ? evaluate(node->a, sizes) : std::nullopt;
    const auto b = node ? evaluate(node->b, sizes) : std::nullopt;
    if (!a || !b)
        return std::nullopt;
    const bool isDivision = node->op >= BinaryOp::Div && node->op <= BinaryOp::FloorMod;
    if (isDivision && *b == 0)
        return std::nullopt;
    switch (node->op) {
    case BinaryOp::Add:
        return *a + *b;
    case BinaryOp::Sub:
        return *a - *b;
    case BinaryOp::Mul:
        return *a * *b;
    case BinaryOp::Div:
        return *a / *b;
    case BinaryOp::Mod:
        return *a % *b;
    case BinaryOp::FloorDiv:
        return floorDivide(*a, *b);
    case BinaryOp::FloorMod:
        return *a - floorDivide(*a, *b) * *b;
    case BinaryOp::Min:
        return std::min(*a, *b);
    case BinaryOp::Max:
        return std::max(*a, *b);
    default:
        return std::nullopt;
    }
}

std::string inWords(const std::vector<int64_t>& shape)
{
    std::string text = "(";
    for (size_t axis = 0; axis < shape.size(); ++axis)
        text += (axis ? ", " : "") + std::to_string(shape[axis]);
    return text + ")";
}

void fillTensor(Tensor& tensor, Random& random)
{
    for (int64_t index = 0, count = numberCount(tensor); index < count; ++index) {
        if (tensor.dtype.isBool())
            setNumber(tensor, index, double(random.next() >> 63));
        else if (tensor.dtype.isIntegral())
            setNumber(tensor, index, double(1 + random.next() % 8));
        else
            setNumber(tensor, index, random.unit() * 2 - 1);
    }
}

/// One entry, its parameters in order.
class ArgumentMaker {
public:
    ArgumentMaker(const PrimFunc& function, const ArgumentOptions& options)
        : m_function(function),
          m_options(options),
          m_random(options.seed)
    {}

    Result<Arguments> make()
    {
        takeSizesFromInputs();
        for (const Var* param : m_function.params)
            if (!param->dtype.isHandle())
                makeScalar(*param);
        for (const BufferBinding& binding : m_function.bufferMap)
            chooseSizes(*binding.buffer);

        Arguments result;
        for (const Var* param : m_function.params) {
            if (!param->dtype.isHandle())
                result.params.push_back({std::string(param->name), true, m_scalars[param], false});
            else if (const Buffer* buffer = m_function.bufferOf(param))
                result.params.push_back(makeBuffer(*param, *buffer));
            else
                result.params.push_back(makePointer(*param));
        }
        complainAboutUnusedNames();
        if (!m_errors.empty())
            return m_errors;
        result.sizes = m_sizes;
        return result;
    }

private:
    void complain(std::string message) { m_errors.push_back(error("bad-argument", std::move(message))); }

    const Tensor* input(const Var& param, const Buffer* buffer)
    {
        for (const std::string_view name : {buffer ? buffer->name : param.name, param.name}) {
            const auto found = m_options.inputs.find(std::string(name));
            if (found != m_options.inputs.end()) {
                m_usedInputs.insert(found->first);
                return &found->second;
            }
        }
        return nullptr;
    }

    const int64_t* dim(const Var& var)
    {
        const auto found = m_options.dims.find(std::string(var.name));
        if (found == m_options.dims.end())
            return nullptr;
        m_usedDims.insert(found->first);
        return &found->second;
    }

    /// A given tensor decides the sizes that stand alone in its shape.
    void takeSizesFromInputs()
    {
        for (const BufferBinding& binding : m_function.bufferMap) {
            const Tensor* given = input(*binding.param, binding.buffer);
            if (!given)
                continue;
            for (size_t axis = 0; axis < binding.buffer->shape.size() && axis < given->shape.size(); ++axis)
                if (const auto* var = as<Var>(binding.buffer->shape[axis]))
                    m_sizes.try_emplace(var, given->shape[axis]);
        }
    }

    bool isSize(const Var& var) const
    {
        for (const BufferBinding& binding : m_function.bufferMap)
            for (const Expr* extent : binding.buffer->shape)
                if (mentions(extent, &var))
                    return true;
        return false;
    }

    void makeScalar(const Var& param)
    {
        Tensor value = makeTensor(param.dtype, {});
        const bool isInteger = param.dtype.isIntegral() && !param.dtype.isBool();
        const int64_t* wanted = dim(param);
        if (const Tensor* given = input(param, nullptr)) {
            const Result<Tensor> typed = asType(*given, param.dtype);
            if (!typed)
                complain("input '" + std::string(param.name) + "' has " +
                         typed.diagnostics().front().message);
            else if (elementCount(typed->shape) != 1)
                complain("input '" + std::string(param.name) + "' has shape " + inWords(typed->shape) +
                         ", expected one value");
            else
                value.bytes = typed->bytes;
        } else if (isInteger && wanted) {
            setNumber(value, 0, double(*wanted));
        } else if (isInteger && isSize(param)) {
            const auto known = m_sizes.find(&param);
            setNumber(value, 0, double(known == m_sizes.end() ? DefaultSize : known->second));
        } else if (isInteger) {
            setNumber(value, 0, double(1 + m_random.next() % 4));
        } else {
            fillTensor(value, m_random);
        }
        if (isInteger)
            m_sizes[&param] = int64_t(numberAt(value, 0));
        m_scalars[&param] = std::move(value);
    }

    /// Every variable of the buffer that nothing decided yet. Strides that are variables become those of a
    /// compact tensor.
    void chooseSizes(const Buffer& buffer)
    {
        for (const Expr* extent : buffer.shape)
            chooseIn(*extent, DefaultSize);
        int64_t stride = 1;
        for (size_t axis = buffer.strides.size(); axis-- > 0;) {
            chooseIn(*buffer.strides[axis], stride);
            stride *= evaluate(buffer.shape[axis], m_sizes).value_or(1);
        }
        chooseIn(*buffer.elemOffset, 0);
    }
    void chooseIn(const Expr& expr, int64_t fallback)
    {
        if (const auto* var = as<Var>(&expr)) {
            if (const int64_t* wanted = dim(*var))
                m_sizes.try_emplace(var, *wanted);
            m_sizes.try_emplace(var, fallback);
        }
        forEachChild(expr, Role::Value, [&](const Node& child, Role) {
            if (child.isExpr())
                chooseIn(static_cast<const Expr&>(child), fallback);
        });
    }

    bool isCompact(const Buffer& buffer, const std::vector<int64_t>& shape) const
    {
        int64_t stride = 1;
        for (size_t axis = buffer.strides.size(); axis-- > 0;) {
            if (evaluate(buffer.strides[axis], m_sizes) != stride && shape[axis] != 1)
                return false;
            stride *= shape[axis];
        }
        return evaluate(buffer.elemOffset, m_sizes) == 0;
    }

    Argument makeBuffer(const Var& param, const Buffer& buffer)
    {
        Argument argument;
        argument.name = buffer.name;
        argument.value.dtype = buffer.dtype;
        std::vector<int64_t> shape;
        for (const Expr* extent : buffer.shape)
            shape.push_back(evaluate(extent, m_sizes).value_or(-1));
        const int64_t count = elementCount(shape);
        if (count < 0 || count > MaxTensorBytes / elementBytes(buffer.dtype)) {
            complain("buffer '" + argument.name + "' of shape " + inWords(shape) + " cannot be made");
            return argument;
        }
        if (buffer.dtype.bits % 8 != 0 || !isCompact(buffer, shape)) {
            complain("buffer '" + argument.name + "' of " + toString(buffer.dtype) +
                     (buffer.dtype.bits % 8 ? " has elements smaller than a byte" : " is not compact") +
                     ", which cannot be passed");
            return argument;
        }
        argument.value = makeTensor(buffer.dtype, shape);
        if (const Tensor* given = input(param, &buffer))
            takeInput(argument, *given);
        else
            fillTensor(argument.value, m_random);
        return argument;
    }

    void takeInput(Argument& argument, const Tensor& given)
    {
        const Result<Tensor> typed = asType(given, argument.value.dtype);
        if (!typed)
            complain("input '" + argument.name + "' has " + typed.diagnostics().front().message);
        else if (typed->shape != argument.value.shape)
            complain("input '" + argument.name + "' has shape " + inWords(typed->shape) + ", expected " +
                     inWords(argument.value.shape));
        else
            argument.value = *typed;
    }

    /// A pointer says nothing about its size: it has to be given.
    Argument makePointer(const Var& param)
    {
        Argument argument;
        argument.name = param.name;
        argument.isPointer = true;
        const Tensor* given = input(param, nullptr);
        if (!given) {
            complain("parameter '" + argument.name + "' is a pointer of unknown size; give it as an input");
            return argument;
        }
        argument.value = *given;
        if (const auto element = pointeeDType(&param)) {
            const Result<Tensor> typed = asType(*given, *element);
            if (typed)
                argument.value = *typed;
            else
                complain("input '" + argument.name + "' has " + typed.diagnostics().front().message);
        }
        return argument;
    }

    void complainAboutUnusedNames()
    {
        for (const auto& [name, tensor] : m_options.inputs)
            if (!m_usedInputs.count(name))
                complain("there is no parameter '" + name + "'");
        for (const auto& [name, value] : m_options.dims)
            if (!m_usedDims.count(name))
                complain("there is no symbolic size '" + name + "' left to choose");
    }

    const PrimFunc& m_function;
    const ArgumentOptions& m_options;
    Random m_random;
    Sizes m_sizes;
    std::unordered_map<const Var*, Tensor> m_scalars;
    std::set<std::string> m_usedInputs;
    std::set<std::string> m_usedDims;
    Diagnostics m_errors;
};

} // namespace

uint64_t Random::next()
{
    m_state += 0x9e3779b97f4a7c15;
    uint64_t mixed = m_state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

double Random::unit()
{
    return double(next() >> 11) * 0x1.0p-53;
}

Result<Arguments> makeArguments(const PrimFunc& function, const ArgumentOptions& options)
{
    return ArgumentMaker(function, options).make();
}

} // namespace tir
