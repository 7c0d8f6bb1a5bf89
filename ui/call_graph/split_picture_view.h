/// The picture of the kernels that a step splits off, in the colors of the theme.

#pragma once

#include "passes/workbench/drawing/split_picture.h"
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

protected:
    void changeEvent(QEvent* event) override;

private:
    class Page;

    void draw();

    std::vector<SplitKernel> m_kernels;
    mutable QSvgRenderer m_svg; ///< rendering is not const, and changes nothing
    Page* m_page;
};

} // namespace tir::ui
