#include "ui/run/tensor_axes.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

namespace tir::ui {

TensorAxes::TensorAxes(QWidget* parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(6, 0, 6, 2);
    m_layout->setSpacing(4);
    hide();
}

void TensorAxes::setSlice(const TensorSlice& slice)
{
    m_slice = slice;
    refill();
}

void TensorAxes::refill()
{
    removeBoxes();
    setVisible(m_slice.axisCount() > 2);
    if (m_slice.axisCount() <= 2)
        return;
    addAxisBox(QStringLiteral("rowAxis"), tr("Rows"), true);
    addAxisBox(QStringLiteral("columnAxis"), tr("Columns"), false);
    for (int axis = 0; axis < m_slice.axisCount(); ++axis)
        if (axis != m_slice.rowAxis() && axis != m_slice.columnAxis())
            addIndexBox(axis);
    m_layout->addStretch();
}

void TensorAxes::removeBoxes()
{
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        // One of them may be the sender of the current signal.
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->setParent(nullptr);
            widget->deleteLater();
        }
        delete item;
    }
}

void TensorAxes::addAxisBox(const QString& name, const QString& label, bool isRow)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    for (int axis = 0; axis < m_slice.axisCount(); ++axis)
        box->addItem(tr("axis %1 (%2)").arg(axis).arg(m_slice.shape()[size_t(axis)]));
    box->setCurrentIndex(isRow ? m_slice.rowAxis() : m_slice.columnAxis());
    connect(box, &QComboBox::activated, this, [this, isRow](int axis) { chooseAxis(axis, isRow); });
    m_layout->addWidget(new QLabel(label));
    m_layout->addWidget(box);
}

void TensorAxes::chooseAxis(int axis, bool isRow)
{
    const int own = isRow ? m_slice.rowAxis() : m_slice.columnAxis();
    const int other = isRow ? m_slice.columnAxis() : m_slice.rowAxis();
    const int opposite = axis == other ? own : other; // choosing the other's axis swaps them
    m_slice.setAxes(isRow ? axis : opposite, isRow ? opposite : axis);
    // Later: the box that was used is about to be replaced.
    QMetaObject::invokeMethod(
        this,
        [this] {
            refill();
            emit sliceChanged();
        },
        Qt::QueuedConnection);
}

void TensorAxes::addIndexBox(int axis)
{
    auto* box = new QSpinBox;
    box->setObjectName(QStringLiteral("axisIndex%1").arg(axis));
    box->setRange(0, int(std::max<int64_t>(0, m_slice.shape()[size_t(axis)] - 1)));
    box->setPrefix(tr("axis %1: ").arg(axis));
    box->setValue(int(m_slice.fixedIndex(axis)));
    connect(box, &QSpinBox::valueChanged, this, [this, axis](int index) {
        m_slice.setFixedIndex(axis, index);
        emit sliceChanged();
    });
    m_layout->addWidget(box);
}

} // namespace tir::ui
