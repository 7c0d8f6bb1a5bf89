#include "ui/step_branch.h"

#include "core/script/printing/printer.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

namespace tir::ui {

bool canContinueFromStep(const Session& session)
{
    const std::shared_ptr<const Recording> recording = session.recording();
    return session.phase() == Phase::Ready && recording && session.step() + 1 < session.stepCount() &&
           recording->branch(session.step()) == Branch::Common;
}

void continueFromStep(Session& session)
{
    const size_t number = session.step();
    const std::shared_ptr<const Recording> recording = session.recording();
    const QString text = toQString(
        printScript(session.module(), {.asBareFunction = session.program()->parsed->isBareFunction}));
    const QString name = Session::tr("%1, from step %2").arg(session.name()).arg(number);
    RunSetup setup = session.setup();
    setup.pipeline = {.name = {}, .summary = {}, .passes = {}, .config = setup.pipeline.config};
    for (size_t next = number + 1; next < recording->moduleCount(); ++next)
        setup.pipeline.passes.push_back(recording->steps[next - 1].pass);
    if (!session.edits().giveUp(Loss::All))
        return;
    session.close();
    session.setSetup(std::move(setup));
    session.openText(name, text, OpenWith::Setup);
    session.requestEdit();
}

} // namespace tir::ui
