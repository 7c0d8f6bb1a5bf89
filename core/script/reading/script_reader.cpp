#include "core/script/reading/script_reader.h"

#include "core/script/reading/assignment_reader.h"
#include "core/script/reading/block_reader.h"
#include "core/script/reading/buffer_accesses.h"
#include "core/script/reading/buffer_builder.h"
#include "core/script/reading/builtin_expressions.h"
#include "core/script/reading/builtin_statements.h"
#include "core/script/reading/builtin_values.h"
#include "core/script/reading/builtins.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/foreign_calls.h"
#include "core/script/reading/frame_reader.h"
#include "core/script/reading/function_reader.h"
#include "core/script/reading/layout_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/loop_reader.h"
#include "core/script/reading/metadata_section.h"
#include "core/script/reading/method_calls.h"
#include "core/script/reading/module_reader.h"
#include "core/script/reading/module_scope.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operation_calls.h"
#include "core/script/reading/operators.h"
#include "core/script/reading/statement_reader.h"
#include "core/script/reading/statement_sink.h"
#include "core/script/reading/subscript_reader.h"
#include "core/script/reading/tile_reader.h"
#include "core/script/reading/view_builder.h"

namespace tir::script {

struct ScriptReader::Parts {
    Parts(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
          Diagnostics& diagnostics, ReadProgress* progress);

    ReadContext context;

    // State
    Names names;
    OpenScopes scopes;
    OpenLoops loops;
    Variables variables;
    ModuleFunctions functions;
    ModuleAttributes attributes;
    StatementSink sink;
    MetadataSection metadata;
    LegacySpellings legacy;

    // Values
    Conversions values;
    Operators operators;
    BufferAccesses accesses;
    EarlyUses early;

    // Expressions and calls
    ExpressionReader expressionReader;
    SubscriptReader subscripts;
    LayoutReader layouts;
    OperationCalls operations;
    ViewBuilder views;
    BufferBuilder buffers;
    ExpressionBuiltins expressionBuiltins;
    StatementBuiltins statementBuiltins;
    ValueBuiltins valueBuiltins;
    MethodCalls methods;
    ForeignCalls foreign;
    CallReader calls;

    // Statements
    FrameReader frames;
    TileReader tiles;
    BlockReader blocks;
    LoopReader loopReader;
    AssignmentReader assignments;
    StatementReader statements;
    FunctionReader functionReader;
    ModuleReader moduleReader;
    Builtins builtins;
};

ScriptReader::Parts::Parts(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
                           Diagnostics& diagnostics, ReadProgress* progress)
    : context{arena, diagnostics},
      names(context),
      sink(context),
      metadata(context, names),
      legacy(context, text, dialect),
      values(context),
      operators(context, values),
      accesses(context, names, values),
      early(context, syntax, names, scopes, sink, values, calls),
      expressionReader(context, text, names, functions, values, operators, early, subscripts, calls),
      subscripts(context, values, accesses, metadata, expressionReader),
      layouts(context, names, values, expressionReader, calls),
      operations(context, values),
      views(context, sink, values, early),
      buffers(context, scopes, sink, values, early),
      expressionBuiltins(context, values, operators),
      statementBuiltins(context, legacy, scopes, sink, values, accesses, operations),
      valueBuiltins(context, values, operators, expressionReader),
      methods(context, values, operators, accesses, views, statementBuiltins),
      foreign(context, text, scopes, attributes, values, calls, valueBuiltins),
      calls(context, names, legacy, variables, functions, values, early, expressionReader, builtins, layouts,
            foreign, operations, methods, tiles),
      frames(context, names, values, calls),
      tiles(context, names, sink, values, expressionReader, calls, frames, statements),
      blocks(context, scopes, loops, sink, values, operators, calls, statements),
      loopReader(context, names, loops, variables, values, operators, calls, statements),
      assignments(context, names, legacy, scopes, variables, values, operators, accesses, expressionReader,
                  subscripts, calls, buffers, views),
      statements(context, syntax, progress, names, legacy, scopes, sink, values, expressionReader, calls,
                 frames, blocks, tiles, loopReader, assignments),
      functionReader(context, text, syntax, names, legacy, scopes, functions, values, early, expressionReader,
                     calls, statements),
      moduleReader(context, text, dialect, names, legacy, functions, attributes, metadata, expressionReader,
                   functionReader),
      builtins({&blocks, &buffers, &expressionBuiltins, &frames, &layouts, &operations, &statementBuiltins,
                &valueBuiltins})
{}

ScriptReader::ScriptReader(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
                           Diagnostics& diagnostics, ReadProgress* progress)
    : m_parts(std::make_unique<Parts>(text, syntax, dialect, arena, diagnostics, progress))
{}

ScriptReader::~ScriptReader() = default;

const Module* ScriptReader::module(Suite file, const ParseOptions& options, bool& isBareFunction)
{
    return m_parts->moduleReader.module(file, options, isBareFunction);
}

std::vector<Span> ScriptReader::takeSpans()
{
    return m_parts->context.spans.take(m_parts->moduleReader.span());
}

Diagnostics& ScriptReader::remarks()
{
    return m_parts->context.remarks;
}

std::string_view ScriptReader::metadata() const
{
    return m_parts->metadata.json();
}

} // namespace tir::script
