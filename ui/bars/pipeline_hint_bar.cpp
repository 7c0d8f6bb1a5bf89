#include "ui/bars/pipeline_hint_bar.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QPushButton>

namespace tir::ui {

PipelineHintBar::PipelineHintBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("pipelineHint"), tr("Stay with this pipeline"), parent),
      m_session(session)
{
    connect(button(), &QPushButton::clicked, this, &PipelineHintBar::useBetter);
    connect(&m_session, &Session::recordingChanged, this, &PipelineHintBar::refresh);
    refresh();
}

/// Lists of a user's own are judged pass by pass.
void PipelineHintBar::refresh()
{
    const Pipeline& pipeline = m_session.setup().pipeline;
    m_better = nullptr;
    QString why;
    if (m_session.recording() && !pipeline.name.empty()) {
        why = toQString(m_session.fittingPipeline()->whyNot(pipeline));
        if (!why.isEmpty())
            m_better = m_session.fittingPipeline()->pipeline;
        else if ((m_better = pipelineOfStory()))
            why = tr("this program shows a defect in the pipeline %1").arg(toQString(m_better->name));
        else if ((m_better = pipelineInPlaceOfEarlier()))
            why = tr("you chose the pipeline '%1' for an earlier program").arg(toQString(pipeline.name));
    }
    setVisible(m_better);
    if (!m_better)
        return;
    why[0] = why[0].toUpper();
    setMessage(why);
    button()->setText(tr("Use %1").arg(toQString(m_better->name)));
}

/// Of a program with a defect that shows neither here nor, by its absence, in the pipeline that corrects it.
const Pipeline* PipelineHintBar::pipelineOfStory() const
{
    const std::optional<Story>& story = m_session.story();
    const std::string& current = m_session.setup().pipeline.name;
    if (!story || !story->hasDefect() || m_session.isRecorded() || current == story->sample.pipeline ||
        current == story->sample.fix)
        return nullptr;
    return findPipeline(story->sample.pipeline);
}

/// The choice of the user comes back after programs that have a pipeline of their own: that may be unexpected.
const Pipeline* PipelineHintBar::pipelineInPlaceOfEarlier() const
{
    const Pipeline* fitting = m_session.fittingPipeline()->pipeline;
    const bool isOther = fitting->name != m_session.setup().pipeline.name;
    return isOther && m_session.isPipelineOfEarlierProgram() ? fitting : nullptr;
}

void PipelineHintBar::useBetter()
{
    if (!m_better)
        return;
    RunSetup setup = m_session.setup();
    setup.pipeline = *m_better;
    m_session.setSetup(std::move(setup), ChosenFor::ThisProgram);
}

} // namespace tir::ui
