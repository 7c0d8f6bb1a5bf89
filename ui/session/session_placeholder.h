/// What a view shows while the session has nothing for it.

#pragma once

#include "ui/common/placeholder.h"

namespace tir::ui {

class Session;

/// The text for a view without content in the session's present phase; empty if it is Ready.
PlaceholderText placeholderText(const Session& session);

} // namespace tir::ui
