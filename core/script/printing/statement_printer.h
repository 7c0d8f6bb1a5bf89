/// Prints statements.

#pragma once

#include "core/script/printing/printer_part.h"

namespace tir::script {

class BlockPrinter;
class DeclarationPrinter;
class ExpressionPrinter;
class ValuePrinter;

class StatementPrinter : private PrinterPart {
public:
    StatementPrinter(PrintContext& context, ValuePrinter& values, ExpressionPrinter& expressions,
                     DeclarationPrinter& declarations, BlockPrinter& blocks)
        : PrinterPart(context),
          m_values(values),
          m_expressions(expressions),
          m_declarations(declarations),
          m_blocks(blocks)
    {}

    /// The statements of a suite, in the innermost frame.
    void statements(const Stmt& body);
    /// The same in a new frame, indented.
    void nested(const Stmt& body, const Node* scope);
    /// The loops around the current statement.
    const std::vector<const For*>& loops() const { return m_loops; }

private:
    // ---- print_statements.cpp
    /// `isOnly`: it is the whole body, so that a launch or attribute needs no `with` around the rest. (The
    /// last of several gets one, even if the rest would not require it.)
    void statement(const Stmt& stmt, const Stmt* next, bool isOnly, bool& isFused);
    void bind(const Bind& bind);
    void unknownBinding(const Bind& bind, const Call& call, bool isNew);
    void store(const BufferStore& store, Dict kept = {});
    void evaluate(const Evaluate& evaluate);
    void assertion(const AssertStmt& check);
    void branch(const IfThenElse& branch);
    void loop(const For& loop);
    void loopHeader(const For& loop);
    void gridHeader(const std::vector<const For*>& nest);

    // ---- print_attributes.cpp
    void attribute(const AttrStmt& attr, bool isOnly);
    void unknownStore(const AttrStmt& attr, const BufferStore& store);
    void launch(const AttrStmt& attr, bool isOnly);
    void attributeDict(const AttrStmt& attr, bool isOnly);
    /// `nest`: the attributes of the line, from the one that is being printed inward.
    template <class Print>
    void withBody(const std::vector<const AttrStmt*>& nest, bool isOnly, Print&& print,
                  const Var* bound = nullptr);

    // ---- print_tirx.cpp
    /// `condition`: of the branch around the scope, which is printed with it; may be null.
    void execScope(const ExecScopeStmt& scope, const Expr* condition);
    void scopeIds(const ScopeIdDef& definition, Dict kept, std::string_view place);
    void tileCall(const TilePrimitiveCall& call);
    void tileCallee(const TilePrimitiveCall& call, std::span<const AttrValue> args);
    void hint(Dict entries);

    ValuePrinter& m_values;
    ExpressionPrinter& m_expressions;
    DeclarationPrinter& m_declarations;
    BlockPrinter& m_blocks;
    std::vector<const For*> m_loops;
};

} // namespace tir::script
