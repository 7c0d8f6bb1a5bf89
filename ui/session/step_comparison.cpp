#include "ui/session/step_comparison.h"

#include "ui/session/session.h"
#include "ui/session/step_navigation.h"

namespace tir::ui {

StepComparison::StepComparison(Session& session)
    : QObject(&session),
      m_session(session),
      m_job(session.jobs(), tr("Comparing")),
      m_prepared(session.jobs())
{
    connect(&m_job, &Job::failed, this, &StepComparison::failed);
}

void StepComparison::setMode(DiffMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    if (m_session.recordedSteps())
        compare();
}

void StepComparison::compare()
{
    const std::shared_ptr<const Recording> recording = m_session.recordedSteps();
    const StepSpan span{m_session.firstStep(), m_session.step()};
    const auto accepted = [this](const ComparedStepPointer& compared) { accept(compared); };
    if (const auto pinned =
            m_session.isSpan() ? std::nullopt : m_session.pin().shownBeside(m_session.step())) {
        m_job.start([recording, number = span.last, run = m_session.pin().run(), pinned = *pinned,
                     print = printing()](
                        JobControl&) { return compareWithPinned(recording, number, run, pinned, print); },
                    accepted);
        return;
    }
    if (const ComparedStepPointer prepared = m_prepared.find(span, printing())) {
        m_job.cancel();
        return accept(prepared);
    }
    const Module* after = recording->moduleAt(span.last);
    const Module* before = span.last > 0 ? recording->moduleAt(recording->previous(span.first)) : nullptr;
    m_job.start([recording, span, print = printing(), beforeText = m_texts.find(before),
                 afterText = m_texts.find(after)](
                    JobControl&) { return printAndCompare(recording, span, print, beforeText, afterText); },
                accepted);
}

StepPrinting StepComparison::printing() const
{
    return {m_session.sharedIdentities(), m_session.importedTexts(),
            areBareFunctions(*m_session.program(), *m_session.recordedSteps()), m_mode};
}

void StepComparison::accept(const ComparedStepPointer& compared)
{
    m_compared = compared;
    m_texts.add(compared->after);
    if (compared->before && !compared->pinned)
        m_texts.add(compared->before);
    emit changed();
    prepareNeighbors();
}

void StepComparison::clear()
{
    m_job.cancel();
    m_prepared.clear();
    m_compared.reset();
    m_texts.clear();
}

/// The steps that the next key press may go to. Those of large texts are not prepared: they would take more memory than
/// the wait is worth.
void StepComparison::prepareNeighbors()
{
    constexpr size_t LargeText = size_t(8) << 20;
    if (m_session.phase() != Phase::Ready || !m_compared || m_compared->number != m_session.step())
        return; // a view has gone to another step already
    if (m_compared->pinned || m_compared->after->code.text.size() > LargeText)
        return m_prepared.clear();
    const StepNavigation& navigation = m_session.navigation();
    std::vector<StepSpan> spans;
    if (m_session.step() + 1 < m_session.stepCount())
        spans.push_back(navigation.landing(m_session.step() + 1));
    if (m_session.firstStep() > 0)
        spans.push_back(navigation.landing(m_session.firstStep() - 1));
    for (StepSpan& span : spans)
        if (span.first > 0 && span.last < m_session.stepCount())
            span = onOneWay(*m_session.recordedSteps(), span);
    m_prepared.prepare(m_compared, spans, printing(), m_texts);
}

} // namespace tir::ui
