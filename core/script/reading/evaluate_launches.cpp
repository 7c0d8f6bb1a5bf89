/// Launches and attributes: `T.launch_thread`, `T.env_thread`, `T.attr`.

#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/unknown_arguments.h"

namespace tir::script {

Value Evaluator::envThread(CallSite& site)
{
    const Value* tagValue = argument(site, "thread_tag", 0);
    const Value* wanted = argument(site, "dtype", 1);
    std::string_view tag;
    DType type = Int32;
    if (!tagValue)
        return fail(site.syntax->span, "missing-argument", "'env_thread' needs a thread tag");
    if (!toText(*tagValue, argumentSpan(site, tagValue), "the thread tag", tag) ||
        (wanted && !toDType(*wanted, argumentSpan(site, wanted), type)))
        return {};
    const Var* var = made(m_arena.make<Var>(nameFor(site), primType(m_arena, type)), site.syntax->span);
    m_envThreads[var] = m_arena.make<IterVar>(nullptr, var, IterType::ThreadIndex, tag);
    std::vector<DictEntry> kept;
    keep(site, kept, "env");
    if (!kept.empty())
        m_envArguments[var] = std::move(kept);
    return Value::ofExpr(var);
}

bool Evaluator::launchFrame(const Syntax& call, const Syntax* target, std::vector<OpenAttr>& frames)
{
    CallSite site;
    site.syntax = &call;
    site.path = "launch_thread";
    const bool isGood = arguments(call, site);
    const Value* thread = isGood ? argument(site, "thread", 0) : nullptr;
    const Value* extentValue = isGood ? argument(site, "extent", 1) : nullptr;
    const auto refuse = [&] {
        if (target)
            define(*target, {});
        return false;
    };
    if (!thread || !extentValue) {
        if (isGood)
            fail(call.span, "missing-argument", "'launch_thread' takes a thread and an extent");
        return refuse();
    }
    const Expr* extent = toExpr(*extentValue, argumentSpan(site, extentValue));
    if (!extent)
        return refuse();
    if (!extent->dtype.isIntegral() || !extent->dtype.isScalar()) {
        fail(argumentSpan(site, extentValue), "type-mismatch",
             "the extent has type " + toString(extent->dtype) + ", expected an integer");
        return refuse();
    }
    const Range* domain = m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent);
    const Var* var = as<Var>(thread->expr());
    std::string_view tag;
    std::vector<DictEntry> kept;
    if (var) {
        const auto known = m_envThreads.find(var);
        if (known == m_envThreads.end()) {
            fail(argumentSpan(site, thread), "not-a-thread",
                 "'" + std::string(var->name) + "' is no thread variable; T.env_thread makes one");
            return refuse();
        }
        tag = known->second->threadTag;
        if (const auto given = m_envArguments.find(var); given != m_envArguments.end())
            kept = given->second;
    } else {
        if (!toText(*thread, argumentSpan(site, thread), "the thread", tag))
            return refuse();
        const std::string_view name = target && target->kind == SyntaxKind::Name ? target->text : tag;
        var = m_arena.make<Var>(m_arena.intern(name), primType(m_arena, extent->dtype));
    }
    keep(site, kept);
    const IterVar* axis = m_arena.make<IterVar>(domain, var, IterType::ThreadIndex, tag);
    m_envThreads[var] = axis;
    if (target)
        define(*target, Value::ofExpr(var));
    else
        made(var, argumentSpan(site, thread));
    const std::string_view key = tag.starts_with("vthread") ? attr::VirtualThread : attr::ThreadExtent;
    frames.push_back({AttrValue::ofNode(axis), key, extent, call.span});
    keepInFrame(kept, call.span, frames);
    return true;
}

void Evaluator::keepInFrame(const std::vector<DictEntry>& kept, Span span, std::vector<OpenAttr>& frames)
{
    if (!kept.empty())
        frames.push_back({AttrValue::ofDict(m_arena.copy(kept)), UnknownFrame, int32(m_arena, 0), span});
}

/// `T.attr(node, "key", value)`, and `T.attr({"key": value, …})` on the constant zero.
bool Evaluator::attrFrames(const Syntax& call, std::vector<OpenAttr>& frames)
{
    CallSite site;
    site.syntax = &call;
    site.path = "attr";
    if (!arguments(call, site))
        return false;
    std::vector<DictEntry> kept;
    const Value* node = argument(site, "node", 0);
    if (node && node->is(Value::Kind::Dict) && site.args.size() == 1) {
        for (const ValueEntry& entry : node->entries) {
            std::string_view key;
            const Expr* value = toExpr(entry.value, call.span);
            if (!value || !toText(entry.key, call.span, "the key", key))
                return false;
            frames.push_back({AttrValue::ofNode(int32(m_arena, 0)), key, value, call.span});
        }
        if (frames.empty())
            return false;
        keep(site, kept);
        keepInFrame(kept, call.span, frames);
        return true;
    }
    const Value* keyValue = argument(site, "attr_key", 1);
    const Value* value = argument(site, "value", 2);
    if (!node || !keyValue || !value) {
        fail(call.span, "missing-argument", "'attr' takes a node, a key and a value");
        return false;
    }
    keep(site, kept);
    std::string_view key;
    const Expr* number = toExpr(*value, argumentSpan(site, value));
    if (!number || !toText(*keyValue, argumentSpan(site, keyValue), "the key", key))
        return false;
    AttrValue subject = attrValue(*node, argumentSpan(site, node));
    if (subject.kind() == AttrValue::Kind::Int)
        subject = AttrValue::ofNode(toExpr(*node, argumentSpan(site, node)));
    frames.push_back({subject, key, number, call.span});
    keepInFrame(kept, call.span, frames);
    return true;
}

} // namespace tir::script
