/// Companions of a file: its line in a list, its golden cases. Every rule reports everything that is missing, one
/// finding per line.

#pragma once

#include "tests/support/repository.h"

namespace tir::testing {

/// Each .cpp is listed in exactly one CMakeLists.txt, of its own folder or one above, or is a command of
/// app/cli/command_list.def.
QStringList checkSourceLists(const Repository& repository);

/// Each pass has a line in passes/pass_list.def and a golden folder; each .cpp of a group is a pass or part
/// of one; each golden folder has a pass.
QStringList checkPassList(const Repository& repository);

/// Each pass has a card, resources/passes/<pass>.md, headed by its registered name; each card has a pass.
QStringList checkPassCards(const Repository& repository);

/// Each view folder of ui has a line in ui/view_list.def.
QStringList checkViewList(const Repository& repository);

/// Only the entries that the design allows.
QStringList checkTopLevel(const QStringList& entries);

/// No text contains a path of a developer's machine.
QStringList checkMachinePaths(const Repository& repository);

/// No program text reads or writes fractions with functions that follow the locale; core/support/decimal.h
/// has those that do not.
QStringList checkDecimals(const Repository& repository);

/// Links and paths in pages (*.md) lead to files or folders.
QStringList checkPages(const Repository& repository, const QString& exceptPage = {});

/// Only ui/common/file_dialogs.cpp names QFileDialog: its dialogs delete nothing.
QStringList checkFileDialogs(const Repository& repository);

} // namespace tir::testing
