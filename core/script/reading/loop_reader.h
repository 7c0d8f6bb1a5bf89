/// `for` loops.

#pragma once

#include "core/script/reading/open_scopes.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
class Names;
class Operators;
class StatementReader;
struct Variables;

class LoopReader : public ReaderPart {
public:
    LoopReader(ReadContext& context, Names& names, OpenLoops& loops, Variables& variables,
               Conversions& values, Operators& operators, CallReader& calls, StatementReader& statements)
        : ReaderPart(context),
          m_names(names),
          m_loops(loops),
          m_variables(variables),
          m_values(values),
          m_operators(operators),
          m_calls(calls),
          m_statements(statements)
    {}

    void forLoop(const Statement& statement, std::vector<const Stmt*>& into);

private:
    struct LoopHeader;
    bool loopArguments(CallSite& site, LoopHeader& loop);
    bool loopHeaders(const Syntax& iterable, std::vector<LoopHeader>& loops);
    const Var* loopVariable(const Syntax& name, DType type);

    Names& m_names;
    OpenLoops& m_loops;
    Variables& m_variables;
    Conversions& m_values;
    Operators& m_operators;
    CallReader& m_calls;
    StatementReader& m_statements;
};

} // namespace tir::script
