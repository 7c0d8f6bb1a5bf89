/// A list over the window that a text filters. Return or a click takes a row; Escape or a click elsewhere closes it.

#pragma once

#include <QFrame>

#include <functional>

class QLineEdit;
class QListWidget;

namespace tir::ui {

/// A row of a chooser.
struct Choice {
    QString text;
    QString alsoFoundBy = {}; ///< words that are not shown
    QString detail;           ///< at the right end: a key, or the kind of a function
    std::function<void()> choose;
    bool isEnabled = true;
    /// Where too little room is, the text is shortened, but for its head and its match, which is bold.
    qsizetype headLength = 0;
    qsizetype matchBegin = 0; ///< after the head
    qsizetype matchLength = 0;
};

class Chooser : public QFrame {
    Q_OBJECT
public:
    /// Shows itself over the upper part of the window and deletes itself when it closes. Without choices, it waits for
    /// setResults().
    Chooser(const QString& name, const QString& placeholder, QList<Choice> choices, QWidget& window,
            int width = NameWidth);

    /// Of the rows; the texts are display texts.
    enum Role { DetailRole = Qt::UserRole + 1, HeadLengthRole, MatchBeginRole, MatchLengthRole };

    static constexpr int NameWidth = 560; ///< of rows with names
    static constexpr int CodeWidth = 900; ///< of rows with lines of code

    /// Rows for the typed text, instead of filtering.
    void setResults(QList<Choice> choices);

    /// Fills the field; what is typed next replaces it.
    void setText(const QString& text);

signals:
    void typed(const QString& text);

private:
    void fill(const QString& filter);
    void filter(const QString& text);
    void choose();
    bool eventFilter(QObject* watched, QEvent* event) override;

    QList<Choice> m_choices;
    bool m_isFiltered = true; ///< by the text; else the rows are results for it
    QLineEdit* m_field;
    QListWidget* m_list;
};

/// Whether `text` contains all words of `filter`, in any order and case.
bool hasAllWords(const QString& text, const QString& filter);

} // namespace tir::ui
