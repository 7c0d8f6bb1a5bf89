/// Prints schedulable blocks.

#pragma once

#include "core/script/printing/printer_part.h"

namespace tir::script {

class DeclarationPrinter;
class ExpressionPrinter;
class StatementPrinter;
class ValuePrinter;

class BlockPrinter : private PrinterPart {
public:
    BlockPrinter(PrintContext& context, ValuePrinter& values, ExpressionPrinter& expressions,
                 DeclarationPrinter& declarations, StatementPrinter& statements)
        : PrinterPart(context),
          m_values(values),
          m_expressions(expressions),
          m_declarations(declarations),
          m_statements(statements)
    {}

    void blockRealize(const SBlockRealize& realize);
    void block(const SBlock& block, const SBlockRealize* realize);
    /// What follows the axes, regions and annotations.
    void blockContents(const SBlock& block);
    /// The block around the body of a function that TVM's parser adds; null if it must be printed.
    const SBlockRealize* implicitRoot(const PrimFunc& function) const;

private:
    void axes(const SBlock& block, const SBlockRealize* realize);
    void axis(const IterVar& axis, const Expr* value, Dict kept, std::string_view place);
    const For* remapped(const IterVar& axis, const Expr* value) const;
    void regions(std::string_view name, std::span<const BufferRegion* const> regions, Dict kept);

    ValuePrinter& m_values;
    ExpressionPrinter& m_expressions;
    DeclarationPrinter& m_declarations;
    StatementPrinter& m_statements;
};

} // namespace tir::script
