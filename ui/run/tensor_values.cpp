#include "ui/run/tensor_values.h"

#include "core/runtime/tensor.h"
#include "ui/common/text.h"

#include <cmath>
#include <cstring>

namespace tir::ui {
TensorValues::TensorValues(RunResultPointer result, size_t tensor)
    : m_result(std::move(result)),
      m_tensor(tensor)
{
    const RunTensor& run = this->tensor();
    if (const std::optional<DType> dtype = dtypeFromString(run.dtype)) {
        m_dtype = *dtype;
        m_isReadable = dtype->bits % 8 == 0 && !dtype->isScalable();
    }
    const RunTensor* reference = m_result->referenceTensor(run.name);
    if (reference && reference->dtype == run.dtype && reference->shape == run.shape &&
        reference->after.size() == run.after.size())
        m_reference = reference;
    m_comparison = m_reference ? m_result->comparison.find(run.name) : nullptr;
}

std::vector<int64_t> TensorValues::shape() const
{
    std::vector<int64_t> shape = tensor().shape;
    if (m_dtype.lanes > 1)
        shape.push_back(m_dtype.lanes);
    return shape;
}

bool TensorValues::has(ValueKind kind) const
{
    return !isEmpty() && (m_reference || kind == ValueKind::After || kind == ValueKind::Before);
}

const SharedBytes& TensorValues::bytesOf(ValueKind kind) const
{
    return kind == ValueKind::Before      ? tensor().before
           : kind == ValueKind::Reference ? m_reference->after
                                          : tensor().after;
}

double TensorValues::at(ValueKind kind, int64_t element) const
{
    if (kind != ValueKind::Difference)
        return numberAt(m_dtype, bytesOf(kind).data(), element);
    const double value = at(ValueKind::After, element);
    const double reference = at(ValueKind::Reference, element);
    // Infinities of one sign, and NaN beside NaN, are not a difference to show.
    if (value == reference || (m_result->options.isNanEqual && std::isnan(value) && std::isnan(reference)))
        return 0;
    return value - reference;
}

QString TensorValues::text(ValueKind kind, int64_t element) const
{
    if (m_dtype.isIntegral() && m_dtype.bits == 64 && kind != ValueKind::Difference)
        return toQString(numberText(m_dtype, bytesOf(kind).data(), element, 0)); // double would round it
    const double value = at(kind, element);
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return QString::number(value, 'g', m_dtype.isIntegral() ? 12 : 6);
}

bool TensorValues::isMismatch(int64_t element) const
{
    if (!m_comparison || !has(ValueKind::Reference))
        return false;
    if (!m_dtype.isAnyFloat()) {
        const auto bytes = size_t(m_dtype.bytes());
        return std::memcmp(&tensor().after[size_t(element) * bytes],
                           &m_reference->after[size_t(element) * bytes], bytes) != 0;
    }
    return excess(at(ValueKind::After, element), at(ValueKind::Reference, element), m_comparison->tolerance,
                  m_result->options.isNanEqual) != 0;
}

QString elementText(const std::string& name, const std::vector<int64_t>& index)
{
    QStringList parts;
    for (const int64_t each : index)
        parts.append(QString::number(each));
    return parts.isEmpty() ? toQString(name)
                           : QStringLiteral("%1[%2]").arg(toQString(name), parts.join(QStringLiteral(", ")));
}

} // namespace tir::ui
