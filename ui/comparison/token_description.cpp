#include "ui/comparison/token_description.h"

#include "core/analysis/text.h"
#include "passes/workbench/program/manual.h"
#include "ui/common/text.h"
#include "ui/session/entity_history.h"

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
                 scopeOf(*buffer), toQString(byteSize(*buffer).text()));
    const auto& variable = to<Var>(entity);
    return Session::tr("variable %1: %2").arg(toQString(variable.name), toQString(typeText(variable.type)));
}

QString describeEntity(const Session& session, const ModuleText& text, size_t number, const Node* identity)
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
        lines.append(Session::tr("uses: %1").arg(uses.others));
    const auto first = std::ranges::find(text.code.tokens, identity, &CodeToken::identity);
    if (first != text.code.tokens.end())
        lines.append(
            Session::tr("first in line %1 of step %2").arg(text.code.lineAt(first->begin) + 1).arg(number));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString describeToken(const Session& session, const ModuleText& text, size_t number, const CodeToken& token)
{
    if (token.identity && token.hue >= 0)
        return describeEntity(session, text, number, token.identity);
    std::string_view word = text.code.textOf(token);
    if (token.kind == TokenKind::String && word.size() > 2)
        word = word.substr(1, word.size() - 2);
    const std::string meaning = glossaryEntry(word);
    return meaning.empty() ? QString() : QStringLiteral("%1: %2").arg(toQString(word), toQString(meaning));
}

} // namespace tir::ui
