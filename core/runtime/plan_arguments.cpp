// Decides the arguments of a run without creating them.

#include "core/ir/contains.h"
#include "core/ir/integers.h"
#include "core/ir/make.h"
#include "core/runtime/arguments.h"
#include "core/runtime/npy.h"
#include "core/support/checked_math.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace tir {
namespace {

/// Larger tensors are taken for a mistake.
constexpr int64_t MaxTensorBytes = int64_t(1) << 31;

bool isInteger(DType dtype)
{
    return dtype.isIntegral() && !dtype.isBool() && dtype.isScalar();
}

class Planner {
public:
    Planner(const PrimFunc& function, const ArgumentOptions& options)
        : m_function(function),
          m_options(options)
    {}

    ArgumentPlan plan()
    {
        for (size_t index = 0; index < m_function.params.size(); ++index)
            addParameter(*m_function.params[index], index);
        takeSizesFromFiles();
        decideSizes();
        for (size_t index = 0; index < m_function.params.size(); ++index)
            decideShape(m_plan.params[index], *m_function.params[index]);
        for (const auto& [name, spec] : m_options.inputs)
            if (!m_used.count(name))
                complain(name, "there is no parameter and no symbolic size " + quoted(name));
        return std::move(m_plan);
    }

private:
    void complain(const std::string& name, std::string message)
    {
        m_plan.problems.push_back({name, error("bad-argument", std::move(message))});
    }

    /// An argument that cannot be passed, whatever the request says.
    void refuse(const std::string& name, std::string message)
    {
        m_plan.problems.push_back({name, error("cannot-pass", std::move(message))});
    }

    const InputSpec* given(std::string_view name)
    {
        const auto found = m_options.inputs.find(std::string(name));
        if (found == m_options.inputs.end())
            return nullptr;
        m_used.insert(found->first);
        return &found->second;
    }

    /// The number that is given for a size; nothing if there is none, or if it is not a whole number.
    std::optional<int64_t> givenSize(const Var& var)
    {
        const InputSpec* spec = given(var.name);
        if (!spec)
            return std::nullopt;
        if (spec->kind != InputSpec::Kind::Constant || !(spec->first >= 0) || spec->first > 0x1p53 ||
            std::trunc(spec->first) != spec->first) {
            complain(std::string(var.name), quoted(toString(*spec)) + " is not a size");
            return std::nullopt;
        }
        return int64_t(spec->first);
    }

    void addParameter(const Var& param, size_t index)
    {
        const Buffer* buffer = m_function.bufferOf(&param);
        ParameterPlan plan;
        plan.name = buffer ? buffer->name : param.name;
        plan.kind = buffer                   ? ParameterPlan::Kind::Buffer
                    : param.dtype.isHandle() ? ParameterPlan::Kind::Pointer
                                             : ParameterPlan::Kind::Scalar;
        plan.dtype = buffer ? buffer->dtype : param.dtype;
        const InputSpec* spec = given(plan.name);
        if (!spec)
            spec = given(param.name);
        plan.isGiven = spec;
        if (spec)
            plan.spec = *spec;
        m_plan.params.push_back(std::move(plan));
        m_headers.emplace_back();
        if (spec && spec->kind == InputSpec::Kind::File)
            readHeader(m_plan.params.back().name, spec->path, index);
    }

    void readHeader(const std::string& name, const std::string& path, size_t index)
    {
        Result<Tensor> header = readNpyHeader(path);
        if (header)
            m_headers[index] = *std::move(header);
        else
            m_plan.problems.push_back({name, header.diagnostics().front()});
    }

    /// Decides the only variable of an extent that is linear in it, `n` or `n * 2 + 1`.
    void solve(const Expr& extent, int64_t wanted)
    {
        const Var* unknown = nullptr;
        bool isAlone = true;
        forEachVar(extent, [&](const Var& var) {
            isAlone = isAlone && (!unknown || unknown == &var);
            unknown = &var;
        });
        if (!unknown || !isAlone || m_plan.values.count(unknown))
            return;
        const auto at = [&](int64_t value) {
            Sizes sizes;
            sizes.insert_or_assign(unknown, value);
            return evaluate(&extent, sizes);
        };
        const std::optional<int64_t> base = at(0);
        const std::optional<int64_t> next = at(1);
        if (!base || !next)
            return;
        const std::optional<int64_t> step = evaluateBinary(BinaryOp::Sub, *next, *base);
        const std::optional<int64_t> rest = evaluateBinary(BinaryOp::Sub, wanted, *base);
        const std::optional<int64_t> size =
            step && rest ? evaluateBinary(BinaryOp::Div, *rest, *step) : std::nullopt;
        if (size && *size >= 0 && at(*size) == wanted)
            m_plan.values.try_emplace(unknown, *size);
    }

