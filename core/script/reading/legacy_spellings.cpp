#include "core/script/reading/legacy_spellings.h"

#include "core/support/text_format.h"

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

constexpr std::array RenamedOperations{
    Renamed{"ptx_commit_group", "ptx.cp_async.commit_group"},
    Renamed{"ptx_ldmatrix", "ptx.ldmatrix_legacy"},
    Renamed{"ptx_mma", "ptx.mma.legacy"},
    Renamed{"ptx_wait_group", "ptx.cp_async.wait_group"},
};

/// Names of operations of TileLang that other ones have today. Some are those of old operations of TVM, too.
constexpr std::array<std::string_view, 7> TileLangOperations{
    "atomic_add", "copy", "fill", "gemm", "ptx_ldmatrix", "ptx_stmatrix", "reduce",
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

/// Known keys and values of attributes that start with `tirx.` today.
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

std::string_view LegacySpellings::currentSpelling(std::string_view path, Span span)
{
    const auto found = std::ranges::find(RenamedBuiltins, path, &Renamed::before);
    if (found != RenamedBuiltins.end()) {
        note(span, "old-spelling",
             quoted("T." + std::string(path)) + " is called " + quoted("T." + std::string(found->today)) +
                 " today");
        return found->today;
    }
    if (m_isOld && path == "alloc_buffer") { // its allocation belongs to the enclosing block
        note(span, "old-spelling", "'T.alloc_buffer' of a block is called 'T.sblock_alloc_buffer' today");
        return "sblock_alloc_buffer";
    }
    return path;
}

bool LegacySpellings::refuseOldConstruct(std::string_view path, const Syntax& call, const Syntax* target)
{
    const auto found = std::ranges::find(RefusedBuiltins, path, &Refused::path);
    if (found == RefusedBuiltins.end())
        return false;
    if (m_isOld && (path == "allocate" || path == "LetStmt")) {
        note(call.span, "old-spelling",
             path == "allocate" ? "'T.allocate' makes a pointer; today 'T.alloc_buffer' makes a buffer"
                                : "'T.LetStmt' is written 'x: T.let = value' today");
        return false;
    }
    std::string message = quoted("T." + std::string(path)) + " " + std::string(found->advice);
    if (path == "allocate")
        message += "; write " + quoted(allocationToday(m_text, call, target));
    fail(call.span, "old-construct", std::move(message));
    return true;
}

bool LegacySpellings::isOfTileLang(std::string_view path, std::span<const Value> args, Span span)
{
    if (std::ranges::find(TileLangOperations, path) == TileLangOperations.end())
        return false;
    const Value first = args.empty() ? Value() : args.front();
    // What is printed of an old text is a text of today. Tiles and reducers are no calls.
    const bool isOfTvm = m_isOld ? (path == "atomic_add" && first.expr() && first.expr()->dtype.isHandle()) ||
                                       (path == "ptx_ldmatrix" && first.is(Value::Kind::String)) ||
                                       (path == "reduce" && as<CommReducer>(first.node))
                                 : path == "atomic_add" || path.starts_with("ptx_") || !as<Call>(first.node);
    if (isOfTvm)
        return false;
    note(span, "unknown-operation", quoted(path) + " is an operation of TileLang; it is kept as it is");
    return true;
}

std::string_view LegacySpellings::currentOperation(std::string_view path, Span span)
{
    if (!m_isOld)
        return path;
    const auto found = std::ranges::find(RenamedOperations, path, &Renamed::before);
    if (found == RenamedOperations.end())
        return path;
    note(span, "old-spelling",
         quoted("T." + std::string(path)) + " is called " + quoted("T." + std::string(found->today)) +
             " today");
    return found->today;
}

void LegacySpellings::useCurrentKeys(std::vector<DictEntry>& entries, Span span)
{
    for (DictEntry& entry : entries) {
        entry.key = current(entry.key, span);
        if (entry.value.kind() != AttrValue::Kind::List)
            continue;
        std::vector<AttrValue> items;
        for (const AttrValue& item : entry.value.items())
            items.push_back(current(item, span));
        entry.value = AttrValue::ofList(m_arena.copy(items));
    }
}

AttrValue LegacySpellings::current(const AttrValue& value, Span span)
{
    if (value.kind() != AttrValue::Kind::String ||
        std::ranges::find(RenamedKeys, value.text()) == RenamedKeys.end())
        return value;
    const std::string today = "tirx." + std::string(value.text().substr(4));
    note(span, "old-spelling", quoted(value.text()) + " is called " + quoted(today) + " today");
    return AttrValue::ofString(m_arena.intern(today));
}

} // namespace tir::script
