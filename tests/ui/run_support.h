/// What tests of the run panel share.

#pragma once

#include "ui/run/run_view.h"

#include <QLabel>
#include <QToolButton>

namespace tir::testing {

/// The line with the state of the run.
inline QString statusOf(const ui::RunView& view)
{
    return view.findChild<QLabel*>(QStringLiteral("runStatus"))->text();
}

/// Clicks the tool button with this object name.
inline void click(ui::RunView& view, const char* name)
{
    view.findChild<QToolButton*>(QLatin1String(name))->click();
}

} // namespace tir::testing
