#include "core/script/reading/tile_reader.h"

#include "core/ir/make.h"
#include "core/ir/tile_names.h"
#include "core/script/reading/builtins.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/frame_reader.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/statement_reader.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tir::script {
namespace {

/// A tile primitive that is an expression, too, unless it is given tiles.
struct SharedName {
    std::string_view path;
    size_t operands; ///< of the expression
    bool isCall;     ///< only calls are printed as separate statements; everything else within `T.evaluate`
};

constexpr std::array<SharedName, 8> SharedNames{{
    {"cast", 2, false},
    {"exp", 1, true},
    {"exp2", 1, true},
    {"fma", 3, true},
    {"max", 2, false},
    {"min", 2, false},
    {"reciprocal", 1, false},
    {"sqrt", 1, true},
}};

constexpr std::array<std::string_view, 6> UnaryPrimitives{"exp",  "exp2", "reciprocal",
                                                          "silu", "sqrt", "zero"};

/// An argument after the four tiles of a `gemm`, and its default.
struct GemmArgument {
    std::string_view name;
    std::optional<double> scale; ///< of a number; else a flag that is not set
};
constexpr std::array<GemmArgument, 4> GemmArguments{{
    {"transpose_A", std::nullopt},
    {"transpose_B", std::nullopt},
    {"alpha", 1.0},
    {"beta", 0.0},
}};
constexpr size_t GemmTiles = 4;

/// `T.sum(to, from, axes, accum)`
constexpr std::array<std::string_view, 3> Reductions{"max", "min", "sum"};
constexpr size_t ReductionArguments = 4;

/// How many leading arguments are tiles, even when they are written like elements: `T.sum(S[0, 0], …)`.
size_t leadingTiles(std::string_view path)
{
    constexpr std::array<std::string_view, 7> TwoTiles{"cast", "copy",          "copy_async", "max",
                                                       "min",  "reduce_negate", "sum"};
    if (path == "gemm")
        return GemmTiles;
    if (path == "gemm_async")
        return 3;
    const bool hasSource = std::ranges::find(TwoTiles, path) != TwoTiles.end() ||
                           std::ranges::find(UnaryPrimitives, path) != UnaryPrimitives.end();
    return hasSource ? 2 : 1;
}

bool isElement(const Value& value)
{
    return value.is(Value::Kind::Expr) && as<BufferLoad>(value.node);
}

bool isTile(const Value& value)
{
    if (value.is(Value::Kind::Node))
        return as<BufferRegion>(value.node) != nullptr;
    const Buffer* buffer = value.buffer();
    return buffer && !isScalarBuffer(buffer);
}

std::string_view withoutDialect(std::string_view path)
{
    return path.starts_with("tirx.") ? path.substr(5) : path;
}

} // namespace

/// `with T.cta():`, `with T.thread(tx == 0):`
void TileReader::execScope(const Statement& statement, size_t item, ExecScopeKind kind,
                           std::vector<const Stmt*>& into)
{
    const Syntax& call = *statement.items[item].value;
    CallSite site(m_values, call, toString(kind));
    const Expr* condition = nullptr;
    std::vector<DictEntry> kept;
    if (m_calls.arguments(call, site)) {
        if (const Value* given = site.argument("cond", 0)) {
            condition = m_values.toExprOf(*given, Bool, site.spanOf(given));
            if (condition && !m_values.isCondition(condition, site.spanOf(given)))
                condition = nullptr;
        }
        if (site.args.size() > 1)
            fail(call.span, "too-many-arguments", "a scope takes one condition at most");
        site.keepUnknown(kept);
    }
    std::vector<const ScopeIdDef*> definitions;
    std::vector<const ScopeIdDef*>* const outer = std::exchange(m_scopeIds, &definitions);
    std::vector<DictEntry>* const outerKept = std::exchange(m_scopeKept, &kept);
    std::vector<const Stmt*> inner;
    m_names.push();
    m_statements.with(statement, item + 1, inner);
    m_names.pop();
    m_scopeIds = outer;
    m_scopeKept = outerKept;
    std::vector<OpenAttr> frames;
    m_frames.keepInFrame(kept, call.span, frames);
    const Stmt* scope = made(m_arena.make<ExecScopeStmt>(kind, m_arena.copy(definitions),
                                                         m_frames.close(frames, sequence(m_arena, inner))),
                             statement.span);
    into.push_back(condition ? made(m_arena.make<IfThenElse>(condition, scope), statement.span) : scope);
}

