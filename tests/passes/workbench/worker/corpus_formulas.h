/// Formulas for the results of the kernels of the corpus, written independently.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <functional>
#include <optional>

#include <QString>

namespace tir::testing {

/// The numbers that a program was given.
class Inputs {
public:
    explicit Inputs(const RunReport& report) : m_report(report) {}
    double at(const char* name, int64_t element) const; ///< in row-major order
    int64_t extent(const char* name, size_t axis) const;
    const RunTensor& tensor(const char* name) const;

private:
    const RunReport& m_report;
};

struct CorpusFormula {
    const char* program = ""; ///< prefix of the names of its traces
    const char* output = "";
    std::function<double(const Inputs&, int64_t element)> value = {};
    int64_t terms = 1; ///< of its longest sum
    std::map<std::string, InputSpec> inputs = {};
    int64_t blockLimit = 2; ///< the last block along an axis, where guards bite, and one before it
    std::optional<DType> sumType = std::nullopt; ///< nothing: that of the output
};

/// Null for programs without one.
const CorpusFormula* corpusFormula(const QString& program);

/// An element that the program has changed and that contradicts the formula, as a message; empty if none of the drawn
/// ones does. `count`: the number of changed elements.
QString contradiction(const CorpusFormula& formula, const RunReport& report, int64_t& count);

} // namespace tir::testing
