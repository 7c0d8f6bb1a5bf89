/// The scripts that were recorded last, kept from one start of the window to the next.

#pragma once

#include "ui/files/record_dialog.h"

namespace tir::ui {

/// Of those in the folder of `path` or below, the last one; without any, the last one of all. May be empty.
RecordedScript lastRecordedScript(const QString& path);
void rememberRecordedScript(const RecordedScript& script);

} // namespace tir::ui
