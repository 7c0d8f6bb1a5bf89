/// Which pipeline runs, in the tool bar: its name, the three switches of the split, the target and the mode.

#pragma once

#include "passes/pipelines.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace tir::ui {

class Session;

/// The positions of the three switches that make up a pipeline; nothing when it is not made of them.
struct SplitSwitches {
    TailOrder order = TailOrder::Today;
    LegacyMode merge = LegacyMode::No;
    LegacyMode launch = LegacyMode::No;
    bool operator==(const SplitSwitches&) const = default;
};
std::optional<SplitSwitches> switchesOf(const Pipeline& pipeline);

class PipelineBar : public QWidget {
    Q_OBJECT
public:
    explicit PipelineBar(Session& session, QWidget* parent = nullptr);

private:
    QToolButton* addSwitch(const QString& name, const QString& tip);
    void choosePipeline();
    void applySwitches();
    void chooseTarget();
    void chooseMode();
    void refresh();

    Session& m_session;
    QComboBox* m_pipelines;
    QToolButton* m_order;
    QToolButton* m_merge;
    QToolButton* m_launch;
    QComboBox* m_targets;
    QToolButton* m_mode;
};

} // namespace tir::ui
