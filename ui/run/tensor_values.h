/// The numbers of one tensor of a run, before and after, beside those it is compared with. No widgets, no
/// timers, no files.

#pragma once

#include "ui/run/run_result.h"

#include "core/ir/dtype.h"

#include <QString>

namespace tir::ui {

enum class ValueKind { After, Before, Reference, Difference };

class TensorValues {
public:
    TensorValues() = default;
    TensorValues(RunResultPointer result, size_t tensor);

    bool isEmpty() const { return !m_result; }
    /// Whether the elements are numbers of whole bytes.
    bool isReadable() const { return m_isReadable; }
    const RunTensor& tensor() const { return m_result->report.tensors[m_tensor]; }
    const RunResultPointer& result() const { return m_result; }
    const TensorSummary& summary() const { return m_result->summaries[m_tensor]; }
    /// Null when nothing is compared.
    const TensorComparison* comparison() const { return m_comparison; }
    /// The tensor's, with the lanes of a vector type as a last axis.
    std::vector<int64_t> shape() const;
    bool has(ValueKind kind) const;

    /// Precondition: isReadable(), has(kind), and the element exists.
    double at(ValueKind kind, int64_t element) const;
    QString text(ValueKind kind, int64_t element) const;
    /// The statement that last wrote the element, in the module that ran; NoPlace if it is not known.
    Place writerOf(int64_t element) const { return tensor().writerOf(element / m_dtype.lanes); }
    /// It differs by more than the tolerance.
    bool isMismatch(int64_t element) const;

private:
    const SharedBytes& bytesOf(ValueKind kind) const;

    RunResultPointer m_result;
    size_t m_tensor = 0;
    const RunTensor* m_reference = nullptr;
    const TensorComparison* m_comparison = nullptr;
    DType m_dtype;
    bool m_isReadable = false;
};

/// "C[3, 5]"; the name alone for a scalar.
QString elementText(const std::string& name, const std::vector<int64_t>& index);

} // namespace tir::ui
