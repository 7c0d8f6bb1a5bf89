/// Asynchronous stages of a pipeline: their writes are committed in groups to the queue of the stage, and the first
/// reader waits until few enough groups are in flight; in sound mode, every reader.

#pragma once

#include "passes/blocks/inject_software_pipeline/versions.h"

#include <map>

namespace tir::passes {

/// A component in one part of the pipeline: prologue, body or epilogue.
struct Instance {
    const PipelineComponent* component;
    const SBlock* block;
    const Expr* predicate;
    const Expr* iteration; ///< of the loop that was pipelined
};

class AsyncQueues {
public:
    AsyncQueues(arith::Analyzer& analyzer, BlockMaker& blocks, const Pipeline& pipeline,
                const std::vector<VersionedBuffer>& versions);

    /// The statements of a part, in order, with their commits and waits. `ofPart` knows the range of the loop
    /// of the part, and `extent` is its length.
    std::vector<const Stmt*> statements(std::vector<Instance> instances, arith::Analyzer& ofPart,
                                        const Expr* extent);

    /// A reader of several stages, which cannot wait for a single queue; null if there is none.
    const SBlock* ambiguousReader() const { return m_ambiguousReader; }

private:
    /// Of a stage, over all parts.
    struct Queue {
        PointerSet<Buffer> buffers;
        const Expr* head; ///< the last iteration that is committed; null if unknown
    };
    struct Wait {
        size_t before; ///< number of the instance
        const Expr* inFlight;
    };
    /// Of a stage, in one part.
    struct PartQueue {
        std::vector<std::vector<size_t>> groups; ///< numbers of instances
        bool isConsumed = false;
        const Expr* head = nullptr;
        const Expr* predicate = nullptr; ///< of the producers
        std::vector<Wait> waits;
        PointerSet<Buffer> written; ///< by the instances so far
    };
    struct Part {
        std::vector<Instance> instances;
        arith::Analyzer& analyzer;
        std::map<int64_t, PartQueue> queues;
        PointerMap<Buffer, size_t> groups; ///< by buffer, in the queue of its stage
    };

    void collectGroups(Part& part);
    void markConsumed(Part& part, const Instance& reader);
    void addToGroup(Part& part, size_t index);
    bool startsGroup(const Part& part, size_t index) const;
    void collectWaits(Part& part);
    std::optional<int64_t> stageReadBy(const Instance& instance);
    const Expr* inFlight(const Part& part, const Instance& reader, int64_t stage, PartQueue& queue);
    void insertWaits(Part& part);
    std::vector<const Stmt*> committed(const Part& part);
    void advance(const Part& part, const Expr* extent);
    const SBlock* withBody(const SBlock& block, const Stmt* body);
    const Stmt* attribute(std::string_view key, const Expr* value, const Stmt* body);

    Arena& m_arena;
    arith::Analyzer& m_analyzer;
    BlockMaker& m_blocks;
    std::map<int64_t, Queue> m_queues; ///< by stage
    const SBlock* m_ambiguousReader = nullptr;
};

} // namespace tir::passes
