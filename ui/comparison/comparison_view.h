/// The middle of the window: the module before and after the step, side by side, scrolling together.

#pragma once

#include "passes/workbench/trace/line_history.h"
#include "ui/comparison/unified_text.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QSplitter;

namespace tir::ui {

class BreadcrumbBar;
class CodeOverview;
class CodeToolBar;
class CodeView;
class ContentOrPlaceholder;
class EntityHistoryList;
class LineHistoryList;
class SearchBar;
class SourcePane;
class StepSearch;
class WholeLineStrip;

class ComparisonView : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonView(Session& session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makePane(QLabel* heading, CodeView* code);
    CodeToolBar* makeToolBar();
    QWidget* makeContent();
    void connectViews();
    void connectLists();
    void scrollTogether();
    void refresh();
    void showCompared();
    QString whyPinnedIsHidden() const;
    void followSelection();
    void choose(const ModuleText& text, size_t number, quint32 offset);
    void goToChange(int direction);
    void goToRow(int row);
    /// Both versions of the line in a row if it is wider than its pane.
    void showWholeLine(int shown);
    /// The same where a span of the text after the step is too far to the right to be in view.
    void showLineOfFarSpan(Span span);
    void followWholeLine();
    bool isCutOff(int beforeLine, int afterLine) const;
    /// To the line of the other side that a moved line came from, or went to.
    void goToOtherEnd(const CodeView* view, int line, int otherEnd);
    /// Goes to a line of this or another step, as soon as the step is shown.
    struct WantedLine {
        size_t step = 0;
        int line = 0;          ///< from 0
        bool isBefore = false; ///< of the module before the step
        bool isOfPrint =
            false; ///< `line` counts in our print of the module, which may differ from the shown text
    };
    void goToLine(const WantedLine& wanted);
    void showHistoryOfLine();
    /// Whether the left side shows a module of the pinned run.
    bool showsPinned() const;
    static QString figures(const ComparedRows& rows);
    void revealChangedWord(int row);
    bool isChangedWordInView(int row) const;
    void scrollToLineStarts();
    void foldRows(ComparisonContent& content);
    void unfold(int line);
    void countChanges();
    /// Reports to the session which function is in view, and shows it with the scopes around the line.
    void followFunction();
    /// Line of the module after the step; -1 if there is none.
    int lineLookedAt() const;
    /// Another way to show the same step: the row that is looked at stays in sight.
    void refreshInPlace();
    void followCompared();
    int rowLookedAt() const;
    int rowLookedAtInUnified() const;
    void showOnlyChanges(bool isOn);
    void showSideBySide(bool sideBySide);
    void showSource(bool isShown);
    bool showsBefore() const;
    bool showsSource() const;
    bool isSourceAbove() const;
    bool showsUnified() const;
    /// The view that shows the module after the step.
    CodeView* mainView() const { return m_unifiedText ? m_unified : m_after; }
    void connectView(CodeView* view);
    /// A line of a view, as a line of the module before or after the step.
    struct SideLine {
        bool isBefore = false;
        int line = 0;
    };
    SideLine sideOf(const CodeView* view, int line) const;
    struct SideOffset {
        bool isBefore = false;
        uint32_t offset = 0;
    };
    SideOffset sideOf(const CodeView* view, uint32_t offset) const;
    /// The lines that begin the scopes around a line of a view, as lines of that view.
    std::vector<int> linesAround(const CodeView* view, int line) const;
    /// The text that is selected, or the name that is at the caret and in the selection; else empty.
    QString wordLookedAt() const;
    void find(CodeView* view);
    void fillMenu(QMenu& menu, const CodeView* view, quint32 offset);
    QString describe(const CodeView* view, const CodeToken& token) const;
    void followSelectionInUnified();
    CodeLens lensOf(ComparisonSideName side) const;
    /// Where the selection is in the text of module `number`; both are empty if it is not there.
    struct SelectedSpans {
        Span
            selected; ///< of a place, which is framed; empty for an entity, which is marked at all its occurrences
        Span revealed;
    };
    SelectedSpans selectedSpans(const ModuleText& text, size_t number) const;
    void showPanes();

    Session& m_session;
    QLabel* m_beforeHeading;
    QLabel* m_afterHeading;
    CodeToolBar* m_toolBar;
    QSplitter* m_splitter; ///< between the source and the sides
    QWidget* m_beforePane;
    QWidget* m_afterPane;
    SourcePane* m_source;
    CodeView* m_before;
    CodeView* m_after;
    CodeView* m_unified; ///< both sides as one text, in place of the others
    CodeOverview* m_overview;
    CodeOverview* m_unifiedOverview;
    std::optional<UnifiedText> m_unifiedText; ///< while it is shown
    SearchBar* m_search;
    WholeLineStrip* m_wholeLine; ///< over the panes
    int m_wholeLineRow = -1;     ///< that it shows
    ContentOrPlaceholder* m_stack;
    BreadcrumbBar* m_breadcrumb;
    LineHistoryList* m_history;
    EntityHistoryList* m_entityHistory;
    StepSearch* m_stepSearch;
    QList<QAction*> m_runActions;        ///< that need steps
    std::optional<WantedLine> m_awaited; ///< where to go when its step is shown
    CodeExtras m_extras;
    bool m_hasBefore = false;
    bool m_isSideBySide = true;
    bool m_isUnified = false;
    bool m_showedUnified = false; ///< at the last look
    bool m_isRefreshing = false;
    bool m_showedBefore = false; ///< at the last look
    bool m_showsSource = false;
    bool m_showsOnlyChanges = false;
    int m_row = -1;           ///< the row that changes are counted from
    std::set<int> m_unfolded; ///< first lines of the folds that were opened in this step
    size_t m_shownNumber = SIZE_MAX;
    bool m_isShownRead = false; ///< ModuleText::isRead
};

} // namespace tir::ui
