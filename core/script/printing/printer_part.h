/// What all parts of the printer share: the output, the names in scope, and the options. A part holds references to the
/// other parts that it uses, and the state that only it needs.

#pragma once

#include "core/script/printing/print_names.h"
#include "core/script/printing/print_output.h"
#include "core/script/printing/print_uses.h"

#include <optional>

namespace tir::script {

struct PrintContext {
    PrintOptions options;
    PrintOutput output;
    PrintNames names = {};
    std::optional<Uses> uses = {};    ///< of the function being printed
    bool isSTir = true;               ///< of the function being printed
    bool isFragment = false;          ///< a single expression: nothing is declared
    std::string_view moduleName = {}; ///< before the names of functions; may be empty
    Arena scratch = {};               ///< for expressions that are folded while printing
};

/// How tightly an expression binds, loosest first. Everything that needs no parentheses is an Atom.
enum class Binding : uint8_t { Or, And, Not, Comparison, Sum, Product, Atom };

bool isDefaultLayout(const Buffer& buffer);
bool isScalar(const Buffer& buffer);
/// A scalar that an allocation creates: `x: T.int32`.
bool isAllocScalar(const Buffer& buffer);
/// Whether an element is written as the name of its buffer. TVM does so with vectors, too, and loses
/// them.
bool isBareElement(const Buffer& buffer, ExprList indices);

class PrinterPart {
protected:
    explicit PrinterPart(PrintContext& context)
        : m_context(context),
          m_names(context.names),
          m_out(context.output)
    {}

    // ---- output
    void plain(std::string_view text) { m_out.plain(text); }
    void token(TokenKind kind, std::string_view text, const Node* entity = nullptr)
    {
        m_out.token(kind, text, entity);
    }
    void keyword(std::string_view text) { m_out.keyword(text); }
    void number(int64_t value) { m_out.number(value); }
    void builtin(std::string_view name) { m_out.builtin(name); }
    void string(std::string_view text) { m_out.string(text); }
    void separator(size_t index) { m_out.separator(index); }
    void endLine() { m_out.endLine(); }
    void enter(const Node* node) { m_out.enter(node); }
    void leave() { m_out.leave(); }
    size_t position() const { return m_out.position(); }
    template <class Print>
    PrintSink printed(Print&& print)
    {
        return m_out.printed(print);
    }
    void append(const PrintSink& text) { m_out.append(text); }

    /// Attributes the text printed in its lifetime to a node.
    class At : public PrintOutput::At {
    public:
        At(PrinterPart& part, const Node* node) : PrintOutput::At(part.m_out, node) {}
    };

    // ---- lines
    void beginLine();
    template <class Print>
    void line(Print&& print)
    {
        beginLine();
        print();
        endLine();
    }
    /// Prints a line and inserts it before the statement that `frame` is printing.
    template <class Print>
    void insertLine(Frame& frame, Print&& print)
    {
        putIn(frame, printed([&] {
                  plain(frame.indent);
                  print();
                  endLine();
              }));
    }

    // ---- names
    Frame& frame() { return m_names.innermost(); }
    const std::string& define(const Node* object, std::string_view hint)
    {
        return m_names.define(frame(), object, hint);
    }
    bool isDefined(const Node* object) const { return m_names.find(object) != nullptr; }
    void name(const Node* object);
    /// The frame for undefined variables and buffers: the innermost one whose scope contains all uses.
    Frame& frameFor(const Node* object);

    PrintContext& m_context;
    PrintNames& m_names;
    PrintOutput& m_out;

private:
    void putIn(Frame& frame, const PrintSink& piece);
};

} // namespace tir::script
