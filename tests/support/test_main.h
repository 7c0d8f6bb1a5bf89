/// One test program per folder, one CTest test per source file. A source ends with
///
///     TIR_TEST(TestLexer)
///     #include "tst_lexer.moc"
///
/// `tests_core_script tst_lexer` runs that test; further arguments go to Qt Test. Without a name, every test
/// of the program runs.
///
/// A run that checked nothing because every function was skipped exits with SkippedExitCode, so that CTest
/// reports the test as skipped. Each skip is printed with its reason as `SKIPPED: tst_x::function: reason`
/// and appended to the file that TIRSCOPE_SKIP_LOG names, if set.

#pragma once

#include <QObject>

#include <cstdlib>
#include <functional>
#include <memory>

namespace tir::testing {

inline constexpr int SkippedExitCode = 77;

using TestFactory = std::function<std::unique_ptr<QObject>()>;

/// `file` is the path of the source; the test is named after it.
bool registerTest(const char* file, TestFactory make);

/// Runs the test that argv[1] names, or all. An application object exists.
int runTests(int argc, char** argv);

#ifdef TIRSCOPE_TEST_WORKER
/// Tests use the worker of this build, also without the environment of CTest. The stand-in for TVM calls tirc.
[[maybe_unused]] static const bool isTircNamed = setenv("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC, 0) == 0;
[[maybe_unused]] static const bool isWorkerNamed = setenv("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER, 0) == 0;
#endif

} // namespace tir::testing

#define TIR_TEST(Class)                               \
    [[maybe_unused]] static const bool isRegistered = \
        tir::testing::registerTest(__FILE__, [] { return std::make_unique<Class>(); });
