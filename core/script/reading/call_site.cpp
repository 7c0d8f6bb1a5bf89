#include "core/script/reading/call_site.h"

#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/suggestion.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <utility>

namespace tir::script {

const Value* CallSite::argument(std::string_view name, size_t position)
{
    const Value* byName = keyword(name);
    positions = std::max(positions, position + 1);
    if (position >= args.size())
        return byName;
    if (byName && !std::exchange(m_hasError, true))
        fail(spanOf(byName), "duplicate-argument",
             "argument " + quoted(name) + " is given twice, by position and by name");
    return &args[position];
}

const Value* CallSite::keyword(std::string_view name)
{
    accepted.push_back(name);
    for (Named& given : named) {
        if (given.name.text == name) {
            given.isUsed = true;
            return &given.value;
        }
    }
    return nullptr;
}

bool CallSite::isGiven(std::string_view name, size_t position)
{
    const Value* value = argument(name, position);
    return value && !value->is(Value::Kind::None);
}

const Expr* CallSite::expr(std::string_view name, size_t position)
{
    const Value* value = argument(name, position);
    if (!value)
        return failNode(syntax->span, "missing-argument",
                        quoted(path) + " needs an argument " + quoted(name));
    return m_values.toExpr(*value, spanOf(value));
}

Span CallSite::spanOf(const Value* argument) const
{
    for (size_t i = 0; i < args.size(); ++i)
        if (&args[i] == argument)
            return argSyntax[i]->span;
    for (const Named& given : named)
        if (&given.value == argument)
            return given.syntax->span;
    return syntax->span;
}

bool CallSite::hasUnknown() const
{
    return !std::ranges::all_of(named, &Named::isUsed);
}

void CallSite::finish()
{
    finish(nullptr, {});
}

void CallSite::keepUnknown(std::vector<DictEntry>& into, std::string_view place)
{
    finish(&into, place);
}

void CallSite::finish(std::vector<DictEntry>* into, std::string_view place)
{
    if (positions > 0 && args.size() > positions)
        fail(argSyntax[positions]->span, "too-many-arguments",
             quoted(path) + " takes " + std::to_string(positions) +
                 (positions == 1 ? " argument" : " arguments"));
    for (Named& given : named)
        if (!std::exchange(given.isUsed, true))
            unknownArgument(given, into, place);
}

void CallSite::unknownArgument(const Named& given, std::vector<DictEntry>* into, std::string_view place)
{
    const std::string name(given.name.text);
    const std::string message = quoted(path) + " has no argument " + quoted(name);
    if (const std::string_view meant = closestName(name, accepted); !meant.empty()) {
        fail(given.name.span, "unknown-argument", message + "; did you mean " + quoted(meant) + "?");
        return;
    }
    if (into) {
        const std::string prefix =
            std::string(UnknownPrefix) + std::string(place) + (place.empty() ? "" : ":");
        into->push_back({AttrValue::ofString(m_arena.intern(prefix + name)),
                         m_values.unknownValue(m_values.attrValue(given.value, given.syntax->span))});
    }
    note(given.name.span, "unknown-argument",
         message + " in this version; it is " + (into ? "kept as it is" : "left out"));
}

std::string_view CallSite::nameHint() const
{
    return target.empty() ? "v" : m_arena.intern(target);
}

} // namespace tir::script
