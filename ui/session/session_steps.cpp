/// The current step of a session, and the selection in it.

#include "ui/session/session.h"

#include <algorithm>
#include <utility>

namespace tir::ui {

// ---- the step

const Diagnostics& Session::diagnostics() const
{
    static const Diagnostics none;
    if (m_run.recording)
        return m_run.recording->diagnostics(m_step);
    return m_program ? m_program->diagnostics : none;
}

bool Session::isChanged(size_t number) const
{
    if (number == 0)
        return true;
    const Step& step = m_run.recording->steps[number - 1];
    return step.before != step.after || step.verdict == Verdict::IllFormed || step.verdict == Verdict::Failed;
}

/// Of the run that is shown, else of the one before it.
std::optional<ShownSteps> Session::shownSteps() const
{
    if (!m_run.recording)
        return m_shownBefore;
    ShownSteps shown;
    if (m_shownBefore) { // steps that this run has not
        shown = *m_shownBefore;
    } else {
        shown = {.passes = {}, .span = {m_firstStep, m_step}, .isChosen = m_isStepChosen};
        for (const Step& step : m_run.recording->steps)
            shown.passes.push_back(step.pass);
    }
    shown.identity = m_selection.identity;
    shown.selection = selectionName(*this);
    return shown;
}

void Session::goTo(size_t number)
{
    if (!m_run.recording)
        return;
    number = std::min(number, stepCount() - 1);
    lookAt({number, number});
}

void Session::goToSpan(StepSpan span)
{
    if (!m_run.recording || span.first == 0 || span.last >= stepCount() || span.last < span.first)
        return;
    lookAt(onOneWay(*m_run.recording, span));
}

void Session::lookAt(StepSpan span)
{
    if (span == StepSpan{m_firstStep, m_step})
        return;
    const bool isOtherModule = span.last != m_step;
    m_firstStep = span.first;
    m_step = span.last;
    m_isStepChosen = true;
    m_shownBefore.reset();
    m_awaited.reset();
    if (isOtherModule) {
        // Who is selected stays so in every step; a place belongs to one.
        Selection kept;
        kept.identity = m_selection.identity;
        kept.number = m_step;
        select(kept);
    }
    emit stepChanged();
    m_comparison->compare();
}

void Session::setFunctionInView(const std::string& name)
{
    if (name == m_functionInView)
        return;
    m_functionInView = name;
    emit functionInViewChanged();
}

void Session::requestCheck()
{
    if (m_phase == Phase::Ready)
        emit checkRequested();
}

void Session::requestReproducer(const QString& folder)
{
    if (m_phase == Phase::Ready)
        emit reproducerRequested(folder);
}

void Session::requestEdit()
{
    if (m_phase != Phase::Empty)
        emit editRequested();
}

void Session::requestRun()
{
    if (m_phase == Phase::Ready)
        emit runRequested();
}

// ---- the selection

void Session::selectEntity(const Node* node)
{
    Selection selection;
    selection.identity = m_run.identities->of(node);
    selection.number = m_step;
    select(selection);
}

void Session::selectPlace(Place place)
{
    Selection selection;
    selection.number = m_step;
    selection.place = place;
    const ComparedStepPointer shown = compared();
    if (shown && shown->number == m_step && place < shown->after->places.size())
        selection.identity = m_run.identities->at(shown->after->places, place);
    select(selection);
}

void Session::selectNode(const Node* node)
{
    const auto selectWhatItIsAbout = [&] {
        const Node* entity = node ? m_run.identities->about(*node) : nullptr;
        for (const ModuleEntry& entry : module().functions)
            if (entry.function == node)
                entity = entry.var;
        selectEntity(entity);
    };
    const ComparedStepPointer shown = compared();
    if (!shown || shown->number != m_step)
        return selectWhatItIsAbout();
    const PlaceTable& places = shown->after->places;
    const Place own = places.firstPlaceOf(node);
    const Place place = own != NoPlace ? own : places.firstPlaceMadeFrom(node);
    if (place != NoPlace)
        selectPlace(place);
    else // the step has taken it out
        selectWhatItIsAbout();
}

/// The entity that was selected in an earlier run: the same one if the input has it, else by name.
void Session::selectAgain(const ShownSteps& before)
{
    const Node* entity = m_run.identities->isOfInput(before.identity)
                             ? before.identity
                             : findEntity(*m_run.identities, before.selection);
    if (entity)
        selectEntity(entity);
}

/// The place that was selected in an earlier run, unless the user has selected something since.
void Session::selectAwaited()
{
    if (!m_awaited || !hasTextInView(*this))
        return;
    const SelectionName name = *std::exchange(m_awaited, std::nullopt);
    const bool isUntouched = m_selection.place == NoPlace && name.entity == selectionName(*this).entity;
    if (isUntouched)
        selectNamedPlace(*this, name);
}

void Session::selectSource(Span span)
{
    Selection selection;
    selection.source = span;
    select(selection);
}

void Session::select(const Selection& selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    emit selectionChanged();
}

} // namespace tir::ui
