#include "ui/manual_window.h"

#include "passes/workbench/program/manual.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace tir::ui {
namespace {

constexpr int NameRole = Qt::UserRole;

QString textOf(const QTreeWidgetItem& item)
{
    const ManualPage* page = findManualPage(item.data(0, NameRole).toString().toStdString());
    return page ? toQString(page->text) : QString();
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent),
      m_filter(new QLineEdit),
      m_pages(new QTreeWidget),
      m_text(new QTextBrowser)
{
    setObjectName(QStringLiteral("manualWindow"));
    setWindowTitle(tr("Tirscope Manual"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    resize(960, 680);

    m_filter->setObjectName(QStringLiteral("manualFilter"));
    m_filter->setPlaceholderText(tr("Filter pages and passes"));
    m_filter->setClearButtonEnabled(true);
    m_pages->setObjectName(QStringLiteral("manualPages"));
    m_pages->setHeaderHidden(true);
    m_pages->setRootIsDecorated(false);
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(16);

    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins(0, 0, 0, 0);
    sideLayout->addWidget(m_filter);
    sideLayout->addWidget(m_pages, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(side);
    splitter->addWidget(m_text);
    splitter->setSizes({270, 690});
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(splitter);

    addPages();
    connect(m_filter, &QLineEdit::textChanged, this, &ManualWindow::filter);
    connect(m_pages, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item && !item->data(0, NameRole).isNull())
            showPage(item->data(0, NameRole).toString());
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    showPage(toQString(manualPages().front().name));
}

/// Thin lines in the colors of the theme, which Markdown does not know.
void ManualWindow::showText(const QString& markdown)
{
    m_text->setMarkdown(markdown);
    for (QTextFrame* frame : m_text->document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(theme().border);
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        table->setFormat(format);
    }
}

void ManualWindow::addPages()
{
    const QSize rowSize(0, fontMetrics().height() + 8);
    const auto add = [&](const QString& heading, std::span<const ManualPage> pages) {
        auto* group = new QTreeWidgetItem(m_pages, {heading});
        group->setSizeHint(0, rowSize);
        group->setFlags(Qt::ItemIsEnabled);
        for (const ManualPage& page : pages) {
            auto* item = new QTreeWidgetItem(group, {toQString(page.title)});
            item->setData(0, NameRole, toQString(page.name));
            item->setSizeHint(0, rowSize);
        }
        group->setExpanded(true);
    };
    add(tr("Manual"), manualPages());
    add(tr("Passes"), passCards());
}

bool ManualWindow::showPage(const QString& name, const QString& word)
{
    const ManualPage* page = findManualPage(name.toStdString());
    if (!page)
        return false;
    const QString found = toQString(page->name);
    if (found != m_page) {
        m_page = found;
        showText(toQString(page->text));
    }
    for (QTreeWidgetItemIterator item(m_pages); *item; ++item)
        if ((*item)->data(0, NameRole).toString() == found)
            m_pages->setCurrentItem(*item);
    goToWord(word);
    return true;
}

/// The line of the glossary that explains the word is marked; the title of a section is visible without a mark.
void ManualWindow::goToWord(const QString& word)
{
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = m_text->document()->begin(); block.isValid() && !word.isEmpty();
         block = block.next()) {
        const QStringList names = block.text().section(QLatin1Char(':'), 0, 0).split(QStringLiteral(", "));
        if (!names.contains(word) && !names.contains(QString(word).remove(QStringLiteral("T."))))
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(theme().match);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        m_text->setTextCursor(mark.cursor);
        const QAbstractTextDocumentLayout& layout = *m_text->document()->documentLayout();
        m_text->verticalScrollBar()->setValue(int(layout.blockBoundingRect(block).top()));
        if (block.blockFormat().headingLevel() == 0)
            marks.append(mark);
        break;
    }
    m_text->setExtraSelections(marks);
}

/// Keeps the pages whose text contains what was typed.
void ManualWindow::filter(const QString& text)
{
    for (int i = 0; i < m_pages->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_pages->topLevelItem(i);
        bool isEmpty = true;
        for (int k = 0; k < group->childCount(); ++k) {
            QTreeWidgetItem* item = group->child(k);
            const bool matches = textOf(*item).contains(text, Qt::CaseInsensitive);
            item->setHidden(!matches);
            isEmpty &= !matches;
        }
        group->setHidden(isEmpty);
    }
}

/// Links lead to other pages; those to the network open in the browser.
void ManualWindow::follow(const QUrl& link)
{
    if (!link.scheme().isEmpty())
        QDesktopServices::openUrl(link);
    else
        showPage(link.path().section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0));
}

/// Markdown takes its colors when it is read.
void ManualWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_page.isEmpty())
        showText(toQString(findManualPage(m_page.toStdString())->text));
    QDialog::changeEvent(event);
}

} // namespace tir::ui
