/// Parts of context menus, for a word of the code, a box of the timeline, or a row of a list.

#pragma once

class QMenu;
class QString;
class QWidget;

namespace tir::ui {

class Session;

/// What one can do with what is selected: go to its definition, from use to use, and to the steps that do something to it.
/// `view` is where the menu opens.
void addSelectionMenu(QMenu& menu, Session& session, const QWidget& view);

/// Opens the glossary at a word. Adds nothing if the glossary does not have it.
void addMeaningMenu(QMenu& menu, const QString& word, QWidget& view);

/// Asks the window to show the manual at a word of the glossary.
void showMeaning(const QString& word, QWidget& view);

} // namespace tir::ui
