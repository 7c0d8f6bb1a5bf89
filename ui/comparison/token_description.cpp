#include "ui/comparison/token_description.h"

#include "core/analysis/text.h"
#include "passes/workbench/program/manual.h"
#include "ui/common/code_view.h"
#include "ui/common/text.h"
#include "ui/session/entity_history.h"
#include "ui/session/occurrences.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// The variable or buffer of this module that a name refers to; preferably a buffer.
const Node* entityOf(const ModuleText& text, const Identities& identities, const Node* identity)
{
    const Node* found = nullptr;
    for (const PlaceTable::Entry& entry : text.places.entries()) {
        const Node* node = entry.node;
        if (const auto* load = as<BufferLoad>(node))
            node = load->buffer;
        else if (const auto* store = as<BufferStore>(node))
            node = store->buffer;
        if (as<Buffer>(node) && identities.of(node) == identity)
            return node;
        if (!found && as<Var>(node) && identities.of(node) == identity)
            found = node;
    }
    return found;
}

QString shapeOf(const Buffer& buffer)
{
    QStringList extents;
    for (const Expr* extent : buffer.shape)
        extents.append(toQString(shortText(*extent)));
    return QStringLiteral("(%1%2)").arg(extents.join(QStringLiteral(", ")),
                                        extents.size() == 1 ? QStringLiteral(",") : QString());
}

QString scopeOf(const Buffer& buffer)
{
    const auto* pointer = as<PointerType>(buffer.data->type);
    return pointer && !pointer->scope.empty() ? toQString(pointer->scope) : QStringLiteral("global");
}

QString headOf(const Node& entity)
{
    if (const auto* buffer = as<Buffer>(&entity))
        return Session::tr("buffer %1: %2 %3, %4, %5 bytes")
            .arg(toQString(buffer->name), toQString(toString(buffer->dtype)), shapeOf(*buffer),
                 scopeOf(*buffer), digitsText(byteSize(*buffer).text()));
    const auto& variable = to<Var>(entity);
    return Session::tr("variable %1: %2").arg(toQString(variable.name), toQString(typeText(variable.type)));
}

/// "defined in line 7", or where the text has it first.
QString definitionOf(const ModuleText& text, const Node* identity)
{
    const CodeToken* first = nullptr;
    for (const CodeToken& token : text.code.tokens) {
        if (token.identity != identity)
            continue;
        if (token.place != NoPlace && isDefinition(text.places[token.place].role))
            return Session::tr("defined in line %1").arg(text.code.lineAt(token.begin) + 1);
        first = first ? first : &token;
    }
    return first ? Session::tr("first in line %1, not defined here").arg(text.code.lineAt(first->begin) + 1)
                 : QString();
}

/// Names in the text that do not define the entity: those in `data=` of a buffer that no statement declares have no
/// place.
int64_t mentionsOf(const ModuleText& text, const Node* identity)
{
    return std::ranges::count_if(text.code.tokens, [&](const CodeToken& token) {
        const bool isDefined = token.place != NoPlace && isDefinition(text.places[token.place].role);
        return token.identity == identity && !isDefined;
    });
}

/// "in steps 3 (MergeSharedMemoryAllocations) to 5 (SplitHostDevice)"
QString lifeOf(const Session& session, const Node* identity)
{
    const std::optional<Identities::Life> life = session.identities().lifeOf(identity);
    if (!life || !session.recording())
        return {};
    const auto step = [&](size_t number) {
        return number == 0 ? Session::tr("the input")
                           : Session::tr("step %1 (%2)")
                                 .arg(number)
                                 .arg(toQString(session.recording()->pass(number)));
    };
    if (life->first == 0 && life->last + 1 == session.stepCount())
        return Session::tr("in the input and all steps");
    return life->first == life->last ? Session::tr("only in %1").arg(step(life->first))
                                     : Session::tr("from %1 to %2").arg(step(life->first), step(life->last));
}

/// A function of the module: what it is called with, and how often.
QString describeFunction(const Session& session, const ModuleText& text, const GlobalVar& function)
{
    const ModuleEntry* entry = text.module().find(function.name);
    const Node* identity = session.identities().of(&function);
    QStringList lines;
    if (const auto* own = entry ? as<PrimFunc>(entry->function) : nullptr) {
        lines.append(Session::tr("function %1: parameters: %2, returns %3")
                         .arg(toQString(function.name))
                         .arg(own->params.size())
                         .arg(toQString(typeText(own->retType))));
        lines.append(definitionOf(text, identity));
    } else {
        lines.append(Session::tr("function %1").arg(toQString(function.name)));
    }
    const auto calls = std::ranges::count_if(text.places.entries(), [&](const PlaceTable::Entry& place) {
        const auto* call = as<Call>(place.node);
        return call && call->function && session.identities().of(call->function) == identity;
    });
    lines.append(Session::tr("calls: %1").arg(calls));
    lines.append(lifeOf(session, identity));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString describeEntity(const Session& session, const ModuleText& text, const Node* identity)
{
    const Identities& identities = session.identities();
    const Node* entity = entityOf(text, identities, identity);
    if (!entity)
        return {};
    QStringList lines{headOf(*entity)};
    const EntityUses uses = entityUses(text.places, identities, identity);
    if (uses.reads + uses.writes > 0)
        lines.append(Session::tr("reads: %1, writes: %2").arg(uses.reads).arg(uses.writes));
    else
        lines.append(Session::tr("uses: %1").arg(std::max<int64_t>(uses.others, mentionsOf(text, identity))));
    lines.append(definitionOf(text, identity));
    lines.append(lifeOf(session, identity));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString describeToken(const Session& session, const ModuleText& text, const CodeToken& token)
{
    if (const auto* function = as<GlobalVar>(token.identity))
        return describeFunction(session, text, *function);
    if (token.identity && token.hue >= 0)
        return describeEntity(session, text, token.identity);
    const QString word = wordOf(text.code, token);
    const std::string meaning = glossaryEntry(word.toStdString());
    return meaning.empty() ? QString() : QStringLiteral("%1: %2").arg(word, toQString(meaning));
}

} // namespace tir::ui
