#include "ui/diagnostics/diagnostics_view.h"

#include "ui/common/message_list.h"
#include "ui/common/placeholder.h"
#include "ui/common/popup_menu.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/diagnostics/severity_chips.h"
#include "ui/session/blamed_step.h"
#include "ui/session/function_in_view.h"
#include "ui/session/pinned_step.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"
#include "ui/session/step_findings.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tir::ui {
namespace {

using Pointers = std::vector<const Diagnostic*>;

/// From 1; 0 when the place is shown nowhere.
int lineIn(const ModuleText& text, Place place)
{
    const Span span = place == NoPlace ? Span() : text.spanOf(place);
    return span.isEmpty() ? 0 : text.code.lineAt(span.begin) + 1;
}

Pointers pointersTo(const Diagnostics& diagnostics)
{
    Pointers pointers;
    for (const Diagnostic& diagnostic : diagnostics)
        pointers.push_back(&diagnostic);
    return pointers;
}

/// Takes those out of `diagnostics` that `others` has, as often as it has them, and returns them.
Pointers takeCommon(Pointers& diagnostics, std::multiset<std::string_view>& others)
{
    Pointers common;
    std::erase_if(diagnostics, [&](const Diagnostic* diagnostic) {
        const auto same = others.find(diagnostic->message);
        if (same == others.end())
            return false;
        others.erase(same);
        common.push_back(diagnostic);
        return true;
    });
    return common;
}

/// What earlier steps introduced, a section for each of them, the last one first.
std::vector<DiagnosticsModel::Section> inheritedSections(const StepDiagnostics& step,
                                                         const Recording& recording)
{
    std::map<size_t, Pointers, std::greater<>> bySteps;
    for (size_t i = 0; i < step.inherited.size(); ++i)
        bySteps[step.since[i]].push_back(step.inherited[i]);
    std::vector<DiagnosticsModel::Section> sections;
    for (auto& [number, diagnostics] : bySteps)
        sections.push_back({.title = number == 0 ? DiagnosticsView::tr("Since the input")
                                                 : DiagnosticsView::tr("Since step %1, %2")
                                                       .arg(number)
                                                       .arg(toQString(recording.steps[number - 1].pass.name)),
                            .diagnostics = std::move(diagnostics),
                            .since = number});
    return sections;
}

} // namespace

template <>
ViewInfo viewInfo<DiagnosticsView>()
{
    return {.id = QStringLiteral("diagnostics"),
            .title = DiagnosticsView::tr("Diagnostics"),
            .place = ViewPlace::BottomRight,
            .make = [](Session& session) { return new DiagnosticsView(session); }};
}

DiagnosticsView::DiagnosticsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_chips(new SeverityChips(this)),
      m_list(new MessageList(&m_model)),
      m_stack(new ContentOrPlaceholder(m_list))
{
    m_list->setObjectName(QStringLiteral("diagnosticsList"));
    m_list->setFont(smallFont());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_chips);
    layout->addWidget(m_stack);
    connect(m_chips, &SeverityChips::toggled, this, [this](Severity severity, bool isShown) {
        m_model.setShown(severity, isShown);
        showRows();
    });
    connect(&m_session, &Session::phaseChanged, this, &DiagnosticsView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &DiagnosticsView::refresh);
    connect(&m_session.pin(), &Pin::changed, this, &DiagnosticsView::refresh);
    connect(&m_session.edits(), &Edits::sourceChanged, this, &DiagnosticsView::refresh);
    connect(&StepFindings::of(m_session), &StepFindings::changed, this, &DiagnosticsView::refresh);
    connect(&m_session, &Session::functionInViewChanged, this, &DiagnosticsView::showFunctionInView);
    connect(m_list, &MessageList::chosen, this, &DiagnosticsView::choose);
    addRowMenu(*m_list, [this](QMenu& menu, const QModelIndex& index) {
        const DiagnosticsModel::Where where = m_model.whereAt(index);
        menu.addAction(tr("Go There"), this, [this, where] { goTo(where); })
            ->setEnabled(!where.isPinned && where.isKnown());
    });
    refresh();
}

