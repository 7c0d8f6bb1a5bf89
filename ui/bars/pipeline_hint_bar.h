/// Shows that another pipeline is meant for the program: this one does not accept it, does not show the defect that the
/// program is about, or was chosen for an earlier program. Switches to the other one.

#pragma once

#include "passes/pipelines.h"
#include "ui/bars/hint_bar.h"

namespace tir::ui {

class Session;

class PipelineHintBar : public HintBar {
    Q_OBJECT
public:
    explicit PipelineHintBar(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void useBetter();
    const Pipeline* pipelineOfStory() const;
    const Pipeline* pipelineInPlaceOfEarlier() const;

    Session& m_session;
    const Pipeline* m_better = nullptr; ///< null: this one is right
};

} // namespace tir::ui
