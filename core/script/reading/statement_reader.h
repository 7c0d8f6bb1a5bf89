/// Statements and suites.

#pragma once

#include "core/script/reading/open_scopes.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class AssignmentReader;
class BlockReader;
class CallReader;
class Conversions;
class ExpressionReader;
class FrameReader;
class LegacySpellings;
class LoopReader;
class Names;
struct OpenAttr;
struct OpenScopes;
class ReadProgress;
class StatementSink;
class TileReader;

class StatementReader : public ReaderPart {
public:
    StatementReader(ReadContext& context, SyntaxReader& syntax, ReadProgress* progress, Names& names,
                    LegacySpellings& legacy, OpenScopes& scopes, StatementSink& sink, Conversions& values,
                    ExpressionReader& expressions, CallReader& calls, FrameReader& frames,
                    BlockReader& blocks, TileReader& tiles, LoopReader& loops, AssignmentReader& assignments)
        : ReaderPart(context),
          m_syntax(syntax),
          m_progress(progress),
          m_names(names),
          m_legacy(legacy),
          m_scopes(scopes),
          m_sink(sink),
          m_values(values),
          m_expressions(expressions),
          m_calls(calls),
          m_frames(frames),
          m_blocks(blocks),
          m_tiles(tiles),
          m_loops(loops),
          m_assignments(assignments)
    {}

    /// The statements that follow, in the suite that is open.
    const Stmt* suite(SuiteReader& statements);
    /// The body of a statement, in a suite of its own.
    const Stmt* body(const Statement& owner);
    void invalid(const Statement& statement);
    void with(const Statement& statement, size_t item, std::vector<const Stmt*>& into);

private:
    /// A launch or attribute without `with` extends to the end of its suite.
    bool opensFrame(const Statement& statement, std::vector<OpenAttr>& frames);
    void statement(const Statement& statement, std::vector<const Stmt*>& into);
    void expressionStatement(const Statement& statement, std::vector<const Stmt*>& into);
    void returnStatement(const Statement& statement, std::vector<const Stmt*>& into);
    void assertion(Span whole, const Syntax& tested, const Syntax* messageSyntax,
                   std::vector<const Stmt*>& into);
    void branch(const Statement& statement, std::vector<const Stmt*>& into);
    void whileLoop(const Statement& statement, std::vector<const Stmt*>& into);
    void oldScope(const Statement& statement, size_t item, std::vector<const Stmt*>& into);

    const Stmt* otherwise(const Statement& owner);

    SyntaxReader& m_syntax;
    ReadProgress* m_progress;
    Names& m_names;
    LegacySpellings& m_legacy;
    OpenScopes& m_scopes;
    StatementSink& m_sink;
    Conversions& m_values;
    ExpressionReader& m_expressions;
    CallReader& m_calls;
    FrameReader& m_frames;
    BlockReader& m_blocks;
    TileReader& m_tiles;
    LoopReader& m_loops;
    AssignmentReader& m_assignments;
    int m_depth = 0; ///< of launches and attributes without an indented suite
};

} // namespace tir::script
