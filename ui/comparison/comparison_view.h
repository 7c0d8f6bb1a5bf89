/// The middle of the window: the module before and after the step, side by side, scrolling together.

#pragma once

#include "ui/comparison/comparison_model.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QToolButton;

namespace tir::ui {

class CodeOverview;
class CodeView;
class ContentOrPlaceholder;
class SearchBar;

class ComparisonView : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonView(Session& session, QWidget* parent = nullptr);

private:
    QWidget* makePane(QLabel* heading, CodeView* code, QWidget* corner);
    QWidget* makeCorner();
    void scrollTogether();
    void refresh();
    void followSelection();
    void choose(const ModuleText& text, size_t number, quint32 offset);
    void goToChange(int direction);
    void showSideBySide(bool sideBySide);

    Session& m_session;
    QLabel* m_beforeHeading;
    QLabel* m_afterHeading;
    QLabel* m_changes;
    QWidget* m_beforePane;
    CodeView* m_before;
    CodeView* m_after;
    CodeOverview* m_overview;
    SearchBar* m_search;
    ContentOrPlaceholder* m_stack;
    bool m_hasBefore = false;
    bool m_isSideBySide = true;
    size_t m_shownNumber = SIZE_MAX;
};

} // namespace tir::ui
