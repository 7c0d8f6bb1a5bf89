/// Parts of context menus, for a word of the code, a box of the timeline, or a row of a list.

#pragma once

class QMenu;
class QString;
class QWidget;

namespace tir::ui {

class Session;

/// Entries for the selection: its definition, its uses, and the steps that change it. `view` is the view that opens the menu.
void addSelectionMenu(QMenu& menu, Session& session, const QWidget& view);

/// An entry that opens the glossary at a word; adds nothing if the glossary does not contain it.
void addMeaningMenu(QMenu& menu, const QString& word, QWidget& view);

/// Makes the window show the glossary at a word.
void showMeaning(const QString& word, QWidget& view);

} // namespace tir::ui