/// `bx, by = T.cta_id([8, 8])`: belongs to the scope around it.
Value TileReader::scopeIdCall(CallSite& site, ScopeBinding binding)
{
    const Span span = site.syntax->span;
    if (!m_scopeIds)
        return fail(span, "outside-scope", quoted(site.path) + " is outside of a scope like T.kernel()");
    const auto list = [&](const Value* value, std::optional<ExprList>& exprs) {
        if (!value || value->is(Value::Kind::None))
            return true;
        std::vector<const Expr*> items;
        for (const Value& item : m_values.toSequence(*value)) {
            items.push_back(m_values.toExpr(item, site.spanOf(value)));
            if (!items.back())
                return false;
        }
        exprs = m_arena.copy(items);
        return true;
    };
    std::optional<ExprList> extents;
    std::optional<ExprList> preferred;
    if (!list(site.argument("extents", 0), extents) || !list(site.argument("preferred", 1), preferred))
        return {};
    site.keepUnknown(*m_scopeKept, "id" + std::to_string(m_scopeIds->size()));
    const size_t count = std::max<size_t>(1, site.targets.size());
    if (extents && extents->size() != count)
        return fail(span, "wrong-count",
                    "variables and extents differ in number: " + std::to_string(count) + " and " +
                        std::to_string(extents->size()));
    std::vector<const Var*> ids;
    std::vector<Value> values;
    for (size_t i = 0; i < count; ++i) {
        const bool hasName = i < site.targets.size() && site.targets[i]->kind == SyntaxKind::Name;
        const std::string_view name = hasName ? m_arena.intern(site.targets[i]->text) : "v";
        ids.push_back(m_arena.make<Var>(name, primType(m_arena, Int32)));
        values.push_back(Value::ofExpr(ids.back()));
    }
    m_scopeIds->push_back(
        made(m_arena.make<ScopeIdDef>(m_arena.copy(ids), binding, extents, preferred), m_sink.span));
    if (site.targets.empty())
        return Value::ofNone();
    return count == 1 ? values[0] : Value::ofSequence(m_arena.copy(values));
}

/// Of a call that is a statement. (Elsewhere a call is always an expression.)
bool TileReader::isTileCall(const CallSite& site)
{
    const std::string_view path = withoutDialect(site.path);
    const bool hasTile = std::ranges::any_of(site.args, isTile);
    if (!isTilePrimitive("tirx." + std::string(path))) {
        const bool isKnown = isBuiltin(site.path) || findPrintedOp(site.path);
        const bool isPlain = path.find('.') == std::string_view::npos;
        return !isKnown && isPlain && !site.args.empty() && isTile(site.args[0]);
    }
    const auto shared = std::ranges::find(SharedNames, path, &SharedName::path);
    if (shared == SharedNames.end() || hasTile)
        return true;
    const bool isExpression = shared->isCall && site.args.size() <= shared->operands;
    return !isExpression && !site.args.empty() && isElement(site.args[0]);
}

Value TileReader::tileCall(CallSite& site)
{
    const std::string_view path = withoutDialect(site.path);
    const size_t tiles = leadingTiles(path);
    std::vector<AttrValue> args;
    for (size_t i = 0; i < site.args.size(); ++i)
        args.push_back(tileArgument(site.args[i], site.argSyntax[i]->span, i < tiles));
    // In place: the text names the tile once.
    if (args.size() == 1 && std::ranges::find(UnaryPrimitives, path) != UnaryPrimitives.end())
        args.push_back(args[0]);
    const auto addNamed = [&](std::string_view name) {
        const Value* given = site.keyword(name);
        if (given)
            args.push_back(tileArgument(*given, site.spanOf(given), false));
        return given != nullptr;
    };
    if (path == "gemm" && args.size() >= GemmTiles)
        for (size_t i = args.size() - GemmTiles; i < GemmArguments.size(); ++i) {
            const GemmArgument& next = GemmArguments[i];
            if (!addNamed(next.name))
                args.push_back(next.scale ? AttrValue::ofNode(floatImm(m_arena, Float32, *next.scale))
                                          : AttrValue::ofBool(false));
        }
    if (std::ranges::find(Reductions, path) != Reductions.end()) {
        if (args.size() == 2 && addNamed("axes"))
            addNamed("accum");
        else if (args.size() == 3)
            addNamed("accum");
        if (args.size() < ReductionArguments)
            note(site.syntax->span, "default-arguments",
                 quoted(path) + " is given " + std::to_string(args.size()) +
                     " of 4 arguments and read as it is, TVM adds its own values; write them, as in 'T." +
                     std::string(path) + "(B[0:4], A[0:4, 0:8], [1], False)'");
    }
    if (const Stmt* call = tileStatement(site, path, args))
        m_sink.emit(call);
    return Value::ofNone();
}

