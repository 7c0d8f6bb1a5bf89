/// What-if analysis for a kernel: sliders for threads, registers, and shared memory, pictures of how many blocks a
/// multiprocessor then holds, and the resource that limits them. The arithmetic is in core/runtime/occupancy.h.

#pragma once

#include "core/runtime/occupancy.h"

#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QSlider;
class QSpinBox;
class QToolButton;

namespace tir::ui {

class OccupancyBars;
class OccupancyCurveView;

class OccupancyPanel : public QWidget {
    Q_OBJECT
public:
    explicit OccupancyPanel(QWidget* parent = nullptr);

    /// The initial demand, which Reset restores. A device that is not a known architecture is replaced by sm_90, which
    /// the text then says unless it is empty; unknown registers and threads (negative) are replaced by 32 and 256, which
    /// the text marks as assumed.
    void setStart(const QString& arch, const BlockDemand& demand);

    /// Named in the text; may be empty.
    void setKernel(const QString& name);

    const BlockDemand& demand() const { return m_demand; }
    QString arch() const;

private:
    struct Control {
        OccupancyCurveView* curve;
        QSlider* slider;
        QSpinBox* number;
    };

    QWidget* makeControls();
    void setDemand(const BlockDemand& demand);
    void refresh();
    /// Whose numbers are shown in place of those of the device, and the parts of the demand that were not known and
    /// still have their default.
    QStringList assumptions() const;
    GpuLimits limits() const;

    QString m_kernel;
    BlockDemand m_start;
    QString m_startArch;
    BlockDemand m_demand;
    QComboBox* m_arch;
    QToolButton* m_reset;
    QLabel* m_text;
    OccupancyBars* m_bars;
    QLabel* m_reserved;                     ///< explains what the bars show of the shared memory
    std::array<Control, 3> m_controls = {}; ///< by DemandPart
};

} // namespace tir::ui
