/// Prints definitions of variables and buffers: allocations, declarations, views, and lines for those that nothing
/// defines.

#pragma once

#include "core/script/printing/printer_part.h"

namespace tir::script {

class ExpressionPrinter;
class ValuePrinter;

class DeclarationPrinter : private PrinterPart {
public:
    DeclarationPrinter(PrintContext& context, ValuePrinter& values, ExpressionPrinter& expressions)
        : PrinterPart(context),
          m_values(values),
          m_expressions(expressions)
    {}

    // ---- print_declarations.cpp
    void useVar(const Var* var);
    void useBuffer(const Buffer* buffer);
    /// The buffer itself, where its name alone would mean its element.
    void bufferObject(const Buffer* buffer);
    void allocBuffer(const AllocBuffer& alloc, const Stmt* next, bool& isFused);
    void declBuffer(const DeclBuffer& decl);
    void matchBuffer(const Buffer& buffer, const Node* param);
    /// `T.env_thread("threadIdx.x")`, with the arguments that are kept for it.
    void envThread(const IterVar& axis, const AttrStmt* kept);

    // ---- print_buffers.cpp
    /// The arguments that a buffer-creating call accepts.
    struct BufferCall {
        bool createsData = false;   ///< the call creates the pointer if nothing else has
        bool isScopeInName = false; ///< T.alloc_shared, T.alloc_local
        bool alwaysDType = false;   ///< parameters print their dtype even when it is float32
        Frame* frame = nullptr;     ///< where the buffer is being defined
    };
    void bufferArguments(const Buffer& buffer, const BufferCall& call, bool hasLeading);
    /// Declares variables in the buffer's fields that need a separate line, and spells the others through the buffer.
    void prepareFields(const Buffer& buffer, const BufferCall& call);

private:
    void declareVar(const Var* var);
    void declareBuffer(const Buffer* buffer);
    void declareTogether(Frame& frame, const std::vector<const Var*>& vars);
    void scalarCall(const Buffer& buffer);
    void shape(ExprList extents);

    // ---- print_buffers.cpp
    bool isSpelledBy(const Buffer& buffer, const Expr* field) const;
    /// ", key="
    void key(std::string_view word);
    void strides(const Buffer& buffer);
    void axisSeparators(const Buffer& buffer);
    void allocatedAddress(const Buffer& buffer);

    // ---- print_views.cpp: a DeclBuffer in terms of another buffer
    bool declByParent(const Buffer& parent, const Buffer& buffer);
    bool declAsSlice(const Buffer& parent, const Buffer& buffer);
    bool declAsLocal(const Buffer& parent, const Buffer& buffer);
    bool declAsRetyped(const Buffer& parent, const Buffer& buffer);
    bool declAsPermuted(const Buffer& parent, const Buffer& buffer);
    bool declAsPartition(const Buffer& parent, const Buffer& buffer);
    bool declAsReshaped(const Buffer& parent, const Buffer& buffer);
    template <class Print>
    bool declByMethod(const Buffer& parent, const Buffer& buffer, std::string_view method, Print&& arguments);

    ValuePrinter& m_values;
    ExpressionPrinter& m_expressions;
};

} // namespace tir::script
