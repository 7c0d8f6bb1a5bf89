/// The function of a line, and the launches, regions, loops, branches, and blocks around it. No widgets.

#pragma once

#include "ui/session/module_text.h"

#include <QString>

#include <vector>

namespace tir::ui {

/// A function, or a scope in one.
struct Crumb {
    QString label; ///< "main", "launch 2", "for k"
    QString text;  ///< its first line
    Place place = NoPlace;
    int line = 0; ///< from 0
};

/// From the function to the innermost scope around a line; empty for a text without places.
std::vector<Crumb> breadcrumb(const ModuleText& text, int line);

/// The lines of breadcrumb(), each once, ascending. Those of a blank line are those of the line below it.
std::vector<int> scopeLines(const ModuleText& text, int line);

/// The siblings of a crumb, itself included, in the order of the text: all functions, or the scopes in the same scope.
std::vector<Crumb> siblingsOf(const ModuleText& text, Place place);
/// The scopes directly in a function or scope: the first `most` of them.
std::vector<Crumb> scopesIn(const ModuleText& text, Place place, size_t most = SIZE_MAX);

} // namespace tir::ui
