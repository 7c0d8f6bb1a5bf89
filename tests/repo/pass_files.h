/// Which files of a pass group make up which pass. A pass is the .cpp that defines `PassInfo name()`; files
/// whose name starts with the pass's are parts of it (bind_target_rules.h of bind_target.cpp).

#pragma once

#include "tests/support/repository.h"

namespace tir::testing {

/// Below passes/<group>/, a group being any folder but framework and workbench.
bool isInPassGroup(const QString& path);

/// Paths of the .cpp files in groups that define a pass.
QStringList passSources(const Repository& repository);

/// Path of the .cpp of the pass that a file of a group belongs to; empty when it belongs to none.
QString passOf(const Repository& repository, const QString& path);

} // namespace tir::testing
