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
    /// May be empty.
    void setTitle(const QString& title);
    /// The text of the module; null while it is not there: statements are numbered. Marks `selected` in it.
    void follow(const ModuleTextPointer& text, const Node* selected, Place statement);
    TimelineCanvas& canvas() { return *m_canvas; }

signals:
    /// A click on the box of a buffer, or on the memory outside of the boxes; null: on neither.
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
