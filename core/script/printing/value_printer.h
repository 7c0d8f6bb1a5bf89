/// Prints types, attribute values, targets, layouts, and references to the metadata section.

#pragma once

#include "core/script/json/metadata.h"
#include "core/script/printing/printer_part.h"

namespace tir::script {

class DeclarationPrinter;
class ExpressionPrinter;

class ValuePrinter : private PrinterPart {
public:
    ValuePrinter(PrintContext& context, ExpressionPrinter& expressions, DeclarationPrinter& declarations)
        : PrinterPart(context),
          m_expressions(expressions),
          m_declarations(declarations)
    {}

    /// The module whose metadata references stay valid.
    void setModule(const Module& module) { m_module = &module; }

    // ---- print_types.cpp
    void dtype(DType type) { builtin(toString(type)); }
    void dtypeText(DType type) { string(toString(type)); }
    void type(const Type* type);
    void variableCreator(const Var* var);
    void value(const AttrValue& value);
    void dict(Dict dict, bool isSorted = true);
    /// `, annotations={…}`, and the unknown arguments as they came.
    void annotationArguments(Dict annotations);
    /// The unknown arguments that are kept for `place`, separated by commas; `isFirst`: without a comma before the
    /// first.
    void unknownArguments(Dict entries, std::string_view place = {}, bool isFirst = false);
    /// Of the frame around it; nothing when null.
    void unknownArguments(const AttrStmt* kept, bool isFirst = false);
    void floatLiteral(double value);
    void metadata(std::string_view typeKey, int64_t index);
    /// The objects without a spelling, for new references. References that the module brought along are in
    /// it from the start.
    MetadataTable& metadataTable();
    /// Whether the text refers to metadata.
    bool usesMetadata() const { return m_usesMetadata; }

    // ---- print_layouts.cpp
    void layout(const Layout* layout);
    void iter(const Iter& iter);

private:
    void pointerArguments(const PointerType& pointer);
    void target(const Target& target);
    void tileLayout(const TileLayout& tile);
    void iters(std::string_view name, IterList list);
    void iterList(IterList list);
    void along(const Expr* value, std::string_view axis, Binding loosest);

    ExpressionPrinter& m_expressions;
    DeclarationPrinter& m_declarations;
    const Module* m_module = nullptr;
    std::optional<MetadataTable> m_metadata;
    bool m_usesMetadata = false;
};

} // namespace tir::script
