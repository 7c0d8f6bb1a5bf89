#include "core/script/reading/frame_reader.h"

#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/support/text_format.h"

namespace tir::script {

Value FrameReader::envThread(CallSite& site)
{
    const Value* tagValue = site.argument("thread_tag", 0);
    const Value* wanted = site.argument("dtype", 1);
    std::string_view tag;
    DType type = Int32;
    if (!tagValue)
        return fail(site.syntax->span, "missing-argument", "'env_thread' needs a thread tag");
    if (!m_values.toText(*tagValue, site.spanOf(tagValue), "the thread tag", tag) ||
        (wanted && !m_values.toDType(*wanted, site.spanOf(wanted), type)))
        return {};
    const Var* var = made(m_arena.make<Var>(site.nameHint(), primType(m_arena, type)), site.syntax->span);
    m_envThreads[var] = m_arena.make<IterVar>(nullptr, var, IterType::ThreadIndex, tag);
    std::vector<DictEntry> kept;
    site.keepUnknown(kept, "env");
    if (!kept.empty())
        m_envArguments[var] = std::move(kept);
    return Value::ofExpr(var);
}

bool FrameReader::launchFrame(const Syntax& call, const Syntax* target, std::vector<OpenAttr>& frames)
{
    CallSite site(m_values, call, "launch_thread");
    const bool isGood = m_calls.arguments(call, site);
    const Value* thread = isGood ? site.argument("thread", 0) : nullptr;
    const Value* extentValue = isGood ? site.argument("extent", 1) : nullptr;
    const auto refuse = [&] {
        if (target)
            m_names.define(*target, {});
        return false;
    };
    if (!thread || !extentValue) {
        if (isGood)
            fail(call.span, "missing-argument", "'launch_thread' takes a thread and an extent");
        return refuse();
    }
    const Expr* extent = m_values.toExpr(*extentValue, site.spanOf(extentValue));
    if (!extent)
        return refuse();
    if (!extent->dtype.isIntegral() || !extent->dtype.isScalar()) {
        fail(site.spanOf(extentValue), "type-mismatch",
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
            fail(site.spanOf(thread), "not-a-thread",
                 quoted(var->name) + " is not a thread variable; T.env_thread makes one");
            return refuse();
        }
        tag = known->second->threadTag;
        if (const auto given = m_envArguments.find(var); given != m_envArguments.end())
            kept = given->second;
    } else {
        if (!m_values.toText(*thread, site.spanOf(thread), "the thread", tag))
            return refuse();
        const std::string_view name = target && target->kind == SyntaxKind::Name ? target->text : tag;
        var = m_arena.make<Var>(m_arena.intern(name), primType(m_arena, extent->dtype));
    }
    site.keepUnknown(kept);
    const IterVar* axis = m_arena.make<IterVar>(domain, var, IterType::ThreadIndex, tag);
    m_envThreads[var] = axis;
    if (target)
        m_names.define(*target, Value::ofExpr(var));
    made(var, target ? target->span : site.spanOf(thread));
    const std::string_view key = tag.starts_with("vthread") ? attr::VirtualThread : attr::ThreadExtent;
    frames.push_back({AttrValue::ofNode(axis), key, extent, call.span});
    keepInFrame(kept, call.span, frames);
    return true;
}

void FrameReader::keepInFrame(const std::vector<DictEntry>& kept, Span span, std::vector<OpenAttr>& frames)
{
    if (!kept.empty())
        frames.push_back({AttrValue::ofDict(m_arena.copy(kept)), UnknownFrame, int32(m_arena, 0), span});
}

/// `T.attr(node, "key", value)`, and `T.attr({"key": value, …})` on the constant zero.
bool FrameReader::attrFrames(const Syntax& call, std::vector<OpenAttr>& frames)
{
    CallSite site(m_values, call, "attr");
    if (!m_calls.arguments(call, site))
        return false;
    std::vector<DictEntry> kept;
    const Value* node = site.argument("node", 0);
    if (node && node->is(Value::Kind::Dict) && site.args.size() == 1) {
        for (const ValueEntry& entry : node->entries) {
            std::string_view key;
            const Expr* value = m_values.toExpr(entry.value, call.span);
            if (!value || !m_values.toText(entry.key, call.span, "the key", key))
                return false;
            frames.push_back({AttrValue::ofNode(int32(m_arena, 0)), key, value, call.span});
        }
        if (frames.empty())
            return false;
        site.keepUnknown(kept);
        keepInFrame(kept, call.span, frames);
        return true;
    }
    const Value* keyValue = site.argument("attr_key", 1);
    const Value* value = site.argument("value", 2);
    if (!node || !keyValue || !value) {
        fail(call.span, "missing-argument", "'attr' takes a node, a key and a value");
        return false;
    }
    site.keepUnknown(kept);
    std::string_view key;
    const Expr* number = m_values.toExpr(*value, site.spanOf(value));
    if (!number || !m_values.toText(*keyValue, site.spanOf(keyValue), "the key", key))
        return false;
    AttrValue subject = m_values.attrValue(*node, site.spanOf(node));
    if (subject.kind() == AttrValue::Kind::Int)
        subject = AttrValue::ofNode(m_values.toExpr(*node, site.spanOf(node)));
    frames.push_back({subject, key, number, call.span});
    keepInFrame(kept, call.span, frames);
    return true;
}

const Stmt* FrameReader::close(const std::vector<OpenAttr>& frames, const Stmt* body)
{
    for (size_t i = frames.size(); i-- > 0;)
        body = made(m_arena.make<AttrStmt>(frames[i].node, frames[i].key, frames[i].value, body),
                    frames[i].span);
    return body;
}

} // namespace tir::script
