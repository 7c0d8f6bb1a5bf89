/// The syntax tree of a TVMScript text: Python's expressions and statements as far as TVMScript has them,
/// with spans and nothing evaluated. Nodes live in an arena.

#pragma once

#include "core/support/arena.h"
#include "core/support/diagnostic.h"

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tir::script {

class ReadProgress;

class Tokens;

enum class SyntaxKind : uint8_t {
    Name,
    Integer,
    Float,
    String,
    True,
    False,
    None,
    Tuple,
    List,
    Dict,        ///< items: key, value, key, value …
    Attribute,   ///< base.text
    Call,        ///< base(items, keywords)
    Subscript,   ///< base[items]
    Slice,       ///< items: start, stop, step; each may be null
    Unary,       ///< op, base
    Binary,      ///< op, items: two
    Comparison,  ///< items and between them operators
    And,         ///< items
    Or,          ///< items
    Conditional, ///< items: value, condition, other value
    Lambda,      ///< parameters in `names`, base: result
    Starred,     ///< *base
    Foreign,     ///< only Python can evaluate it
};

enum class Operator : uint8_t {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    MatMul,
    Pow,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor, // NOLINT
    Minus,
    Plus,
    Not,
    Invert,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
};

struct Syntax;

struct SyntaxName {
    std::string_view text;
    Span span;
};

struct SyntaxKeyword {
    SyntaxName name; ///< empty for `**value`
    const Syntax* value;
};

/// Lists that few nodes have.
struct SyntaxLists {
    std::span<const SyntaxKeyword> keywords;
    std::span<const Operator> operators;
    std::span<const SyntaxName> names;
};

struct Syntax {
    SyntaxKind kind = SyntaxKind::None;
    Operator op = Operator::Add;
    uint16_t height = 1; ///< of the tree below, itself included
    Span span;
    std::string_view text; ///< Name, Attribute, Integer, Float; String: the decoded bytes
    const Syntax* base = nullptr;
    std::span<const Syntax* const> items;
    const SyntaxLists* lists = nullptr; ///< null: all are empty

    std::span<const SyntaxKeyword> keywords() const
    {
        return lists ? lists->keywords : std::span<const SyntaxKeyword>();
    }
    std::span<const Operator> operators() const
    {
        return lists ? lists->operators : std::span<const Operator>();
    }
    std::span<const SyntaxName> names() const { return lists ? lists->names : std::span<const SyntaxName>(); }
    /// Attribute: of the name after the dot.
    Span nameSpan() const { return {span.end - uint32_t(text.size()), span.end}; }
};
static_assert(sizeof(Syntax) == 64); // a function of a dense text has one for every two bytes

enum class StatementKind : uint8_t {
    Expression,      ///< value
    Assign,          ///< targets = value
    AugmentedAssign, ///< targets[0] op= value
    Annotated,       ///< targets[0]: annotation [= value]
    For,             ///< for targets[0] in value: body
    While,           ///< while value: body
    If,              ///< if value: body else: otherwise
    With,            ///< with items: body
    Return,          ///< value may be null
    Assert,          ///< value, message (may be null)
    Pass,
    Break,
    Continue,
    Function, ///< def name(parameters) -> annotation: body
    Class,
    Import,
    /// Reported already. `targets`: names that it would have given a meaning; `body` and `otherwise`: the
    /// statements indented below it, in which there may be more errors.
    Invalid,
};

struct Statement;
using Suite = std::span<const Statement* const>;

struct WithItem {
    const Syntax* value;
    const Syntax* target; ///< may be null
};

struct SyntaxParameter {
    SyntaxName name;
    const Syntax* annotation; ///< may be null
};

/// `import module as alias`, `from module import name as alias`.
struct SyntaxImport {
    std::string_view module; ///< "tvm.script"
    SyntaxName name;         ///< empty for a whole module
    SyntaxName alias;        ///< the name that the text uses from here on
};

struct Statement {
    StatementKind kind;
    Operator op = Operator::Add;
    Span span; ///< the body included
    Span head; ///< the first line, for compound statements up to the colon
    SyntaxName name;
    std::span<const Syntax* const> targets;
    const Syntax* annotation = nullptr;
    const Syntax* value = nullptr;
    const Syntax* message = nullptr;
    std::span<const WithItem> items;
    std::span<const SyntaxParameter> parameters;
    std::span<const Syntax* const> decorators;
    std::span<const SyntaxImport> imports;
    Suite body;
    Suite otherwise;
    /// Of a suite that is not parsed yet, the token where it starts; 0 for any other.
    uint32_t bodyToCome = 0;
    uint32_t otherwiseToCome = 0;

    bool hasElse() const { return !otherwise.empty() || otherwiseToCome > 0; }
};

/// Reports every statement that it cannot read, and continues after it.
Suite parseSyntax(const Tokens& tokens, Arena& arena, Diagnostics& diagnostics,
                  ReadProgress* progress = nullptr);

class SyntaxReader;

/// The statements of a suite, one after another. Those of a suite that is still to come are parsed a few at a time.
class SuiteReader {
public:
    explicit SuiteReader(Suite parsed) : m_parsed(parsed) {}
    /// `toCome`: the token where it starts, as in Statement::bodyToCome.
    SuiteReader(SyntaxReader& syntax, uint32_t toCome);

    /// Null at the end. The statement lives until the next call at least.
    const Statement* next();
    /// Where the last statement so far ends.
    uint32_t end() const { return m_end; }

private:
    SyntaxReader* m_syntax = nullptr;
    uint32_t m_toCome = 0;          ///< the token where the next statements start; 0: all are parsed
    std::unique_ptr<Arena> m_arena; ///< of the parsed statements, if they were to come
    Suite m_parsed;
    size_t m_at = 0; ///< in them
    uint32_t m_end = 0;
};

/// A text that is parsed piece by piece: everything except bodies of functions of a class, and except large suites,
/// which are read on request. The syntax of a large text takes many times its memory.
class SyntaxReader {
public:
    /// `diagnostics` must outlive the reader.
    SyntaxReader(Tokens tokens, Diagnostics& diagnostics, ReadProgress* progress);
    ~SyntaxReader();

    /// Lives as long as the reader.
    Suite file();
    SuiteReader body(const Statement& statement) { return reader(statement.body, statement.bodyToCome); }
    SuiteReader otherwise(const Statement& statement)
    {
        return reader(statement.otherwise, statement.otherwiseToCome);
    }
    /// All statements at once, with everything in them; they live until endFunction(). Their errors are not reported.
    Suite wholeBody(const Statement& statement) { return whole(statement.body, statement.bodyToCome); }
    Suite wholeOtherwise(const Statement& statement)
    {
        return whole(statement.otherwise, statement.otherwiseToCome);
    }
    /// The function is read, and no reader of its suites is used any more. Precondition of reading another one: not
    /// every function was read already, because with the last of them the tokens end.
    void endFunction(const Statement& function);

private:
    friend class SuiteReader;

    SuiteReader reader(Suite parsed, uint32_t toCome)
    {
        return toCome > 0 ? SuiteReader(*this, toCome) : SuiteReader(parsed);
    }
    Suite whole(Suite parsed, uint32_t toCome);
    /// The next statements from `at` on, which is moved.
    Suite statementsAt(uint32_t& at, std::unique_ptr<Arena>& arena);

    std::unique_ptr<const Tokens> m_tokens;      ///< null after the last function
    std::unordered_set<uint32_t> m_bodiesToCome; ///< of functions: the tokens where they start
    Diagnostics& m_diagnostics;
    ReadProgress* m_progress; ///< may be null
    Arena m_fileArena;
    std::vector<std::unique_ptr<Arena>> m_kept; ///< syntax that values of the current function refer to
    Arena* m_wholeArena = nullptr;              ///< one of these
    std::unordered_map<uint32_t, Suite> m_whole;
};

/// "+", "//", "and" …
std::string_view toString(Operator op);

} // namespace tir::script
