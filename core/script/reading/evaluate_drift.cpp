/// Texts of other times: spellings whose name alone changed are read and noted, those whose meaning changed
/// are refused with what to write, and what this version does not know is kept as it is.
/// (tvmscript.md 12.8, 14)

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/suggestion.h"
#include "core/script/reading/unknown_arguments.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

struct Renamed {
    std::string_view before;
    std::string_view today;
};

constexpr std::array RenamedBuiltins{
    Renamed{"block", "sblock"},
    Renamed{"block_attr", "sblock_attr"},
    Renamed{"Ptr", "handle"},
};

struct Refused {
    std::string_view path;
    std::string_view advice;
};

constexpr std::array RefusedBuiltins{
    Refused{"allocate", "opened a scope over the statements below it"},
    Refused{"allocate_const", "has no form today: pass the values as a parameter"},
    Refused{"realize", "has no form today: lower it to buffers first"},
    Refused{"LetStmt", "opened a scope over the statements below it; write 'x: T.let[T.int32] = value'"},
    Refused{"let", "opened a scope over the statements below it; write 'x: T.let[T.int32] = value'"},
    Refused{"storage_scope", "has no form today: the buffer carries its scope, as in 'scope=\"shared\"'"},
    Refused{"preflattened_buffer", "has no form today: match the parameter with 'T.match_buffer'"},
};

/// Known keys that start with `tirx.` today.
constexpr std::array<std::string_view, 9> RenamedKeys{
    "tir.noalias",      "tir.is_entry_func",         "tir.is_global_func",
    "tir.is_host_func", "tir.kernel_launch_params",  "tir.is_scheduled",
    "tir.volatile",     "tir.use_dyn_shared_memory", "tir.HoistIfThenElseExprWithBlock",
};

/// `A = T.alloc_buffer((128,), "float32", scope="shared")` for `A = T.allocate([128], "float32", "shared")`.
std::string allocationToday(std::string_view source, const Syntax& call, const Syntax* target)
{
    const auto written = [source](const Syntax& part) {
        return std::string(source.substr(part.span.begin, part.span.end - part.span.begin));
    };
    std::string text = target ? written(*target) + " = " : std::string();
    text += "T.alloc_buffer(";
    for (size_t i = 0; i < call.items.size() && i < 3; ++i) {
        if (i == 0 && call.items[0]->kind == SyntaxKind::List) {
            text += '(';
            for (const Syntax* extent : call.items[0]->items)
                text += (extent == call.items[0]->items[0] ? "" : " ") + written(*extent) + ",";
            if (call.items[0]->items.size() > 1)
                text.pop_back();
            text += ')';
            continue;
        }
        text += i == 0 ? "" : i == 2 ? ", scope=" : ", ";
        text += written(*call.items[i]);
    }
    return text + ")";
}

} // namespace

std::string_view Evaluator::currentSpelling(std::string_view path, Span span)
{
    const auto found = std::ranges::find(RenamedBuiltins, path, &Renamed::before);
    if (found != RenamedBuiltins.end()) {
        note(span, "old-spelling",
             "'T." + std::string(path) + "' is called 'T." + std::string(found->today) + "' today");
        return found->today;
    }
    if (m_isOld && path == "alloc_buffer") { // what it allocates belongs to the block around it
        note(span, "old-spelling", "'T.alloc_buffer' of a block is called 'T.sblock_alloc_buffer' today");
        return "sblock_alloc_buffer";
    }
    return path;
}

bool Evaluator::refuseOldConstruct(std::string_view path, const Syntax& call, const Syntax* target)
{
    const auto found = std::ranges::find(RefusedBuiltins, path, &Refused::path);
    if (found == RefusedBuiltins.end())
        return false;
    std::string message = "'T." + std::string(path) + "' " + std::string(found->advice);
    if (path == "allocate")
        message += "; write '" + allocationToday(m_text, call, target) + "'";
    fail(call.span, "old-construct", std::move(message));
    return true;
}

