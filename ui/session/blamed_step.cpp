#include "ui/session/blamed_step.h"

#include "ui/session/session.h"

#include <algorithm>

namespace tir::ui {

size_t blamedStep(const Recording& recording, const std::optional<Story>& story)
{
    const std::string bad = story ? story->sample.expected.badPass : std::string();
    if (bad.empty())
        return 0;
    const auto& steps = recording.steps;
    auto found = std::ranges::find(steps, bad, [](const Step& step) { return toString(step.pass); });
    if (found == steps.end())
        found = std::ranges::find(steps, bad.substr(0, bad.find('(')),
                                  [](const Step& step) { return step.pass.name; });
    return found == steps.end() ? 0 : size_t(found - steps.begin()) + 1;
}

QString wayToFindDefect(const Session& session)
{
    const auto recording = session.recording();
    const std::optional<Story>& story = session.story();
    const size_t number = recording ? blamedStep(*recording, story) : 0;
    const bool isDefective = number > 0 && story->hasDefect() &&
                             session.setup().pipeline.name == story->sample.pipeline &&
                             session.setup().mode == Mode::AsTvm;
    if (!isDefective)
        return {};
    const std::optional<Severity> worst = session.stepDiagnostics()[number].worstIntroduced();
    if (worst == Severity::Error || worst == Severity::Warning)
        return {};
    const SampleExpectation& expected = story->sample.expected;
    if (!expected.execution.empty() || !expected.finding.empty())
        return Session::tr("Only an execution finds the defect of this program: check every step");
    const QString none =
        Session::tr("Neither the verifier nor an execution finds the defect of this program: ");
    return worst ? none + Session::tr("read the note of step %1 in Diagnostics").arg(number)
                 : none + Session::tr("read the notes of step %1").arg(number);
}

} // namespace tir::ui
