/// The list of steps on the left: follows the session's step and moves it. Rows that are selected together,
/// and the row of a group, make the session look at their steps as one. A filter leaves rows out of the list; going from
/// step to step does not depend on it.

#pragma once

#include "ui/session/job.h"
#include "ui/steps/steps_model.h"

#include <QWidget>

class QLineEdit;
class QTableView;
class QToolButton;

namespace tir::ui {

class ContentOrPlaceholder;
class Session;
class StepsDelegate;

class StepsView : public QWidget {
    Q_OBJECT
public:
    explicit StepsView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void followStep();
    void followPin();
    void followSelection();
    QWidget* makeFilterBar();
    /// Hides the rows that do not match the filter. The current row and the input stay.
    void applyFilter();
    /// Counts of lines have a column unless names would be too short, times if names are whole.
    void chooseColumns();
    int widthOf(int column) const;
    bool isLeftOut(int row) const;
    void toggle(const QModelIndex& index);
    void showMenu(QPoint position);
    bool eventFilter(QObject* watched, QEvent* event) override;

    Session& m_session;
    StepsModel m_model;
    QTableView* m_table;
    StepsDelegate* m_delegate;
    QLineEdit* m_filter;
    QToolButton* m_onlyChanged;
    bool m_isFollowing = false; ///< the session: the selection of the table is not the user's
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
