/// The tile dialect: scopes of execution, the numbers of their members, tile primitives and hints.

#pragma once

#include "core/ir/stmt.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
class ExpressionReader;
class FrameReader;
class Names;
struct OpenAttr;
class StatementReader;
class StatementSink;

class TileReader : public ReaderPart {
public:
    TileReader(ReadContext& context, Names& names, StatementSink& sink, Conversions& values,
               ExpressionReader& expressions, CallReader& calls, FrameReader& frames,
               StatementReader& statements)
        : ReaderPart(context),
          m_names(names),
          m_sink(sink),
          m_values(values),
          m_expressions(expressions),
          m_calls(calls),
          m_frames(frames),
          m_statements(statements)
    {}

    void execScope(const Statement& statement, size_t item, ExecScopeKind kind,
                   std::vector<const Stmt*>& into);
    Value scopeIdCall(CallSite& site, ScopeBinding binding);
    bool isTileCall(const CallSite& site);
    Value tileCall(CallSite& site);
    void composition(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into);
    bool hintFrame(const Syntax& call, std::vector<OpenAttr>& frames);

private:
    const Stmt* tileStatement(CallSite& site, std::string_view path, const std::vector<AttrValue>& args);
    AttrValue tileArgument(const Value& value, Span span, bool isTileWanted);

    Names& m_names;
    StatementSink& m_sink;
    Conversions& m_values;
    ExpressionReader& m_expressions;
    CallReader& m_calls;
    FrameReader& m_frames;
    StatementReader& m_statements;
    std::vector<const ScopeIdDef*>* m_scopeIds = nullptr; ///< of the scope being read
    std::vector<DictEntry>* m_scopeKept = nullptr;        ///< unknown arguments of the scope and its ids
};

} // namespace tir::script
