/// The current step of a session, and the selection in it.

#include "passes/framework/registry.h"
#include "ui/session/nearest_step.h"
#include "ui/session/pipeline_run.h"
#include "ui/session/session.h"

#include <algorithm>
#include <utility>

namespace tir::ui {

// ---- the step

const Diagnostics& Session::diagnostics() const
{
    static const Diagnostics none;
    if (m_recording)
        return m_recording->diagnostics(m_step);
    return m_program ? m_program->diagnostics : none;
}

bool Session::isChanged(size_t number) const
{
    if (number == 0)
        return true;
    const Step& step = m_recording->steps[number - 1];
    return step.before != step.after || step.verdict == Verdict::IllFormed || step.verdict == Verdict::Failed;
}

/// Of the run that is shown, else of the one before it.
std::optional<ShownSteps> Session::shownSteps() const
{
    if (!m_recording)
        return m_shownBefore;
    ShownSteps shown;
    if (m_shownBefore) { // steps that this run has not
        shown = *m_shownBefore;
    } else {
        shown = {.passes = {}, .span = {m_firstStep, m_step}, .isChosen = m_isStepChosen};
        for (const Step& step : m_recording->steps)
            shown.passes.push_back(step.pass);
    }
    shown.identity = m_selection.identity;
    shown.selection = selectionName(*this);
    return shown;
}

/// The recording replaces its outline: the steps in view stay, until their texts are parsed.
void Session::completeOutline(ReadProgram read, OpenWith with)
{
    const bool isChosen = m_isStepChosen;
    const ComparedStepPointer compared = m_compared;
    std::optional<ShownSteps> shown = shownSteps();
    shown->isChosen = true;
    const size_t run = m_runNumber;
    {
        const QSignalBlocker blocker(this); // the views see the recording in place of the outline
        forgetRun();
    }
    m_runNumber = run;
    m_phase = Phase::Reading;
    m_shownBefore = std::move(shown);
    m_compared = compared;
    m_edits.setSavedSource(std::string(read.program.source.text()));
    acceptProgram(std::move(read), with);
    m_isStepChosen = isChosen;
}

void Session::goTo(size_t number)
{
    if (!m_recording)
        return;
    number = std::min(number, stepCount() - 1);
    lookAt({number, number});
}

void Session::goToSpan(StepSpan span)
{
    if (!m_recording || span.first == 0 || span.last >= stepCount() || span.last < span.first)
        return;
    lookAt(onOneWay(*m_recording, span));
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
    compare();
}

/// The step, or all that it is collapsed with.
StepSpan Session::landing(size_t number) const
{
    for (const StepSpan& span : m_collapsed)
        if (span.contains(number))
            return span;
    return {number, number};
}

void Session::enter(size_t number)
{
    const StepSpan span = landing(number);
    if (span.first == span.last)
        goTo(number);
    else
        goToSpan(span);
}

/// Enters a step, but stops before it at the first step on the way that changes the watched entity.
void Session::stepTo(size_t number, int direction)
{
    const StepSpan span = landing(number);
    const std::optional<size_t> stop =
        m_watchpoint->nextEvent(direction > 0 ? m_step : m_firstStep, direction);
    if (stop && (direction > 0 ? *stop <= span.last : *stop >= span.first))
        goTo(*stop);
    else
        enter(number);
}

/// Does nothing if no step in that direction is wanted.
void Session::stepToNearest(int direction, bool (Session::*isWanted)(size_t number) const)
{
    const ptrdiff_t from = ptrdiff_t(direction > 0 ? m_step : m_firstStep) + direction;
    if (const std::optional<size_t> number =
            nearestStep(from, direction, stepCount(), [&](size_t each) { return (this->*isWanted)(each); }))
        stepTo(*number, direction);
}

void Session::goToNext()
{
    stepTo(m_step + 1, 1);
}

void Session::goToPrevious()
{
    stepTo(m_firstStep == 0 ? 0 : m_firstStep - 1, -1);
}

void Session::goToNextChanged()
{
    stepToNearest(1, &Session::isChanged);
}

void Session::goToPreviousChanged()
{
    stepToNearest(-1, &Session::isChanged);
}

bool Session::isOfKeyPass(size_t number) const
{
    const PassInfo* pass = number > 0 ? findPass(m_recording->steps[number - 1].pass.name) : nullptr;
    return pass && !pass->established.empty() && isChanged(number);
}

void Session::goToNextKeyPass()
{
    stepToNearest(1, &Session::isOfKeyPass);
}

void Session::goToPreviousKeyPass()
{
    stepToNearest(-1, &Session::isOfKeyPass);
}

void Session::goToFirstProblem()
{
    if (const std::optional<size_t> number =
            m_recording ? firstProblem(*m_recording, m_stepDiagnostics) : std::nullopt)
        enter(*number);
}

void Session::setFunctionInView(const std::string& name)
{
    if (name == m_functionInView)
        return;
    m_functionInView = name;
    emit functionInViewChanged();
}

void Session::goToFirstDifference()
{
    if (const std::optional<size_t> number = m_pin->firstDifferent())
        goTo(*number);
}

void Session::goToNextEvent()
{
    if (const std::optional<size_t> number = nextEvent(m_watch->states(), m_step, 1))
        enter(*number);
}

void Session::goToPreviousEvent()
{
    if (const std::optional<size_t> number = nextEvent(m_watch->states(), m_firstStep, -1))
        enter(*number);
}

void Session::goToNextWatched()
{
    if (const std::optional<size_t> number = m_watchpoint->nextEvent(m_step, 1))
        goTo(*number);
}

void Session::goToPreviousWatched()
{
    if (const std::optional<size_t> number = m_watchpoint->nextEvent(m_firstStep, -1))
        goTo(*number);
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

void Session::setDiffMode(DiffMode mode)
{
    if (mode == m_diffMode)
        return;
    m_diffMode = mode;
    if (m_recording)
        compare();
}

void Session::compare()
{
    if (const std::optional<size_t> pinned = isSpan() ? std::nullopt : m_pin->shownBeside(m_step)) {
        m_compareJob.start(
            [recording = m_recording, number = m_step, run = m_pin->run(), pinned = *pinned,
             print = printing()](JobControl&) {
                return compareWithPinned(recording, number, run, pinned, print);
            },
            [this](const ComparedStepPointer& compared) { acceptCompared(compared); });
        return;
    }
    if (const ComparedStepPointer prepared = m_prepared.find({m_firstStep, m_step}, printing())) {
        m_compareJob.cancel();
        return acceptCompared(prepared);
    }
    const Module* after = m_recording->moduleAt(m_step);
    const Module* before = m_step > 0 ? m_recording->moduleAt(m_recording->previous(m_firstStep)) : nullptr;
    m_compareJob.start(
        [recording = m_recording, span = StepSpan{m_firstStep, m_step}, print = printing(),
         beforeText = m_texts.find(before), afterText = m_texts.find(after)](JobControl&) {
            return printAndCompare(recording, span, print, beforeText, afterText);
        },
        [this](const ComparedStepPointer& compared) { acceptCompared(compared); });
}

StepPrinting Session::printing() const
{
    return {m_identities, m_imported, m_program->parsed->isBareFunction, m_diffMode};
}

void Session::acceptCompared(const ComparedStepPointer& compared)
{
    m_compared = compared;
    m_texts.add(compared->after);
    if (compared->before && !compared->pinned)
        m_texts.add(compared->before);
    emit comparedChanged();
    selectAwaited();
    prepareNeighbors();
}

/// The steps that the next key press may go to. Those of large texts are not prepared: they would take more memory than
/// the wait is worth.
void Session::prepareNeighbors()
{
    constexpr size_t LargeText = size_t(8) << 20;
    if (m_phase != Phase::Ready || !m_compared || m_compared->number != m_step)
        return; // a view has gone to another step already
    if (m_compared->pinned || m_compared->after->code.text.size() > LargeText)
        return m_prepared.clear();
    std::vector<StepSpan> spans;
    if (m_step + 1 < stepCount())
        spans.push_back(landing(m_step + 1));
    if (m_firstStep > 0)
        spans.push_back(landing(m_firstStep - 1));
    for (StepSpan& span : spans)
        if (span.first > 0 && span.last < stepCount())
            span = onOneWay(*m_recording, span);
    m_prepared.prepare(m_compared, spans, printing(), m_texts);
}

// ---- the selection

void Session::selectEntity(const Node* node)
{
    Selection selection;
    selection.identity = m_identities->of(node);
    selection.number = m_step;
    select(selection);
}

void Session::selectPlace(Place place)
{
    Selection selection;
    selection.number = m_step;
    selection.place = place;
    if (m_compared && m_compared->number == m_step && place < m_compared->after->places.size())
        selection.identity = m_identities->at(m_compared->after->places, place);
    select(selection);
}

void Session::selectNode(const Node* node)
{
    const auto selectWhatItIsAbout = [&] {
        const Node* entity = node ? m_identities->about(*node) : nullptr;
        for (const ModuleEntry& entry : module().functions)
            if (entry.function == node)
                entity = entry.var;
        selectEntity(entity);
    };
    if (!m_compared || m_compared->number != m_step)
        return selectWhatItIsAbout();
    const PlaceTable& places = m_compared->after->places;
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
    const Node* entity = m_identities->isOfInput(before.identity)
                             ? before.identity
                             : findEntity(*m_identities, before.selection);
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
