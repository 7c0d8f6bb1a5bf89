/// A golden case: one file with a header of comments, a module `Before`, and what shall become of it.
///
///     # check: pass RemoveNoOp            the pass, in constructor form
///     # config: tirx.merge_static_smem    a switch of the configuration that is on; also key=number
///     # target: {"kind": "llvm"}          instead of the default target; a kind or JSON
///     # mode: sound                       our corrections instead of TVM's behaviour
///     # expect: unchanged                 the very same module; no Expected
///     # error: words                      the pass refuses the module as a whole
///     # ill-formed before: reason         the verifier may object to Before
///     # not idempotent: reason            a second run may change something again
///     # text only: reason                 the text cannot say what the result is: only texts are compared
///     # hazard: hazard-tiny-buffer        the step reports it; all its hazards, in order, and no other
///     # report:                           notes of the step and errors of the verifier, one a line,
///     #   note: words                     each of which must be there, in this order, and nothing else
///
/// Other header lines are for people. `# error: words` at the end of a line of Before: the pass refuses
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
    QStringList hazards;
    std::optional<QStringList> report;
    std::optional<ExpectedError> error;
    GoldenModule before;
    std::optional<GoldenModule> expected;
    QStringList problems; ///< of the file itself
};

GoldenCase readGoldenCase(const QString& text);

/// What a run says about a file.
struct BlessedParts {
    QString before; ///< printed again
    QString expected;
    QStringList report;
    QStringList hazards = {};
};

/// The file with these parts in place of its own. A case that expects an error keeps its classes.
QString blessed(const QString& text, const BlessedParts& parts);

} // namespace tir::testing
