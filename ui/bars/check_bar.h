/// The answer of a check of every step, and a button that goes to the step that breaks the program.

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
    QString m_shown; ///< the answer; a dismissed bar stays hidden until there is another one
};

} // namespace tir::ui
