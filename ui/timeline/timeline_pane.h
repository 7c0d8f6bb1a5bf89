/// The shared memory of one run: its launches after a step, under the title of the run while two are compared.

#pragma once

#include "ui/common/code_lens.h"
#include "ui/session/module_text.h"
#include "ui/timeline/timeline_model.h"

#include <QWidget>

class QLabel;

namespace tir::ui {

class TimelineCanvas;

class TimelinePane : public QWidget {
    Q_OBJECT
public:
    explicit TimelinePane(const QString& canvasName, QWidget* parent = nullptr);

    /// The launches of a run that `identities` knows.
    void setLaunches(std::vector<LaunchLiveness> launches, const std::vector<LaunchLiveness>& before,
                     std::shared_ptr<const Identities> identities);
    void clear();
    /// Of symbolic sizes, that the launches are shown with.
    QString sizesText() const { return m_model.sizesText(); }
    bool hasLaunches() const { return m_model.rowCount() > 0; }
    /// Empty: the run has no title.
    void setTitle(const QString& title);
    /// The text of the module; null while it is not there: statements are numbered. Marks `selected` in it.
    void follow(const ModuleTextPointer& text, const Node* selected, Place statement);
    TimelineCanvas& canvas() { return *m_canvas; }

signals:
    /// The buffer of a box was clicked, or the memory where there is none; null: nothing was.
    void entityClicked(const tir::Node* entity);
    void statementClicked(tir::Place place);

private:
    LensRank rankOf(const SharedBuffer& buffer) const;

    TimelineModel m_model;
    std::shared_ptr<const Identities> m_identities;
    ModuleTextPointer m_text;
    CodeLens m_lens; ///< of the selection
    QLabel* m_title;
    TimelineCanvas* m_canvas;
};

} // namespace tir::ui
