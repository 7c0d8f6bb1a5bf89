#include "app/cli/command_line.h"

#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>

namespace tir::cli {
namespace {

bool isCommand(const CLI::App& app, const std::string& name)
{
    const auto hasName = [&](const CLI::App* command) { return command->get_name() == name; };
    return !app.get_subcommands(hasName).empty();
}

ExitCode wrongUsage(const std::string& message)
{
    std::fprintf(stderr, "error: %s\nnote: --help shows the options of a command\n", message.c_str());
    return ExitCode::Unusable;
}

/// The unknown options that were given, or else the arguments that are too many.
std::string explainExtras(const CLI::App& app)
{
    std::vector<std::string> options;
    std::vector<std::string> arguments;
    const std::vector<CLI::App*> commands = app.get_subcommands();
    const CLI::App& command = commands.empty() ? app : *commands.front();
    for (const std::string& extra : command.remaining(true))
        (extra.size() > 1 && extra.front() == '-' ? options : arguments).push_back(extra);
    const std::string name = tir::quoted(command.get_name());
    return options.empty() ? name + " takes no further arguments: " + tir::listText(arguments, tir::quoted)
                           : name + " has no option " + tir::listText(options, tir::quoted);
}

} // namespace

Option& Option::typeName(const std::string& name)
{
    m_option->type_name(name);
    return *this;
}

Option& Option::describe(const std::string& help)
{
    m_option->description(help);
    return *this;
}

Option& Option::check(ValueCheck check)
{
    m_option->check(CLI::Validator(
        [problem = std::move(check.problem)](const std::string& value) { return problem(value); },
        check.description, ""));
    return *this;
}

Option& Option::oneOf(const std::vector<std::string>& values)
{
    m_option->check(CLI::IsMember(values));
    return *this;
}

Option& Option::excludes(const Option& other)
{
    m_option->excludes(other.m_option);
    return *this;
}

Option& Option::excludes(const std::string& name)
{
    m_option->excludes(name);
    return *this;
}

Option& Option::needs(const std::string& name)
{
    m_option->needs(name);
    return *this;
}

Option& Option::required()
{
    m_option->required();
    return *this;
}

Option& Option::oneValueEach()
{
    m_option->allow_extra_args(false);
    return *this;
}

Option& Option::showDefault()
{
    m_option->capture_default_str();
    return *this;
}

template <class Value>
Option Command::option(const std::string& names, Value& value, const std::string& help)
{
    return Option(*m_command->add_option(names, value, help));
}

template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, int64_t&, const std::string&);
template Option Command::option(const std::string&, std::optional<std::string>&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, uint64_t&, const std::string&);
template Option Command::option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::optional<uint64_t>&, const std::string&);

Option Command::flag(const std::string& names, bool& value, const std::string& help)
{
    return Option(*m_command->add_flag(names, value, help));
}

Option Command::find(const std::string& name) const
{
    return Option(*m_command->get_option(name));
}

void Command::run(std::function<ExitCode()> action)
{
    m_command->callback([action = std::move(action), answer = m_answer] { *answer = action(); });
}

CommandLine::CommandLine(const std::string& name, const std::string& help, const std::string& footer,
                         const std::string& version)
    : m_app(std::make_unique<CLI::App>(help, name))
{
    m_app->set_version_flag("--version", version);
    m_app->require_subcommand(1);
    m_app->footer(footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add(const std::string& name, const std::string& help)
{
    return Command(*m_app->add_subcommand(name, help), m_answer);
}

ExitCode CommandLine::run(int argc, char** argv)
{
    if (argc > 1 && argv[1][0] != '-' && !isCommand(*m_app, argv[1])) {
        std::fprintf(stderr, "error: unknown command '%s', see %s --help\n", argv[1],
                     m_app->get_name().c_str());
        return ExitCode::Unusable;
    }
    try {
        m_app->parse(argc, argv);
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string message = error.what();
        return wrongUsage(message.ends_with(" missing")
                              ? message.substr(0, message.find(':')) + " needs a value"
                              : message);
    } catch (const CLI::ExtrasError&) {
        return wrongUsage(explainExtras(*m_app));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return ExitCode(m_app->exit(error));
        return wrongUsage(m_app->get_subcommands().empty()
                              ? "a command is required; " + m_app->get_name() + " --help lists them"
                              : error.what());
    }
    return m_answer;
}

} // namespace tir::cli
