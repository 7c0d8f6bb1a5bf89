#include "passes/blocks/inject_software_pipeline/async_queues.h"

#include <algorithm>

namespace tir::passes {

AsyncQueues::AsyncQueues(arith::Analyzer& analyzer, BlockMaker& blocks, const Pipeline& pipeline,
                         const std::vector<VersionedBuffer>& versions)
    : m_arena(analyzer.arena()),
      m_analyzer(analyzer),
      m_blocks(blocks)
{
    const Expr* min = pipeline.loop->min;
    const Expr* beforeFirst = binary(m_arena, BinaryOp::Sub, min, intImm(m_arena, min->dtype, 1));
    for (const PipelineComponent& component : pipeline.components) {
        if (!component.isAsync)
            continue;
        Queue& queue = m_queues[component.stage];
        queue.head = beforeFirst;
        for (const BufferRegion* write : component.block->writes) {
            queue.buffers.insert(write->buffer);
            const auto version = std::ranges::find(versions, write->buffer, &VersionedBuffer::original);
            if (version != versions.end())
                queue.buffers.insert(version->versioned);
        }
    }
}

std::vector<const Stmt*> AsyncQueues::statements(std::vector<Instance> instances, arith::Analyzer& ofPart,
                                                 const Expr* extent)
{
    Part part{std::move(instances), ofPart, {}, {}};
    collectGroups(part);
    collectWaits(part);
    insertWaits(part);
    std::vector<const Stmt*> statements = committed(part);
    advance(part, extent);
    return statements;
}

void AsyncQueues::collectGroups(Part& part)
{
    for (size_t i = 0; i < part.instances.size(); ++i) {
        Instance& instance = part.instances[i];
        // What a component waits for must have been committed before. TVM commits it together with the component itself
        // if both are in one stage.
        if (m_analyzer.options().isSound)
            markConsumed(part, instance);
        if (instance.component->isAsync) {
            addToGroup(part, i);
            instance.block =
                withBody(*instance.block, attribute("async_scope", int32(m_arena, 1), instance.block->body));
        }
        markConsumed(part, instance);
    }
}

void AsyncQueues::markConsumed(Part& part, const Instance& reader)
{
    for (const BufferRegion* read : reader.block->reads)
        for (const auto& [stage, queue] : m_queues)
            if (stage <= reader.component->stage && queue.buffers.contains(read->buffer))
                part.queues[stage].isConsumed = true;
}

void AsyncQueues::addToGroup(Part& part, size_t index)
{
    const Instance& instance = part.instances[index];
    PartQueue& queue = part.queues[instance.component->stage];
    // Writes that are already read must not be committed together with later ones.
    if (queue.groups.empty() || queue.isConsumed)
        queue.groups.emplace_back();
    queue.groups.back().push_back(index);
    for (const BufferRegion* write : instance.block->writes) {
        m_queues[instance.component->stage].buffers.insert(write->buffer);
        part.groups[write->buffer] = queue.groups.size() - 1;
    }
    queue.head = instance.iteration;
    if (!queue.predicate || part.analyzer.canProve(queue.predicate))
        queue.predicate = instance.predicate;
    else
        queue.predicate =
            part.analyzer.simplify(binary(m_arena, BinaryOp::And, queue.predicate, instance.predicate));
}

void AsyncQueues::collectWaits(Part& part)
{
    for (size_t i = 0; i < part.instances.size(); ++i) {
        const Instance& instance = part.instances[i];
        if (instance.component->isAsync)
            for (const BufferRegion* write : instance.block->writes)
                part.queues[instance.component->stage].written.insert(write->buffer);
        const std::optional<int64_t> stage = stageReadBy(instance);
        if (!stage)
            continue;
        PartQueue& queue = part.queues[*stage];
        const Expr* count = inFlight(part, instance, *stage, queue);
        // TVM waits once for all readers, though groups may be committed between them.
        if (queue.waits.empty() || m_analyzer.options().isSound)
            queue.waits.push_back({i, count});
        else if (m_analyzer.canProve(binary(m_arena, BinaryOp::LT, count, queue.waits.front().inFlight)))
            queue.waits.front().inFlight = count;
    }
}

std::optional<int64_t> AsyncQueues::stageReadBy(const Instance& instance)
{
    std::optional<int64_t> found;
    for (const BufferRegion* read : instance.block->reads)
        for (const auto& [stage, queue] : m_queues) {
            if (stage > instance.component->stage || !queue.buffers.contains(read->buffer))
                continue;
            if (found && *found != stage)
                m_ambiguousReader = instance.block;
            found = stage;
        }
    return found;
}

const Expr* AsyncQueues::inFlight(const Part& part, const Instance& reader, int64_t stage, PartQueue& queue)
{
    std::vector<const Expr*> heads; // of the groups that are read
    if (queue.groups.empty())
        heads.push_back(m_queues[stage].head);
    std::vector<bool> isCounted(queue.groups.size());
    for (const BufferRegion* read : reader.block->reads) {
        const size_t* group = part.groups.find(read->buffer);
        if (!group || *group >= isCounted.size() || isCounted[*group] ||
            !m_queues[stage].buffers.contains(read->buffer))
            continue;
        isCounted[*group] = true;
        // A producer that comes later in the iteration has committed the one before.
        const Expr* one = intImm(m_arena, queue.head->dtype, 1);
        heads.push_back(queue.written.contains(read->buffer)
                            ? queue.head
                            : binary(m_arena, BinaryOp::Sub, queue.head, one));
    }
    const Expr* sum = int32(m_arena, 0);
    for (const Expr* head : heads) {
        const Expr* zero = head ? intImm(m_arena, head->dtype, 0) : nullptr;
        if (!head || !part.analyzer.canProve(binary(m_arena, BinaryOp::GE, head, zero)))
            return int32(m_arena, 0);
        sum = add(m_arena, sum, m_analyzer.simplify(binary(m_arena, BinaryOp::Sub, head, reader.iteration)));
    }
    return sum;
}

void AsyncQueues::insertWaits(Part& part)
{
    for (const auto& [stage, queue] : part.queues)
        for (const Wait& wait : queue.waits) {
            const Expr* count = wait.inFlight;
            if (queue.predicate && !part.analyzer.canProve(queue.predicate))
                count =
                    callOp(m_arena, Int32, OpId::if_then_else, {queue.predicate, count, int32(m_arena, 0)});
            Instance& reader = part.instances[wait.before];
            const Stmt* counted = attribute("async_wait_inflight_count", count, reader.block->body);
            reader.block =
                withBody(*reader.block, attribute("async_wait_queue_scope", int32(m_arena, stage), counted));
        }
}

std::vector<const Stmt*> AsyncQueues::committed(const Part& part)
{
    std::vector<const Stmt*> statements;
    const std::vector<Instance>& all = part.instances;
    for (size_t i = 0; i < all.size();) {
        const PipelineComponent& component = *all[i].component;
        if (!component.isAsync) {
            statements.push_back(m_blocks.realize(all[i].block, all[i].predicate));
            ++i;
            continue;
        }
        const Expr* predicate = all[i].predicate;
        std::vector<const Stmt*> bodies;
        do
            bodies.push_back(all[i++].block->body);
        while (i < all.size() && all[i].component->isAsync && all[i].component->stage == component.stage &&
               !startsGroup(part, i));
        const Stmt* group =
            attribute("async_commit_queue_scope", int32(m_arena, component.stage), sequence(m_arena, bodies));
        statements.push_back(m_blocks.realize(m_blocks.blockOf(group), predicate));
    }
    return statements;
}

/// In TVM, what follows directly joins the group.
bool AsyncQueues::startsGroup(const Part& part, size_t index) const
{
    const auto& groups = part.queues.at(part.instances[index].component->stage).groups;
    return m_analyzer.options().isSound &&
           std::ranges::any_of(groups, [&](const auto& group) { return group.front() == index; });
}

void AsyncQueues::advance(const Part& part, const Expr* extent)
{
    for (const auto& [stage, queue] : part.queues) {
        const Expr*& head = m_queues[stage].head;
        const bool isKnown = queue.predicate && head && part.analyzer.canProve(queue.predicate);
        head = isKnown ? add(m_arena, head, extent) : nullptr;
    }
}

const SBlock* AsyncQueues::withBody(const SBlock& block, const Stmt* body)
{
    auto* made = m_arena.make<SBlock>(block);
    made->body = body;
    made->origin = &block;
    return made;
}

const Stmt* AsyncQueues::attribute(std::string_view key, const Expr* value, const Stmt* body)
{
    auto* made = m_arena.make<AttrStmt>(AttrValue::ofNode(int32(m_arena, 0)), key, value, body);
    made->origin = body;
    return made;
}

} // namespace tir::passes
