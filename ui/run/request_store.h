/// What was asked of each program, remembered: by its path, or by its text when it was pasted.

#pragma once

#include "passes/workbench/check/request_file.h"

#include <QString>

#include <optional>

namespace tir::ui {

class Session;

/// Of the program that is open; nothing when it has none yet, or the session keeps no settings.
std::optional<SavedRequest> rememberedRequest(const Session& session);
void rememberRequest(const Session& session, const SavedRequest& saved);

} // namespace tir::ui
