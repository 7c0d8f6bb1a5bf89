/// Prints a module as TVM's `.script()` does. Owns the parts of the printer and their shared state; each part has
/// references to the parts that it uses.

#pragma once

#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/module_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

namespace tir::script {

class ScriptPrinter {
public:
    /// `places` may be null: then there are no tokens.
    ScriptPrinter(const PlaceTable* places, const PrintOptions& options, bool hasTokens = true)
        : m_context{.options = options, .output = PrintOutput(places, hasTokens)}
    {}
    ScriptPrinter(const ScriptPrinter&) = delete;
    ScriptPrinter& operator=(const ScriptPrinter&) = delete;

    void module(const Module& module) { m_modules.module(module); }
    void fragment(const Expr& expr);
    /// Precondition: printed before. `placeCount`: size of the result's placeSpans.
    PrintedText take(size_t placeCount) { return m_context.output.takeText(placeCount); }

private:
    PrintContext m_context;
    ValuePrinter m_values{m_context, m_expressions, m_declarations};
    ExpressionPrinter m_expressions{m_context, m_values, m_declarations};
    DeclarationPrinter m_declarations{m_context, m_values, m_expressions};
    StatementPrinter m_statements{m_context, m_values, m_expressions, m_declarations, m_blocks};
    BlockPrinter m_blocks{m_context, m_values, m_expressions, m_declarations, m_statements};
    ModulePrinter m_modules{m_context, m_values, m_declarations, m_statements, m_blocks};
};

} // namespace tir::script
