/// Diagnostics of the current step, or of a text that could not be read. A click goes to the place. The window title of
/// the view has the number of errors of the run in view.

#pragma once

#include "ui/diagnostics/diagnostics_model.h"
#include "ui/session/module_text.h"

#include <QWidget>

namespace tir::ui {

class ContentOrPlaceholder;
class MessageList;
class Session;
class SeverityChips;
struct PlaceholderText;

class DiagnosticsView : public QWidget {
    Q_OBJECT
public:
    explicit DiagnosticsView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void showRows();
    void showFunctionInView();
    PlaceholderText textWithoutRows() const;
    bool hasResult() const;
    void choose(const QModelIndex& index);
    void goTo(const DiagnosticsModel::Where& where);
    std::vector<DiagnosticsModel::Section> sections(const Diagnostics& executed) const;
    std::vector<DiagnosticsModel::Section> comparedSections(const Diagnostics& pinned) const;
    /// Null where the step is not compared.
    struct ShownTexts {
        ModuleTextPointer own;
        ModuleTextPointer pinned;
    };
    ShownTexts shownTexts() const;
    int lineOf(const DiagnosticsModel::Where& where, const ShownTexts& shown) const;

    Session& m_session;
    size_t m_shownStep = 0;
    DiagnosticsModel m_model;
    SeverityChips* m_chips;
    MessageList* m_list;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
