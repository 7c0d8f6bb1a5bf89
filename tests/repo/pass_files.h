/// Which files of a pass group belong to which pass. A pass is the .cpp that defines `PassInfo name()`:
/// passes/<group>/<name>.cpp, or passes/<group>/<name>/<name>.cpp with the parts of the pass beside it. Other files in
/// the group's folder are shared by the passes of the group.

#pragma once

#include "tests/support/repository.h"

namespace tir::testing {

/// Below passes/<group>/, a group being any folder but framework and workbench.
bool isInPassGroup(const QString& path);

/// Paths of the .cpp files in groups that define a pass.
QStringList passSources(const Repository& repository);

/// Path of the .cpp of the pass that a file of a group belongs to; empty when the group's passes share it.
QString passOf(const Repository& repository, const QString& path);

} // namespace tir::testing
