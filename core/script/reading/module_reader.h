/// Files and modules.

#pragma once

#include "core/script/reading/parser.h"
#include "core/script/reading/reader_part.h"
#include "core/script/syntax/dialect_names.h"

namespace tir::script {

class ExpressionReader;
class FunctionReader;
class LegacySpellings;
class MetadataSection;
struct ModuleAttributes;
struct ModuleFunctions;
class Names;

class ModuleReader : public ReaderPart {
public:
    ModuleReader(ReadContext& context, std::string_view text, const Dialect& dialect, Names& names,
                 LegacySpellings& legacy, ModuleFunctions& moduleFunctions, ModuleAttributes& attributes,
                 MetadataSection& metadata, ExpressionReader& expressions, FunctionReader& reader)
        : ReaderPart(context),
          m_text(text),
          m_dialect(dialect),
          m_names(names),
          m_legacy(legacy),
          m_moduleFunctions(moduleFunctions),
          m_attributes(attributes),
          m_metadata(metadata),
          m_expressions(expressions),
          m_functions(reader)
    {}

    const Module* module(Suite file, const ParseOptions& options, bool& isBareFunction);

    /// Of the class, once it is read.
    Span span() const { return m_span; }

private:
    bool mayHoldProgram(Suite file) const;
    bool isFragment(Suite file) const;
    const Statement* fragment(Suite file);
    void defineDialect(std::string_view alias, DialectKind kind, Span span);
    void evaluateTopLevel(const Statement& statement);
    const Module* classModule(const Statement& definition);

    std::string_view m_text;
    const Dialect& m_dialect;
    Names& m_names;
    LegacySpellings& m_legacy;
    ModuleFunctions& m_moduleFunctions;
    ModuleAttributes& m_attributes;
    MetadataSection& m_metadata;
    ExpressionReader& m_expressions;
    FunctionReader& m_functions;
    Span m_span;
};

} // namespace tir::script
