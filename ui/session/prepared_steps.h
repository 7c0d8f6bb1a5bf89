/// Comparisons of the steps before and after the current one, computed in advance so that they appear at once.

#pragma once

#include "ui/session/compared_step.h"
#include "ui/session/job.h"

#include <vector>

namespace tir::ui {

class PreparedSteps {
public:
    explicit PreparedSteps(JobList& jobs);

    /// Computes comparisons in the order of `spans`, and forgets all others except `shown`, to which the user may return.
    /// Reuses the texts in `texts`.
    void prepare(const ComparedStepPointer& shown, const std::vector<StepSpan>& spans,
                 const StepPrinting& printing, const ModuleTexts& texts);
    /// Null if it has not been computed, or only for another way of printing.
    ComparedStepPointer find(StepSpan span, const StepPrinting& printing) const;
    void clear();

private:
    struct Entry {
        StepSpan span;
        ComparedStepPointer compared; ///< null: not computed yet
    };

    void makeNext();

    Job m_job;
    std::shared_ptr<const Recording> m_recording;
    StepPrinting m_printing;
    ModuleTexts m_texts;
    std::vector<Entry> m_entries;
};

} // namespace tir::ui