std::string_view Evaluator::currentKey(std::string_view key, Span span)
{
    if (std::ranges::find(RenamedKeys, key) == RenamedKeys.end())
        return key;
    const std::string today = "tirx." + std::string(key.substr(4));
    note(span, "old-spelling", "'" + std::string(key) + "' is called '" + today + "' today");
    return m_arena.intern(today);
}

/// As it is read again: what prints like a number of Python is one.
AttrValue Evaluator::unknownValue(const AttrValue& value)
{
    const Node* node = value.node();
    if (const auto* number = as<IntImm>(node); number && number->dtype == Int32)
        return AttrValue::ofInt(number->value);
    if (value.kind() != AttrValue::Kind::List)
        return value;
    std::vector<AttrValue> items;
    for (const AttrValue& item : value.items())
        items.push_back(unknownValue(item));
    return AttrValue::ofList(m_arena.copy(items));
}

void Evaluator::unknownArgument(CallSite& site, const CallSite::Named& named)
{
    const std::string name(named.name.text);
    const std::string message = "'" + std::string(site.path) + "' has no argument '" + name + "'";
    if (const std::string_view meant = closestName(name, site.asked); !meant.empty()) {
        fail(named.name.span, "unknown-argument", message + "; did you mean '" + std::string(meant) + "'?");
        return;
    }
    if (site.kept) {
        const std::string place =
            site.unknownPlace.empty() ? std::string() : std::string(site.unknownPlace) + ":";
        site.kept->push_back({AttrValue::ofString(m_arena.intern(std::string(UnknownPrefix) + place + name)),
                              unknownValue(attrValue(named.value, named.syntax->span))});
    }
    note(named.name.span, "unknown-argument",
         message + " in this version; it is " + (site.kept ? "kept as it stands" : "left out"));
}

void Evaluator::keep(CallSite& site, std::vector<DictEntry>& into, std::string_view place)
{
    site.kept = &into;
    site.unknownPlace = place;
    finish(site);
}

/// `@T.prim_func(private=True, speed="fast")`
void Evaluator::unknownOptions(const Statement& definition, std::vector<DictEntry>& attrs)
{
    static constexpr std::array<std::string_view, 4> Known{"check_well_formed", "persistent", "private",
                                                           "s_tir"};
    for (const SyntaxKeyword& keyword : definition.decorators.back()->keywords) {
        if (std::ranges::find(Known, keyword.name.text) != Known.end() || keyword.name.text.empty())
            continue;
        const Value value = evaluate(*keyword.value);
        if (value.is(Value::Kind::Error))
            continue;
        const AttrValue kept = unknownValue(attrValue(value, keyword.value->span));
        if (holdsNode(kept)) { // which would not be there above the function
            fail(keyword.value->span, "bad-option", "an option of a function is a plain value");
            continue;
        }
        attrs.push_back(
            {AttrValue::ofString(m_arena.intern(std::string(UnknownPrefix) + std::string(keyword.name.text))),
             kept});
        note(keyword.name.span, "unknown-option",
             "'prim_func' has no option '" + std::string(keyword.name.text) +
                 "' in this version; it is kept as it stands");
    }
}

const Expr* Evaluator::anyArgument(const Value& value, Span span)
{
    if (value.is(Value::Kind::None))
        return made(m_arena.make<Call>(Int32, opNamed(m_arena, NoneOp), ExprList()), span);
    if (!value.is(Value::Kind::Sequence))
        return callArgument(value, span);
    std::vector<const Expr*> items;
    for (const Value& item : value.items)
        items.push_back(anyArgument(item, span));
    if (std::ranges::find(items, nullptr) != items.end())
        return nullptr;
    const bool isList = value.syntax && value.syntax->kind == SyntaxKind::List;
    return made(m_arena.make<Call>(Int32, opNamed(m_arena, isList ? ListOp : TupleOp), m_arena.copy(items)),
                span);
}

} // namespace tir::script
