/// Shows which programs of the user the passes in view would start, and starts them on a click, never automatically.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;

class ProgramsBar : public HintBar {
    Q_OBJECT
public:
    explicit ProgramsBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void allow();

    Session& m_session;
};

} // namespace tir::ui
