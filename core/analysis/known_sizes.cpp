#include "core/analysis/known_sizes.h"

#include "core/ir/contains.h"

namespace tir {
namespace {

/// Whose product is how many elements a buffer spans, as byteSize() counts them.
std::vector<const Expr*> factorsOf(const Buffer& buffer)
{
    if (!buffer.strides.empty() && !buffer.shape.empty())
        return {buffer.strides.front(), buffer.shape.front()};
    return {buffer.shape.begin(), buffer.shape.end()};
}

} // namespace

Bytes& Bytes::operator+=(const Bytes& other)
{
    formula += other.formula;
    value = value && other.value ? std::optional(*value + *other.value) : std::nullopt;
    return *this;
}

std::string Bytes::text() const
{
    return formula.isConstant() || !value ? formula.text() : formula.text() + " = " + std::to_string(*value);
}

Bytes KnownSizes::bytesOf(const Buffer& buffer)
{
    Bytes bytes{byteSize(buffer), {}};
    if (bytes.formula.isConstant()) {
        bytes.value = bytes.formula.constant;
    } else {
        bytes.value = valueOf(buffer);
        if (bytes.value)
            noteSizes(buffer);
    }
    return bytes;
}

std::optional<int64_t> KnownSizes::valueOf(const Buffer& buffer) const
{
    int64_t value = buffer.dtype.vectorBytes();
    for (const Expr* factor : factorsOf(buffer)) {
        const std::optional<int64_t> known = m_ranges.valueOf(*factor);
        if (!known || *known < 0 || __builtin_mul_overflow(value, *known, &value))
            return {};
    }
    return value;
}

void KnownSizes::noteSizes(const Buffer& buffer)
{
    for (const Expr* factor : factorsOf(buffer))
        (void)contains(*factor, [this](const Node& node) {
            const auto* var = as<Var>(&node);
            const std::optional<int64_t> value = var && m_lookup ? m_lookup(*var) : std::nullopt;
            if (value)
                m_used.insert_or_assign(std::string(var->name), *value);
            return false;
        });
}

} // namespace tir
