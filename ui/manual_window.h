/// The manual in a separate window: the pages and the cards of the passes, with a filter.

#pragma once

#include <QDialog>

class QLineEdit;
class QTextBrowser;
class QTreeWidget;

namespace tir::ui {

class ManualWindow : public QDialog {
    Q_OBJECT
public:
    explicit ManualWindow(QWidget* parent = nullptr);

    /// Shows a page or card by name ("pipelines", "SplitHostDevice"), from a section with the title `word`, or from the line
    /// that explains it, if there is one; false when there is no such page.
    bool showPage(const QString& name, const QString& word = {});
    QString page() const { return m_page; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void addPages();
    void showText(const QString& markdown);
    void filter(const QString& text);
    void goToWord(const QString& word);
    void follow(const QUrl& link);

    QLineEdit* m_filter;
    QTreeWidget* m_pages;
    QTextBrowser* m_text;
    QString m_page;
};

} // namespace tir::ui