void DiagnosticsView::refresh()
{
    if (hasResult()) {
        const Diagnostics executed = toDiagnostics(StepFindings::of(m_session).at(m_session.step()).findings);
        // The rows are those of this step, also while the next one is being compared.
        m_model.setSections(sections(executed),
                            [this, shown = shownTexts()](const DiagnosticsModel::Where& where) {
                                return lineOf(where, shown);
                            });
    } else {
        m_model.setSections({}, {});
    }
    const auto count = [this](Severity severity) {
        return SeverityChips::Count{m_model.countOf(severity), m_model.countOf(severity, true)};
    };
    const int errors = count(Severity::Error).own;
    m_chips->setCounts(count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    setWindowTitle(errors > 0 ? tr("Diagnostics (%1)").arg(errors) : tr("Diagnostics"));
    if (std::exchange(m_shownStep, m_session.step()) != m_session.step())
        m_list->scrollToTop();
    showRows();
}

void DiagnosticsView::showRows()
{
    if (m_model.rowCount() > 0)
        m_stack->showContent();
    else
        m_stack->showPlaceholder(textWithoutRows());
    showFunctionInView();
}

bool DiagnosticsView::hasResult() const
{
    const bool isReady = m_session.phase() == Phase::Ready && m_session.recording();
    return isReady || m_session.phase() == Phase::Unreadable;
}

PlaceholderText DiagnosticsView::textWithoutRows() const
{
    if (!hasResult())
        return placeholderText(m_session);
    if (!m_chips->isHidden())
        return {tr("All diagnostics are hidden"), tr("The buttons above show them again")};
    const bool isBlamed =
        m_session.recording() && blamedStep(*m_session.recording(), m_session.story()) == m_session.step();
    const QString way = isBlamed ? wayToFindDefect(m_session) : QString();
    return way.isEmpty()
               ? PlaceholderText{tr("No problems"), tr("The verifier found no problems in this step")}
               : PlaceholderText{tr("The verifier found no problems in this step"), way};
}

void DiagnosticsView::showFunctionInView()
{
    const PlaceRange places = placesInView(m_session);
    if (!places.isEmpty())
        m_list->showOneOf([&](const QModelIndex& index) {
            const DiagnosticsModel::Where where = m_model.whereAt(index);
            return where.isPinned || places.contains(where.place); // A and B are shown side by side
        });
}

std::vector<DiagnosticsModel::Section> DiagnosticsView::sections(const Diagnostics& executed) const
{
    if (!m_session.recording())
        return {{{}, pointersTo(m_session.diagnostics())}};
    const OpenedProgram* unread = m_session.edits().unreadSource();
    std::vector<DiagnosticsModel::Section> sections{{tr("In the edited source, which cannot be read"),
                                                     unread ? pointersTo(unread->diagnostics) : Pointers()},
                                                    {tr("Found by the execution"), pointersTo(executed)}};
    if (const std::optional<PinnedStep> pinned = pinnedStepBeside(m_session)) {
        std::ranges::move(comparedSections(pinned->run->recording->diagnostics(pinned->number)),
                          std::back_inserter(sections));
        return sections;
    }
    // Headings are only needed to distinguish earlier steps.
    const StepDiagnostics& step = m_session.stepDiagnostics()[m_session.step()];
    const bool hasHeadings = !executed.empty() || !step.inherited.empty() || unread;
    sections.push_back({hasHeadings ? tr("Introduced by this step") : QString(), step.introduced});
    std::ranges::move(inheritedSections(step, *m_session.recording()), std::back_inserter(sections));
    return sections;
}

/// Diagnostics of the pinned run only (A), of the run in view only (B), and of both.
std::vector<DiagnosticsModel::Section> DiagnosticsView::comparedSections(const Diagnostics& pinned) const
{
    const StepDiagnostics& step = m_session.stepDiagnostics()[m_session.step()];
    std::multiset<std::string_view> ofPinned;
    for (const Diagnostic& diagnostic : pinned)
        ofPinned.insert(diagnostic.message);
    Pointers introduced = step.introduced;
    Pointers inherited = step.inherited;
    Pointers both = takeCommon(introduced, ofPinned);
    std::ranges::copy(takeCommon(inherited, ofPinned), std::back_inserter(both));
    Pointers onlyPinned = pointersTo(pinned);
    onlyPinned = takeCommon(onlyPinned, ofPinned); // the rest has no counterpart
    return {{tr("Only in A"), std::move(onlyPinned), true},
            {tr("Only in B, introduced by this step"), std::move(introduced)},
            {tr("Only in B, since earlier steps"), std::move(inherited)},
            {tr("In A and B"), std::move(both)}};
}

DiagnosticsView::ShownTexts DiagnosticsView::shownTexts() const
{
    const ComparedStepPointer compared = m_session.compared();
    const std::optional<PinnedStep> pinned = pinnedStepBeside(m_session);
    const bool isPinnedShown =
        pinned && compared && compared->pinned == pinned->run && compared->previous == pinned->number;
    const bool isShown = compared && compared->number == m_session.step();
    return {.own = isShown ? compared->after : nullptr, .pinned = isPinnedShown ? compared->before : nullptr};
}

int DiagnosticsView::lineOf(const DiagnosticsModel::Where& where, const ShownTexts& shown) const
{
    if (where.isPinned)
        return shown.pinned ? lineIn(*shown.pinned, where.place) : 0;
    if (where.place != NoPlace)
        return shown.own ? lineIn(*shown.own, where.place) : 0;
    const OpenedProgram* unread = m_session.edits().unreadSource();
    const OpenedProgram* program = unread ? unread : m_session.program().get();
    return program ? program->source.lineColumn(where.span.begin).line : 0;
}

void DiagnosticsView::choose(const QModelIndex& index)
{
    if (m_model.toggle(index))
        return;
    if (const std::optional<size_t> step = m_model.stepAt(index))
        return m_session.goTo(*step);
    goTo(m_model.whereAt(index));
}

void DiagnosticsView::goTo(const DiagnosticsModel::Where& where)
{
    if (where.isPinned)
        return;
    if (where.place != NoPlace)
        m_session.selectPlace(where.place);
    else if (where.isKnown())
        m_session.selectSource(where.span);
}

} // namespace tir::ui
