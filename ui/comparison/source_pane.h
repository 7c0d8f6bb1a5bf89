/// The source as the user wrote it, to edit: the pipeline runs again when the user rests, and the file changes only on
/// request.

#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace tir::ui {

class CodeEditor;
class Session;
class SourcePlaces;

class SourcePane : public QWidget {
    Q_OBJECT
public:
    explicit SourcePane(Session& session, QWidget* parent = nullptr);
    ~SourcePane() override;

signals:
    void closeRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeading();
    void refresh();
    void refreshState();
    void showMarks();
    void followSelection();
    void selectAtCursor();
    /// Null while the text that is shown is not the one that was read.
    const SourcePlaces* places();

    Session& m_session;
    CodeEditor* m_editor;
    QLabel* m_heading;
    QLabel* m_state;
    QToolButton* m_discard;
    std::unique_ptr<SourcePlaces> m_places;
    bool m_isFollowing = true; ///< false while the selection comes from here
};

} // namespace tir::ui
