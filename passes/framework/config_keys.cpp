#include "passes/framework/config_keys.h"

#include "core/support/decimal.h"

#include <algorithm>

namespace tir {

std::string_view toString(ConfigKey::Type type)
{
    switch (type) {
    case ConfigKey::Type::Bool:
        return "bool";
    case ConfigKey::Type::Int:
        return "int";
    case ConfigKey::Type::List:
        return "list";
    }
    return {};
}

const std::vector<ConfigKey>& allConfigKeys()
{
    using enum ConfigKey::Type;
    constexpr int64_t Any = std::numeric_limits<int64_t>::min();
    static const std::vector<ConfigKey> Keys{
        {"s_tir.HoistExpression.hoisted_conditionals", Int, "7",
         "flags of what is hoisted: 1 if statements, 2 if_then_else, 4 and/or, 8 across threads and blocks",
         0, 15},
        {"s_tir.HoistExpression.hoisted_let_bindings", Int, "7",
         "flags of what is hoisted: 1 required by a condition, 2 Bind statements, 4 let expressions", 0, 7},
        {"s_tir.HoistIfThenElse.support_block_scope_hoisting", Bool, "false",
         "a condition on thread variables may cross their binding"},
        {"s_tir.InjectDoubleBuffer.split_loop", Int, "1",
         "InjectDoubleBuffer splits the loop by this factor"},
        {"s_tir.LoopPartition.no_unroll_loop_with_extent_one", Bool, "false",
         "LoopPartition keeps loops over one iteration"},
        {"s_tir.LoopPartition.partition_const_loop", Bool, "false",
         "LoopPartition also takes loops with constant bounds"},
        {"s_tir.LoopPartition.unroll_loop_with_partition_hint_no_interval", Bool, "false",
         "LoopPartition unrolls hinted loops that it cannot partition"},
        {"s_tir.instr_siblings", Bool, "true", "InstrumentProfileIntrinsics counts loops next to each other"},
        {"s_tir.lwp_disable_func_prof", Bool, "false", "InstrumentProfileIntrinsics leaves functions out"},
        {"s_tir.lwp_max_depth", Int, "0",
         "InstrumentProfileIntrinsics stops at this depth of loops; 0: never"},
        {"s_tir.lwp_min_height", Int, "1", "InstrumentProfileIntrinsics takes loops of at least this height"},
        {"s_tir.reset_start_id", Bool, "false", "InstrumentProfileIntrinsics numbers loops from 0 again"},
        {"testing.immutable_module", Bool, "false", "accepted; modules cannot change here"},
        {"tirx.RemoveNoOp.ignore_profiler_call", Bool, "false", "RemoveNoOp deletes CUDA timer calls, too"},
        {"tirx.RemoveNoOp.max_simplification_steps", Int, "0",
         "RemoveNoOp fails after this many steps; 0: never"},
        {"tirx.StmtSimplify.apply_constraints_to_boolean_branches", Bool, "false",
         "StmtSimplify simplifies each side of and/or under the other one"},
        {"tirx.StmtSimplify.convert_boolean_to_and_of_ors", Bool, "false",
         "StmtSimplify writes conditions as conjunctions of disjunctions"},
        {"tirx.StmtSimplify.transitively_prove_inequalities", Bool, "false",
         "StmtSimplify combines inequalities"},
        {"tirx.UnrollLoop.auto_max_depth", Int, "8", "UnrollLoop nests at most so many unrolled loops", Any},
        {"tirx.UnrollLoop.auto_max_extent", Int, "0", "UnrollLoop unrolls loops up to this extent", Any},
        {"tirx.UnrollLoop.auto_max_step", Int, "0", "UnrollLoop unrolls bodies of up to so many steps", Any},
        {"tirx.UnrollLoop.explicit_unroll", Int, "1", "0: UnrollLoop marks loops and does not expand them", 0,
         1},
        {"tirx.UnrollLoop.unroll_local_access", Int, "0", "UnrollLoop unrolls loops that index local memory",
         0, 1},
        {"tirx.add_lower_pass", List, "", "accepted; TVM does not read it"},
        {"tirx.debug_keep_trivial_loop", Bool, "false", "accepted; TVM does not read it"},
        {"tirx.disable_assert", Bool, "false", "code generation leaves asserts out"},
        {"tirx.disable_cse_tir", Bool, "false", "no CommonSubexprElim in the pipeline"},
        {"tirx.disable_storage_rewrite", Bool, "false", "no StorageRewrite in the pipeline"},
        {"tirx.disable_vectorize", Bool, "false", "VectorizeLoop(False): vectorized loops become serial"},
        {"tirx.enable_buffer_level_predication", Bool, "",
         "VectorizeLoop turns conditions into predicates; not set: for targets with scalable vectors"},
        {"tirx.enable_debug", Bool, "false", "accepted; TVM does not read it"},
        {"tirx.enable_fast_math", Bool, "false", "LowerIntrin takes fast and less exact functions"},
        {"tirx.instrument_bound_checkers", Bool, "false", "InstrumentBoundCheckers in the pipeline"},
        {"tirx.instrument_lwp", Bool, "false", "InstrumentProfileIntrinsics in the pipeline"},
        {"tirx.is_entry_func", Bool, "false", "accepted; TVM does not read it"},
        {"tirx.merge_static_smem", Bool, "false",
         "MergeSharedMemoryAllocations merges static shared memory, too; StorageRewrite shares nothing"},
        {"tirx.noalias", Bool, "true", "accepted; only TVM's scheduler reads it"},
        {"tirx.ptx_ldg32", Bool, "false", "InjectPTXLDG32 in the pipeline, twice"},
        {"tirx.use_async_copy", Bool, "false", "LowerAsyncDMA and InjectPTXAsyncCopy in the pipeline"},
        {"tirx.vtcm_capacity", Int, "0", "VerifyVTCMLimit allows this many bytes; 0: any number"},
    };
    return Keys;
}

const ConfigKey* findConfigKey(std::string_view key)
{
    const auto found = std::ranges::find(allConfigKeys(), key, &ConfigKey::key);
    return found == allConfigKeys().end() ? nullptr : &*found;
}

std::string configValueText(const PassArgument& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* integer = std::get_if<int64_t>(&value))
        return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&value))
        return decimalText(*real, std::numeric_limits<double>::max_digits10);
    return std::get<std::string>(value);
}

} // namespace tir
