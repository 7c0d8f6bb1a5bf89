#include "tests/support/host_ptx/ptx_machine.h"

#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <iterator>
#include <map>

namespace tir::testing {
namespace {

const char* const SpecialNames[PtxSpecialCount] = {
    "%tid.x",           "%tid.y",           "%tid.z",           "%ntid.x",   "%ntid.y",   "%ntid.z",
    "%ctaid.x",         "%ctaid.y",         "%ctaid.z",         "%nctaid.x", "%nctaid.y", "%nctaid.z",
    "%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z", "%laneid",   "%clock64"};

size_t aligned(size_t offset, size_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

/// Bits of "0f3F800000", "-4", "0x1F".
bool readNumber(const std::string& word, uint64_t& bits)
{
    const size_t digits = word.starts_with('-') ? 1 : 0;
    if (word.size() <= digits || word[digits] < '0' || word[digits] > '9')
        return false;
    const bool isFloat =
        word.size() > 2 && word[0] == '0' && std::string_view("fFdD").find(word[1]) != std::string_view::npos;
    char* end = nullptr;
    bits = isFloat  ? std::strtoull(word.c_str() + 2, &end, 16)
           : digits ? uint64_t(std::strtoll(word.c_str(), &end, 0))
                    : std::strtoull(word.c_str(), &end, 0);
    return *end == '\0' || (*end == 'U' && end[1] == '\0');
}

/// Rounding, saturation, and address spaces are the same for all instructions.
void readModifiers(PtxInstruction& instruction)
{
    static const std::map<std::string, int> Roundings = {
        {"rn", FE_TONEAREST},  {"rz", FE_TOWARDZERO},  {"rm", FE_DOWNWARD},  {"rp", FE_UPWARD},
        {"rni", FE_TONEAREST}, {"rzi", FE_TOWARDZERO}, {"rmi", FE_DOWNWARD}, {"rpi", FE_UPWARD}};
    instruction.rounding = FE_TONEAREST;
    for (const std::string& part : instruction.op) {
        for (const std::string_view space : {"shared", "global", "local", "param"})
            if (part == space)
                instruction.space = space;
        if (part == "const")
            instruction.space = "global";
        if (const auto found = Roundings.find(part); found != Roundings.end())
            instruction.rounding = found->second;
        instruction.isSaturated = instruction.isSaturated || part == "sat";
    }
}

class Linker {
public:
    Linker(const PtxText& text) : m_text(text), m_registers(PtxSpecialCount)
    {
        for (uint32_t number = 0; number < PtxSpecialCount; ++number)
            m_globals[SpecialNames[number]] = {number, {}};
        for (const PtxVariable& variable : text.variables)
            m_variables[variable.name] = &variable;
    }

    PtxProgram link(const std::string& kernel)
    {
        const PtxFunction& entry = m_text.functions.at(kernel);
        for (const PtxVariable& parameter : entry.parameters) {
            m_program.parameterOffsets.push_back(place(parameter));
            m_program.parameters.push_back(parameter);
        }
        m_functions[kernel].begin = 0;
        addFunction(entry);
        while (!m_waiting.empty() && m_program.complaint.empty()) {
            const std::string name = m_waiting.back();
            m_waiting.pop_back();
            m_functions[name].begin = m_program.code.size();
            addFunction(m_text.functions.at(name));
        }
        for (const auto& [at, name] : m_calls)
            m_program.code[at].target = m_functions[name].begin;
        for (const auto& [at, callee] : m_callCopies)
            pairCopies(at, callee);
        m_program.registers = std::move(m_registers);
        return std::move(m_program);
    }

private:
    struct Name {
        uint32_t number = 0;
        size_t bytes = 0; ///< of a parameter, whose place `number` is
        bool isParameter = false;
    };
    using Scope = std::map<std::string, Name>;
    struct Placed {
        size_t begin = 0;
        std::vector<Name> parameters;
        std::vector<Name> results;
    };
    struct Passed {
        std::string callee;
        std::vector<Name> results;
        std::vector<Name> arguments;
    };

    void complain(const std::string& what)
    {
        if (m_program.complaint.empty())
            m_program.complaint = what;
    }

    size_t place(const PtxVariable& parameter)
    {
        const size_t at = aligned(m_program.parameterBytes, std::max<size_t>(parameter.alignment, 8));
        m_program.parameterBytes = at + parameter.bytes;
        m_globals[parameter.name] = {uint32_t(at), parameter.bytes, true};
        return at;
    }

    uint32_t newRegister(uint64_t value)
    {
        m_registers.push_back(value);
        return uint32_t(m_registers.size() - 1);
    }

    uint32_t constant(uint64_t value)
    {
        const auto [found, isNew] = m_constants.try_emplace(value, 0);
        if (isNew)
            found->second = newRegister(value);
        return found->second;
    }

    const Name* find(const std::string& word) const
    {
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
            if (const auto found = scope->find(word); found != scope->end())
                return &found->second;
        const auto found = m_globals.find(word);
        return found == m_globals.end() ? nullptr : &found->second;
    }

    /// The register that has the value of a word.
    uint32_t registerOf(const std::string& word)
    {
        if (const Name* name = find(word))
            return name->isParameter ? constant(name->number) : name->number;
        uint64_t bits = 0;
        if (readNumber(word, bits))
            return constant(bits);
        if (word == "_")
            return newRegister(0);
        const auto variable = m_variables.find(word);
        if (variable != m_variables.end())
            return constant(addressOf(*variable->second));
        complain("PTX names '" + word + "', which is not known here");
        return 0;
    }

    uint64_t addressOf(const PtxVariable& variable)
    {
        const auto [found, isNew] = m_addresses.try_emplace(variable.name, 0);
        if (!isNew)
            return found->second;
        const bool isShared = variable.space == "shared";
        if (isShared && variable.bytes == 0)
            return found->second = DynamicShared;
        if (isShared) {
            found->second = aligned(m_program.sharedBytes, variable.alignment);
            m_program.sharedBytes = found->second + variable.bytes;
            return found->second;
        }
        const size_t at = aligned(m_program.variables.size(), variable.alignment);
        m_program.variables.resize(at + variable.bytes);
        std::copy(variable.content.begin(), variable.content.end(),
                  m_program.variables.begin() + ptrdiff_t(at));
        return found->second = VariableWindow + at;
    }

    void addFunction(const PtxFunction& function)
    {
        m_scopes = {{}};
        m_labels.clear();
        m_jumps.clear();
        Placed& placed = m_functions[function.name];
        if (!function.isEntry)
            for (const PtxVariable& parameter : function.parameters)
                place(parameter);
        for (const PtxVariable& result : function.results)
            place(result);
        for (const PtxVariable& parameter : function.parameters)
            placed.parameters.push_back(m_globals[parameter.name]);
        for (const PtxVariable& result : function.results)
            placed.results.push_back(m_globals[result.name]);
        for (const PtxStatement& statement : function.body)
            add(statement);
        for (const auto& [at, label] : m_jumps)
            if (const auto found = m_labels.find(label); found != m_labels.end())
                m_program.code[at].target = found->second;
            else
                complain("PTX jumps to '" + label + "', which is not there");
    }

    void add(const PtxStatement& statement)
    {
        switch (statement.kind) {
        case PtxStatement::Kind::Open:
            m_scopes.emplace_back();
            return;
        case PtxStatement::Kind::Close:
            m_scopes.pop_back();
            return;
        case PtxStatement::Kind::Label:
            m_labels[statement.op[0]] = m_program.code.size();
            return;
        case PtxStatement::Kind::Registers:
            for (int number = 0; number < std::max(statement.count, 1); ++number)
                m_scopes.back()[statement.op[0] + (statement.count ? std::to_string(number) : "")] = {
                    newRegister(0xcdcdcdcdcdcdcdcd)};
            return;
        case PtxStatement::Kind::Variable:
            return addVariable(statement.variable);
        case PtxStatement::Kind::Instruction:
            return addInstruction(statement);
        }
    }

    void addVariable(const PtxVariable& variable)
    {
        if (variable.space == "param") {
            const size_t at = aligned(m_program.parameterBytes, std::max<size_t>(variable.alignment, 8));
            m_program.parameterBytes = at + variable.bytes;
            m_scopes.back()[variable.name] = {uint32_t(at), variable.bytes, true};
        } else if (variable.space == "local") {
            const size_t at = aligned(m_program.localBytes, std::max<size_t>(variable.alignment, 16));
            m_program.localBytes = aligned(at + variable.bytes, 16);
            m_scopes.back()[variable.name] = {constant(at)};
        } else { // LLVM declares a variable there if only this function uses it
            m_scopes.back()[variable.name] = {constant(addressOf(variable))};
        }
    }

    void addInstruction(const PtxStatement& statement)
    {
        PtxInstruction instruction;
        instruction.op = statement.op;
        if (!statement.guard.empty()) {
            instruction.isGuarded = true;
            instruction.isNegated = statement.isNegated;
            instruction.guard = registerOf(statement.guard);
        }
        const std::string& op = statement.op[0];
        if (op == "call")
            addCall(statement);
        else if (op == "bra")
            m_jumps.emplace_back(m_program.code.size(), statement.operands.at(0).words[0]);
        else
            addOperands(statement, instruction);
        readModifiers(instruction);
        if (!decodeFlow(instruction) && !decodeArithmetic(instruction) && !decodeComparison(instruction) &&
            !decodeConversion(instruction) && !decodeBits(instruction) && !decodeMemory(instruction) &&
            !decodeAtomic(instruction) && !decodeWarp(instruction) && !decodeMatrix(instruction)) {
            std::string name;
            for (const std::string& part : statement.op)
                name += (name.empty() ? "" : ".") + part;
            complain("the instruction " + name + " is not interpreted");
        }
        m_program.code.push_back(std::move(instruction));
    }

    void addOperands(const PtxStatement& statement, PtxInstruction& instruction)
    {
        size_t number = 0;
        for (const PtxOperand& operand : statement.operands) {
            if (number < instruction.first.size())
                instruction.first[number++] = uint16_t(instruction.registers.size());
            if (operand.kind == PtxOperand::Kind::Address)
                instruction.offset = operand.offset;
            if (operand.offset != 0 && instruction.op[0] == "cp")
                complain("an offset in cp.async is not interpreted");
            for (const std::string& word : operand.words)
                instruction.registers.push_back(registerOf(word));
        }
        while (number < instruction.first.size())
            instruction.first[number++] = uint16_t(instruction.registers.size());
    }

    /// "call.uni (retval0), name, (param0, param1)"
    void addCall(const PtxStatement& statement)
    {
        Passed passed;
        bool isNamed = false;
        for (const PtxOperand& operand : statement.operands) {
            if (operand.kind != PtxOperand::Kind::Vector) {
                passed.callee = operand.words[0];
                isNamed = true;
                continue;
            }
            for (const std::string& word : operand.words)
                if (const Name* name = find(word); name && name->isParameter)
                    (isNamed ? passed.arguments : passed.results).push_back(*name);
        }
        const auto callee = m_text.functions.find(passed.callee);
        if (callee == m_text.functions.end() || callee->second.body.empty())
            return complain("PTX calls '" + passed.callee + "', which has no body");
        if (m_functions.try_emplace(passed.callee).second)
            m_waiting.push_back(passed.callee);
        m_calls.emplace_back(m_program.code.size(), passed.callee);
        m_callCopies.emplace_back(m_program.code.size(), std::move(passed));
    }

    void pairCopies(size_t at, const Passed& passed)
    {
        const Placed& callee = m_functions[passed.callee];
        PtxInstruction& call = m_program.code[at];
        const auto add = [&](const Name& from, const Name& to) {
            call.copies.push_back({from.number, to.number, std::min(from.bytes, to.bytes)});
        };
        for (size_t number = 0; number < std::min(passed.arguments.size(), callee.parameters.size());
             ++number)
            add(passed.arguments[number], callee.parameters[number]);
        call.firstResult = call.copies.size();
        for (size_t number = 0; number < std::min(passed.results.size(), callee.results.size()); ++number)
            add(callee.results[number], passed.results[number]);
    }

    const PtxText& m_text;
    PtxProgram m_program;
    std::vector<uint64_t> m_registers;
    std::map<uint64_t, uint32_t> m_constants;
    std::map<std::string, const PtxVariable*> m_variables;
    std::map<std::string, uint64_t> m_addresses;
    Scope m_globals;
    std::vector<Scope> m_scopes;
    std::map<std::string, size_t> m_labels;
    std::vector<std::pair<size_t, std::string>> m_jumps;
    std::map<std::string, Placed> m_functions;
    std::vector<std::string> m_waiting;
    std::vector<std::pair<size_t, std::string>> m_calls;
    std::vector<std::pair<size_t, Passed>> m_callCopies;
};

} // namespace

PtxProgram linkPtx(const PtxText& text, const std::string& kernel)
{
    PtxProgram program;
    if (text.functions.contains(kernel))
        program = Linker(text).link(kernel);
    else
        program.complaint = "PTX has no kernel '" + kernel + "'";
    if (!text.complaint.empty())
        program.complaint = text.complaint;
    return program;
}

} // namespace tir::testing
