/// The result of a check of every step, and a button that goes to the first bad step.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;

class CheckBar : public HintBar {
    Q_OBJECT
public:
    explicit CheckBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();

    Session& m_session;
};

} // namespace tir::ui
