/// The story of a sample above the code: its opening comment and, for a program of the museum, the symptom, the
/// defective pass, the reason, and the fix, with buttons that go there. It can be folded into one line, and folds
/// automatically while a run is pinned, a check has answered, or the source is shown, because these need the height.

#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace tir::ui {

class Session;

class StoryCard : public QFrame {
    Q_OBJECT
public:
    explicit StoryCard(Session& session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    /// As high as the text, up to a tenth of the window: whole lines, at least four.
    void fitHeight();
    /// Beside the title if there is room, else below the text.
    void placeButtons();
    void refreshButtons();
    void refreshBody();
    void setFolded(bool isFolded);
    void followRoom();
    bool needsRoom() const;
    bool isFoldedByChoice() const;
    QString body() const;
    /// The first step that runs the bad pass of the program.
    size_t badStep() const;
    bool isFixApplied() const;
    void switchFix();
    /// Pins the run with the defect, and runs the fix next to it.
    void showFixBeside();

    Session& m_session;
    QToolButton* m_fold;
    QLabel* m_title;
    QLabel* m_summary;
    QHBoxLayout* m_heading;
    QScrollArea* m_scroll;
    QLabel* m_body;
    QWidget* m_buttons;
    QPushButton* m_goToStep;
    QPushButton* m_check;
    QPushButton* m_fix;
    QPushButton* m_beside;
    bool m_isFolded = false;
    bool m_leavesRoom = false; ///< needsRoom(), when the card was folded last
};

} // namespace tir::ui
