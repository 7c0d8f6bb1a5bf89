#include "core/script/reading/builtins.h"

#include "core/script/reading/block_reader.h"
#include "core/script/reading/buffer_builder.h"
#include "core/script/reading/builtin_expressions.h"
#include "core/script/reading/builtin_statements.h"
#include "core/script/reading/builtin_values.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/frame_reader.h"
#include "core/script/reading/layout_reader.h"
#include "core/script/reading/operation_calls.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

using Handler = Value (*)(const Builtins::Parts& parts, CallSite& site);

template <class Part>
Part partOf(Value (Part::*)(CallSite&));

/// Calls the method on the part that has it.
template <auto Method>
Value handler(const Builtins::Parts& parts, CallSite& site)
{
    return (std::get<decltype(partOf(Method))*>(parts)->*Method)(site);
}

struct Entry {
    std::string_view path;
    Handler handler;
};

/// Sorted by path.
constexpr std::array Entries{
    Entry{"Add", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"And", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Bind", handler<&StatementBuiltins::bindCall>},
    Entry{"Broadcast", handler<&ExpressionBuiltins::broadcastCall>},
    Entry{"Buffer", handler<&BufferBuilder::bufferAnnotation>},
    Entry{"Call", handler<&OperationCalls::genericCall>},
    Entry{"Cast", handler<&ExpressionBuiltins::castCall>},
    Entry{"ComposeLayout", handler<&LayoutReader::composeLayoutCall>},
    Entry{"Div", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"EQ", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"FloatImm", handler<&ExpressionBuiltins::immCall>},
    Entry{"FloorDiv", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"FloorMod", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"GE", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"GT", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"IntImm", handler<&ExpressionBuiltins::immCall>},
    Entry{"Iter", handler<&LayoutReader::iterCall>},
    Entry{"LE", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"LT", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Let", handler<&ExpressionBuiltins::letCall>},
    Entry{"LetStmt", handler<&StatementBuiltins::bindCall>},
    Entry{"Max", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Min", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Mod", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Mul", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"NE", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Not", handler<&ExpressionBuiltins::notCall>},
    Entry{"Or", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"Ramp", handler<&ExpressionBuiltins::rampCall>},
    Entry{"Range", handler<&ValueBuiltins::rangeCall>},
    Entry{"Select", handler<&ExpressionBuiltins::selectCall>},
    Entry{"Shuffle", handler<&ExpressionBuiltins::shuffleCall>},
    Entry{"SizeVar", handler<&ExpressionBuiltins::varCall>},
    Entry{"StringImm", handler<&ExpressionBuiltins::immCall>},
    Entry{"Sub", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"SwizzleLayout", handler<&LayoutReader::swizzleLayoutCall>},
    Entry{"Var", handler<&ExpressionBuiltins::varCall>},
    Entry{"abs", handler<&ExpressionBuiltins::absCall>},
    Entry{"alloc_buffer", handler<&BufferBuilder::allocBuffer>},
    Entry{"alloc_local", handler<&BufferBuilder::allocBuffer>},
    Entry{"alloc_scalar", handler<&BufferBuilder::scalarCall>},
    Entry{"alloc_shared", handler<&BufferBuilder::allocBuffer>},
    Entry{"allocate", handler<&BufferBuilder::allocate>},
    Entry{"axis.R", handler<&BlockReader::axis>},
    Entry{"axis.S", handler<&BlockReader::axis>},
    Entry{"axis.opaque", handler<&BlockReader::axis>},
    Entry{"axis.reduce", handler<&BlockReader::axis>},
    Entry{"axis.remap", handler<&BlockReader::axisRemap>},
    Entry{"axis.scan", handler<&BlockReader::axis>},
    Entry{"axis.spatial", handler<&BlockReader::axis>},
    Entry{"bind", handler<&StatementBuiltins::bindCall>},
    Entry{"broadcast", handler<&ExpressionBuiltins::broadcastCall>},
    Entry{"buffer_store", handler<&StatementBuiltins::storeCall>},
    Entry{"call_intrin", handler<&OperationCalls::intrinsicCall>},
    Entry{"cast", handler<&ExpressionBuiltins::castCall>},
    Entry{"ceildiv", handler<&ExpressionBuiltins::ceilDivCall>},
    Entry{"comm_reducer", handler<&ValueBuiltins::reducerCall>},
    Entry{"cuda.func_call", handler<&OperationCalls::cudaFuncCall>},
    Entry{"cuda_func_call", handler<&OperationCalls::cudaFuncCall>},
    Entry{"decl_buffer", handler<&BufferBuilder::declBuffer>},
    Entry{"decl_scalar", handler<&BufferBuilder::declScalarCall>},
    Entry{"env_thread", handler<&FrameReader::envThread>},
    Entry{"evaluate", handler<&StatementBuiltins::evaluateStatementCall>},
    Entry{"floordiv", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"floormod", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"func_attr", handler<&StatementBuiltins::funcAttrCall>},
    Entry{"if_then_else", handler<&ExpressionBuiltins::ifThenElseCall>},
    Entry{"index_map", handler<&ValueBuiltins::indexMapCall>},
    Entry{"infinity", handler<&ExpressionBuiltins::limitCall>},
    Entry{"isfinite", handler<&ExpressionBuiltins::finiteCall>},
    Entry{"isinf", handler<&ExpressionBuiltins::finiteCall>},
    Entry{"iter_var", handler<&ValueBuiltins::iterVarCall>},
    Entry{"local_scalar", handler<&BufferBuilder::scalarCall>},
    Entry{"match_buffer", handler<&BufferBuilder::matchBuffer>},
    Entry{"max", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"max_value", handler<&ExpressionBuiltins::limitCall>},
    Entry{"meta_var", handler<&ValueBuiltins::metaVarCall>},
    Entry{"min", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"min_value", handler<&ExpressionBuiltins::limitCall>},
    Entry{"ramp", handler<&ExpressionBuiltins::rampCall>},
    Entry{"reads", handler<&BlockReader::reads>},
    Entry{"reduce", handler<&ValueBuiltins::reduceCall>},
    Entry{"sblock_alloc_buffer", handler<&BufferBuilder::blockAllocBuffer>},
    Entry{"sblock_attr", handler<&BlockReader::blockAttr>},
    Entry{"shared_scalar", handler<&BufferBuilder::scalarCall>},
    Entry{"target", handler<&ValueBuiltins::targetCall>},
    Entry{"truncdiv", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"truncmod", handler<&ExpressionBuiltins::binaryCall>},
    Entry{"where", handler<&BlockReader::where>},
    Entry{"writes", handler<&BlockReader::writes>},
};

Handler find(std::string_view path)
{
    static_assert(std::ranges::is_sorted(Entries, {}, &Entry::path));
    const auto found = std::ranges::lower_bound(Entries, path, {}, &Entry::path);
    return found != Entries.end() && found->path == path ? found->handler : nullptr;
}

} // namespace

bool isBuiltin(std::string_view path)
{
    return find(path) != nullptr;
}

std::vector<std::string_view> builtinNames()
{
    // Frames and loops are read by the statements that they belong to.
    std::vector<std::string_view> names{"attr",   "grid",   "launch_thread",  "parallel", "prim_func",
                                        "sblock", "serial", "thread_binding", "unroll",   "vectorized"};
    for (const Entry& entry : Entries)
        names.push_back(entry.path);
    return names;
}

std::optional<Value> Builtins::call(CallSite& site) const
{
    if (const Handler handler = find(site.path))
        return handler(m_parts, site);
    return std::nullopt;
}

} // namespace tir::script
