#include "core/codegen/llvm_ir/place_marks.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_map>

namespace tir::llvm_ir {
namespace {

constexpr Place MaxColumn = 0xffff; ///< of a debug location

/// Learns at which byte of the text each instruction is printed.
class InstructionPlaces : public llvm::AssemblyAnnotationWriter {
public:
    explicit InstructionPlaces(const std::unordered_map<const llvm::Value*, Place>& places) : m_places(places)
    {}

    void emitInstructionAnnot(const llvm::Instruction* instruction,
                              llvm::formatted_raw_ostream& stream) override
    {
        const auto found = m_places.find(instruction);
        if (found != m_places.end())
            starts.emplace_back(stream.tell(), found->second);
    }

    std::vector<std::pair<uint64_t, Place>> starts; ///< in order

private:
    const std::unordered_map<const llvm::Value*, Place>& m_places;
};

/// The place that `.loc <file> <line> <column>` marks.
Place markedPlace(std::string_view line)
{
    const auto takeNumber = [&line] {
        uint32_t number = 0;
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const char* end = std::from_chars(line.data(), line.data() + line.size(), number).ptr;
        line.remove_prefix(size_t(end - line.data()));
        return number;
    };
    line.remove_prefix(line.find(".loc") + 4);
    takeNumber(); // the file
    const uint32_t statement = takeNumber();
    const uint32_t column = takeNumber();
    return statement > 0 ? statement - 1 + column : NoPlace;
}

/// Lines that exist only because of the marks: files, an empty section, labels without a jump to them.
bool isMadeForDebuggers(std::string_view line)
{
    constexpr std::string_view Starts[] = {".file\t",        ".file ",       ".section\t.debug_",
                                           "$L__func_begin", "$L__func_end", "$L__tmp"};
    return std::any_of(std::begin(Starts), std::end(Starts),
                       [&](std::string_view start) { return line.starts_with(start); });
}

} // namespace

PlaceMarks::PlaceMarks(llvm::Module& output, const PlaceTable& places)
    : m_places(places),
      m_builder(std::make_unique<llvm::DIBuilder>(output)),
      m_file(m_builder->createFile("module", ""))
{
    output.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    m_builder->createCompileUnit(llvm::dwarf::DW_LANG_C, m_file, "", true, "", 0, "",
                                 llvm::DICompileUnit::DebugDirectivesOnly);
}

PlaceMarks::~PlaceMarks() = default;

llvm::DISubprogram* PlaceMarks::scopeOf(llvm::Function& function)
{
    if (llvm::DISubprogram* known = function.getSubprogram())
        return known;
    llvm::DISubroutineType* type = m_builder->createSubroutineType(m_builder->getOrCreateTypeArray({}));
    llvm::DISubprogram* scope =
        m_builder->createFunction(m_file, function.getName(), "", m_file, 1, type, 1, llvm::DINode::FlagZero,
                                  llvm::DISubprogram::SPFlagDefinition);
    function.setSubprogram(scope);
    return scope;
}

llvm::DILocation* PlaceMarks::location(Place place, llvm::DISubprogram* scope) const
{
    const Place around = m_places.statementAround(place);
    const Place statement = around == NoPlace ? place : around;
    const Place column = place - statement;
    return llvm::DILocation::get(scope->getContext(), statement + 1, column <= MaxColumn ? column : 0, scope);
}

void PlaceMarks::finish()
{
    m_builder->finalize();
}

PlacedText printWithPlaces(llvm::Module& module)
{
    std::unordered_map<const llvm::Value*, Place> places;
    for (const llvm::Function& function : module)
        for (const llvm::BasicBlock& block : function)
            for (const llvm::Instruction& instruction : block)
                if (const llvm::DILocation* location = instruction.getDebugLoc())
                    if (location->getLine() > 0)
                        places.emplace(&instruction, location->getLine() - 1 + location->getColumn());
    llvm::StripDebugInfo(module);

    PlacedText result;
    InstructionPlaces instructions(places);
    llvm::raw_string_ostream stream(result.text);
    module.print(stream, &instructions);
    stream.flush();
    auto next = instructions.starts.begin();
    for (size_t begin = 0; begin < result.text.size();) {
        const size_t end = std::min(result.text.find('\n', begin), result.text.size());
        Place place = NoPlace;
        for (; next != instructions.starts.end() && next->first <= end; ++next)
            place = next->second;
        result.places.push_back(place);
        begin = end + 1;
    }
    return result;
}

PlacedText withoutMarks(const std::string& assembly)
{
    PlacedText result;
    Place place = NoPlace;
    for (size_t begin = 0; begin < assembly.size();) {
        const size_t end = std::min(assembly.find('\n', begin), assembly.size());
        const std::string_view line(assembly.data() + begin, end - begin);
        begin = end + 1;
        const size_t first = line.find_first_not_of(" \t");
        const std::string_view content = first == line.npos ? std::string_view() : line.substr(first);
        if (content.starts_with(".loc\t") || content.starts_with(".loc ")) {
            place = markedPlace(content);
            continue;
        }
        if (isMadeForDebuggers(content))
            continue;
        if (content.starts_with("}") || content.starts_with(".visible") || content.starts_with(".func"))
            place = NoPlace;
        // Declarations, labels and braces are not instructions.
        const bool isInstruction =
            !content.empty() && content.back() == ';' && content.front() != '.' && content.front() != '/';
        result.text.append(line);
        result.text += '\n';
        result.places.push_back(isInstruction ? place : NoPlace);
    }
    return result;
}

} // namespace tir::llvm_ir
