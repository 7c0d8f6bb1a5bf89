/// Roles that models offer for rows with messages; MessageDelegate paints them.

#pragma once

#include <Qt>

namespace tir::ui {

enum MessageRole {
    IconRole = Qt::UserRole + 100, ///< name of the icon, see icons.h
    DetailRole,                    ///< small and muted, below the message
    IndentRole,                    ///< levels; 0 when absent
    HeadingRole,                   ///< true: the message is a heading
    PlainRole,                     ///< true: no room for an icon
    CodeRole,                      ///< true: one line in the font of code
    CellsRole,                     ///< of a line of code: the cells of a row of a table (QStringList)
    CellWidthsRole,                ///< the characters of the widest cell of each column (QList<int>)
    MarkdownRole,                  ///< the message with its marks; empty: it has none
};

} // namespace tir::ui
