#include "tests/support/host_ptx/ptx_text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

namespace tir::testing {
namespace {

bool isWordByte(char byte)
{
    return std::isalnum(static_cast<unsigned char>(byte)) || std::strchr("_$%.", byte);
}

std::vector<std::string> tokensOf(const std::string& text)
{
    std::vector<std::string> tokens;
    for (size_t at = 0; at < text.size();) {
        size_t end = at + 1;
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            at = end;
            continue;
        }
        if (text.compare(at, 2, "//") == 0) {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (text[at] == '"')
            end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
        else if (isWordByte(text[at]))
            while (end < text.size() && isWordByte(text[end]))
                ++end;
        tokens.push_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::vector<std::string> splitOp(const std::string& op)
{
    std::vector<std::string> parts = {""};
    for (const char byte : op)
        if (byte == '.')
            parts.emplace_back();
        else
            parts.back() += byte;
    return parts;
}

/// 4 of "f32".
size_t bytesOf(const std::string& type)
{
    const size_t digit = type.find_first_of("0123456789");
    return digit == type.npos ? 1 : size_t(std::atoi(type.c_str() + digit)) / 8;
}

class Reader {
public:
    explicit Reader(const std::string& text) : m_tokens(tokensOf(text)) {}

    PtxText read()
    {
        while (m_at < m_tokens.size() && m_text.complaint.empty())
            readTop();
        return std::move(m_text);
    }

private:
    const std::string& token(size_t ahead = 0) const
    {
        static const std::string End;
        return m_at + ahead < m_tokens.size() ? m_tokens[m_at + ahead] : End;
    }
    std::string take() { return m_at < m_tokens.size() ? m_tokens[m_at++] : std::string(); }
    bool takes(const std::string& expected)
    {
        if (token() != expected)
            return false;
        ++m_at;
        return true;
    }
    void expect(const std::string& expected)
    {
        if (!takes(expected) && m_text.complaint.empty())
            m_text.complaint = "'" + expected + "' was expected before '" + token() + "'";
        if (!m_text.complaint.empty())
            m_at = m_tokens.size();
    }
    void skipLine(size_t words) { m_at += words; }

    void readTop()
    {
        if (token() == ".version" || token() == ".target" || token() == ".address_size") {
            skipLine(2);
            while (takes(","))
                take();
            return;
        }
        while (token() == ".visible" || token() == ".extern" || token() == ".weak")
            take();
        if (token() == ".entry" || token() == ".func")
            return readFunction();
        m_text.variables.push_back(readVariable());
        expect(";");
    }

    /// ".shared .align 16 .b8 name[64] = {1, 2}", ".param .u64 .ptr .align 1 name"
    PtxVariable readVariable()
    {
        PtxVariable variable;
        variable.space = take().substr(1);
        while (token().starts_with('.')) {
            const std::string word = take().substr(1);
            if (word == "align")
                variable.alignment = size_t(std::atoi(take().c_str()));
            else if (word == "ptr")
                variable.isPointer = true;
            else if (word != "global" && word != "shared" && word != "const" && word != "local")
                variable.type = word;
        }
        variable.name = take();
        variable.bytes = bytesOf(variable.type);
        variable.alignment = std::max(variable.alignment, variable.bytes);
        if (takes("[")) {
            variable.bytes *= token() == "]" ? 0 : size_t(std::atoll(take().c_str()));
            expect("]");
        }
        if (takes("="))
            readContent(variable);
        return variable;
    }

    void readContent(PtxVariable& variable)
    {
        const bool isList = takes("{");
        const size_t bytes = bytesOf(variable.type);
        do {
            const std::string word = readWord();
            if (!std::isdigit(static_cast<unsigned char>(word.back())) && m_text.complaint.empty())
                m_text.complaint = "variable '" + variable.name + "' is not initialized with numbers";
            const int64_t value = std::strtoll(word.c_str(), nullptr, 0);
            const auto* first = reinterpret_cast<const std::byte*>(&value);
            variable.content.insert(variable.content.end(), first, first + bytes);
        } while (takes(","));
        if (isList)
            expect("}");
    }

    std::vector<PtxVariable> readParameters()
    {
        std::vector<PtxVariable> parameters;
        expect("(");
        while (token().starts_with('.')) {
            parameters.push_back(readVariable());
            takes(",");
        }
        expect(")");
        return parameters;
    }

    void readFunction()
    {
        PtxFunction function;
        function.isEntry = take() == ".entry";
        if (token() == "(")
            function.results = readParameters();
        function.name = take();
        if (token() == "(")
            function.parameters = readParameters();
        while (token().starts_with('.')) { // ".maxntid 32, 1, 1"
            take();
            do {
                if (!token().starts_with('.') && token() != "{" && token() != ";")
                    take();
            } while (takes(","));
        }
        if (!takes(";")) {
            expect("{");
            readBody(function);
        }
        if (!function.body.empty() || !m_text.functions.contains(function.name))
            m_text.functions[function.name] = std::move(function);
    }

    void readBody(PtxFunction& function)
    {
        for (int depth = 1; depth > 0 && m_at < m_tokens.size();) {
            PtxStatement statement;
            if (takes(";"))
                continue;
            if (takes("{")) {
                ++depth;
                statement.kind = PtxStatement::Kind::Open;
            } else if (takes("}")) {
                --depth;
                statement.kind = PtxStatement::Kind::Close;
            } else if (token(1) == ":") {
                statement.kind = PtxStatement::Kind::Label;
                statement.op = {take()};
                take();
            } else if (token() == ".reg") {
                readRegisters(function);
                continue;
            } else if (token() == ".pragma" || token() == ".loc") {
                while (m_at < m_tokens.size() && token() != ";" && token() != "\n")
                    take();
                continue;
            } else if (token().starts_with('.')) {
                statement.kind = PtxStatement::Kind::Variable;
                statement.variable = readVariable();
            } else {
                readInstruction(statement);
            }
            function.body.push_back(std::move(statement));
        }
    }

    /// ".reg .b32 %r<38>", ".reg .u32 r0, r1"
    void readRegisters(PtxFunction& function)
    {
        skipLine(2);
        do {
            PtxStatement statement;
            statement.kind = PtxStatement::Kind::Registers;
            statement.op = {take()};
            if (takes("<")) {
                statement.count = std::atoi(take().c_str());
                expect(">");
            }
            function.body.push_back(std::move(statement));
        } while (takes(","));
        expect(";");
    }

    void readInstruction(PtxStatement& statement)
    {
        if (takes("@")) {
            statement.isNegated = takes("!");
            statement.guard = take();
        }
        statement.op = splitOp(take());
        if (token() == ";")
            return expect(";");
        do
            statement.operands.push_back(readOperand());
        while (takes(","));
        expect(";");
    }

    std::string readWord()
    {
        const std::string sign = takes("-") ? "-" : "";
        return sign + take();
    }

    PtxOperand readOperand()
    {
        PtxOperand operand;
        if (takes("[")) {
            operand.kind = PtxOperand::Kind::Address;
            operand.words = {readWord()};
            if (takes("+"))
                operand.offset = std::strtoll(readWord().c_str(), nullptr, 0);
            expect("]");
        } else if (token() == "{" || token() == "(") {
            operand.kind = PtxOperand::Kind::Vector;
            const std::string close = take() == "{" ? "}" : ")";
            while (token() != close && m_at < m_tokens.size()) {
                operand.words.push_back(readWord());
                takes(",");
            }
            expect(close);
        } else {
            operand.words = {readWord()};
            if (takes("|"))
                operand.words.push_back(take());
        }
        return operand;
    }

    std::vector<std::string> m_tokens;
    size_t m_at = 0;
    PtxText m_text;
};

} // namespace

PtxText readPtxText(const std::string& text)
{
    return Reader(text).read();
}

} // namespace tir::testing
