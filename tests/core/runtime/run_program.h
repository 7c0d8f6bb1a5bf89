/// Runs small programs in this process, for tests that compare results with formulas.

#pragma once

#include "core/runtime/simt/emulator.h"
#include "core/runtime/tensor.h"

#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tir::testing {

using Numbers = std::vector<double>;

struct RunResult {
    /// Refusals, parse errors, bad arguments; nothing else is set then.
    std::vector<std::string> complaints;
    std::optional<ProgramError> error;
    std::map<std::string, std::vector<double>> after; ///< by name of the buffer
    std::map<std::string, std::vector<double>> before;
    int64_t returned = 0;
    /// Of a checked run: "code: message @ text of the place", and after " | " the same of its note.
    std::vector<std::string> findings;
    /// Of a checked run: the text of the statement that last wrote each element, by name of the buffer.
    std::map<std::string, std::vector<std::string>> writers;
    /// Of a counted run: "main_launch (4, 1, 1) of (32, 1, 1), 2 times: float32 128, loaded global 512"; " or other work" at
    /// the end if the launches differ.
    std::vector<std::string> work;
};

/// Complaints and errors in one text; empty when the program ran.
QString troubleOf(const RunResult& result);

/// 0, 1, 2 …
Numbers range(size_t count);

enum class Checked { No, Yes };

struct RunHow {
    Checked checked = Checked::No;
    bool isLockstep = false;
    bool isCounted = false;
    unsigned cores = 0; ///< 0: all
    int64_t blockLimit = 0;
};

/// `body` is the class body of a module; its function `main` is run. `given`: contents of buffers by name.
RunResult runProgram(const std::string& body, const std::map<std::string, std::vector<double>>& given = {},
                     const std::map<std::string, int64_t>& dims = {}, Checked checked = Checked::No);
RunResult runProgram(const std::string& body, const std::map<std::string, std::vector<double>>& given,
                     const std::map<std::string, int64_t>& dims, const RunHow& how);

/// `main` with these parameters and statements.
RunResult runMain(const std::string& parameters, const std::string& statements,
                  const std::map<std::string, std::vector<double>>& given = {},
                  Checked checked = Checked::No);
RunResult runMain(const std::string& parameters, const std::string& statements,
                  const std::map<std::string, std::vector<double>>& given, const RunHow& how);

} // namespace tir::testing
