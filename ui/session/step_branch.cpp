#include "ui/session/step_branch.h"

#include "core/script/printing/printer.h"
#include "passes/workbench/check/compare_passes.h"
#include "ui/common/text.h"

namespace tir::ui {

StepBranch::StepBranch(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &Session::programChanged, this, &StepBranch::followProgram);
}

bool StepBranch::canStart() const
{
    const std::shared_ptr<const Recording> recording = m_session.recording();
    return m_session.phase() == Phase::Ready && recording && !passesThatFollow().empty();
}

std::vector<PassInvocation> StepBranch::passesThatFollow() const
{
    const Recording& recording = *m_session.recording();
    std::vector<PassInvocation> passes;
    if (m_session.isRecorded())
        passes = ourPasses(recording, m_session.step());
    else
        for (size_t next = m_session.step() + 1; next < recording.moduleCount(); ++next)
            passes.push_back(recording.steps[next - 1].pass);
    const Branch branch = recording.branch(m_session.step());
    if (branch == Branch::Common)
        return passes;
    // The module of the step is all that there is.
    std::erase_if(passes, [branch](const PassInvocation& pass) { return pass.branch != branch; });
    for (PassInvocation& pass : passes)
        pass.branch = Branch::Common;
    return passes;
}

void StepBranch::start()
{
    const size_t number = m_session.step();
    const QString text = toQString(
        printScript(m_session.module(),
                    {.asBareFunction = areBareFunctions(*m_session.program(), *m_session.recording())}));
    RunSetup setup = m_session.setup();
    setup.pipeline = {
        .name = {}, .summary = {}, .passes = passesThatFollow(), .config = setup.pipeline.config};
    if (m_session.isRecorded())
        if (const Target* target = boundTarget(*m_session.recording()))
            setup.target = toString(*target);
    if (!m_session.edits().giveUp(Loss::All))
        return;
    m_copies.push_back({.name = tr("%1, from step %2").arg(m_session.name()).arg(number),
                        .original = {.path = m_session.path(),
                                     .name = m_session.name(),
                                     .text = toQString(m_session.edits().source()),
                                     .defines = m_session.defines(),
                                     .setup = m_session.setup(),
                                     .step = number}});
    m_session.close();
    m_session.setSetup(std::move(setup), ChosenFor::ThisProgram);
    m_session.openText(m_copies.back().name, text, OpenWith::Setup);
    m_session.requestEdit();
}

bool StepBranch::isOpen() const
{
    return !m_copies.empty() && m_copies.back().name == m_session.name();
}

void StepBranch::goBack()
{
    if (!m_session.edits().giveUp(Loss::All))
        return;
    const Original original = m_copies.back().original;
    m_session.close();
    m_session.setSetup(original.setup, ChosenFor::ThisProgram);
    m_session.setStartStep(original.step);
    if (original.path.isEmpty())
        m_session.openText(original.name, original.text, OpenWith::Setup);
    else
        m_session.openFile(original.path, OpenWith::Setup);
    if (original.defines.empty())
        return;
    // Names from Python are given when the text that lacks them is there.
    auto* once = new QObject(this);
    connect(&m_session, &Session::programChanged, once, [this, once, original] {
        if (m_session.name().isEmpty())
            return;
        once->deleteLater();
        once->disconnect();
        QMetaObject::invokeMethod(
            this,
            [this, original] {
                if (m_session.name() == original.name) {
                    m_session.setStartStep(original.step);
                    m_session.define(original.defines);
                }
            },
            Qt::QueuedConnection);
    });
}

/// Any other program discards the way back. While one is being read there is none.
void StepBranch::followProgram()
{
    if (!m_session.name().isEmpty())
        while (!m_copies.empty() && m_copies.back().name != m_session.name())
            m_copies.pop_back();
    emit changed();
}

} // namespace tir::ui
