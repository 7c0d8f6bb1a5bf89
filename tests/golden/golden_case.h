/// A golden case: one file with a header of comments, a module `Before`, and the expected result.
///
///     # check: pass RemoveNoOp            the pass, in constructor form
///     # config: tirx.merge_static_smem    sets a configuration key to true; also key=number
///     # target: {"kind": "llvm"}          instead of the default target; a kind or JSON
///     # mode: sound                       our corrections instead of TVM's behavior
///     # expect: unchanged                 the identical module; no Expected
///     # error: words                      the pass rejects the module as a whole
///     # ill-formed before: reason         the verifier may report errors in Before
///     # not idempotent: reason            a second run may change something again
///     # text only: reason                 the text does not determine the result: only texts are compared
///     # defect: defect-tiny-buffer        the step reports it; all its defects, in order, and no other
///     # report:                           notes of the step and errors of the verifier, one per line,
///     #   note: words                     exactly these, in this order
///
/// Other header lines are for people. `# error: words` at the end of a line of Before: the pass rejects
/// it there.

#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace tir::testing {

struct ExpectedError {
    QString words;
    int line = 0; ///< of the file; 0 for the module as a whole
};

/// A class of the file: its text without comments, and where each line of it is in the file.
struct GoldenModule {
    QString text;           ///< ends in a newline
    std::vector<int> lines; ///< file line of each text line
};

struct GoldenCase {
    QString pass;
    QStringList config;
    QString target;
    bool isSound = false;
    bool expectsUnchanged = false;
    bool mayBeIllFormedBefore = false;
    bool mayChangeTwice = false;
    bool comparesTextOnly = false;
    QStringList defects;
    std::optional<QStringList> report;
    std::optional<ExpectedError> error;
    GoldenModule before;
    std::optional<GoldenModule> expected;
    QStringList problems; ///< of the file itself
};

GoldenCase readGoldenCase(const QString& text);

/// The parts of a file that a run determines.
struct BlessedParts {
    QString before; ///< printed again
    QString expected;
    QStringList report;
    QStringList defects = {};
};

/// The file with these parts replaced. A case that expects an error keeps its classes.
QString blessed(const QString& text, const BlessedParts& parts);

/// A comparison of two texts (`-` expected, `+` found), and the command that writes what was found into the golden file.
/// `test`: as CTest knows it.
QString goldenDifference(const QString& expected, const QString& found, const QString& test);

} // namespace tir::testing
