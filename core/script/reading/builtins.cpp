/// The names of the dialect that are more than operations, and what handles them.

#include "core/script/reading/evaluator.h"

#include <algorithm>
#include <array>

namespace tir::script {

struct BuiltinTable {
    struct Entry {
        std::string_view path;
        Evaluator::Handler handler;
    };

    /// Sorted by path.
    static constexpr std::array Entries{
        Entry{"Add", &Evaluator::binaryCall},
        Entry{"And", &Evaluator::binaryCall},
        Entry{"Bind", &Evaluator::bindCall},
        Entry{"Broadcast", &Evaluator::broadcastCall},
        Entry{"Buffer", &Evaluator::bufferAnnotation},
        Entry{"Call", &Evaluator::genericCall},
        Entry{"Cast", &Evaluator::castCall},
        Entry{"ComposeLayout", &Evaluator::composeLayoutCall},
        Entry{"Div", &Evaluator::binaryCall},
        Entry{"EQ", &Evaluator::binaryCall},
        Entry{"FloatImm", &Evaluator::immCall},
        Entry{"FloorDiv", &Evaluator::binaryCall},
        Entry{"FloorMod", &Evaluator::binaryCall},
        Entry{"GE", &Evaluator::binaryCall},
        Entry{"GT", &Evaluator::binaryCall},
        Entry{"IntImm", &Evaluator::immCall},
        Entry{"Iter", &Evaluator::iterCall},
        Entry{"LE", &Evaluator::binaryCall},
        Entry{"LT", &Evaluator::binaryCall},
        Entry{"Let", &Evaluator::letCall},
        Entry{"Max", &Evaluator::binaryCall},
        Entry{"Min", &Evaluator::binaryCall},
        Entry{"Mod", &Evaluator::binaryCall},
        Entry{"Mul", &Evaluator::binaryCall},
        Entry{"NE", &Evaluator::binaryCall},
        Entry{"Not", &Evaluator::notCall},
        Entry{"Or", &Evaluator::binaryCall},
        Entry{"Ramp", &Evaluator::rampCall},
        Entry{"Range", &Evaluator::rangeCall},
        Entry{"Select", &Evaluator::selectCall},
        Entry{"Shuffle", &Evaluator::shuffleCall},
        Entry{"SizeVar", &Evaluator::varCall},
        Entry{"StringImm", &Evaluator::immCall},
        Entry{"Sub", &Evaluator::binaryCall},
        Entry{"SwizzleLayout", &Evaluator::swizzleLayoutCall},
        Entry{"Var", &Evaluator::varCall},
        Entry{"abs", &Evaluator::absCall},
        Entry{"alloc_buffer", &Evaluator::allocBuffer},
        Entry{"alloc_local", &Evaluator::allocBuffer},
        Entry{"alloc_scalar", &Evaluator::scalarCall},
        Entry{"alloc_shared", &Evaluator::allocBuffer},
        Entry{"axis.R", &Evaluator::axis},
        Entry{"axis.S", &Evaluator::axis},
        Entry{"axis.opaque", &Evaluator::axis},
        Entry{"axis.reduce", &Evaluator::axis},
        Entry{"axis.remap", &Evaluator::axisRemap},
        Entry{"axis.scan", &Evaluator::axis},
        Entry{"axis.spatial", &Evaluator::axis},
        Entry{"bind", &Evaluator::bindCall},
        Entry{"broadcast", &Evaluator::broadcastCall},
        Entry{"buffer_store", &Evaluator::storeCall},
        Entry{"call_intrin", &Evaluator::intrinsicCall},
        Entry{"cast", &Evaluator::castCall},
        Entry{"ceildiv", &Evaluator::ceilDivCall},
        Entry{"comm_reducer", &Evaluator::reducerCall},
        Entry{"cuda.func_call", &Evaluator::cudaFuncCall},
        Entry{"cuda_func_call", &Evaluator::cudaFuncCall},
        Entry{"decl_buffer", &Evaluator::declBuffer},
        Entry{"decl_scalar", &Evaluator::declScalarCall},
        Entry{"env_thread", &Evaluator::envThread},
        Entry{"evaluate", &Evaluator::evaluateStatementCall},
        Entry{"floordiv", &Evaluator::binaryCall},
        Entry{"floormod", &Evaluator::binaryCall},
        Entry{"func_attr", &Evaluator::funcAttrCall},
        Entry{"if_then_else", &Evaluator::ifThenElseCall},
        Entry{"index_map", &Evaluator::indexMapCall},
        Entry{"infinity", &Evaluator::limitCall},
        Entry{"iter_var", &Evaluator::iterVarCall},
        Entry{"local_scalar", &Evaluator::scalarCall},
        Entry{"match_buffer", &Evaluator::matchBuffer},
        Entry{"max", &Evaluator::binaryCall},
        Entry{"max_value", &Evaluator::limitCall},
        Entry{"meta_var", &Evaluator::metaVarCall},
        Entry{"min", &Evaluator::binaryCall},
        Entry{"min_value", &Evaluator::limitCall},
        Entry{"ramp", &Evaluator::rampCall},
        Entry{"reads", &Evaluator::reads},
        Entry{"reduce", &Evaluator::reduceCall},
        Entry{"sblock_alloc_buffer", &Evaluator::blockAllocBuffer},
        Entry{"sblock_attr", &Evaluator::blockAttr},
        Entry{"shared_scalar", &Evaluator::scalarCall},
        Entry{"target", &Evaluator::targetCall},
        Entry{"truncdiv", &Evaluator::binaryCall},
        Entry{"truncmod", &Evaluator::binaryCall},
        Entry{"where", &Evaluator::where},
        Entry{"writes", &Evaluator::writes},
    };
};

Evaluator::Handler Evaluator::findBuiltin(std::string_view path)
{
    static_assert(std::ranges::is_sorted(BuiltinTable::Entries, {}, &BuiltinTable::Entry::path));
    const auto found = std::ranges::lower_bound(BuiltinTable::Entries, path, {}, &BuiltinTable::Entry::path);
    return found != BuiltinTable::Entries.end() && found->path == path ? found->handler : nullptr;
}

} // namespace tir::script
