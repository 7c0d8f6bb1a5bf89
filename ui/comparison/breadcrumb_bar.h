/// The function and scopes around the line that is looked at, as a row of buttons. Each opens a menu of what is next to
/// it; the last one, of what is inside. With the keyboard: Left and Right go from part to part, Down opens the menu.

#pragma once

#include "ui/comparison/breadcrumb_model.h"

#include <QWidget>

#include <optional>
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

signals:
    void chosen(const tir::ui::Crumb& crumb);
    /// The Escape key.
    void escaped();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A line that the bar is to show.
    struct Request {
        ModuleTextPointer text;
        int line;
    };

    void showRequested();
    bool hasPartsOfCrumbs() const;
    bool hasInside() const;
    void labelParts();
    void describeParts();
    void rebuild();
    void fit();
    void hideWhatHasNoRoom();
    QToolButton* addPart();
    void openMenu(int part);
    void focusPart(int part);
    int partOf(const QObject* object) const;

    std::optional<Request> m_requested; ///< while the parts are being fitted
    bool m_isFitting = false;
    ModuleTextPointer m_text;
    std::vector<Crumb> m_crumbs;
    bool m_hasInside = false; ///< the last button is for what is inside the last crumb
    QHBoxLayout* m_row;
    QList<QToolButton*> m_parts;
    QList<QWidget*> m_arrows; ///< in front of the parts but the first
    QToolButton* m_more;      ///< in place of parts that have no room
};

} // namespace tir::ui
