#include "ui/session/run_setup.h"

#include "passes/pipelines.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/tvm_pipeline.h"

#include <algorithm>
#include <utility>

namespace tir::ui {

SetupChoice::SetupChoice()
{
    if (const Pipeline* pipeline = findPipeline("split"))
        m_setup.pipeline = *pipeline;
}

void SetupChoice::choose(RunSetup setup, ChosenFor chosenFor)
{
    m_isChoiceResumed = false;
    const bool isOtherList = setup.pipeline.passes != m_setup.pipeline.passes;
    const bool wasForAll = m_forAll && m_forAll->passes == m_setup.pipeline.passes;
    const bool isOfTvm = isTvmPipeline(setup.pipeline.name);
    if ((isOtherList || wasForAll) && chosenFor == ChosenFor::AllPrograms) {
        m_forAll.reset(); // opening the next program starts nothing
        if (!isOfTvm && std::ranges::none_of(setup.pipeline.passes, startsProgram))
            m_forAll = setup.pipeline;
    }
    if (isOtherList && m_setup.external.isAllowed && !isOfTvm)
        setup.external = {}; // another list is confirmed anew
    m_setup = std::move(setup);
}

void SetupChoice::fit(const FittingPipeline& fitting, const std::optional<Story>& story)
{
    if (std::exchange(m_isConfigRecorded, false))
        m_setup.config = {};
    if (m_forAll && !fitting.whyNot(*m_forAll).empty())
        m_forAll.reset();
    m_isChoiceResumed = m_forAll && m_forAll->passes != m_setup.pipeline.passes;
    const Pipeline* ofStory = story && story->hasDefect() ? findPipeline(story->sample.pipeline) : nullptr;
    if (!m_forAll && ofStory) {
        m_setup.pipeline = *ofStory;
        m_setup.mode = Mode::AsTvm;
        m_setup.config = {};
    } else {
        m_setup.pipeline = m_forAll ? *m_forAll : *fitting.pipeline;
    }
}

void SetupChoice::take(const Recording& recording, const std::string& unnamed)
{
    const Pipeline* pipeline = findPipeline(recording.pipeline);
    m_setup.pipeline = pipeline ? *pipeline : Pipeline{unnamed, {}, {}};
    if (!pipeline)
        for (const Step& step : recording.steps)
            m_setup.pipeline.passes.push_back(step.pass);
    m_setup.mode = recording.mode;
    m_setup.config = givenConfig(recording);
    m_isConfigRecorded = true;
}

RunSetup SetupChoice::withPrograms(RunSetup setup)
{
    if (!m_bridge)
        m_bridge = std::make_shared<TvmBridge>(BridgeOptions());
    setup.external = {.isAllowed = true, .bridge = m_bridge};
    return setup;
}

} // namespace tir::ui
