#include "ui/session/prepared_steps.h"

#include <QCoreApplication>

#include <algorithm>

namespace tir::ui {

PreparedSteps::PreparedSteps(JobList& jobs)
    : m_job(jobs, QCoreApplication::translate("PreparedSteps", "Comparing the next steps"))
{}

void PreparedSteps::prepare(const ComparedStepPointer& shown, const std::vector<StepSpan>& spans,
                            const StepPrinting& printing, const ModuleTexts& texts)
{
    m_job.cancel();
    const bool isSameRun = shown->recording == m_recording;
    std::vector<Entry> entries{{{shown->first, shown->number}, shown}};
    for (const StepSpan& span : spans)
        if (std::ranges::find(entries, span, &Entry::span) == entries.end())
            entries.push_back({span, isSameRun ? find(span, printing) : nullptr});
    m_entries = std::move(entries);
    m_recording = shown->recording;
    m_printing = printing;
    m_texts = texts;
    makeNext();
}

ComparedStepPointer PreparedSteps::find(StepSpan span, const StepPrinting& printing) const
{
    const auto found = std::ranges::find(m_entries, span, &Entry::span);
    return found != m_entries.end() && printing == m_printing ? found->compared : nullptr;
}

void PreparedSteps::clear()
{
    m_job.cancel();
    m_entries.clear();
    m_recording.reset();
    m_printing = {};
    m_texts.clear();
}

void PreparedSteps::makeNext()
{
    const auto next = std::ranges::find(m_entries, nullptr, &Entry::compared);
    if (next == m_entries.end())
        return m_texts.clear();
    const StepSpan span = next->span;
    const Module* after = m_recording->moduleAt(span.last);
    const Module* before = span.last > 0 ? m_recording->moduleAt(m_recording->previous(span.first)) : nullptr;
    m_job.start(
        [recording = m_recording, span, printing = m_printing, beforeText = m_texts.find(before),
         afterText = m_texts.find(after)](JobControl&) {
            return printAndCompare(recording, span, printing, beforeText, afterText);
        },
        [this, span](const ComparedStepPointer& compared) {
            std::ranges::find(m_entries, span, &Entry::span)->compared = compared;
            makeNext();
        });
}

} // namespace tir::ui
