/// The properties that no input may break, each a function of bytes. libFuzzer (preset `fuzz`) and
/// tst_fuzz, which is part of every test run, call the same functions.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tir::testing {

using FuzzBytes = std::span<const uint8_t>;

struct FuzzTarget {
    std::string_view name; ///< also that of its folder in tests/fuzz/inputs
    std::string_view property;
    /// Throws InternalError when the property does not hold; anything worse is for the sanitizers.
    void (*check)(FuzzBytes bytes);
    /// How many inputs a test run tries: a fixed number, so that a seed gives the same run on every machine.
    int inputs = 500;
};

/// The bytes are a text, read as TVMScript.
void checkScriptBytes(FuzzBytes bytes);
/// The bytes choose a program and the damage that its text suffers.
void checkScriptDamage(FuzzBytes bytes);
/// The bytes choose a program that is well-formed.
void checkScriptPrograms(FuzzBytes bytes);
/// The bytes are TVM's JSON.
void checkTvmJsonBytes(FuzzBytes bytes);
/// The bytes choose a program and the damage that its JSON suffers.
void checkTvmJsonDamage(FuzzBytes bytes);
/// The bytes are a trace file.
void checkTraceBytes(FuzzBytes bytes);
/// The bytes choose a program, the pipeline that records it, and the damage that the trace suffers.
void checkTraceDamage(FuzzBytes bytes);
/// The bytes are the files of a folder of DumpIR.
void checkDumpBytes(FuzzBytes bytes);
/// The bytes choose a recorded program, and which of its texts stand damaged in a folder of DumpIR.
void checkDumpDamage(FuzzBytes bytes);
/// The bytes choose a well-formed program and the passes that it goes through.
void checkPasses(FuzzBytes bytes);
/// The bytes choose integer expressions and facts about their variables.
void checkArith(FuzzBytes bytes);

inline constexpr FuzzTarget FuzzTargets[] = {
    {"script_bytes", "texts are refused with a reason, or read, printed and read again", checkScriptBytes,
     8000},
    {"script_damage", "the same for damaged programs", checkScriptDamage, 8000},
    {"script_programs", "programs come back from text and JSON as they were", checkScriptPrograms, 1000},
    {"tvm_json_bytes", "JSON is refused with a reason, or read, written and read again", checkTvmJsonBytes,
     8000},
    {"tvm_json_damage", "the same for damaged JSON", checkTvmJsonDamage, 1000},
    {"trace_bytes", "traces are refused with a reason, or read, written and read again", checkTraceBytes,
     4000},
    {"trace_damage", "the same for damaged traces", checkTraceDamage, 500},
    {"dump_bytes", "folders of DumpIR are refused with a reason, or become a trace that opens",
     checkDumpBytes, 2000},
    {"dump_damage", "the same for recorded texts that are damaged", checkDumpDamage, 500},
    {"passes", "passes keep programs well-formed or refuse", checkPasses, 500},
    {"arith", "simplified expressions keep their values, and bounds and proofs hold", checkArith, 500},
};

} // namespace tir::testing
