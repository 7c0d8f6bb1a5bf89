/// The progress of a check of every step, and a button that ends it; then its result, and a button that goes to the first
/// bad step.

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
    void showProgress();
    void showAnswer();
    void press();

    Session& m_session;
    bool m_wasChecking = false;
};

} // namespace tir::ui
