/// Shown instead of the content of a view: why there is none, and what to do about it.

#pragma once

#include <QStackedWidget>

class QLabel;

namespace tir::ui {

/// One line in larger letters, and a hint below it.
struct PlaceholderText {
    QString title;
    QString hint;
};

class Placeholder : public QWidget {
    Q_OBJECT
public:
    explicit Placeholder(QWidget* parent = nullptr);
    void setText(const PlaceholderText& text);

private:
    QLabel* m_title;
    QLabel* m_hint;
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

private:
    Placeholder* m_placeholder;
};

} // namespace tir::ui
