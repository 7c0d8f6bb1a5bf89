/// Prints a module as TVM's `.script()` does. Owns the state of one print; a source file per topic.

#pragma once

#include "core/script/printing/print_names.h"
#include "core/script/printing/print_output.h"
#include "core/script/printing/print_uses.h"
#include "core/script/reading/metadata.h"

#include <optional>

namespace tir::script {

/// How tightly an expression binds, loosest first. Everything that needs no parentheses is an Atom.
enum class Binding : uint8_t { Or, And, Not, Comparison, Sum, Product, Atom };

class ScriptPrinter : private PrintOutput {
public:
    /// `places` may be null: then there are no tokens.
    ScriptPrinter(const PlaceTable* places, const PrintOptions& options, bool hasTokens = true)
        : PrintOutput(places, hasTokens),
          m_options(options)
    {}

    void module(const Module& module);
    void fragment(const Expr& expr);
    /// Precondition: printed before. `placeCount`: size of the result's placeSpans.
    PrintedText take(size_t placeCount) { return takeText(placeCount); }

private:
    // ---- script_printer.cpp: lines, names
    Frame& frame() { return m_names.innermost(); }
    void beginLine();
    template <class Print>
    void line(Print&& print)
    {
        beginLine();
        print();
        endLine();
    }
    void name(const Node* object);
    const std::string& define(const Node* object, std::string_view hint)
    {
        return m_names.define(frame(), object, hint);
    }
    void useVar(const Var* var);
    void useBuffer(const Buffer* buffer);
    /// The buffer itself, where its name alone would mean its element.
    void bufferObject(const Buffer* buffer);
    bool isDefined(const Node* object) const { return m_names.find(object) != nullptr; }
    /// The frame for undefined variables and buffers: the innermost one whose scope contains all uses.
    Frame& frameFor(const Node* object);
    void declareVar(const Var* var);
    void declareBuffer(const Buffer* buffer);
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
    void putIn(Frame& frame, const PrintSink& piece);

    // ---- print_module.cpp
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

    // ---- print_types.cpp: types, attributes, literals
    void dtype(DType type) { builtin(toString(type)); }
    void dtypeText(DType type) { string(toString(type)); }
    void type(const Type* type);
    void pointerArguments(const PointerType& pointer);
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
    void unknownArguments(const Call& call, bool isFirst = false);
    void target(const Target& target);
    void metadata(std::string_view typeKey, int64_t index);
    /// The objects without a spelling, for new references. References that the module brought along are in
    /// it from the start.
    MetadataTable& metadataTable();
    void floatLiteral(double value);

    // ---- print_layouts.cpp
    void layout(const Layout* layout);
    void tileLayout(const TileLayout& tile);
    void iters(std::string_view name, IterList list);
    void iterList(IterList list);
    void iter(const Iter& iter);
    void along(const Expr* value, std::string_view axis, Binding loosest);

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
    void declareTogether(Frame& frame, const std::vector<const Var*>& vars);
    int countInFields(const Buffer& buffer, const Var* var) const;
    bool isScalar(const Buffer& buffer) const;
    bool isAllocScalar(const Buffer& buffer) const;
    /// Whether an element is written as the name of its buffer. TVM does so with vectors, too, and loses
    /// them.
    bool isBareElement(const Buffer& buffer, ExprList indices) const;
    bool isDefaultLayout(const Buffer& buffer) const;
    void shape(ExprList extents);

    // ---- print_declarations.cpp: AllocBuffer, DeclBuffer, match_buffer
    void allocBuffer(const AllocBuffer& alloc, const Stmt* next, bool& isFused);
    void declBuffer(const DeclBuffer& decl);
    void scalarCall(const Buffer& buffer);
    void matchBuffer(const Buffer& buffer, const Node* param);

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

