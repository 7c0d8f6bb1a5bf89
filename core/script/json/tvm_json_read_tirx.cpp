/// Reading layouts, execution scopes and tile primitives.

#include "core/script/json/tvm_json_reader.h"

namespace tir::script {

AttrValue TvmJsonReader::layout()
{
    if (m_type == "tirx.Predicate")
        return made<Predicate>(list<Var>("vars"), required<Expr>("pred"));
    if (m_type == "tirx.Iter")
        return made<Iter>(required<Expr>("extent"), required<Expr>("stride"), text("axis"));
    if (m_type == "tirx.ComposeLayout")
        return made<ComposeLayout>(required<SwizzleLayout>("swizzle"), required<TileLayout>("tile_layout"));
    if (m_type == "tirx.SwizzleLayout") { // the masks follow from the lengths
        constexpr int MostBits = 15;
        return made<SwizzleLayout>(small("per_element", MostBits), small("swizzle_len", MostBits),
                                   small("atom_len", MostBits), number("swizzle_inner") != 0);
    }
    if (m_type != "tirx.TileLayout")
        return {};
    std::vector<AxisOffset> offsets;
    for (const DictEntry& entry : sortedByKey(m_arena, dict("offset"))) {
        offsets.push_back({entry.key.text(), checked<Expr>(entry.value.node())});
        if (entry.key.kind() != AttrValue::Kind::String || !offsets.back().value)
            fail("'offset' must map axes to expressions");
    }
    return made<TileLayout>(list<Iter>("shard"), list<Iter>("replica"), m_arena.copy(offsets));
}

std::optional<ExprList> TvmJsonReader::optionalList(std::string_view key)
{
    return value(key).isNone() ? std::nullopt : std::optional(list<Expr>(key));
}

AttrValue TvmJsonReader::scopes()
{
    if (m_type == "tirx.ScopeIdDef")
        return made<ScopeIdDef>(list<Var>("def_ids"),
                                ScopeBinding(small("scope", int(ScopeBinding::ClusterCtaPair))),
                                optionalList("extents"), optionalList("preferred_extents"));
    // A scope is not a node here: its kind, then its definitions.
    if (m_type == "tirx.ExecScope") {
        std::vector<AttrValue> fields{AttrValue::ofInt(small("kind", int(ExecScopeKind::Thread)))};
        for (const ScopeIdDef* definition : list<ScopeIdDef>("scope_id_def"))
            fields.push_back(AttrValue::ofNode(definition));
        return AttrValue::ofList(m_arena.copy(fields));
    }
    if (m_type == "tirx.ExecScopeStmt") {
        const auto fields = value("exec_scope").items();
        std::vector<const ScopeIdDef*> definitions;
        for (size_t i = 1; i < fields.size(); ++i)
            definitions.push_back(as<ScopeIdDef>(fields[i].node()));
        if (fields.empty() || fields[0].kind() != AttrValue::Kind::Int ||
            std::ranges::find(definitions, nullptr) != definitions.end()) {
            fail("'exec_scope' is not a scope");
            return {};
        }
        return made<ExecScopeStmt>(ExecScopeKind(fields[0].integer()), m_arena.copy(definitions),
                                   required<Stmt>("body"));
    }
    return {};
}

AttrValue TvmJsonReader::tileCall()
{
    const AttrValue op = value("op");
    const AttrValue dispatch = value("dispatch");
    if (op.kind() != AttrValue::Kind::String)
        fail("'op' is not an operation");
    if (!dispatch.isNone() && dispatch.kind() != AttrValue::Kind::String)
        fail("'dispatch' is not a string");
    const Dict workspace = dict("workspace");
    for (const DictEntry& entry : workspace)
        if (entry.key.kind() != AttrValue::Kind::String || !as<Buffer>(entry.value.node()))
            fail("'workspace' must map strings to buffers");
    const auto variant = dispatch.isNone() ? std::nullopt : std::optional(dispatch.text());
    return made<TilePrimitiveCall>(opNamed(m_arena, op.text()), value("args").items(),
                                   sortedByKey(m_arena, workspace), sortedByKey(m_arena, dict("config")),
                                   variant);
}

} // namespace tir::script
