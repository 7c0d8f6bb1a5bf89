/// PTX as it is written: variables, functions, and their statements. Names are not looked up yet.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct PtxVariable {
    std::string name;
    std::string space; ///< "shared"
    std::string type;  ///< "b8"
    size_t alignment = 1;
    size_t bytes = 0; ///< of a parameter or a variable; of `.extern .shared` 0
    std::vector<std::byte> content;
    bool isPointer = false; ///< a parameter that is marked `.ptr`
};

struct PtxOperand {
    enum class Kind { Word, Address, Vector };
    Kind kind = Kind::Word;
    std::vector<std::string> words; ///< "%r1", "-4", "0f3F800000"; several of a vector and of "%p1|%p2"
    int64_t offset = 0;             ///< "[%rd1+16]"
};

struct PtxStatement {
    enum class Kind { Instruction, Label, Open, Close, Registers, Variable };
    Kind kind = Kind::Instruction;
    std::string guard; ///< "%p1"; empty: none
    bool isNegated = false;
    std::vector<std::string> op; ///< {"add", "s32"}; the name of a label or of registers
    std::vector<PtxOperand> operands;
    int count = 0; ///< of registers: 0 is one with the name as it is
    PtxVariable variable;
};

struct PtxFunction {
    std::string name;
    bool isEntry = false;
    std::vector<PtxVariable> parameters;
    std::vector<PtxVariable> results;
    std::vector<PtxStatement> body; ///< empty: only declared
};

struct PtxText {
    std::vector<PtxVariable> variables;
    std::map<std::string, PtxFunction> functions;
    std::string complaint; ///< empty: all was read
};

PtxText readPtxText(const std::string& text);

} // namespace tir::testing