    // ---- print_statements.cpp
    /// The statements of a suite, in the innermost frame.
    void statements(const Stmt& body);
    /// `isOnly`: it is the whole body, so that a launch or attribute needs no `with` around the rest. (The
    /// last of several gets one, even if the rest would not require it.)
    void statement(const Stmt& stmt, const Stmt* next, bool isOnly, bool& isFused);
    void nested(const Stmt& body, const Node* scope);
    void bind(const Bind& bind);
    void unknownBinding(const Bind& bind, const Call& call, bool isNew);
    void store(const BufferStore& store, Dict kept = {});
    void unknownStore(const AttrStmt& attr, const BufferStore& store);
    void evaluate(const Evaluate& evaluate);
    void assertion(const AssertStmt& check);
    void branch(const IfThenElse& branch);
    void loop(const For& loop);
    void loopHeader(const For& loop);
    void gridHeader(const std::vector<const For*>& nest);
    void attribute(const AttrStmt& attr, bool isOnly);
    /// `T.env_thread("threadIdx.x")`, with the arguments that are kept for it.
    void envThread(const IterVar& axis, const AttrStmt* kept);
    void launch(const AttrStmt& attr, bool isOnly);
    void attributeDict(const AttrStmt& attr, bool isOnly);
    template <class Print>
    void withBody(const Stmt& body, bool isOnly, Print&& print, const Var* bound = nullptr);

    // ---- print_tirx.cpp
    /// `condition`: of the branch around the scope, which is printed with it; may be null.
    void execScope(const ExecScopeStmt& scope, const Expr* condition);
    void scopeIds(const ScopeIdDef& definition, Dict kept, std::string_view place);
    void tileCall(const TilePrimitiveCall& call);
    void tileCallee(const TilePrimitiveCall& call, std::span<const AttrValue> args);
    void hint(Dict entries);
    void predicate(const Predicate& predicate);

    // ---- print_blocks.cpp
    void blockRealize(const SBlockRealize& realize);
    void block(const SBlock& block, const SBlockRealize* realize);
    void blockContents(const SBlock& block);
    void axes(const SBlock& block, const SBlockRealize* realize);
    void axis(const IterVar& axis, const Expr* value, Dict kept, std::string_view place);
    const For* remapped(const IterVar& axis, const Expr* value) const;
    void region(const BufferRegion& region);
    void regions(std::string_view name, std::span<const BufferRegion* const> regions, Dict kept);
    const SBlockRealize* implicitRoot(const PrimFunc& function) const;

    // ---- print_expressions.cpp
    void expr(const Expr* expr);
    void operand(const Expr* operand, Binding loosest);
    Binding bindingOf(const Expr* expr) const;
    bool isInfix(const Binary& binary) const;
    void binary(const Binary& binary);
    void list(ExprList exprs, std::string_view open = "[", std::string_view close = "]");
    void indices(ExprList indices);
    void index(const Expr* index);
    void load(const BufferLoad& load, const Call* kept = nullptr);
    void call(const Call& call);
    void callArguments(const Call& call);
    void calleeName(const Call& call);
    void lanes(int lanes);
    void reduce(const Reduce& reduce);
    void reducer(const CommReducer& reducer);
    void indexMap(const IndexMap& map);
    void iterVar(const IterVar& axis);
    /// `isTuple`: the result is a tuple even when it is one.
    void lambda(VarList params, VarList more, ExprList results, bool isTuple);
    void range(const Range& range);
    const Expr* sum(const Expr* a, const Expr* b);

    PrintOptions m_options;
    PrintNames m_names;
    std::optional<Uses> m_uses;
    mutable Arena m_scratch; ///< for sums that are folded while printing
    std::string_view m_moduleName;
    bool m_isBare = false;
    bool m_isSTir = true;
    bool m_isFragment = false;
    bool m_usesMetadata = false;
    const Module* m_module = nullptr;
    std::vector<const For*> m_loops; ///< enclosing loops, for T.axis.remap
    std::optional<MetadataTable> m_metadata;
};

} // namespace tir::script
