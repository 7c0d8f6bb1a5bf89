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
    /// How much of them must be examined (examinedCount), so that a target cannot refuse everything unnoticed.
    uint64_t leastExamined = 0;
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
/// The bytes choose a recorded program, and the damage to its texts in a folder of DumpIR.
void checkDumpDamage(FuzzBytes bytes);
/// The bytes choose a well-formed program and a list of passes.
void checkPasses(FuzzBytes bytes);
/// The bytes choose a pass, a program, and the numbers in it that become extreme.
void checkExtremeNumbers(FuzzBytes bytes);
/// The bytes choose integer expressions and facts about their variables.
void checkArith(FuzzBytes bytes);
/// The bytes choose a program and a pipeline. CUDA C, C, LLVM IR, and what the executor compiles.
void checkGenerators(FuzzBytes bytes);
/// The same, for PTX.
void checkPtxGenerator(FuzzBytes bytes);
/// The bytes choose a program and the damage that its text or its JSON suffers.
void checkGeneratorsDamage(FuzzBytes bytes);
/// The bytes choose a program that executes.
void checkExecutor(FuzzBytes bytes);
/// The bytes choose a program and a pipeline.
void checkResults(FuzzBytes bytes);
/// The bytes are two texts.
void checkDiff(FuzzBytes bytes);
/// The bytes choose a program, and another one or a pipeline.
void checkStructuralDiff(FuzzBytes bytes);
/// The bytes are a file of a tensor.
void checkNpy(FuzzBytes bytes);
/// The bytes choose a tensor and the damage that its file suffers.
void checkNpyDamage(FuzzBytes bytes);
/// The bytes are a request file, or the argument of a command-line option.
void checkRequestBytes(FuzzBytes bytes);
/// The bytes choose a request and the damage that its file suffers.
void checkRequestDamage(FuzzBytes bytes);
/// The bytes are a message to or from the worker.
void checkProtocolBytes(FuzzBytes bytes);
/// The bytes choose a message of either direction and the damage that it suffers.
void checkProtocolDamage(FuzzBytes bytes);

/// How many modules went into code generators, and how many steps were executed and compared, since the program started.
uint64_t examinedCount();
/// For the targets: one more.
void countExamined();

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
    {"generators", "well-formed modules are refused with a reason, or become valid code", checkGenerators, 40,
     200},
    {"ptx_generator", "well-formed modules are refused with a reason, or become PTX", checkPtxGenerator, 15,
     80},
    {"generators_damage", "the same for damaged programs", checkGeneratorsDamage, 150, 5},
    {"executor", "programs have one result, with memory checks as without", checkExecutor, 40, 10},
    {"results", "sound passes keep the results of programs", checkResults, 20, 10},
    {"diff", "a diff and the text before it give the text after it", checkDiff, 4000},
    {"npy", "files of tensors are refused with a reason, or read, written and read again", checkNpy, 8000},
    {"npy_damage", "the same for damaged files", checkNpyDamage, 8000},
    {"request_bytes", "requests and options are refused with a reason, or read, written and read again",
     checkRequestBytes, 8000},
    {"request_damage", "the same for damaged requests", checkRequestDamage, 4000},
    {"protocol_bytes", "messages of the worker are refused with a reason, or read, written and read again",
     checkProtocolBytes, 4000},
    {"protocol_damage", "the same for damaged messages", checkProtocolDamage, 1000},
    {"structural_diff", "the edits between two modules make the second of the first", checkStructuralDiff,
     500},
    {"extreme_numbers", "passes take the smallest and the largest numbers, or refuse them",
     checkExtremeNumbers, 500, 200},
};

} // namespace tir::testing
