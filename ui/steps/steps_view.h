/// The list of steps on the left: follows the session's step and moves it.

#pragma once

#include "ui/steps/steps_model.h"

#include <QWidget>

class QTableView;

namespace tir::ui {

class ContentOrPlaceholder;
class Session;

class StepsView : public QWidget {
    Q_OBJECT
public:
    explicit StepsView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void followStep();

    Session& m_session;
    StepsModel m_model;
    QTableView* m_table;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
