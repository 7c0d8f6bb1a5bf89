/// Blocks: `with T.sblock(…)` and the statements that only occur in it.

#pragma once

#include "core/script/reading/open_scopes.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
struct OpenScopes;
class Operators;
class StatementReader;
class StatementSink;

class BlockReader : public ReaderPart {
public:
    BlockReader(ReadContext& context, OpenScopes& scopes, OpenLoops& loops, StatementSink& sink,
                Conversions& values, Operators& operators, CallReader& calls, StatementReader& statements)
        : ReaderPart(context),
          m_scopes(scopes),
          m_loops(loops),
          m_sink(sink),
          m_values(values),
          m_operators(operators),
          m_calls(calls),
          m_statements(statements)
    {}

    void block(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into);
    void initBlock(const Statement& statement);
    Value axis(CallSite& site);
    Value axisRemap(CallSite& site);
    Value reads(CallSite& site);
    Value writes(CallSite& site);
    Value where(CallSite& site);
    Value blockAttr(CallSite& site);

private:
    bool needsBlock(const CallSite& site);
    Value addAxis(IterType type, const Range* domain, const Expr* value, std::string_view name);
    /// For each of the axes from number `first` on.
    void keepForAxes(CallSite& site, size_t first);
    void regions(CallSite& site, std::vector<const BufferRegion*>& into);

    OpenScopes& m_scopes;
    OpenLoops& m_loops;
    StatementSink& m_sink;
    Conversions& m_values;
    Operators& m_operators;
    CallReader& m_calls;
    StatementReader& m_statements;
};

} // namespace tir::script
