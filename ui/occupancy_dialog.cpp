#include "ui/occupancy_dialog.h"

#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/occupancy_panel.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

namespace tir::ui {

OccupancyDialog::OccupancyDialog(Session& session, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("occupancyDialog"));
    setWindowTitle(tr("Occupancy"));
    auto* panel = new OccupancyPanel;
    if (const auto recording = session.recording())
        panel->setStart(toQString(archOf(recording->module(session.step()))), panel->demand());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(panel);
    resize(640, 340);
}

} // namespace tir::ui
