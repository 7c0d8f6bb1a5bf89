/// The occupancy of any block on any GPU, without a run: starts with the GPU of the open program and the block of the
/// launch in view.

#pragma once

#include <QDialog>

namespace tir::ui {

class Session;

class OccupancyDialog : public QDialog {
    Q_OBJECT
public:
    OccupancyDialog(Session& session, QWidget* parent);
};

} // namespace tir::ui
