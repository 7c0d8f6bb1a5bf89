/// Which pipeline runs, in the tool bar: its name with the three switches of the tail, or a list of the user's
/// own; the configuration, the target and the mode.

#pragma once

#include "passes/pipelines.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace tir::ui {

class ConfigPopup;
class PipelineBox;
class Session;

/// A list of passes that the user typed, in constructor form. The passes are empty if `error` is not.
struct OwnPasses {
    std::vector<PassInvocation> passes;
    QString error;
};
OwnPasses readOwnPasses(const QString& text);
/// The pipeline of that name in the user's own TVM.
Pipeline tvmPipeline(const QString& name);
/// Runs it. Call this only at the user's request.
void runTvmPipeline(Session& session, const QString& name);

/// Why no pipeline can run for the target; empty if it can.
QString whyWrongTarget(const QString& target);

Pipeline ownPipeline(std::vector<PassInvocation> passes);

class PipelineBar : public QWidget {
    Q_OBJECT
public:
    explicit PipelineBar(Session& session, QWidget* parent = nullptr);

    /// How many parts give way to more important ones beside the bar: the switches first, whose variants the list of
    /// pipelines has, then the configuration and the target.
    void setHiddenParts(int count);
    static constexpr int MostHiddenParts = 3;

private:
    QToolButton* addSwitch(const QString& name);
    void choosePipeline();
    void applySwitches();
    void checkOwnPasses();
    void applyOwnPasses();
    void refreshSwitches();
    void openConfig();
    void chooseTarget();
    void setMode(Mode mode);
    void addModeSwitch();
    void refresh();
    void refreshTarget();
    bool areSwitchesShown() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

    Session& m_session;
    PipelineBox* m_pipelines;
    QLabel* m_older; ///< names the switches
    QToolButton* m_order;
    QToolButton* m_merge;
    QToolButton* m_launch;
    QLineEdit* m_ownPasses; ///< in the place of the switches
    QToolButton* m_config;
    ConfigPopup* m_configPopup = nullptr; ///< created when it is first opened
    QComboBox* m_targets;
    QToolButton* m_asTvm;
    QToolButton* m_sound;
    int m_hiddenParts = 0;
};

} // namespace tir::ui
