/// Statements and suites, on top of expressions.

#include "core/script/read_progress.h"
#include "core/script/syntax_parser.h"
#include "core/support/check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace tir::script {
namespace {

struct AugmentedOperator {
    Word symbol;
    Operator op;
};

constexpr std::array AugmentedOperators{
    AugmentedOperator{"+=", Operator::Add},        AugmentedOperator{"-=", Operator::Sub},
    AugmentedOperator{"*=", Operator::Mul},        AugmentedOperator{"/=", Operator::Div},
    AugmentedOperator{"//=", Operator::FloorDiv},  AugmentedOperator{"%=", Operator::Mod},
    AugmentedOperator{"@=", Operator::MatMul},     AugmentedOperator{"**=", Operator::Pow},
    AugmentedOperator{"<<=", Operator::ShiftLeft}, AugmentedOperator{">>=", Operator::ShiftRight},
    AugmentedOperator{"&=", Operator::BitAnd},     AugmentedOperator{"|=", Operator::BitOr},
    AugmentedOperator{"^=", Operator::BitXor},
};

} // namespace

class StatementParser : public ExpressionParser {
public:
    StatementParser(std::span<const Lexeme> lexemes, Arena& arena, Diagnostics& diagnostics,
                    ReadProgress* progress)
        : ExpressionParser(lexemes, arena, diagnostics),
          m_progress(progress)
    {}

    Suite file()
    {
        std::vector<const Statement*> statements;
        while (!at(LexemeKind::End)) {
            if (at(LexemeKind::Indent)) {
                statements.push_back(misplaced());
            } else if (at(LexemeKind::Dedent)) {
                take();
            } else {
                statement(statements);
            }
        }
        return keep(statements);
    }

    /// From here on bodies of functions of a class are left out.
    void leaveOutBodies() { m_leavesOutBodies = true; }
    /// The lexemes where the bodies start that were left out.
    const std::unordered_set<uint32_t>& bodiesToCome() const { return m_bodiesToCome; }

    Suite bodyAt(size_t lexeme)
    {
        m_at = lexeme;
        return suite();
    }

private:
    Statement* make(StatementKind kind, uint32_t begin)
    {
        auto* made = arena().make<Statement>();
        made->kind = kind;
        made->span.begin = begin;
        return made;
    }

    void statement(std::vector<const Statement*>& into)
    {
        const uint32_t begin = peek().span.begin;
        if (m_progress && !m_progress->reached(begin)) {
            m_at = m_lexemes.size() - 1; // the End
            return;
        }
        Statement* made = compound(begin);
        if (made) {
            made->span.end = made->body.empty() && made->bodyToCome == 0 ? lastTextEnd() : made->span.end;
            into.push_back(made);
            return;
        }
        size_t first = m_at;
        do {
            const uint32_t simpleBegin = peek().span.begin;
            first = m_at;
            made = simple(simpleBegin);
            made->span.end = std::max(lastEnd(), simpleBegin);
            made->head = made->span;
            into.push_back(made);
        } while (made->kind != StatementKind::Invalid && accept(";") && !at(LexemeKind::Newline));
        if (made->kind == StatementKind::Invalid) {
            made->targets = assignedNames(first);
            finishBroken(*made);
        } else if (!at(LexemeKind::Newline)) {
            report(peek(), "the end of the line");
            skipToLineEnd();
            take();
            if (at(LexemeKind::Indent))
                into.push_back(misplaced());
        } else {
            take();
        }
    }

    /// To the start of the next statement; what is indented below the broken one is read for its errors.
    void finishBroken(Statement& broken)
    {
        skipToLineEnd();
        if (at(LexemeKind::Newline))
            take();
        if (at(LexemeKind::Indent))
            broken.body = indented();
        broken.span.end = lastTextEnd();
    }

