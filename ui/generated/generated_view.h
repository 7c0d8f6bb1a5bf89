/// The generated code of the current step, beside its IR: a click on a line of code selects its IR, and a selection in
/// the IR marks its code. Nothing is generated while the view is closed or behind the tab of another one. CUDA C can be
/// edited: a run of the step on a GPU then uses that text.

#pragma once

#include "ui/generated/generated_model.h"
#include "ui/session/job.h"

#include <QMap>
#include <QWidget>

class QLabel;
class QTabBar;
class QToolButton;

namespace tir::ui {

class CodeEditor;
class CodeView;
class ContentOrPlaceholder;
class DeferredUpdate;
class ResourcePanel;
class SearchBar;
class Session;

class GeneratedView : public QWidget {
    Q_OBJECT
public:
    explicit GeneratedView(Session& session, QWidget* parent = nullptr);

    void showKind(ArtifactKind kind);
    ArtifactKind kind() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeading();
    QToolButton* addButton(QLayout* layout, const QString& icon, const QString& tip);
    void forget();
    void refresh();
    void showStep();
    template <class Done>
    void start(bool isMeasured, Done done);
    void generate();
    void measure();
    void showCode(const GeneratedCode& code);
    void showRefusal(const GeneratedCode& code);
    /// The step that splits kernels off, if it is after the one in view.
    std::optional<size_t> laterSplit() const;
    void showResources(const Artifact& artifact);
    void followSelection();
    void choose(quint32 offset);
    void showEditor(bool isEditing);
    int lineToEdit() const;
    void keepEdit();
    void refreshEdit();
    std::string shownText() const;
    void copy() const;
    void save();

    using Key = std::pair<size_t, ArtifactKind>;

    Session& m_session;
    Job m_job;
    DeferredUpdate* m_update;
    QTabBar* m_tabs;
    QToolButton* m_edit;    ///< CUDA C can be written in
    QToolButton* m_discard; ///< discards edits
    QToolButton* m_copy;
    QToolButton* m_save;
    CodeView* m_code;
    CodeEditor* m_editor; ///< in place of m_code while the user edits
    ContentOrPlaceholder* m_stack;
    ResourcePanel* m_resources;
    QLabel* m_warnings; ///< about the generated code
    SearchBar* m_search;
    QMap<Key, GeneratedCode> m_made; ///< of this recording
    std::optional<Key> m_shown;      ///< source of the shown code
};

} // namespace tir::ui
