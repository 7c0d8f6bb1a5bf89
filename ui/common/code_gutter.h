/// What is painted in front of the lines of code: numbers, writers, scopes, and bars of changes.

#pragma once

#include "ui/common/code_geometry.h"
#include "ui/common/code_lens.h"

class QColor;
class QPainter;

namespace tir::ui {

/// The background of a row of a comparison.
QColor rowColor(RowKind kind);

/// Over what is scrolled below it.
void paintGutter(QPainter& painter, const CodeContent& content, const CodeMetrics& metrics,
                 const CodeGeometry& geometry, const CodeLens& lens, int row);

} // namespace tir::ui