    /// Precondition: at an Indent.
    Suite indented()
    {
        std::vector<const Statement*> statements;
        take();
        while (!at(LexemeKind::Dedent) && !at(LexemeKind::End)) {
            if (at(LexemeKind::Indent))
                statements.push_back(misplaced());
            else
                statement(statements);
        }
        if (at(LexemeKind::Dedent))
            take();
        return keep(statements);
    }

    /// A block indented without reason: its statements would mean something else.
    const Statement* misplaced()
    {
        report(peek().span, "bad-indentation", "unexpected indentation");
        Statement* made = invalid(peek().span.begin);
        made->body = indented();
        made->span.end = lastTextEnd();
        return made;
    }

    /// The names of the line that starts at lexeme `first`, up to `stop` when the line has it.
    std::span<const Syntax* const> namesOfLine(size_t first, Word from, Word stop)
    {
        std::vector<const Syntax*> names;
        bool isCounted = !from;
        for (size_t i = first; i < m_lexemes.size() && m_lexemes[i].kind != LexemeKind::Newline; ++i) {
            const Lexeme& lexeme = m_lexemes[i];
            if (stop && lexeme.is(stop))
                break;
            isCounted |= from && lexeme.is(from);
            const bool isAttribute = i > first && m_lexemes[i - 1].is(".");
            if (!isCounted || isAttribute || lexeme.kind != LexemeKind::Name)
                continue;
            Syntax* name = ExpressionParser::make(SyntaxKind::Name, lexeme.span.begin);
            name->span = lexeme.span;
            name->text = lexeme.text;
            names.push_back(name);
        }
        return keep(names);
    }

    /// What an assignment that did not parse would have defined.
    std::span<const Syntax* const> assignedNames(size_t first)
    {
        for (size_t i = first; i < m_lexemes.size() && m_lexemes[i].kind != LexemeKind::Newline; ++i)
            for (const Word sign : {Word("="), Word(":")})
                if (m_lexemes[i].is(sign))
                    return namesOfLine(first, {}, sign);
        return {};
    }

    uint32_t lastTextEnd() const
    {
        size_t index = m_at;
        while (index > 0 && (m_lexemes[index - 1].kind == LexemeKind::Newline ||
                             m_lexemes[index - 1].kind == LexemeKind::Dedent ||
                             m_lexemes[index - 1].kind == LexemeKind::Indent))
            --index;
        return index == 0 ? 0 : m_lexemes[index - 1].span.end;
    }

    /// Null when no compound statement starts here.
    Statement* compound(uint32_t begin)
    {
        if (at("for"))
            return forLoop(begin);
        if (at("while"))
            return whileLoop(begin);
        if (at("if"))
            return ifElse(begin);
        if (at("with"))
            return with(begin);
        if (at("@") || at("def") || at("class"))
            return definition(begin);
        return nullptr;
    }

    Statement* invalid(uint32_t begin) { return make(StatementKind::Invalid, begin); }
    /// The head of a compound statement did not parse. `names`: that it would have defined.
    Statement* broken(uint32_t begin, std::span<const Syntax* const> names = {})
    {
        Statement* made = invalid(begin);
        made->targets = names;
        finishBroken(*made);
        return made;
    }

    Statement* forLoop(uint32_t begin)
    {
        Statement* loop = make(StatementKind::For, begin);
        const size_t first = m_at + 1;
        take();
        const Syntax* target = targetList();
        if (!target || !expect("in", "after the loop variables"))
            return broken(begin, namesOfLine(first, {}, "in"));
        loop->targets = keep<const Syntax*>({target});
        loop->value = expressionList();
        return loop->value ? withSuite(loop) : broken(begin, namesOfLine(first, {}, "in"));
    }

    Statement* whileLoop(uint32_t begin)
    {
        Statement* loop = make(StatementKind::While, begin);
        take();
        loop->value = expression();
        return loop->value ? withSuite(loop) : broken(begin);
    }