    /// A file decides the sizes in the shape of its buffer.
    void takeSizesFromFiles()
    {
        for (size_t index = 0; index < m_function.params.size(); ++index) {
            const Buffer* buffer = m_function.bufferOf(m_function.params[index]);
            if (!buffer || !m_headers[index])
                continue;
            const std::vector<int64_t>& shape = m_headers[index]->shape;
            for (size_t axis = 0; axis < buffer->shape.size() && axis < shape.size(); ++axis)
                solve(*buffer->shape[axis], shape[axis]);
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

    /// Everything that is a number and counts: integer scalars, and every variable of a buffer.
    void decideSizes()
    {
        for (size_t index = 0; index < m_function.params.size(); ++index)
            if (isInteger(m_plan.params[index].dtype) &&
                m_plan.params[index].kind == ParameterPlan::Kind::Scalar)
                decideInteger(*m_function.params[index], index);
        for (const BufferBinding& binding : m_function.bufferMap)
            for (const Expr* extent : binding.buffer->shape)
                forEachVar(*extent, [this](const Var& var) { decideSize(var); });
        if (m_options.findsPartialTiles)
            if (auto partial = sizesOfPartialTiles(m_function, m_open, m_plan.values))
                for (const OpenSize& size : m_open)
                    m_plan.partialTiles.emplace(size.var, partial->at(size.var));
        chooseSizes(m_function, m_open, m_plan.values);
        for (const auto& [var, index] : m_shown)
            m_plan.sizes[index].value = m_plan.values.at(var);
        for (const BufferBinding& binding : m_function.bufferMap)
            decideLayout(*binding.buffer);
    }

    void decideInteger(const Var& param, size_t index)
    {
        const ParameterPlan& plan = m_plan.params[index];
        if (plan.isGiven && plan.spec.kind == InputSpec::Kind::File) {
            const std::optional<Tensor>& header = m_headers[index];
            if (!header || elementCount(header->shape) != 1)
                return; // reported with the shapes
            if (const Result<Tensor> value = readNpy(plan.spec.path); value && numberCount(*value) == 1)
                setInteger(param, *value);
        } else if (plan.isGiven || !isSize(param)) {
            if (!whyUnfit(plan.spec, plan.dtype, 1).empty())
                return; // reported with the shapes
            const Tensor value = makeScalar(plan.dtype, plan.spec, m_options.seed, index);
            if (plan.isGiven)
                setInteger(param, value);
            else
                m_open.push_back({&param, integerAt(value.dtype, value.bytes.data(), 0)});
        } else if (!m_plan.values.count(&param)) {
            m_open.push_back({&param, DefaultSize});
        }
    }

    /// Not for a float that no integer of 64 bits is near to.
    void setInteger(const Var& param, const Tensor& value)
    {
        const double number = numberAt(value, 0);
        if (value.dtype.isIntegral())
            m_plan.values.insert_or_assign(&param, integerAt(value.dtype, value.bytes.data(), 0));
        else if (number >= -0x1p63 && number < 0x1p63)
            m_plan.values.insert_or_assign(&param, int64_t(number));
    }

    void decideSize(const Var& var)
    {
        if (std::ranges::find(m_function.params, &var) != m_function.params.end() || m_shown.count(&var))
            return;
        const std::optional<int64_t> wanted = givenSize(var);
        if (wanted)
            m_plan.values.try_emplace(&var, *wanted);
        const auto isNamed = [&](const SizePlan& size) { return size.name == var.name; };
        auto shown = std::ranges::find_if(m_plan.sizes, isNamed);
        if (shown == m_plan.sizes.end())
            shown = m_plan.sizes.insert(shown, {std::string(var.name), 0, wanted.has_value()});
        m_shown.emplace(&var, size_t(shown - m_plan.sizes.begin()));
        if (!m_plan.values.count(&var))
            m_open.push_back({&var, DefaultSize});
    }

    /// Strides that are variables become those of a compact tensor, offsets 0.
    void decideLayout(const Buffer& buffer)
    {
        const auto decide = [this](const Expr& expr, int64_t fallback) {
            forEachVar(expr, [&](const Var& var) {
                m_plan.values.try_emplace(&var, givenSize(var).value_or(fallback));
            });
        };
        int64_t stride = 1;
        for (size_t axis = buffer.strides.size(); axis-- > 0;) {
            decide(*buffer.strides[axis], stride);
            const int64_t extent = evaluate(buffer.shape[axis], m_plan.values).value_or(1);
            stride = limitedProduct(stride, extent);
        }
        decide(*buffer.elemOffset, 0);
    }

    template <class Visit>
    static void forEachVar(const Expr& expr, const Visit& visit)
    {
        (void)contains(expr, [&](const Node& node) {
            if (const auto* var = as<Var>(&node))
                visit(*var);
            return false;
        });
    }

    std::vector<int64_t> shapeOf(const Buffer& buffer) const
    {
        std::vector<int64_t> shape;
        for (const Expr* extent : buffer.shape)
            shape.push_back(evaluate(extent, m_plan.values).value_or(-1));
        return shape;
    }

    bool isCompact(const Buffer& buffer, const std::vector<int64_t>& shape) const
    {
        int64_t stride = 1;
        for (size_t axis = buffer.strides.size(); axis-- > 0;) {
            if (evaluate(buffer.strides[axis], m_plan.values) != stride && shape[axis] != 1)
                return false;
            stride = limitedProduct(stride, shape[axis]);
        }
        return true;
    }

    void decideShape(ParameterPlan& plan, const Var& param)
    {
        const std::optional<Tensor>& header = m_headers[size_t(&plan - m_plan.params.data())];
        switch (plan.kind) {
        case ParameterPlan::Kind::Scalar:
            if (const auto chosen = m_plan.values.find(&param);
                chosen != m_plan.values.end() && !plan.isGiven)
                plan.spec = InputSpec::constant(double(chosen->second));
            break;
        case ParameterPlan::Kind::Buffer: {
            const Buffer& buffer = *m_function.bufferOf(&param);
            plan.shape = shapeOf(buffer);
            if (!isMakeable(plan))
                return;
            if (!isCompact(buffer, plan.shape))
                return refuse(plan.name,
                              "buffer " + quoted(plan.name) +
                                  " has strides that leave gaps; only compact arguments can be passed");
            if (evaluate(buffer.elemOffset, m_plan.values) != 0)
                return refuse(plan.name, "buffer " + quoted(plan.name) +
                                             " has an elem_offset; only arguments without one can be passed");
            break;
        }
        case ParameterPlan::Kind::Pointer:
            if (!decidePointee(plan, param, header) || !isMakeable(plan))
                return;
            break;
        }
        if (plan.spec.kind == InputSpec::Kind::File)
            checkHeader(plan, header);
        else if (const std::string why = whyUnfit(plan.spec, plan.dtype, elementCount(plan.shape));
                 !why.empty())
            complain(plan.name, "input " + quoted(plan.name) + ": " + why);
    }

    bool isMakeable(const ParameterPlan& plan)
    {
        const int64_t count = elementCount(plan.shape);
        const int64_t bytes = elementBytes(plan.dtype);
        if (count < 0 || bytes <= 0 || count > MaxTensorBytes / bytes)
            complain(plan.name, "buffer " + quoted(plan.name) + " of shape " + tupleText(plan.shape) +
                                    " cannot be made");
        else
            return true;
        return false;
    }

    void checkHeader(const ParameterPlan& plan, const std::optional<Tensor>& header)
    {
        if (!header)
            return; // reported already
        const Result<Tensor> typed = asType(*header, plan.dtype);
        const bool isScalar = plan.kind == ParameterPlan::Kind::Scalar;
        if (!typed)
            complain(plan.name, "input " + quoted(plan.name) + " has " + typed.diagnostics().front().message);
        else if (isScalar ? elementCount(typed->shape) != 1 : typed->shape != plan.shape)
            complain(plan.name, "input " + quoted(plan.name) + " has shape " + tupleText(typed->shape) +
                                    ", expected " + (isScalar ? "one value" : tupleText(plan.shape)));
    }

    /// The type and the size of a pointer's memory: a file's, or those of the largest buffer on it.
    bool decidePointee(ParameterPlan& plan, const Var& param, const std::optional<Tensor>& header)
    {
        const std::optional<DType> pointee = pointeeDType(&param);
        if (header) {
            plan.dtype = pointee.value_or(header->dtype);
            plan.shape = header->shape;
            if (const Result<Tensor> typed = asType(*header, plan.dtype))
                plan.shape = typed->shape;
            return true;
        }
        const Buffer* largest = nullptr;
        (void)contains(*m_function.body, [&](const Node& node) {
            const auto* declared = as<DeclBuffer>(&node);
            if (declared && declared->buffer->data == &param &&
                (!largest || bytesOf(*declared->buffer) > bytesOf(*largest)))
                largest = declared->buffer;
            return false;
        });
        if (!largest || bytesOf(*largest) < 0) {
            plan.dtype = pointee.value_or(plan.dtype);
            if (plan.spec.kind != InputSpec::Kind::File)
                complain(plan.name, "parameter " + quoted(plan.name) +
                                        " is a pointer of unknown size; give it as an input");
            return false;
        }
        plan.dtype = largest->dtype;
        plan.shape = shapeOf(*largest);
        return true;
    }

    int64_t bytesOf(const Buffer& buffer) const
    {
        const int64_t count = elementCount(shapeOf(buffer));
        return count < 0 || count > MaxTensorBytes ? -1 : count * elementBytes(buffer.dtype);
    }

    const PrimFunc& m_function;
    const ArgumentOptions& m_options;
    ArgumentPlan m_plan;
    std::vector<std::optional<Tensor>> m_headers;   ///< by parameter: type and shape of its file
    std::vector<OpenSize> m_open;                   ///< to be chosen
    std::unordered_map<const Var*, size_t> m_shown; ///< index in the plan's sizes
    std::set<std::string> m_used;
};

} // namespace

ArgumentPlan planArguments(const PrimFunc& function, const ArgumentOptions& options)
{
    return Planner(function, options).plan();
}

} // namespace tir
