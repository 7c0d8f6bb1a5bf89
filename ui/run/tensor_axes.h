/// Chooses which two axes of a tensor are rows and columns, and the index on each of the others. Hidden for tensors of
/// at most two dimensions.

#pragma once

#include "ui/run/tensor_slice.h"

#include <QWidget>

class QHBoxLayout;

namespace tir::ui {

class TensorAxes : public QWidget {
    Q_OBJECT
public:
    explicit TensorAxes(QWidget* parent = nullptr);

    const TensorSlice& slice() const { return m_slice; }
    void setSlice(const TensorSlice& slice);

signals:
    /// The user changed the slice.
    void sliceChanged();

private:
    void refill();
    void removeBoxes();
    void addAxisBox(const QString& name, const QString& label, bool isRow);
    void addIndexBox(int axis);
    void chooseAxis(int axis, bool isRow);

    TensorSlice m_slice;
    QHBoxLayout* m_layout;
};

} // namespace tir::ui
