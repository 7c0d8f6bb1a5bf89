/// Prints modules and functions.

#pragma once

#include "core/script/printing/printer_part.h"

namespace tir::script {

class BlockPrinter;
class DeclarationPrinter;
class StatementPrinter;
class ValuePrinter;

class ModulePrinter : private PrinterPart {
public:
    ModulePrinter(PrintContext& context, ValuePrinter& values, DeclarationPrinter& declarations,
                  StatementPrinter& statements, BlockPrinter& blocks)
        : PrinterPart(context),
          m_values(values),
          m_declarations(declarations),
          m_statements(statements),
          m_blocks(blocks)
    {}

    void module(const Module& module);

private:
    void header(const Module& module);
    void metadataSection();
    void function(const ModuleEntry& entry, const std::string& indent);
    void decorator(const PrimFunc& function, const std::string& indent);
    void parameters(const PrimFunc& function, std::vector<const Buffer*>& matched);
    bool isInlined(const PrimFunc& function, const Var* param, const Buffer& buffer) const;
    void functionBody(const PrimFunc& function, std::string_view printedName,
                      const std::vector<const Buffer*>& matched);
    void funcAttrs(const PrimFunc& function, std::string_view printedName);
    void opaqueFunction(const OpaqueFunc& function, const std::string& indent);

    ValuePrinter& m_values;
    DeclarationPrinter& m_declarations;
    StatementPrinter& m_statements;
    BlockPrinter& m_blocks;
    bool m_isBare = false;
};

} // namespace tir::script
