/// The picture of the kernels that a step splits off, in the colors of the theme and as wide as the view.

#pragma once

#include "passes/workbench/drawing/svg.h"
#include "ui/common/picture_menu.h"

#include <QScrollArea>
#include <QSvgRenderer>

namespace tir::ui {

class SplitPictureView : public QScrollArea {
    Q_OBJECT
public:
    explicit SplitPictureView(QWidget* parent = nullptr);

    void setKernels(std::vector<SplitKernel> kernels);
    Picture picture() const;
    /// Tool tip for a point of the viewport.
    QString descriptionAt(QPoint point) const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    class Page;

    void draw();

    std::vector<SplitKernel> m_kernels;
    mutable QSvgRenderer m_svg;     ///< rendering is not const, and changes nothing
    std::vector<PictureTip> m_tips; ///< in coordinates of the picture
    double m_scale = 1;
    Page* m_page;
};

} // namespace tir::ui
