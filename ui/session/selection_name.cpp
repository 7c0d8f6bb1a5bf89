#include "ui/session/selection_name.h"

#include "ui/session/session.h"

namespace tir::ui {
namespace {

/// The texts of the step in view; null while they are missing.
ComparedStepPointer comparedInView(const Session& session)
{
    ComparedStepPointer compared = session.compared();
    const bool isInView =
        compared && compared->number == session.step() && compared->recording == session.recordedSteps();
    return isInView ? compared : nullptr;
}

/// The text on the left (`isBefore`) or right side; null if it is not one of the run.
const ModuleText* textOf(const ComparedStep& compared, bool isBefore)
{
    return !isBefore ? compared.after.get() : compared.pinned ? nullptr : compared.before.get();
}

} // namespace

SelectionName selectionName(const Session& session)
{
    const Selection& selection = session.selection();
    SelectionName name;
    // An entity of a run that was pinned may be gone with that run.
    if (session.identities().lifeOf(selection.identity)) {
        name.kind = selection.identity->kind;
        name.entity = nameOfEntity(*selection.identity);
    }
    const ComparedStepPointer compared = comparedInView(session);
    if (selection.place == NoPlace || !compared)
        return name;
    name.isBefore = selection.number != compared->number;
    const bool isInView = !name.isBefore || selection.number == compared->previous;
    if (const ModuleText* text = textOf(*compared, name.isBefore); text && isInView)
        name.place = placeName(*text, selection.place);
    return name;
}

const Node* findEntity(const Identities& identities, const SelectionName& name)
{
    return name.entity.empty() ? nullptr : identities.named(name.kind, name.entity);
}

bool hasTextInView(const Session& session)
{
    return comparedInView(session) != nullptr;
}

void selectNamedPlace(Session& session, const SelectionName& name)
{
    const ComparedStepPointer compared = comparedInView(session);
    const ModuleText* text = compared ? textOf(*compared, name.isBefore) : nullptr;
    const Place place = text ? findPlace(*text, name.place) : NoPlace;
    if (place == NoPlace)
        return;
    session.select({.identity = session.identities().at(text->places, place),
                    .number = name.isBefore ? compared->previous : compared->number,
                    .place = place,
                    .source = {}});
}

} // namespace tir::ui