    Statement* ifElse(uint32_t begin)
    {
        Statement* branch = make(StatementKind::If, begin);
        take();
        branch->value = expression();
        if (branch->value)
            withSuite(branch);
        else
            branch = broken(begin);
        const uint32_t elseBegin = peek().span.begin;
        if (at("elif")) {
            if (m_elifs >= MaxElif) {
                report(peek().span, "nested-too-deeply", "more than 200 branches follow each other");
                while (at("elif"))
                    broken(peek().span.begin);
                return branch;
            }
            ++m_elifs;
            const Statement* next = ifElse(elseBegin);
            --m_elifs;
            branch->otherwise = keep<const Statement*>({next});
            branch->span.end = next->span.end;
        } else if (accept("else")) {
            branch->otherwise = suite();
            branch->span.end = lastTextEnd();
        }
        return branch;
    }

    Statement* with(uint32_t begin)
    {
        Statement* block = make(StatementKind::With, begin);
        const size_t first = m_at;
        take();
        std::vector<WithItem> items;
        do {
            const Syntax* value = expression();
            if (!value)
                return broken(begin, namesOfLine(first, "as", {}));
            const Syntax* target = nullptr;
            if (accept("as")) {
                target = at("(") ? expression() : postfix();
                if (!target)
                    return broken(begin, namesOfLine(first, "as", {}));
            }
            items.push_back({value, target});
        } while (accept(","));
        block->items = keep(items);
        return withSuite(block);
    }

    Statement* definition(uint32_t begin)
    {
        std::vector<const Syntax*> decorators;
        bool isBroken = false;
        while (accept("@")) {
            const Syntax* decorator = expression();
            if (decorator)
                decorators.push_back(decorator);
            if (decorator && !at(LexemeKind::Newline))
                report(peek(), "the end of the line after a decorator");
            isBroken |= !decorator || !at(LexemeKind::Newline);
            skipToLineEnd();
            if (at(LexemeKind::Newline))
                take();
        }
        const size_t first = m_at;
        const bool isClass = at("class");
        if (!isClass && !at("def")) {
            if (!isBroken)
                report(peek(), "'def' or 'class' after a decorator");
            return broken(begin);
        }
        Statement* made = make(isClass ? StatementKind::Class : StatementKind::Function, begin);
        made->decorators = keep(decorators);
        take();
        if (!at(LexemeKind::Name)) {
            report(peek(), isClass ? "the name of a class" : "the name of a function");
            return broken(begin);
        }
        const Lexeme& name = take();
        made->name = {name.text, name.span};
        if (isClass) {
            if (accept("("))
                while (!at(":") && !at(LexemeKind::Newline) && !at(LexemeKind::End))
                    take();
        } else if (!signature(*made)) {
            return broken(begin, namesOfLine(first, {}, {}));
        }
        const bool isOuterClass = std::exchange(m_isInClass, isClass);
        if (isOuterClass && !isClass && m_leavesOutBodies)
            withoutSuite(made);
        else
            withSuite(made);
        m_isInClass = isOuterClass;
        if (isBroken) {
            made->kind = StatementKind::Invalid;
            made->targets = namesOfLine(first, {}, {});
        }
        return made;
    }

    bool signature(Statement& function)
    {
        if (!expect("(", "after the name of the function"))
            return false;
        std::vector<SyntaxParameter> parameters;
        while (!at(")")) {
            if (!at(LexemeKind::Name)) {
                report(peek(), "a parameter or ')'");
                return false;
            }
            const Lexeme& name = take();
            const Syntax* annotation = nullptr;
            if (accept(":")) {
                annotation = expression();
                if (!annotation)
                    return false;
            }
            if (at("=")) {
                report(peek().span, "default-value", "a parameter has a default value; TVMScript has none");
                take();
                if (!expression())
                    return false;
            }
            parameters.push_back({{name.text, name.span}, annotation});
            if (!accept(","))
                break;
        }
        if (!expect(")", "or ',' after a parameter"))
            return false;
        if (accept("->")) {
            function.annotation = expression();
            if (!function.annotation)
                return false;
        }
        function.parameters = keep(parameters);
        return true;
    }

