/// The command line of tirc. Only command_line.cpp sees the library that reads it, which takes seconds to compile.

#pragma once

#include "app/cli/command.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tir::cli {

/// Looks at the text of a value before it is used.
struct ValueCheck {
    /// Why it is wrong; empty if it is right.
    std::function<std::string(const std::string& value)> problem;
    std::string description = {}; ///< for --help: "POSITIVE"
};

/// An option or an argument of a command; valid while its CommandLine lives.
class Option {
public:
    explicit Option(CLI::Option& option) : m_option(&option) {}

    Option& typeName(const std::string& name); ///< for --help: "FILE"
    Option& describe(const std::string& help); ///< replaces its description
    Option& check(ValueCheck check);
    Option& oneOf(const std::vector<std::string>& values);
    Option& excludes(const Option& other);
    Option& excludes(const std::string& name); ///< an option that was already added
    Option& needs(const std::string& name);    ///< an option that was already added
    Option& required();
    /// Each occurrence of the option has one value, so that the next word is not one of its values.
    Option& oneValueEach();
    Option& showDefault(); ///< in --help

private:
    CLI::Option* m_option;
};

/// A command of tirc, such as `tirc print`; valid while its CommandLine lives. Variables of options must live until
/// the command has run; run() keeps alive what its function captures.
class Command {
public:
    explicit Command(CLI::App& command, ExitCode& answer) : m_command(&command), m_answer(&answer) {}

    /// `names`: "-o,--output", or "FILE" for an argument. Of strings, numbers, optional numbers, and lists of strings.
    template <class Value>
    Option option(const std::string& names, Value& value, const std::string& help);
    /// "!--no-optimize" makes it false.
    Option flag(const std::string& names, bool& value, const std::string& help);
    /// Precondition: it was added.
    Option find(const std::string& name) const;
    void run(std::function<ExitCode()> action);

private:
    CLI::App* m_command;
    ExitCode* m_answer;
};

class CommandLine {
public:
    CommandLine(const std::string& name, const std::string& help, const std::string& footer,
                const std::string& version);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    Command add(const std::string& name, const std::string& help);
    /// Runs the command that is given; writes to stderr what is wrong with the command line. Exceptions of the command
    /// pass through.
    ExitCode run(int argc, char** argv);

private:
    std::unique_ptr<CLI::App> m_app;
    ExitCode m_answer = ExitCode::Done;
};

} // namespace tir::cli
