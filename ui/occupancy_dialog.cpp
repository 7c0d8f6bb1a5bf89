#include "ui/occupancy_dialog.h"

#include "core/analysis/launch_demand.h"
#include "passes/workbench/execution/gpu_text.h"
#include "ui/common/occupancy_panel.h"
#include "ui/common/text.h"
#include "ui/session/function_in_view.h"
#include "ui/session/run_sizes.h"
#include "ui/session/session.h"

#include <QVBoxLayout>

#include <optional>

namespace tir::ui {
namespace {

/// The launch around the selected place or before it, else the first one of the function in view.
std::optional<LaunchDemand> launchInView(const Session& session, const std::vector<LaunchDemand>& launches)
{
    const Selection& selection = session.selection();
    const bool isSelected = selection.place != NoPlace && selection.number == session.step();
    const PlaceRange view = placesInView(session);
    std::optional<LaunchDemand> found;
    for (const LaunchDemand& launch : launches) {
        if (!view.isEmpty() && !view.contains(launch.place))
            continue;
        if (!found || (isSelected && launch.place <= selection.place))
            found = launch;
    }
    return found || launches.empty() ? found : launches.front();
}

} // namespace

OccupancyDialog::OccupancyDialog(Session& session, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("occupancyDialog"));
    setWindowTitle(tr("Occupancy"));
    auto* panel = new OccupancyPanel;
    if (const auto recording = session.recording()) {
        const Module& module = recording->module(session.step());
        const SizeLookup sizes = sizeLookup(RunSizes::of(session).sizes(), session.sharedIdentities());
        BlockDemand demand{.threads = -1, .registers = -1, .sharedBytes = 0};
        if (const auto launch = launchInView(session, launchDemands(module, sizes))) {
            setWindowTitle(tr("Occupancy of %1").arg(toQString(launch->label)));
            panel->setKernel(toQString(launch->label));
            demand.threads = int(launch->threads);
            demand.sharedBytes = launch->staticBytes + launch->dynamicBytes;
        }
        panel->setStart(toQString(deviceOf(*recording, session.step())), demand);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(panel);
    resize(720, 380);
}

} // namespace tir::ui