    Statement* withSuite(Statement* owner)
    {
        owner->head = {owner->span.begin, lastEnd()};
        owner->body = suite();
        owner->span.end = lastTextEnd();
        return owner;
    }

    /// A body on lines of its own is read over; any other is parsed.
    void withoutSuite(Statement* owner)
    {
        if (!at(":") || peek(1).kind != LexemeKind::Newline || peek(2).kind != LexemeKind::Indent) {
            withSuite(owner);
            return;
        }
        owner->head = {owner->span.begin, lastEnd()};
        owner->bodyToCome = uint32_t(m_at);
        m_bodiesToCome.insert(owner->bodyToCome);
        m_at += 2;
        int depth = 0;
        do {
            const LexemeKind kind = m_lexemes[m_at++].kind; // every Indent has its Dedent
            depth += kind == LexemeKind::Indent ? 1 : kind == LexemeKind::Dedent ? -1 : 0;
        } while (depth > 0);
        owner->span.end = lastTextEnd();
    }

    /// `:` and the statements behind it.
    Suite suite()
    {
        if (!expect(":", "before the body")) {
            skipToLineEnd();
            if (at(LexemeKind::Newline))
                take();
            return at(LexemeKind::Indent) ? indented() : Suite();
        }
        if (!at(LexemeKind::Newline)) {
            std::vector<const Statement*> statements;
            statement(statements);
            return keep(statements);
        }
        take();
        if (!at(LexemeKind::Indent)) {
            report(peek(), "an indented body");
            return {};
        }
        return indented();
    }

    Statement* simple(uint32_t begin)
    {
        if (accept("pass"))
            return make(StatementKind::Pass, begin);
        if (accept("break"))
            return make(StatementKind::Break, begin);
        if (accept("continue"))
            return make(StatementKind::Continue, begin);
        if (at("import") || at("from"))
            return import(begin);
        if (accept("return")) {
            Statement* made = make(StatementKind::Return, begin);
            if (at(LexemeKind::Newline))
                return made;
            made->value = expressionList();
            return made->value ? made : invalid(begin);
        }
        if (accept("assert")) {
            Statement* made = make(StatementKind::Assert, begin);
            made->value = expression();
            if (!made->value)
                return invalid(begin);
            if (accept(",")) {
                made->message = expression();
                if (!made->message)
                    return invalid(begin);
            }
            return made;
        }
        return assignmentOrExpression(begin);
    }

    /// What is no import of names is read over: an import says little that a text needs.
    Statement* import(uint32_t begin)
    {
        const bool isFrom = take().is("from");
        std::vector<SyntaxImport> imports;
        const SyntaxName module = isFrom ? dottedName() : SyntaxName();
        if (isFrom && !accept("import"))
            skipToLineEnd();
        accept("(");
        while (at(LexemeKind::Name)) {
            const SyntaxName name = isFrom ? SyntaxName{peek().text, peek().span} : dottedName();
            if (isFrom)
                take();
            SyntaxName alias = name;
            if (accept("as") && at(LexemeKind::Name))
                alias = {peek().text, take().span};
            if (isFrom)
                imports.push_back({module.text, name, alias});
            else
                imports.push_back({name.text, {}, alias});
            if (!accept(","))
                break;
        }
        skipToLineEnd();
        Statement* made = make(StatementKind::Import, begin);
        made->imports = keep(imports);
        return made;
    }

    SyntaxName dottedName()
    {
        std::string text;
        Span span{peek().span.begin, peek().span.begin};
        while (at(LexemeKind::Name) || at(".") || at("...")) {
            if (at("import") || at("as"))
                break;
            text += peek().text;
            span.end = take().span.end;
        }
        return {arena().intern(text), span};
    }

