#include "ui/notes/notes_view.h"

#include "ui/common/message_list.h"
#include "ui/common/placeholder.h"
#include "ui/common/popup_menu.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/session/function_in_view.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"

#include <QMenu>
#include <QVBoxLayout>

namespace tir::ui {

template <>
ViewInfo viewInfo<NotesView>()
{
    return {.id = QStringLiteral("notes"),
            .title = NotesView::tr("Notes"),
            .place = ViewPlace::Left,
            .make = [](Session& session) { return new NotesView(session); }};
}

NotesView::NotesView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_job(session.jobs(), tr("Looking for consequences")),
      m_list(new MessageList(&m_model)),
      m_stack(new ContentOrPlaceholder(m_list))
{
    m_list->setObjectName(QStringLiteral("notesList"));
    m_list->setFont(smallFont());
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(&m_session, &Session::phaseChanged, this, &NotesView::refresh);
    connect(&m_session, &Session::stepChanged, this, &NotesView::refresh);
    connect(&m_session.pin(), &Pin::changed, this, [this] {
        if (m_session.recording()) // there is none while a run is replaced
            refresh();
    });
    connect(&m_session, &Session::functionInViewChanged, this, &NotesView::showFunctionInView);
    connect(&m_session, &Session::comparedChanged, this, &NotesView::showFunctionInView);
    connect(&m_session, &Session::selectionChanged, this, &NotesView::followSelection);
    connect(m_list, &MessageList::chosen, this, &NotesView::choose);
    addRowMenu(*m_list, [this](QMenu& menu, const QModelIndex& index) {
        menu.addAction(tr("Select What It Names"), this,
                       [this, row = QPersistentModelIndex(index)] { choose(row); })
            ->setEnabled(m_model.nodeAt(index) != nullptr);
    });
    refresh();
}

void NotesView::refresh()
{
    if (m_session.phase() != Phase::Ready) {
        m_job.cancel();
        m_model.clear();
        m_stack->showPlaceholder(placeholderText(m_session));
        return;
    }
    const std::shared_ptr<const Recording> recording = m_session.recording();
    const size_t number = m_session.step();
    m_list->scrollToTop();
    m_stack->showContent();
    if (m_session.isSpan()) {
        m_job.cancel();
        m_model.setSpan(*recording, {m_session.firstStep(), number});
        return;
    }
    const std::shared_ptr<const PinnedRun> pinned = m_session.pin().run();
    const std::optional<size_t> beside = pinned ? m_session.pin().shownBeside(number) : std::nullopt;
    const Step* other = beside && *beside > 0 ? &pinned->recording->steps[*beside - 1] : nullptr;
    m_model.setStep(*recording, number, {}, other);
    followSelection();
    if (!hasError(recording->diagnostics(number)))
        return m_job.cancel();
    m_job.start([recording, number](JobControl&) { return consequencesOf(*recording, number); },
                [this, recording, number, pinned, other](const std::vector<Consequence>& consequences) {
                    m_model.setStep(*recording, number, consequences, other);
                    followSelection();
                });
}

void NotesView::showFunctionInView()
{
    if (placesInView(m_session).isEmpty())
        return;
    const std::function<bool(const Node*)> isInView = nodesInView(m_session);
    m_list->showOneOf([&](const QModelIndex& index) { return isInView(m_model.nodeAt(index)); });
}

void NotesView::choose(const QModelIndex& index)
{
    if (m_model.toggleTable(index, lineOf()))
        return;
    if (const Node* node = m_model.nodeAt(index)) {
        const QPersistentModelIndex chosen(index);
        m_session.goTo(m_model.stepAt(index));
        m_session.selectNode(node);
        if (chosen.isValid()) // of several notes about the same, this one is marked in any case
            m_list->selectionModel()->select(chosen, QItemSelectionModel::Select);
    }
}

NotesModel::LineOf NotesView::lineOf() const
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || compared->number != m_session.step() || compared->recording != m_session.recording())
        return {};
    // A pass names statements of the module before it; those after it have them as origins.
    std::unordered_map<const Node*, Span> spans;
    const ModuleText& text = *compared->after;
    for (Place place = 0; place < text.places.size(); ++place) {
        const Node* node = text.places[place].node;
        const Span span = node->isStmt() ? text.spanOf(place) : Span();
        if (span.isEmpty())
            continue;
        for (; node; node = node->origin)
            spans.try_emplace(node, span);
    }
    return [compared, spans = std::move(spans)](const NoteTable::Subject& subject) {
        const auto found = spans.find(subject.statement);
        if (found == spans.end())
            return 0;
        const Span span = found->second;
        return compared->after->code.lineAt(subject.isEnd ? span.end - 1 : span.begin) + 1;
    };
}

void NotesView::followSelection()
{
    QItemSelection about;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (const QModelIndex index = m_model.index(row); isAboutSelection(index))
            about.select(index, index);
    m_list->selectionModel()->select(about, QItemSelectionModel::ClearAndSelect);
    if (!about.isEmpty())
        m_list->showOneOf([this](const QModelIndex& index) { return isAboutSelection(index); });
}

bool NotesView::isAboutSelection(const QModelIndex& index) const
{
    const Node* node = m_model.nodeAt(index);
    const Selection& selection = m_session.selection();
    if (!node || m_session.phase() != Phase::Ready || m_model.stepAt(index) != m_session.step())
        return false;
    if (selection.identity) {
        if (m_session.identities().about(*node) == selection.identity)
            return true;
        for (const ModuleEntry& entry : m_session.module().functions)
            if (entry.function == node)
                return m_session.identities().of(entry.var) == selection.identity;
        return false;
    }
    const ComparedStepPointer compared = m_session.compared();
    if (selection.place == NoPlace || !compared || selection.number != compared->number)
        return false;
    const PlaceTable& places = compared->after->places;
    return selection.place < places.size() && places[selection.place].node == node;
}

} // namespace tir::ui
