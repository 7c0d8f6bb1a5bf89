/// Says that the open file has changed on disk, and reads it again when asked to.

#pragma once

#include "ui/hint_bar.h"
#include "ui/session/file_watch.h"

namespace tir::ui {

class ReloadBar : public HintBar {
    Q_OBJECT
public:
    explicit ReloadBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();

    Session& m_session;
    FileWatch m_watch;
};

} // namespace tir::ui
