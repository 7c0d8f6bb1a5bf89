/// A finding of a checked run: its kind, the memory as the program names it, and the accesses that are involved.

#pragma once

#include "core/support/diagnostic.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

enum class FindingKind : uint8_t {
    OutOfBounds,
    Uninitialized,
    Race,           ///< no barrier could order the two accesses: one statement, or two blocks
    MissingBarrier, ///< two statements that threads of a block execute without a barrier in between
    Clobbered,      ///< shared bytes that another buffer has taken over
    MissingWait, ///< use of memory that an asynchronous copy may still write, or a change of memory that it may
                 ///< still read
    Misaligned,
    DivisionByZero,
    SignedOverflow, ///< of int32 or int64: narrower and unsigned integers wrap
    OutOfDomain,    ///< a variable of a block has a value that its axis does not have
    DivergentBarrier,
    RefusedLaunch,
    BankConflicts, ///< slow, not wrong: a note
    NotReached,    ///< a launch, or statements under a condition, that the run did not execute
};
/// Its code as a diagnostic: "missing-barrier".
std::string_view toString(FindingKind kind);
/// Nothing for a text that is not code.
std::optional<FindingKind> findingKindFromString(std::string_view code);

struct FindingKindInfo {
    FindingKind kind;
    std::string_view summary;
    Severity severity = Severity::Error;
};
/// Every kind, in the order of the enumeration.
std::span<const FindingKindInfo> allFindingKinds();

Severity severityOf(FindingKind kind);

enum class AccessKind : uint8_t { Read, Write, Update, Copy, Wait, Divide, Compute, Bind, Launch, Skip };
std::string_view toString(AccessKind kind); ///< "reads"

/// One statement that one thread executed.
struct FindingAccess {
    AccessKind kind = AccessKind::Read;
    Place place = NoPlace; ///< in the module that ran
    bool isOnHost = false; ///< block and thread mean nothing
    std::array<uint32_t, 3> block = {};
    std::array<uint32_t, 3> thread = {};

    bool operator==(const FindingAccess&) const = default;
};

struct Finding {
    FindingKind kind = FindingKind::OutOfBounds;
    std::string buffer;  ///< its name; "" if no buffer is involved
    std::string memory;  ///< the name of the variable of its data
    std::string element; ///< "C[3, 5]", "C[4:8]"
    std::string scope;   ///< "global", "shared.dyn"
    FindingAccess access;
    std::optional<FindingAccess> other; ///< the other side of a conflict, which came first
    std::string otherElement;           ///< the same memory as the other side names it; "" when equal
    std::string detail;                 ///< more about the kind: "'C' has 64 elements"
    int64_t count = 1;                  ///< occurrences; only the first is reported

    bool operator==(const Finding&) const = default;
};

/// "thread (1, 0, 0) of block (0, 0, 0)", or "the host".
std::string whoOf(const FindingAccess& access);
/// The other side is a note with a place.
Diagnostic toDiagnostic(const Finding& finding);
Diagnostics toDiagnostics(const std::vector<Finding>& findings);

/// One of them is an error.
bool hasError(const std::vector<Finding>& findings);

} // namespace tir
