#include "ui/session/run_sizes.h"

#include "ui/session/identities.h"
#include "ui/session/session.h"

namespace tir::ui {

RunSizes& RunSizes::of(Session& session)
{
    auto* known = session.findChild<RunSizes*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new RunSizes(session); // its parent owns it
}

RunSizes::RunSizes(Session& session) : QObject(&session)
{
    // A run that replaces another one starts from the same variables, those of the program.
    connect(&session, &Session::recordingChanged, this, [this, &session] {
        if (session.program() == m_program)
            return;
        m_program = session.program();
        set({});
    });
    m_program = session.program();
}

void RunSizes::set(SizesOfRun sizes)
{
    if (sizes == *m_sizes)
        return;
    m_sizes = std::make_shared<SizesOfRun>(std::move(sizes));
    emit changed();
}

SizeLookup sizeLookup(std::shared_ptr<const SizesOfRun> sizes, std::shared_ptr<const Identities> identities)
{
    if (sizes->values.empty())
        return {};
    return [sizes = std::move(sizes),
            identities = std::move(identities)](const Var& var) -> std::optional<int64_t> {
        const auto found = sizes->values.find(identities->of(&var));
        return found == sizes->values.end() ? std::nullopt : std::optional(found->second);
    };
}

} // namespace tir::ui
