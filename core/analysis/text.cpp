/// Texts for labels, with the operators and precedences of the script language.

#include "core/analysis/text.h"

#include "core/ir/module.h"
#include "core/support/decimal.h"
#include "core/support/utf8.h"

#include <limits>
#include <vector>

namespace tir {
namespace {

/// How tightly an operator binds; a child that binds less gets parentheses.
enum Precedence { Or = 1, And, Not, Comparison, Additive, Multiplicative, Primary };

struct OperatorText {
    std::string_view text; ///< empty: printed as a call
    Precedence precedence;
};

OperatorText operatorText(BinaryOp op)
{
    switch (op) {
    case BinaryOp::Add:
        return {" + ", Additive};
    case BinaryOp::Sub:
        return {" - ", Additive};
    case BinaryOp::Mul:
        return {" * ", Multiplicative};
    case BinaryOp::Div:
        return {" / ", Multiplicative};
    case BinaryOp::FloorDiv:
        return {" // ", Multiplicative};
    case BinaryOp::FloorMod:
        return {" % ", Multiplicative};
    case BinaryOp::Mod:
    case BinaryOp::Min:
    case BinaryOp::Max:
        return {"", Primary};
    case BinaryOp::EQ:
        return {" == ", Comparison};
    case BinaryOp::NE:
        return {" != ", Comparison};
    case BinaryOp::LT:
        return {" < ", Comparison};
    case BinaryOp::LE:
        return {" <= ", Comparison};
    case BinaryOp::GT:
        return {" > ", Comparison};
    case BinaryOp::GE:
        return {" >= ", Comparison};
    case BinaryOp::And:
        return {" and ", And};
    case BinaryOp::Or:
        return {" or ", Or};
    }
    return {"", Primary};
}

std::string lowered(std::string_view name)
{
    std::string text(name);
    for (char& letter : text)
        letter = char(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    return text;
}

class ExprText {
public:
    explicit ExprText(std::string& out) : m_out(out) {}

    void print(const Expr& expr, Precedence least = Or)
    {
        switch (expr.kind) {
        case NodeKind::Binary:
            printBinary(to<Binary>(expr), least);
            break;
        case NodeKind::Broadcast:
            call("broadcast", {to<Broadcast>(expr).value});
            break;
        case NodeKind::BufferLoad: {
            const auto& load = to<BufferLoad>(expr);
            access(*load.buffer, load.indices);
            break;
        }
        case NodeKind::Call: {
            const auto& node = to<Call>(expr);
            call(node.op ? node.op->printedName : node.function->name, node.args);
            break;
        }
        case NodeKind::Cast: {
            const auto& node = to<Cast>(expr);
            call(toString(node.dtype), {node.value});
            break;
        }
        case NodeKind::FloatImm:
            m_out += shortestText(to<FloatImm>(expr).value);
            break;
        case NodeKind::IntImm:
            printInt(to<IntImm>(expr));
            break;
        case NodeKind::Let: {
            const auto& node = to<Let>(expr);
            call("let", {node.var, node.value, node.body});
            break;
        }
        case NodeKind::Not:
            m_out += "not ";
            print(*to<tir::Not>(expr).value, Not);
            break;
        case NodeKind::OpaqueExpr:
            m_out += to<OpaqueExpr>(expr).typeKey;
            break;
        case NodeKind::ProducerLoad:
            m_out += to<ProducerLoad>(expr).producer;
            list("[", to<ProducerLoad>(expr).indices, "]");
            break;
        case NodeKind::Ramp: {
            const auto& node = to<Ramp>(expr);
            print(*node.base, Additive);
            m_out += ":+" + std::to_string(node.dtype.lanes);
            break;
        }
        case NodeKind::Reduce:
            call("reduce", to<Reduce>(expr).source);
            break;
        case NodeKind::Select: {
            const auto& node = to<Select>(expr);
            call("select", {node.condition, node.trueValue, node.falseValue});
            break;
        }
        case NodeKind::Shuffle:
            call("shuffle", to<Shuffle>(expr).vectors);
            break;
        case NodeKind::StringImm:
            m_out += '"';
            m_out += to<StringImm>(expr).value;
            m_out += '"';
            break;
        case NodeKind::Var:
            m_out += to<Var>(expr).name;
            break;
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
            break; // no expression
        }
    }

    void access(const Buffer& buffer, ExprList indices)
    {
        m_out += buffer.name;
        list("[", indices, "]");
    }

private:
    void printBinary(const Binary& node, Precedence least)
    {
        const auto [text, precedence] = operatorText(node.op);
        if (text.empty()) {
            call(lowered(toString(node.op)), {node.a, node.b});
            return;
        }
        const bool hasParentheses = precedence < least;
        m_out += hasParentheses ? "(" : "";
        print(*node.a, precedence);
        m_out += text;
        print(*node.b, Precedence(precedence + 1));
        m_out += hasParentheses ? ")" : "";
    }

    void printInt(const IntImm& node)
    {
        if (node.dtype.isBool())
            m_out += node.value ? "True" : "False";
        else if (node.dtype == UInt64)
            m_out += std::to_string(uint64_t(node.value));
        else
            m_out += std::to_string(node.value);
    }

    void list(std::string_view open, ExprList items, std::string_view close)
    {
        m_out += open;
        for (size_t i = 0; i < items.size(); ++i) {
            m_out += i > 0 ? ", " : "";
            print(*items[i]);
        }
        m_out += close;
    }
    void call(std::string_view name, ExprList args)
    {
        m_out += name;
        list("(", args, ")");
    }
    void call(std::string_view name, std::initializer_list<const Expr*> args)
    {
        call(name, ExprList(args.begin(), args.size()));
    }

    std::string& m_out;
};

std::string accessText(const Buffer& buffer, ExprList indices)
{
    std::string text;
    ExprText(text).access(buffer, indices);
    return text;
}

std::string statementText(const Stmt& statement)
{
    switch (statement.kind) {
    case NodeKind::AllocBuffer: {
        const Buffer& buffer = *to<AllocBuffer>(statement).buffer;
        return std::string(buffer.name) + " = alloc " + byteSize(buffer).text() + " bytes";
    }
    case NodeKind::AssertStmt:
        return "assert " + shortText(*to<AssertStmt>(statement).condition);
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(statement);
        const IterVar* axis = attr.iterVar();
        return (axis ? std::string(axis->threadTag) : std::string(attr.key)) + " = " + shortText(*attr.value);
    }
    case NodeKind::Bind: {
        const auto& bind = to<Bind>(statement);
        return std::string(bind.var->name) + " = " + shortText(*bind.value);
    }
    case NodeKind::Break:
        return "break";
    case NodeKind::BufferStore: {
        const auto& store = to<BufferStore>(statement);
        return accessText(*store.buffer, store.indices) + " = " + shortText(*store.value);
    }
    case NodeKind::Continue:
        return "continue";
    case NodeKind::DeclBuffer: {
        const Buffer& buffer = *to<DeclBuffer>(statement).buffer;
        return std::string(buffer.name) + " = buffer on " + std::string(buffer.data->name);
    }
    case NodeKind::Evaluate:
        return shortText(*to<Evaluate>(statement).value);
    case NodeKind::ExecScopeStmt:
        return std::string(toString(to<ExecScopeStmt>(statement).scope)) + " scope";
    case NodeKind::For: {
        const auto& loop = to<For>(statement);
        return "for " + std::string(loop.loopVar->name) + " in range(" + shortText(*loop.extent) + ")";
    }
    case NodeKind::IfThenElse:
        return "if " + shortText(*to<IfThenElse>(statement).condition);
    case NodeKind::SBlock:
        return "block " + std::string(to<SBlock>(statement).name);
    case NodeKind::SBlockRealize:
        return "block " + std::string(to<SBlockRealize>(statement).block->name);
    case NodeKind::SeqStmt:
        return statementText(*to<SeqStmt>(statement).seq[0]);
    case NodeKind::TilePrimitiveCall:
        return "tile primitive " + std::string(to<TilePrimitiveCall>(statement).op->name);
    case NodeKind::While:
        return "while " + shortText(*to<While>(statement).condition);
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break; // no statement
    }
    return {};
}

} // namespace

std::string shortText(const Expr& expr)
{
    std::string text;
    ExprText(text).print(expr);
    return text;
}

std::string shortText(const Stmt& statement, size_t limit)
{
    std::string text = statementText(statement);
    if (text.size() > limit)
        text = text.substr(0, characterBoundary(text, limit)) + "…";
    return text;
}

std::string typeText(const Type* type)
{
    if (const auto* primitive = as<PrimType>(type))
        return toString(primitive->dtype);
    if (const auto* pointer = as<PointerType>(type)) {
        std::string text = "handle(\"" + typeText(pointer->element) + "\"";
        if (!pointer->scope.empty())
            text += ", \"" + std::string(pointer->scope) + "\"";
        return text + ")";
    }
    return isVoidType(type) ? "void" : std::string(toString(type->kind));
}

ByteSize& ByteSize::operator+=(const ByteSize& other)
{
    constant += other.constant;
    if (!symbolic.empty() && !other.symbolic.empty())
        symbolic += " + ";
    symbolic += other.symbolic;
    return *this;
}

std::string ByteSize::text() const
{
    if (isConstant())
        return std::to_string(constant);
    return constant == 0 ? symbolic : std::to_string(constant) + " + " + symbolic;
}

std::vector<const Expr*> spannedExtents(const Buffer& buffer)
{
    if (!buffer.strides.empty() && !buffer.shape.empty())
        return {buffer.strides.front(), buffer.shape.front()};
    return {buffer.shape.begin(), buffer.shape.end()};
}

ByteSize byteSize(const Buffer& buffer)
{
    int64_t bytes = buffer.dtype.vectorBytes();
    std::string symbolic;
    for (const Expr* extent : spannedExtents(buffer)) {
        if (const auto* constant = as<IntImm>(extent)) {
            if (__builtin_mul_overflow(bytes, constant->value, &bytes))
                bytes = std::numeric_limits<int64_t>::max();
            continue;
        }
        symbolic += symbolic.empty() ? "" : " * ";
        const bool isSimple = as<Var>(extent) || as<Call>(extent);
        symbolic += isSimple ? shortText(*extent) : "(" + shortText(*extent) + ")";
    }
    if (symbolic.empty() || bytes == 0)
        return {bytes, ""};
    if (bytes != 1)
        symbolic += " * " + std::to_string(bytes);
    else if (symbolic.front() == '(' && buffer.shape.size() == 1)
        symbolic = symbolic.substr(1, symbolic.size() - 2);
    return {0, symbolic};
}

} // namespace tir
