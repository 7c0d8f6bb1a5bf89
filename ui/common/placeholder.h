/// Shown instead of the content of a view: why there is none, and what to do about it.

#pragma once

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace tir::ui {

/// One line in larger letters, a hint below it, and a button that does something about it; empty: none.
struct PlaceholderText {
    QString title;
    QString hint;
    QString button = {};
};

class Placeholder : public QWidget {
    Q_OBJECT
public:
    explicit Placeholder(QWidget* parent = nullptr);
    void setText(const PlaceholderText& text);

signals:
    void buttonPressed();

private:
    QLabel* m_title;
    QLabel* m_hint;
    QPushButton* m_button;
};

/// Either the content of a view or a placeholder.
class ContentOrPlaceholder : public QStackedWidget {
    Q_OBJECT
public:
    /// Takes the content over.
    explicit ContentOrPlaceholder(QWidget* content, QWidget* parent = nullptr);
    void showContent();
    void showPlaceholder(const PlaceholderText& text);
    bool isContentShown() const { return currentIndex() == 0; }

signals:
    void buttonPressed();

private:
    Placeholder* m_placeholder;
};

} // namespace tir::ui
