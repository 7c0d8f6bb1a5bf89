/// Stores the request of each program: by its path, or by its text if it was pasted.

#pragma once

#include "passes/workbench/check/request_file.h"

#include <QString>

#include <optional>

namespace tir::ui {

class Session;

/// Of the open program; nothing if it has none yet, or if the session does not keep settings.
std::optional<SavedRequest> rememberedRequest(const Session& session);
void rememberRequest(const Session& session, const SavedRequest& saved);

} // namespace tir::ui
