#include "ui/timeline/timeline_pane.h"

#include "ui/common/elided_label.h"
#include "ui/session/scope_lens.h"
#include "ui/timeline/timeline_canvas.h"

#include <QVBoxLayout>

namespace tir::ui {
namespace {

/// The entity of a box: the buffer if there is one, else the memory.
const Node* subjectOf(const SharedBuffer& buffer)
{
    return buffer.buffer ? buffer.buffer : buffer.data;
}

} // namespace

TimelinePane::TimelinePane(const QString& canvasName, QWidget* parent)
    : QWidget(parent),
      m_title(new ElidedLabel),
      m_canvas(new TimelineCanvas(
          m_model,
          [this](const SharedBuffer& buffer) {
              return m_identities->ordinal(m_identities->of(subjectOf(buffer)));
          },
          [this](const SharedBuffer& buffer) { return rankOf(buffer); }))
{
    m_canvas->setObjectName(canvasName);
    m_title->setObjectName(canvasName + QStringLiteral("Title"));
    m_title->setContentsMargins(14, 3, 8, 0);
    m_title->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_canvas, 1);
    connect(m_canvas, &TimelineCanvas::bufferClicked, this,
            [this](const SharedBuffer& buffer) { emit entityClicked(subjectOf(buffer)); });
    connect(m_canvas, &TimelineCanvas::backgroundClicked, this, [this] { emit entityClicked(nullptr); });
    connect(m_canvas, &TimelineCanvas::statementClicked, this, &TimelinePane::statementClicked);
}

void TimelinePane::setLaunches(std::vector<LaunchLiveness> launches,
                               const std::vector<LaunchLiveness>& before,
                               std::shared_ptr<const Identities> identities)
{
    m_model.setLaunches(std::move(launches), before);
    m_identities = std::move(identities);
    m_text.reset();
    m_lens = {};
    m_canvas->setLineOf({}); // lays out
}

void TimelinePane::clear()
{
    setLaunches({}, {}, nullptr);
}

void TimelinePane::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
}

void TimelinePane::follow(const ModuleTextPointer& text, const Node* selected, Place statement)
{
    m_lens = text && m_identities ? scopeLens(*text, *m_identities, selected) : CodeLens::of(selected);
    if (text != m_text) {
        m_text = text;
        if (text)
            m_canvas->setLineOf([text](Place place) {
                return place < text->places.size() ? text->code.lineAt(text->spanOf(place).begin) + 1 : 0;
            });
        else
            m_canvas->setLineOf({});
    }
    m_canvas->setSelectedStatement(statement);
}

/// A selected pointer selects all that is on it, and so does the buffer that it was allocated with, less strongly.
LensRank TimelinePane::rankOf(const SharedBuffer& buffer) const
{
    const LensRank ofData = m_lens.rankOf(m_identities->of(buffer.data));
    const LensRank own = m_lens.rankOf(m_identities->of(buffer.buffer));
    return ofData == LensRank::Selected || own == LensRank::None ? ofData : own;
}

} // namespace tir::ui
