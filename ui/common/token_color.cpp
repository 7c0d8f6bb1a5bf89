#include "ui/common/token_color.h"

#include "ui/common/theme.h"

namespace tir::ui {

QColor tokenColor(const CodeToken& token)
{
    switch (token.kind) {
    case TokenKind::Variable:
    case TokenKind::Buffer:
        return theme().identity(token.hue);
    case TokenKind::Keyword:
        return theme().keyword;
    case TokenKind::Comment:
        return theme().comment;
    case TokenKind::Decorator:
        return theme().decorator;
    case TokenKind::Namespace:
    case TokenKind::Builtin:
        return theme().builtin;
    case TokenKind::Function:
        return theme().function;
    case TokenKind::Number:
        return theme().number;
    case TokenKind::String:
        return theme().string;
    case TokenKind::Plain:
        break;
    }
    return theme().punctuation;
}

QColor markColor(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return theme().error;
    case Severity::Warning:
        return theme().warning;
    case Severity::Note:
        break;
    }
    return theme().note;
}

} // namespace tir::ui
