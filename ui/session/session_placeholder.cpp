#include "ui/session/session_placeholder.h"

#include "ui/session/session.h"

#include <algorithm>

namespace tir::ui {

/// Whether names are missing whose values the bar above the code asks for. Others have to be declared in the text.
static bool asksForNames(const OpenedProgram& program)
{
    return std::ranges::any_of(program.freeNames, [](const FreeName& name) { return !name.kinds.empty(); });
}

PlaceholderText placeholderText(const Session& session)
{
    switch (session.phase()) {
    case Phase::Empty:
        return {{}, Session::tr("Open a program first")};
    case Phase::Reading:
        return {Session::tr("Reading %1…").arg(session.name()), {}};
    case Phase::Outline:
        return {Session::tr("Reading the modules of %1…").arg(session.name()),
                Session::tr("The list of steps and the code show the recorded texts until then")};
    case Phase::Unreadable:
        return {Session::tr("%1 has errors").arg(session.name()),
                asksForNames(*session.program())
                    ? Session::tr("Give the missing names values in the bar above the code")
                    : Session::tr("The diagnostics say what and where")};
    case Phase::Running:
        return {Session::tr("Running %1…").arg(QString::fromStdString(session.setup().pipeline.name)),
                Session::tr("Cancel in the status bar")};
    case Phase::Broken:
        return {Session::tr("No result"), session.failure()};
    case Phase::Ready:
        break;
    }
    return {};
}

} // namespace tir::ui
