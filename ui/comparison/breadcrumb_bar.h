/// The function and scopes around the line that is looked at, as a row of buttons. Each opens a menu of what is next to
/// it; the last one, of what is inside. With the keyboard: Left and Right go from part to part, Down opens the menu.

#pragma once

#include "ui/comparison/breadcrumb_model.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace tir::ui {

class BreadcrumbBar : public QWidget {
    Q_OBJECT
public:
    explicit BreadcrumbBar(QWidget* parent = nullptr);

    /// Null: there is nothing to show.
    void showLine(ModuleTextPointer text, int line);
    /// Gives the keyboard to the innermost part and opens its menu.
    void openLast();
    /// "main › launch 2 › for k", with `…` for the parts that have no room.
    QString shownText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(const tir::ui::Crumb& crumb);
    /// The Escape key.
    void escaped();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool hasPartsOfCrumbs() const;
    bool hasInside() const;
    void labelParts();
    void describeParts();
    void rebuild();
    void fit();
    QToolButton* addPart();
    void openMenu(int part);
    void focusPart(int part);
    int partOf(const QObject* object) const;

    ModuleTextPointer m_text;
    std::vector<Crumb> m_crumbs;
    bool m_hasInside = false; ///< the last button is for what is inside the last crumb
    /// Parent of the parts: Qt lays out only it, not the whole window, when one appears or disappears.
    QWidget* m_holder;
    QHBoxLayout* m_row;
    QList<QToolButton*> m_parts;
    QList<QWidget*> m_arrows; ///< in front of the parts but the first
    QToolButton* m_more;      ///< in place of parts that have no room
};

} // namespace tir::ui
