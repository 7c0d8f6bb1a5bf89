#include "core/analysis/known_sizes.h"

#include "core/ir/contains.h"

namespace tir {

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
        const std::vector<const Expr*> extents = spannedExtents(buffer);
        bytes.value = m_ranges.productOf(buffer.dtype.vectorBytes(), extents);
        if (bytes.value)
            noteSizes(extents);
    }
    return bytes;
}

void KnownSizes::noteSizes(std::span<const Expr* const> extents)
{
    for (const Expr* extent : extents)
        (void)contains(*extent, [this](const Node& node) {
            const auto* var = as<Var>(&node);
            const std::optional<int64_t> value = var && m_lookup ? m_lookup(*var) : std::nullopt;
            if (value)
                m_used.insert_or_assign(std::string(var->name), *value);
            return false;
        });
}

} // namespace tir
