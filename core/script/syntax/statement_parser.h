/// Statements and suites, on top of expressions.

#pragma once

#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/syntax_parser.h"

#include <unordered_set>

namespace tir::script {

class StatementParser : public ExpressionParser {
public:
    StatementParser(const Tokens& tokens, Arena& arena, Diagnostics& diagnostics, ReadProgress* progress)
        : ExpressionParser(tokens, arena, diagnostics),
          m_progress(progress)
    {}

    Suite file();
    /// From here on, bodies of functions of a class and large suites are left out.
    void leaveOutSuites() { m_leavesOutSuites = true; }
    /// The tokens where the bodies of functions start that were left out.
    const std::unordered_set<uint32_t>& bodiesToCome() const { return m_bodiesToCome; }
    /// The suite that starts there.
    Suite suiteAt(size_t token);
    /// The next statements of a suite, about `tokens` tokens; `at` is moved to the token after them, or to 0 at the end
    /// of the suite.
    Suite statementsAt(uint32_t& at, size_t tokens);
    /// Whether a value of the statements may refer to them later.
    bool hasLambda() const { return m_hasLambda; }

private:
    // ---- lines and suites (statement_parser.cpp)
    Statement* make(StatementKind kind, uint32_t begin);
    void statement(std::vector<const Statement*>& into);
    /// Skips to the start of the next statement; statements indented below the broken one are parsed for their errors.
    void finishBroken(Statement& broken);
    /// Precondition: at an Indent.
    Suite indented();
    /// A block that is indented for no reason: its statements would have another meaning.
    const Statement* misplaced();
    /// The names of the line that starts at token `first`, up to `stop` when the line has it.
    std::span<const Syntax* const> namesOfLine(size_t first, TokenId from, TokenId stop);
    /// The names that an assignment with a syntax error would have defined.
    std::span<const Syntax* const> assignedNames(size_t first);
    uint32_t lastTextEnd() const;
    Statement* invalid(uint32_t begin) { return make(StatementKind::Invalid, begin); }
    /// The head of a compound statement did not parse. `names`: that it would have defined.
    Statement* broken(uint32_t begin, std::span<const Syntax* const> names = {});
    Statement* withSuite(Statement* owner);
    bool leavesOutSuite(const Statement& owner) const;
    /// Where the suite starts that is skipped. Precondition: it is on separate lines.
    uint32_t skipSuite();
    /// `:` and the statements after it.
    Suite suite();
    void skipToLineEnd();

    // ---- with a suite (compound_statement_parser.cpp)
    /// Null when no compound statement starts here.
    Statement* compound(uint32_t begin);
    Statement* forLoop(uint32_t begin);
    Statement* whileLoop(uint32_t begin);
    Statement* ifElse(uint32_t begin);
    Statement* with(uint32_t begin);
    Statement* definition(uint32_t begin);
    bool signature(Statement& function);

    // ---- on one line (simple_statement_parser.cpp)
    Statement* simple(uint32_t begin);
    /// Skips everything except imports of names: other imports are not needed.
    Statement* import(uint32_t begin);
    SyntaxName dottedName();
    Statement* assignmentOrExpression(uint32_t begin);

    ReadProgress* m_progress; ///< may be null
    static constexpr int MaxElif = 200;
    int m_elifs = 0; ///< in each other
    bool m_isInClass = false;
    bool m_leavesOutSuites = false;
    std::unordered_set<uint32_t> m_bodiesToCome;
};

} // namespace tir::script
