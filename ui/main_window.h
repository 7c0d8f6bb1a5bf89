/// The window: a frame around the views of ui/view_list.def.

#pragma once

#include <QMainWindow>

namespace tir::ui {

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
};

} // namespace tir::ui
