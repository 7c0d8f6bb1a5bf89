/// Finds text in a code view: matches are shown while one types, Enter and Shift+Enter go through them. Those of a view
/// beside it are marked and counted, too.

#pragma once

#include "core/support/diagnostic.h"

#include <QWidget>

#include <string_view>
#include <vector>

class QLabel;
class QLineEdit;

namespace tir::ui {

class CodeView;

/// All places of `wanted`, not overlapping. Capitals in `wanted` make it case-sensitive.
std::vector<Span> findAll(std::string_view text, std::string_view wanted);

class SearchBar : public QWidget {
    Q_OBJECT
public:
    explicit SearchBar(QWidget* parent = nullptr);

    /// Opens the bar over a view; searches for its selected text. If only `beside` has matches, Enter goes through those.
    void openFor(CodeView* view, CodeView* beside = nullptr);
    void closeBar();
    /// The view has another text: look again.
    void searchAgain();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void go(int direction);
    void show(int current);
    void clearMatches();
    std::vector<Span> matchesIn(const CodeView* view) const;

    CodeView* m_view = nullptr;
    CodeView* m_beside = nullptr;
    QLineEdit* m_edit;
    QLabel* m_count;
    std::vector<Span> m_matches;
    std::vector<Span> m_matchesBeside;
    int m_current = -1;
};

} // namespace tir::ui
