/// The table of functions of the current step. A row selects its function, and the other way round.

#pragma once

#include "ui/functions/functions_model.h"
#include "ui/session/job.h"

#include <QWidget>

class QTableView;

namespace tir::ui {

class ContentOrPlaceholder;
class Session;

class FunctionsView : public QWidget {
    Q_OBJECT
public:
    explicit FunctionsView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void followSelection();
    void showFunctionInView();

    Session& m_session;
    Job m_job;
    FunctionsModel m_model;
    QTableView* m_table;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
