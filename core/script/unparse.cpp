#include "core/script/unparse.h"

#include "core/script/literal.h"

namespace tir::script {
namespace {

/// Python's precedences, loosest first; what needs no parentheses anywhere is 15.
int precedence(const Syntax& syntax)
{
    switch (syntax.kind) {
    case SyntaxKind::Lambda:
        return 1;
    case SyntaxKind::Conditional:
        return 2;
    case SyntaxKind::Or:
        return 3;
    case SyntaxKind::And:
        return 4;
    case SyntaxKind::Comparison:
        return 6;
    case SyntaxKind::Unary:
        return syntax.op == Operator::Not ? 5 : 13;
    case SyntaxKind::Binary:
        switch (syntax.op) {
        case Operator::BitOr:
            return 7;
        case Operator::BitXor:
            return 8;
        case Operator::BitAnd:
            return 9;
        case Operator::ShiftLeft:
        case Operator::ShiftRight:
            return 10;
        case Operator::Add:
        case Operator::Sub:
            return 11;
        case Operator::Pow:
            return 14;
        default:
            return 12;
        }
    default:
        return 15;
    }
}

class Unparser {
public:
    std::string take() { return std::move(m_text); }

    void write(const Syntax& syntax)
    {
        switch (syntax.kind) {
        case SyntaxKind::Name:
            // The prefix of the dialect in its canonical spelling: the printer puts in its own.
            m_text +=
                syntax.text == "Tx" || syntax.text == "tir" || syntax.text == "tirx" ? "T" : syntax.text;
            break;
        case SyntaxKind::Integer:
        case SyntaxKind::Float:
        case SyntaxKind::True:
        case SyntaxKind::False:
        case SyntaxKind::None:
            m_text += syntax.text;
            break;
        case SyntaxKind::String:
            m_text += quoted(syntax.text);
            break;
        case SyntaxKind::Tuple:
            m_text += '(';
            list(syntax.items);
            m_text += syntax.items.size() == 1 ? ",)" : ")";
            break;
        case SyntaxKind::List:
            m_text += '[';
            list(syntax.items);
            m_text += ']';
            break;
        case SyntaxKind::Dict:
            m_text += '{';
            for (size_t i = 0; i + 1 < syntax.items.size(); i += 2) {
                m_text += i > 0 ? ", " : "";
                write(*syntax.items[i]);
                m_text += ": ";
                write(*syntax.items[i + 1]);
            }
            m_text += '}';
            break;
        case SyntaxKind::Attribute:
            operand(*syntax.base, 15);
            m_text += '.';
            m_text += syntax.text;
            break;
        case SyntaxKind::Call:
            operand(*syntax.base, 15);
            m_text += '(';
            list(syntax.items);
            for (size_t i = 0; i < syntax.keywords.size(); ++i) {
                m_text += i > 0 || !syntax.items.empty() ? ", " : "";
                m_text += syntax.keywords[i].name.text;
                m_text += '=';
                write(*syntax.keywords[i].value);
            }
            m_text += ')';
            break;
        case SyntaxKind::Subscript:
            operand(*syntax.base, 15);
            m_text += '[';
            if (syntax.items.empty())
                m_text += "()";
            list(syntax.items);
            m_text += ']';
            break;
        case SyntaxKind::Slice:
            for (size_t i = 0; i < syntax.items.size(); ++i) {
                if (i == 2 && !syntax.items[2])
                    break;
                m_text += i > 0 ? ":" : "";
                if (syntax.items[i])
                    write(*syntax.items[i]);
            }
            break;
        case SyntaxKind::Unary:
            m_text += toString(syntax.op);
            m_text += syntax.op == Operator::Not ? " " : "";
            operand(*syntax.base, precedence(syntax));
            break;
        case SyntaxKind::Binary:
            chain(syntax.items, syntax.op, precedence(syntax));
            break;
        case SyntaxKind::Comparison:
            operand(*syntax.items[0], 7);
            for (size_t i = 0; i < syntax.operators.size(); ++i) {
                m_text += ' ';
                m_text += toString(syntax.operators[i]);
                m_text += ' ';
                operand(*syntax.items[i + 1], 7);
            }
            break;
        case SyntaxKind::And:
        case SyntaxKind::Or:
            for (size_t i = 0; i < syntax.items.size(); ++i) {
                m_text += i == 0 ? "" : syntax.kind == SyntaxKind::And ? " and " : " or ";
                operand(*syntax.items[i], precedence(syntax) + (i > 0 ? 1 : 0));
            }
            break;
        case SyntaxKind::Conditional:
            operand(*syntax.items[0], 3);
            m_text += " if ";
            operand(*syntax.items[1], 3);
            m_text += " else ";
            write(*syntax.items[2]);
            break;
        case SyntaxKind::Lambda:
            m_text += "lambda";
            for (size_t i = 0; i < syntax.names.size(); ++i) {
                m_text += i > 0 ? ", " : " ";
                m_text += syntax.names[i].text;
            }
            m_text += ": ";
            write(*syntax.base);
            break;
        case SyntaxKind::Starred:
            m_text += '*';
            operand(*syntax.base, 7);
            break;
        case SyntaxKind::Foreign:
            break;
        }
    }

private:
    void operand(const Syntax& syntax, int atLeast)
    {
        const bool isWrapped = precedence(syntax) < atLeast;
        m_text += isWrapped ? "(" : "";
        write(syntax);
        m_text += isWrapped ? ")" : "";
    }

    void chain(std::span<const Syntax* const> items, Operator op, int level)
    {
        operand(*items[0], level);
        m_text += ' ';
        m_text += toString(op);
        m_text += ' ';
        operand(*items[1], level + 1);
    }

    void list(std::span<const Syntax* const> items)
    {
        for (size_t i = 0; i < items.size(); ++i) {
            m_text += i > 0 ? ", " : "";
            write(*items[i]);
        }
    }

    std::string m_text;
};

} // namespace

std::string unparse(const Syntax& syntax)
{
    Unparser unparser;
    unparser.write(syntax);
    return unparser.take();
}

bool isLayoutConstructor(std::string_view path)
{
    return path == "SwizzleLayout" || path == "ComposeLayout" || path == "TileLayout" ||
           path.starts_with("TileLayout.");
}

} // namespace tir::script
