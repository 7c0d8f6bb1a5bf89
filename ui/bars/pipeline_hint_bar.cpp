#include "ui/bars/pipeline_hint_bar.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QPushButton>

namespace tir::ui {

PipelineHintBar::PipelineHintBar(Session& session, QWidget* parent)
    : HintBar(QStringLiteral("pipelineHint"), tr("Stay with this pipeline"), parent),
      m_session(session)
{
    connect(button(), &QPushButton::clicked, this, &PipelineHintBar::useFitting);
    connect(&m_session, &Session::recordingChanged, this, &PipelineHintBar::refresh);
    refresh();
}

/// Lists of a user's own are judged pass by pass.
void PipelineHintBar::refresh()
{
    const Pipeline& pipeline = m_session.setup().pipeline;
    std::string why;
    if (m_session.recording() && !pipeline.name.empty())
        why = m_session.fittingPipeline()->whyNot(pipeline);
    setVisible(!why.empty());
    if (why.empty())
        return;
    QString message = toQString(why);
    message[0] = message[0].toUpper();
    setMessage(message);
    button()->setText(tr("Use %1").arg(toQString(m_session.fittingPipeline()->pipeline->name)));
}

void PipelineHintBar::useFitting()
{
    RunSetup setup = m_session.setup();
    setup.pipeline = *m_session.fittingPipeline()->pipeline;
    m_session.setSetup(std::move(setup));
}

} // namespace tir::ui
