/// Writes layouts and the parts of execution scopes.

#include "core/script/json/tvm_json_writer.h"

namespace tir::script {

int64_t TvmJsonWriter::layout(const Node& node)
{
    const auto axis = [this](std::string_view name) { return shared("tirx.Axis", jsonText(name)); };
    Fields fields;
    if (const auto* iter = as<Iter>(&node)) {
        fields.add("extent", this->node(iter->extent)).add("stride", this->node(iter->stride));
        return typed("tirx.Iter", withKept(fields.add("axis", axis(iter->axis)), iter->kept).object());
    }
    if (const auto* compose = as<ComposeLayout>(&node)) {
        fields.add("swizzle", this->node(compose->swizzle)).add("tile_layout", this->node(compose->tile));
        return typed("tirx.ComposeLayout", withKept(fields, compose->kept).object());
    }
    if (const auto* swizzle = as<SwizzleLayout>(&node)) {
        const int64_t mask = (int64_t(1) << swizzle->swizzleLen) - 1;
        fields.add("per_element", int64_t(swizzle->perElement))
            .add("swizzle_len", int64_t(swizzle->swizzleLen));
        fields.add("atom_len", int64_t(swizzle->atomLen));
        fields.add("swizzle_inner", swizzle->swizzleInner ? "true" : "false");
        fields.add("inner_mask", mask).add("outer_mask", mask << swizzle->atomLen);
        return typed("tirx.SwizzleLayout", withKept(fields, swizzle->kept).object());
    }
    const auto& tile = to<TileLayout>(node);
    std::vector<int64_t> offsets;
    for (const AxisOffset& offset : tile.offset) {
        offsets.push_back(axis(offset.axis));
        offsets.push_back(this->node(offset.value));
    }
    fields.add("shard", array(tile.shard)).add("replica", array(tile.replica));
    fields.add("offset", indices(offsets, "ffi.Map"));
    return typed("tirx.TileLayout", withKept(fields, tile.kept).object());
}

int64_t TvmJsonWriter::scopeIdDef(const ScopeIdDef& definition)
{
    const auto list = [this](const std::optional<ExprList>& exprs) { return exprs ? array(*exprs) : None; };
    Fields fields;
    fields.add("def_ids", array(definition.defIds)).add("extents", list(definition.extents));
    fields.add("scope", int64_t(definition.binding));
    return typed("tirx.ScopeIdDef",
                 fields.add("preferred_extents", list(definition.preferredExtents)).object());
}

int64_t TvmJsonWriter::execScope(const ExecScopeStmt& stmt)
{
    Fields fields;
    fields.add("kind", int64_t(stmt.scope)).add("scope_id_def", array(stmt.scopeIds));
    return typed("tirx.ExecScope", fields.object());
}

} // namespace tir::script
