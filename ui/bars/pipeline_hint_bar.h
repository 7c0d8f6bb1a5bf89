/// Shows that the pipeline does not accept the program, and switches to one that does.

#pragma once

#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;

class PipelineHintBar : public HintBar {
    Q_OBJECT
public:
    explicit PipelineHintBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void useFitting();

    Session& m_session;
};

} // namespace tir::ui