const Stmt* TileReader::tileStatement(CallSite& site, std::string_view path,
                                      const std::vector<AttrValue>& args)
{
    const Value* workspaceGiven = site.keyword("workspace");
    const Value* dispatchGiven = site.keyword("dispatch");
    const Value* configGiven = site.keyword("config");
    std::vector<DictEntry> workspace;
    std::vector<DictEntry> config;
    std::optional<std::string_view> dispatch;
    if (workspaceGiven && !workspaceGiven->is(Value::Kind::None) &&
        !m_values.attrDict(*workspaceGiven, site.spanOf(workspaceGiven), workspace))
        return nullptr;
    for (const DictEntry& entry : workspace)
        if (entry.key.kind() != AttrValue::Kind::String || !as<Buffer>(entry.value.node()))
            return failNode(site.spanOf(workspaceGiven), "bad-workspace",
                            "a workspace maps names to buffers");
    if (configGiven && !m_values.attrDict(*configGiven, site.spanOf(configGiven), config))
        return nullptr;
    if (dispatchGiven && !dispatchGiven->is(Value::Kind::None)) {
        std::string_view text;
        if (!m_values.toText(*dispatchGiven, site.spanOf(dispatchGiven), "the dispatch", text))
            return nullptr;
        dispatch = m_arena.intern(text);
    }
    for (CallSite::Named& named : site.named) {
        if (named.isUsed)
            continue;
        named.isUsed = true;
        config.push_back({AttrValue::ofString(m_arena.intern(named.name.text)),
                          tileArgument(named.value, named.syntax->span, false)});
    }
    return m_arena.make<TilePrimitiveCall>(opNamed(m_arena, "tirx." + std::string(path)), m_arena.copy(args),
                                           sortedByKey(m_arena, m_arena.copy(workspace)),
                                           sortedByKey(m_arena, m_arena.copy(config)), dispatch);
}

/// A buffer denotes all of its elements. None after an error.
AttrValue TileReader::tileArgument(const Value& value, Span span, bool isTileWanted)
{
    const auto orNone = [](const Node* node) { return node ? AttrValue::ofNode(node) : AttrValue(); };
    if (isTile(value) || (isTileWanted && (isElement(value) || value.is(Value::Kind::Buffer))))
        return orNone(m_values.regionFrom(value, span));
    if (value.is(Value::Kind::Buffer))
        return orNone(m_values.toExpr(value, span));
    if (value.is(Value::Kind::Sequence)) {
        std::vector<AttrValue> items;
        for (const Value& item : value.items)
            items.push_back(tileArgument(item, span, false));
        return AttrValue::ofList(m_arena.copy(items));
    }
    if (!value.is(Value::Kind::Lambda))
        return m_values.attrValue(value, span);
    std::vector<const Var*> vars;
    std::vector<const Expr*> results;
    if (!m_expressions.lambdaOf(value, span, {}, vars, results))
        return {};
    if (results.size() != 1)
        return orNone(failNode(span, "bad-predicate", "a predicate has one result"));
    return orNone(made(m_arena.make<Predicate>(m_arena.copy(vars), results[0]), span));
}

/// `with T.compose_op(workspace=…):` and one tile primitive a line.
void TileReader::composition(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into)
{
    CallSite site(m_values, call, "compose_op");
    const bool isGood = m_calls.arguments(call, site);
    const Stmt* inner = m_statements.body(statement);
    const auto* sequence = as<SeqStmt>(inner);
    std::vector<AttrValue> members;
    for (const Stmt* member : sequence ? sequence->seq : std::span(&inner, 1)) {
        if (!as<TilePrimitiveCall>(member)) {
            fail(statement.head, "bad-composition", "'compose_op' holds nothing but tile primitives");
            return;
        }
        members.push_back(AttrValue::ofNode(member));
    }
    if (!isGood)
        return;
    if (const Stmt* composed = tileStatement(site, site.path, members))
        into.push_back(made(composed, statement.span));
}

/// `T.hint("text", key=value)`
bool TileReader::hintFrame(const Syntax& call, std::vector<OpenAttr>& frames)
{
    CallSite site(m_values, call, "hint");
    if (!m_calls.arguments(call, site))
        return false;
    std::vector<DictEntry> entries;
    const auto add = [&](std::string_view key, const Value& value, Span span) {
        entries.push_back({AttrValue::ofString(m_arena.intern(key)), m_values.attrValue(value, span)});
    };
    if (site.args.size() > 1) {
        fail(call.span, "too-many-arguments", "'hint' takes one message, all else by name");
        return false;
    }
    if (!site.args.empty())
        add("message", site.args[0], site.argSyntax[0]->span);
    for (const CallSite::Named& named : site.named)
        add(named.name.text, named.value, named.syntax->span);
    frames.push_back({AttrValue::ofDict(sortedByKey(m_arena, m_arena.copy(entries))), attr::Hint,
                      int32(m_arena, 0), call.span});
    return true;
}

} // namespace tir::script