    void skipToLineEnd()
    {
        while (!at(LexemeKind::Newline) && !at(LexemeKind::End) && !at(LexemeKind::Indent) &&
               !at(LexemeKind::Dedent))
            take();
    }

    Statement* assignmentOrExpression(uint32_t begin)
    {
        const Syntax* first = expressionList();
        if (!first)
            return invalid(begin);
        if (accept(":")) {
            Statement* made = make(StatementKind::Annotated, begin);
            made->targets = keep<const Syntax*>({first});
            made->annotation = expression();
            if (!made->annotation)
                return invalid(begin);
            if (accept("=")) {
                made->value = expressionList();
                if (!made->value)
                    return invalid(begin);
            }
            return made;
        }
        for (const AugmentedOperator& candidate : AugmentedOperators) {
            if (!at(LexemeKind::Symbol) || !accept(candidate.symbol))
                continue;
            Statement* made = make(StatementKind::AugmentedAssign, begin);
            made->op = candidate.op;
            made->targets = keep<const Syntax*>({first});
            made->value = expressionList();
            return made->value ? made : invalid(begin);
        }
        if (!at("=")) {
            Statement* made = make(StatementKind::Expression, begin);
            made->value = first;
            return made;
        }
        Statement* made = make(StatementKind::Assign, begin);
        std::vector<const Syntax*> parts{first};
        while (accept("=")) {
            const Syntax* next = expressionList();
            if (!next)
                return invalid(begin);
            parts.push_back(next);
        }
        made->value = parts.back();
        parts.pop_back();
        made->targets = keep(parts);
        return made;
    }

    ReadProgress* m_progress; ///< may be null
    static constexpr int MaxElif = 200;
    int m_elifs = 0; ///< in each other
    bool m_isInClass = false;
    bool m_leavesOutBodies = false;
    std::unordered_set<uint32_t> m_bodiesToCome;
};

Suite parseSyntax(std::span<const Lexeme> lexemes, Arena& arena, Diagnostics& diagnostics,
                  ReadProgress* progress)
{
    return StatementParser(lexemes, arena, diagnostics, progress).file();
}

SyntaxReader::SyntaxReader(std::vector<Lexeme> lexemes, Diagnostics& diagnostics, ReadProgress* progress)
    : m_lexemes(std::move(lexemes)),
      m_diagnostics(diagnostics),
      m_progress(progress)
{}

SyntaxReader::~SyntaxReader() = default;

Suite SyntaxReader::file()
{
    StatementParser parser(m_lexemes, m_fileArena, m_diagnostics, m_progress);
    parser.leaveOutBodies();
    const Suite statements = parser.file();
    m_bodiesToCome = parser.bodiesToCome();
    return statements;
}

Suite SyntaxReader::body(const Statement& function)
{
    if (function.bodyToCome == 0)
        return function.body;
    TIR_CHECK(!m_lexemes.empty()) << "every function was read before";
    m_bodyArena = std::make_unique<Arena>();
    const Suite statements =
        StatementParser(m_lexemes, *m_bodyArena, m_diagnostics, m_progress).bodyAt(function.bodyToCome);
    m_bodiesToCome.erase(function.bodyToCome);
    if (m_bodiesToCome.empty())
        std::vector<Lexeme>().swap(m_lexemes);
    return statements;
}

void SyntaxReader::endBody()
{
    m_bodyArena.reset();
}

std::string_view toString(Operator op)
{
    static constexpr std::array<std::string_view, 27> Texts{
        "+", "-",   "*", "/", "//", "%",  "@",  "**", "<<", ">>", "&",      "|",  "^",      "-",
        "+", "not", "~", "<", "<=", "==", "!=", ">",  ">=", "in", "not in", "is", "is not",
    };
    return Texts[size_t(op)];
}

} // namespace tir::script
