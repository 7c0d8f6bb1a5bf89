/// Passes with arguments as text, in the form of a constructor call: `ThreadSync("shared")`.

#include "passes/framework/pass.h"

#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace tir {
namespace {

std::string toText(const PassArgument& argument)
{
    if (const auto* flag = std::get_if<bool>(&argument))
        return *flag ? "True" : "False";
    if (const auto* number = std::get_if<int64_t>(&argument))
        return std::to_string(*number);
    if (const auto* real = std::get_if<double>(&argument)) {
        std::array<char, 32> digits;
        std::string text(digits.data(),
                         std::to_chars(digits.data(), digits.data() + digits.size(), *real).ptr);
        return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
    }
    std::string quoted = "\"";
    for (const char c : std::get<std::string>(argument)) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

constexpr std::string_view TvmPrefix = "tvm";

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    Result<std::vector<PassInvocation>> read()
    {
        std::vector<PassInvocation> passes;
        skipSpace();
        while (!atEnd()) {
            PassInvocation pass;
            if (!readPass(pass) || (pass.name == TvmPrefix && !nameTvmPass(pass)))
                return *m_error;
            passes.push_back(std::move(pass));
            skipSpace();
            if (atEnd())
                break;
            if (!accept(','))
                return fail("expected ',' between two passes"), *m_error;
            skipSpace();
            if (atEnd())
                return fail("expected a pass after ','"), *m_error;
        }
        return passes;
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    void skipSpace()
    {
        while (!atEnd() && std::isspace(static_cast<unsigned char>(peek())))
            ++m_at;
    }
    bool accept(char c)
    {
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }

    bool fail(std::string message)
    {
        m_error = error("pass-list", std::move(message));
        m_error->span = Span{uint32_t(m_at), uint32_t(m_at + (atEnd() ? 0 : 1))};
        return false;
    }

    std::string readName()
    {
        const size_t start = m_at;
        while (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '_' || peek() == '.')
            ++m_at;
        return std::string(m_text.substr(start, m_at - start));
    }

    bool readPass(PassInvocation& pass)
    {
        pass.name = readName();
        if (const size_t dot = pass.name.rfind('.'); dot != std::string::npos)
            pass.name.erase(0, dot + 1);
        if (pass.name.empty())
            return fail("expected the name of a pass");
        skipSpace();
        if (!accept('('))
            return true;
        skipSpace();
        if (accept(')'))
            return true;
        while (readArgument(pass)) {
            skipSpace();
            if (accept(')'))
                return true;
            if (!accept(','))
                return fail("expected ',' or ')' after an argument of " + pass.name);
            skipSpace();
        }
        return false;
    }

    /// `tvm("s_tir.ThreadSync", "shared")` is the pass ThreadSync("shared") of the user's own TVM.
    bool nameTvmPass(PassInvocation& pass)
    {
        const auto* given = pass.positional.empty() ? nullptr : std::get_if<std::string>(&pass.positional[0]);
        if (!given || given->empty() || given->back() == '.')
            return fail("tvm needs the name of a pass: tvm(\"s_tir.ThreadSync\", \"shared\")");
        pass.tvmName = *given;
        pass.name = given->substr(given->rfind('.') + 1);
        pass.positional.erase(pass.positional.begin());
        return true;
    }

    bool readArgument(PassInvocation& pass)
    {
        const char first = peek();
        if (first == '"' || first == '\'' || first == '-' ||
            std::isdigit(static_cast<unsigned char>(first))) {
            const std::optional<PassArgument> value = readValue();
            return value && addPositional(pass, *value);
        }
        const std::string name = readName();
        if (name.empty())
            return fail("expected an argument of " + pass.name);
        if (const std::optional<bool> flag = asFlag(name))
            return addPositional(pass, *flag);
        skipSpace();
        if (!accept('='))
            return fail("expected '=' after '" + name + "'");
        skipSpace();
        const std::optional<PassArgument> value = readValue();
        if (!value)
            return false;
        if (!pass.named.emplace(name, *value).second)
            return fail("argument '" + name + "' is given twice");
        return true;
    }

    bool addPositional(PassInvocation& pass, const PassArgument& value)
    {
        if (!pass.named.empty())
            return fail("an argument without a name follows one with a name");
        pass.positional.push_back(value);
        return true;
    }

    static std::optional<bool> asFlag(std::string_view word)
    {
        if (word == "True" || word == "true")
            return true;
        if (word == "False" || word == "false")
            return false;
        return std::nullopt;
    }

    std::optional<PassArgument> readValue()
    {
        if (peek() == '"' || peek() == '\'')
            return readText();
        const size_t start = m_at;
        while (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '-' || peek() == '+' ||
               peek() == '.')
            ++m_at;
        const std::string_view word = m_text.substr(start, m_at - start);
        if (const std::optional<bool> flag = asFlag(word))
            return *flag;
        const char* end = word.data() + word.size();
        int64_t number = 0;
        if (const auto read = std::from_chars(word.data(), end, number);
            read.ec == std::errc() && read.ptr == end)
            return number;
        double real = 0;
        if (const auto read = std::from_chars(word.data(), end, real);
            read.ec == std::errc() && read.ptr == end)
            return real;
        m_at = start;
        fail("expected a number, True, False or a quoted string");
        return std::nullopt;
    }

    std::optional<PassArgument> readText()
    {
        const char quote = m_text[m_at++];
        std::string text;
        while (!atEnd() && peek() != quote) {
            if (peek() == '\\' && m_at + 1 < m_text.size())
                ++m_at;
            text += m_text[m_at++];
        }
        if (!accept(quote)) {
            fail("the quoted string has no end");
            return std::nullopt;
        }
        return text;
    }

    std::string_view m_text;
    size_t m_at = 0;
    std::optional<Diagnostic> m_error;
};

} // namespace

std::string_view toString(Branch branch)
{
    switch (branch) {
    case Branch::Common:
        return {};
    case Branch::Host:
        return "host module";
    case Branch::Device:
        return "device module";
    }
    return "?";
}

std::string toString(const PassInvocation& invocation)
{
    const bool isOfTvm = !invocation.tvmName.empty();
    std::string arguments = isOfTvm ? toText(PassArgument(invocation.tvmName)) : std::string();
    for (const PassArgument& argument : invocation.positional)
        arguments += (arguments.empty() ? "" : ", ") + toText(argument);
    for (const auto& [name, argument] : invocation.named)
        arguments += (arguments.empty() ? "" : ", ") + name + "=" + toText(argument);
    const std::string name = isOfTvm ? std::string(TvmPrefix) : invocation.name;
    return arguments.empty() ? name : name + "(" + arguments + ")";
}

Result<std::vector<PassInvocation>> parseInvocations(std::string_view text)
{
    return Reader(text).read();
}

} // namespace tir
