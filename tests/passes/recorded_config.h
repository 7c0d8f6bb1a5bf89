/// The configuration with which the corpus was recorded.

#pragma once

#include "passes/framework/pass.h"

#include <QJsonObject>

namespace tir::testing {

/// Fields of objects get separate keys: `tirx.UnrollLoop.auto_max_step`.
PassConfig configOf(const QJsonObject& object);

} // namespace tir::testing
