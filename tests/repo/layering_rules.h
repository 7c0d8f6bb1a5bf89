/// The permitted includes. The rules read `#include` lines only and report every violation as
/// `path:line: what is wrong`.

#pragma once

#include "tests/support/repository.h"

namespace tir::testing {

/// Folders include only those that the table in the source permits, and nothing includes app or tests from outside.
QStringList checkFolderOrder(const Repository& repository);

/// Qt in ui, app and tests; LLVM and CUDA in .cpp files of the folders that wrap them. Only the worker and tirc include
/// code that is linked with LLVM, so the window never is.
QStringList checkForeignHeaders(const Repository& repository);

/// Quoted includes name a file from the root of the repository; a .moc may be beside its source.
QStringList checkIncludePaths(const Repository& repository);

/// *_model and *_layout reach no header of Qt Widgets, directly or through headers of this repository.
QStringList checkModels(const Repository& repository);

/// A pass includes no file of another pass; files that a group's passes share are included in that group
/// only.
QStringList checkPasses(const Repository& repository);

/// Of ui, a view includes only its own folder, ui/session and ui/common; these two include no view.
QStringList checkViews(const Repository& repository);

} // namespace tir::testing
