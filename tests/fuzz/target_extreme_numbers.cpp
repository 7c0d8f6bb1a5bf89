/// Extreme numbers: a program may have any integer anywhere. A pass on its own, on a generated program or on one of its
/// golden cases, some of whose numbers are as small or as large as numbers can be, gives a result or refuses with a
/// message, in a time that people wait for.

#include "core/script/syntax/lexer.h"
#include "passes/framework/registry.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <sys/time.h>
#include <unistd.h>

namespace tir::testing {
namespace {

constexpr std::string_view Extremes[] = {"0",
                                         "-1",
                                         "2147483647",
                                         "2147483648",
                                         "4611686018427387904",
                                         "-9223372036854775808",
                                         "9223372036854775807"};

/// By the name of the pass; those of no pass are left out.
const std::map<std::string, std::vector<std::string>, std::less<>>& goldenPrograms()
{
    static const auto Programs = [] {
        std::map<std::string, std::vector<std::string>, std::less<>> programs;
        std::set<std::filesystem::path> files; // in one order on every machine
        for (const auto& entry : std::filesystem::recursive_directory_iterator(TIRSCOPE_GOLDEN_PASSES))
            if (entry.path().extension() == ".py")
                files.insert(entry.path());
        for (const std::filesystem::path& file : files) {
            std::ostringstream content;
            content << std::ifstream(file).rdbuf();
            const std::string text = content.str();
            constexpr std::string_view Check = "# check: pass ";
            const size_t begin = text.find(Check);
            if (begin == text.npos)
                continue;
            const std::string pass =
                text.substr(begin + Check.size(), text.find_first_of("(\n", begin) - begin - Check.size());
            programs[pass].push_back(text.substr(0, text.find("\n@I.ir_module\nclass Expected")) + "\n");
        }
        return programs;
    }();
    return Programs;
}

bool isInteger(std::string_view word)
{
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// One to three integers replaced.
std::string withExtremes(std::string text, ByteSource& bytes)
{
    for (size_t count = 1 + bytes.below(3); count > 0; --count) {
        Arena arena;
        Diagnostics ignored;
        std::vector<Span> integers;
        for (const script::Token& token : script::lex(text, arena, ignored))
            if (isInteger(std::string_view(text).substr(token.span.begin, token.span.end - token.span.begin)))
                integers.push_back(token.span);
        if (integers.empty())
            break;
        const Span at = integers[bytes.below(integers.size())];
        text.replace(at.begin, at.end - at.begin, Extremes[bytes.below(std::size(Extremes))]);
    }
    return text;
}

/// Ends the process, with the program, when it has worked for too long: an endless loop notices nothing else.
class WorkLimit {
public:
    WorkLimit(std::string_view pass, const std::string& program)
    {
        current = "a pass takes more than a minute: " + std::string(pass) + "\n" + program + "\n";
        std::signal(SIGVTALRM, &end);
        set(Seconds);
    }
    ~WorkLimit() { set(0); }
    WorkLimit(const WorkLimit&) = delete;
    WorkLimit& operator=(const WorkLimit&) = delete;

private:
    static constexpr int Seconds = 60; ///< of the processor; a pass takes milliseconds

    static void set(int seconds)
    {
        const itimerval timer = {.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
        setitimer(ITIMER_VIRTUAL, &timer, nullptr);
    }
    static void end(int)
    {
        const bool isTold = write(STDERR_FILENO, current.data(), current.size()) > 0;
        static_cast<void>(isTold); // best effort
        std::abort();
    }

    static inline std::string current;
};

} // namespace

void checkExtremeNumbers(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const PassInfo& pass = allPasses()[source.below(allPasses().size())];
    const Mode mode = source.oneIn(2) ? Mode::Sound : Mode::AsTvm;
    const auto golden = goldenPrograms().find(pass.name);
    const bool isGolden = golden != goldenPrograms().end() && !source.oneIn(4);
    const std::string original =
        isGolden ? golden->second[source.below(golden->second.size())] : generatedProgram(source);
    const std::string text = withExtremes(original, source);
    const WorkLimit limit(pass.name, text);
    const OpenedProgram program = openText("fuzz.py", text);
    if (!program.isOpen())
        return;
    const auto recording = record(program, {.passes = std::string(pass.name), .mode = mode, .force = true});
    if (!recording) // the target is refused
        return;
    countExamined();
    for (const Step& step : (*recording)->steps)
        TIR_CHECK(step.verdict != Verdict::Failed ||
                  step.diagnostics.front().message.find("check failed") == std::string::npos)
            << pass.name << " broke down: " << step.diagnostics.front().message << "\n"
            << text;
}

} // namespace tir::testing
