/// Evaluates the syntax tree of a text into IR, as TVM's parser does by running it: Python numbers stay
/// Python numbers until they meet an expression, operators match types and fold, and calls of the dialect
/// make nodes or change the block, function or module that is open. (tvmscript.md 11, 12)
///
/// One class, a source file per topic. Errors are reported and give Value::Kind::Error or a null node,
/// which their users pass on without another error.

#pragma once

#include "core/script/printing/place_spans.h"
#include "core/script/reading/dialect_names.h"
#include "core/script/reading/name_table.h"
#include "core/script/reading/parser.h"

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tir::script {

struct BufferView;

/// One call with its arguments evaluated.
struct CallSite {
    const Syntax* syntax = nullptr;
    std::string_view path;                  ///< "axis.remap"
    std::string_view target;                ///< the name that the result is assigned to, if it is one
    std::span<const Syntax* const> targets; ///< everything it is assigned to
    std::vector<Value> args;
    std::vector<const Syntax*> argSyntax; ///< of each argument; a splice repeats its own
    struct Named {
        SyntaxName name;
        Value value;
        const Syntax* syntax;
        bool isUsed = false;
    };
    std::vector<Named> named;
    std::vector<std::string_view> asked;    ///< names that the call takes
    std::vector<DictEntry>* kept = nullptr; ///< where arguments go that it does not take; null: nowhere
    std::string_view unknownPlace;          ///< whose they are, when not of what keeps them
    bool hasError = false;
    /// How many arguments by position it takes, as far as it has asked; those that are asked for as a whole
    /// are all taken.
    size_t positions = 0;
};

/// An AttrStmt whose body is still to come.
struct OpenAttr {
    AttrValue node;
    std::string_view key;
    const Expr* value;
    Span span;
};

/// A block while its statements are read.
struct BlockContext {
    std::string_view name;
    Span span;
    std::vector<const IterVar*> iterVars;
    std::vector<const Expr*> iterValues;
    std::vector<const BufferRegion*> reads;
    std::vector<const BufferRegion*> writes;
    bool hasReads = false;
    bool hasWrites = false;
    std::vector<const Buffer*> allocBuffers;
    std::vector<const MatchBufferRegion*> matchBuffers;
    std::vector<DictEntry> annotations;
    const Stmt* init = nullptr;
    const Expr* predicate = nullptr;
    bool noRealize = false;
};

/// A function while its statements are read.
struct FunctionContext {
    bool isSTir = false;
    std::vector<const Var*> params;
    std::vector<BufferBinding> bufferMap;
    std::vector<DictEntry> attrs;
    std::vector<const Buffer*> rootAllocs;
    std::vector<std::pair<const Buffer*, Span>> describing; ///< what is read to match parameters, and where
};

class Evaluator {
public:
    /// `syntax` and `dialect` must outlive the evaluator.
    Evaluator(std::string_view text, SyntaxReader& syntax, const Dialect& dialect, Arena& arena,
              Diagnostics& diagnostics, ReadProgress* progress);

    const Module* module(Suite file, const ParseOptions& options, bool& isBareFunction);
    /// By place of the module; to be called once, when there was no error.
    std::vector<Span> takeSpans() { return m_spans.take(m_moduleSpan); }
    Diagnostics& remarks() { return m_remarks; }
    /// JSON of the metadata section; empty when there is none.
    std::string_view metadata() const { return m_metadataText; }

private:
    using Handler = Value (Evaluator::*)(CallSite&);
    friend struct BuiltinTable;

    // ---- evaluator.cpp: errors, conversions
    Value fail(Span span, std::string code, std::string message);
    std::nullptr_t failNode(Span span, std::string code, std::string message);
    /// A warning that does not keep the text from being read.
    void remark(Span span, std::string code, std::string message);
    void note(Span span, std::string code, std::string message);
    /// Adds to the error that was reported last, if it was, where something was declared.
    void noteDeclaration(const Buffer* buffer);
    template <class T>
    const T* made(const T* node, Span span)
    {
        if (node)
            m_spans.record(node, span);
        return node;
    }
    /// The value as an operand; null (and an error) for what is not an expression.
    const Expr* toExpr(const Value& value, Span span);
    const Expr* toExpr(const Value& value, const Syntax* syntax) { return toExpr(value, syntax->span); }
    /// A Python number takes the wanted type, everything else keeps its own.
    const Expr* toExprOf(const Value& value, DType wanted, Span span);
    const Expr* numberOf(const Value& number, DType type, Span span);
    bool toInt(const Value& value, Span span, std::string_view what, int64_t& number);
    bool toText(const Value& value, Span span, std::string_view what, std::string_view& text);
    bool toDType(const Value& value, Span span, DType& type);
    std::span<const Value> toSequence(const Value& value);

    // ---- evaluate_module.cpp, evaluate_function.cpp
    const Module* classModule(const Statement& definition);
    void evaluateTopLevel(const Statement& statement);
    void metadataSection(const Statement& statement);
    bool isFragment(Suite file) const;
    const Statement* fragment(Suite file);
    void invalidDefinition(const Statement& definition);
    /// `metadata["type"][number]`: what the section defines, else an opaque object.
    Value metadataObject(std::string_view typeKey, int64_t number, Span span);
    void defineDialect(std::string_view alias, DialectKind kind, Span span);
    const Function* function(const Statement& definition);
    /// Finds the spans of its places, when there was no error so far.
    const Function* withSpans(const Function* function);
    const Function* opaqueFunction(const Statement& definition);
    void signature(const Statement& definition);
    void parameter(const SyntaxParameter& parameter);
    const Syntax* withoutGeneric(const Syntax* annotation);
    Dict functionAttrs(const Statement& definition);
    bool isPrimFunc(const Statement& definition) const;
    bool decoratorFlag(const Statement& definition, std::string_view name) const;
    /// `callee` is the attribute that is called, `base` the path before it: empty, "target" …
    Value infraCall(const Syntax& call, const Syntax& callee, std::string_view base);
    const Stmt* withRootBlock(const Stmt* body);
    void checkDescriptions(const Stmt& body);

    // ---- evaluate_statements.cpp
    /// `statements` from index `from` on, in the suite that is open.
    const Stmt* suite(Suite statements, size_t from = 0);
    /// In a suite of its own.
    const Stmt* body(Suite statements);
    void statement(const Statement& statement, std::vector<const Stmt*>& into);
    void invalid(const Statement& statement);
    void expressionStatement(const Statement& statement, std::vector<const Stmt*>& into);
    void returnStatement(const Statement& statement, std::vector<const Stmt*>& into);
    void assertion(const Statement& statement, std::vector<const Stmt*>& into);
    bool isCondition(const Expr* test, Span span);
    void branch(const Statement& statement, std::vector<const Stmt*>& into);
    void whileLoop(const Statement& statement, std::vector<const Stmt*>& into);
    void with(const Statement& statement, size_t item, std::vector<const Stmt*>& into);
    /// A launch or attribute without `with` reaches to the end of its suite.
    bool opensFrame(const Statement& statement, std::vector<OpenAttr>& frames);
    const Stmt* close(const std::vector<OpenAttr>& frames, const Stmt* body);
    /// Adds a frame for the unknown arguments of the frame before it.
    void keepInFrame(const std::vector<DictEntry>& kept, Span span, std::vector<OpenAttr>& frames);

    // ---- evaluate_assignments.cpp
    void assign(const Statement& statement, std::vector<const Stmt*>& into);
    void assignTo(const Syntax& target, const Syntax& source, std::vector<const Stmt*>& into, Span span);
    void assignValue(const Syntax& target, const Value& value, const Syntax& source,
                     std::vector<const Stmt*>& into, Span span);
    void assignName(const Syntax& target, const Value& value, const Syntax& source,
                    std::vector<const Stmt*>& into, Span span);
    void newScalar(const Syntax& target, DType type, const Value* value, Span valueSpan,
                   std::vector<const Stmt*>& into, Span span);
    void augmentedAssign(const Statement& statement, std::vector<const Stmt*>& into);
    void annotated(const Statement& statement, std::vector<const Stmt*>& into);
    void letBinding(const Statement& statement, const Syntax* typeSyntax, std::vector<const Stmt*>& into);
    void store(const Syntax& target, const Value& value, Span valueSpan, std::vector<const Stmt*>& into,
               Span span);
    const Stmt* storeTo(const Buffer* buffer, const std::vector<const Expr*>& indices, const Value& value,
                        Span valueSpan, const Expr* predicate, Span span);
    std::nullptr_t mismatchedStore(const Buffer* buffer, DType found, DType expected, Span span);
    void define(const Syntax& target, const Value& value);

    // ---- evaluate_loops.cpp
    struct LoopHeader;
    const Var* loopVariable(const Syntax& name, DType type);
    void forLoop(const Statement& statement, std::vector<const Stmt*>& into);
    bool loopHeaders(const Syntax& iterable, std::vector<LoopHeader>& loops);
    bool loopArguments(CallSite& site, LoopHeader& loop);

    // ---- evaluate_tirx.cpp
    void execScope(const Statement& statement, size_t item, ExecScopeKind kind,
                   std::vector<const Stmt*>& into);
    Value scopeIdCall(CallSite& site, ScopeBinding binding);
    bool isTileCall(const CallSite& site);
    Value tileCall(CallSite& site);
    const Stmt* tileStatement(CallSite& site, std::string_view path, const std::vector<AttrValue>& args);
    AttrValue tileArgument(const Value& value, Span span, bool isTileWanted);
    void composition(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into);
    bool hintFrame(const Syntax& call, std::vector<OpenAttr>& frames);

    // ---- evaluate_launches.cpp
    bool attrFrames(const Syntax& call, std::vector<OpenAttr>& frames);
    bool launchFrame(const Syntax& call, const Syntax* target, std::vector<OpenAttr>& frames);
    Value envThread(CallSite& site);

    // ---- evaluate_blocks.cpp
    void block(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into);
    void initBlock(const Statement& statement);
    Value axis(CallSite& site);
    Value axisRemap(CallSite& site);
    Value addAxis(IterType type, const Range* domain, const Expr* value, std::string_view name);
    /// For each of the axes from number `first` on.
    void keepForAxes(CallSite& site, size_t first);
    Value reads(CallSite& site);
    Value writes(CallSite& site);
    void detectRegions(BlockContext& block, const Stmt* body);
    const Expr* minimum(const Expr* a, const Expr* b, BinaryOp op);
    void regions(CallSite& site, std::vector<const BufferRegion*>& into);
    const BufferRegion* regionFrom(const Value& value, Span span);
    Value where(CallSite& site);
    Value blockAttr(CallSite& site);
    bool needsBlock(const CallSite& site);
    const Range* rangeFrom(const Value& value, Span span);
    bool matchBounds(const Value& begin, const Value& end, Span span, const Expr*& first, const Expr*& last);
    /// Fresh variables for the parameters (types repeat), and what the lambda makes of them.
    bool lambdaOf(const Value& value, Span span, const std::vector<DType>& types,
                  std::vector<const Var*>& vars, std::vector<const Expr*>& results);

    // ---- evaluate_drift.cpp: other times' spellings, and what this version does not know
    /// Today's name of a builtin whose name alone changed; a note says so.
    std::string_view currentSpelling(std::string_view path, Span span);
    /// Reports constructs whose meaning changed, with what to write. False: it is not one of them.
    bool refuseOldConstruct(std::string_view path, const Syntax& call, const Syntax* target);
    /// `tir.noalias` is `tirx.noalias` today.
    std::string_view currentKey(std::string_view key, Span span);
    AttrValue unknownValue(const AttrValue& value);
    void unknownArgument(CallSite& site, const CallSite::Named& named);
    /// `finish`, and what is not taken goes into `into`.
    void keep(CallSite& site, std::vector<DictEntry>& into, std::string_view place = {});
    void unknownOptions(const Statement& definition, std::vector<DictEntry>& attrs);
    /// An argument of an unknown operation, whatever it is.
    const Expr* anyArgument(const Value& value, Span span);

    // ---- evaluate_python.cpp
    /// `len(A.shape)` and its like on values that Python knows already.
    Value pythonCall(const Syntax& call);
    Value tvmCall(const Syntax& call, std::string_view path);
    Value needsPython(Span span, std::string what, std::string_view advice);

    // ---- evaluate_expressions.cpp
    Value evaluate(const Syntax& syntax);
    Value evaluateName(const Syntax& syntax);
    Value undefinedName(const Syntax& name);
    /// Texts of broken programs use a buffer or variable before the line that declares it.
    Value declaredLater(const Syntax& name);
    Value evaluateAttribute(const Syntax& syntax);
    Value attributeOf(const Value& base, const Syntax& syntax);
    /// `T.int32`, `T.f32`; null for names that are no type.
    const Type* typeNamed(std::string_view name);
    Value evaluateNumber(const Syntax& syntax);
    Value evaluateSequence(const Syntax& syntax);
    Value evaluateDict(const Syntax& syntax);
    Value evaluateConditional(const Syntax& syntax);
    const Expr* expression(const Syntax& syntax) { return toExpr(evaluate(syntax), syntax.span); }
    /// "axis.remap" when the syntax is `T.axis.remap`; nothing for anything else.
    std::optional<std::string_view> builtinPath(const Syntax& syntax) const;

    // ---- evaluate_operators.cpp
    Value evaluateBinary(const Syntax& syntax);
    Value binaryOperator(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span);
    Value numberOperator(Operator op, const Value& a, const Value& b, Span span);
    Value evaluateUnary(const Syntax& syntax);
    Value evaluateComparison(const Syntax& syntax);
    Value comparison(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span);
    Value evaluateLogic(const Syntax& syntax);
    bool matchOperands(const Value& a, const Value& b, Span spanA, Span spanB, Span span, const Expr*& left,
                       const Expr*& right);
    const Expr* arithmetic(BinaryOp op, const Expr* a, const Expr* b, Span span);
    const Expr* bitCall(OpId op, const Expr* a, const Expr* b, Span span);

    // ---- evaluate_indexing.cpp
    Value evaluateSubscript(const Syntax& syntax);
    Value indexBuffer(const Buffer* buffer, const Syntax& syntax);
    /// Indices for a load or store: slices become ramps.
    bool elementIndices(const Buffer* buffer, std::span<const Syntax* const> items, Span span,
                        std::vector<const Expr*>& indices);
    bool sliceBounds(const Expr* extent, const Syntax& slice, const Expr*& start, const Expr*& stop);
    const Expr* rampOf(const Buffer* buffer, size_t dimension, const Syntax& slice);
    const BufferRegion* regionOf(const Buffer* buffer, const Syntax& syntax);
    const Expr* loadRegion(const BufferRegion* region, Span span);
    const Expr* load(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* predicate,
                     Span span);
    const Expr* difference(const Expr* stop, const Expr* start);
    bool hasRank(const Buffer* buffer, size_t count, Span span);

    // ---- evaluate_calls.cpp
    /// `isStatement`: the call stands by itself, so that it may be a tile primitive.
    Value evaluateCall(const Syntax& syntax, std::span<const Syntax* const> targets = {},
                       bool isStatement = false);
    bool arguments(const Syntax& call, CallSite& site);
    /// Those by name alone.
    bool keywords(const Syntax& call, CallSite& site);
    /// The argument of that name or position; null when absent.
    const Value* argument(CallSite& site, std::string_view name, size_t position);
    const Value* keyword(CallSite& site, std::string_view name);
    Span argumentSpan(const CallSite& site, const Value* value) const;
    const Expr* exprArgument(CallSite& site, std::string_view name, size_t position);
    /// Reports keywords that were not taken.
    void finish(CallSite& site);
    /// The new node, which keeps the arguments that its call does not take.
    template <class T>
    const T* keeping(T* node, CallSite& site)
    {
        std::vector<DictEntry> kept;
        keep(site, kept);
        node->kept = m_arena.copy(kept);
        return node;
    }
    Value finished(const Value& result, CallSite& site);
    Value functionCall(const Value& callee, CallSite& site);
    Value typeCall(const Type* type, CallSite& site);
    const Expr* constantOrCast(const Value& value, DType type, Span span);
    /// The hint of a variable or buffer that the call makes: what it is assigned to.
    std::string_view nameFor(const CallSite& site) const;

    // ---- evaluate_op_calls.cpp
    Value cudaFuncCall(CallSite& site);
    bool takeType(CallSite& site, const Op& op, std::optional<DType>& type);
    bool placeNamedArguments(CallSite& site, const Op& op);
    Value opCall(CallSite& site);
    Value unknownCall(CallSite& site, DType type);
    /// The same for an operation that is known, but not with these arguments; `path`: its name, when it is
    /// not the one that is called.
    Value callWithUnknownArguments(CallSite& site, DType type, std::string_view path = {});
    Value methodWithUnknownArguments(const Value& result, const Value& base, CallSite& site);
    /// Adds them to `args`; their names are what the call is annotated with.
    Dict namedArguments(CallSite& site, std::vector<const Expr*>& args);
    /// A call whose text says nothing of its type takes the one that its surroundings want.
    const Expr* withType(const Expr* value, DType type, Span span);
    const Expr* callArgument(const Value& value, Span span);
    static DType resultType(const Op& op, const std::vector<const Expr*>& args);

    // ---- builtins.cpp, builtin_statements.cpp
    /// The handler of `T.<path>`; null for operations.
    static Handler findBuiltin(std::string_view path);
    Value methodCall(const Value& base, const Syntax& callee, CallSite& site);

    // ---- builtins.cpp, builtin_expressions.cpp, builtin_buffers.cpp, builtin_values.cpp: handlers by name
    Value castCall(CallSite& site);
    Value binaryCall(CallSite& site);
    Value notCall(CallSite& site);
    bool toLanes(const Value& value, Span span, int& lanes);
    Value selectCall(CallSite& site);
    Value rampCall(CallSite& site);
    Value broadcastCall(CallSite& site);
    Value shuffleCall(CallSite& site);
    Value letCall(CallSite& site);
    Value ifThenElseCall(CallSite& site);
    Value rangeCall(CallSite& site);
    Value iterVarCall(CallSite& site);
    Value reducerCall(CallSite& site);
    Value reduceCall(CallSite& site);
    Value indexMapCall(CallSite& site);
    Value immCall(CallSite& site);
    Value varCall(CallSite& site);
    Value limitCall(CallSite& site);
    Value storeCall(CallSite& site);
    Value storeWith(CallSite& site, const Buffer* buffer, const Value& value, const Value& where,
                    const Value* mask);
    Value evaluateStatementCall(CallSite& site);
    Value bindCall(CallSite& site);
    Value genericCall(CallSite& site);
    Value metaVarCall(CallSite& site);
    Value intrinsicCall(CallSite& site);
    const Expr* arrayArgument(const Buffer* buffer, Span span);
    Value funcAttrCall(CallSite& site);
    Value targetCall(CallSite& site);
    Value absCall(CallSite& site);
    Value ceilDivCall(CallSite& site);

    Value bufferAnnotation(CallSite& site);
    Value matchBuffer(CallSite& site);
    Value allocBuffer(CallSite& site);
    Value declBuffer(CallSite& site);
    Value blockAllocBuffer(CallSite& site);
    Value scalarCall(CallSite& site);
    Value declScalarCall(CallSite& site);
    struct BufferFields;
    bool bufferFields(CallSite& site, size_t firstPosition, BufferFields& fields);
    /// `made`, or the buffer of a line `B = T.Buffer(...)` above that `B = T.alloc_buffer(...)` makes only
    /// now. `data`: what the text gives; may be null.
    const Buffer* declaredNow(std::string_view name, const Var* data, const Buffer* made) const;
    const Buffer* makeBuffer(CallSite& site, BufferFields& fields, std::string_view name);
    const Buffer* makeScalar(std::string_view name, DType type, std::string_view scope,
                             const Var* data = nullptr, const Expr* offset = nullptr, Dict kept = {});
    /// `A.view(...)`, and the slice `E = D[32:96]` that a DeclBuffer is printed as.
    const Buffer* viewOf(const Buffer* parent, CallSite& site);
    bool extentsOf(CallSite& site, std::vector<const Expr*>& extents);
    std::optional<BufferView> reshapedOrRetyped(const Buffer& parent, CallSite& site);
    std::optional<BufferView> permuted(const Buffer& parent, CallSite& site);
    std::optional<BufferView> partitioned(const Buffer& parent, CallSite& site);
    std::optional<BufferView> local(const Buffer& parent, CallSite& site);
    const Buffer* sliceOf(const Buffer* parent, const BufferRegion& region, std::string_view name);
    Value accessPtr(const Buffer* buffer, CallSite& site);

    // ---- evaluate_layouts.cpp
    struct TileSpec;
    Value layoutValue(const Syntax& syntax);
    static bool isLayoutCall(std::string_view path);
    Value tileLayoutCall(const Syntax& call);
    bool tileSpec(const Syntax& syntax, TileSpec& spec);
    bool isTileSpec(const Syntax& syntax) const;
    bool tileIters(const Syntax& subscript, std::vector<const Iter*>& iters);
    const Expr* alongAxis(const Syntax& syntax, std::string_view& axis);
    const Expr* integerIn(const Syntax& syntax);
    Value tileFromIters(CallSite& site);
    Value iterCall(CallSite& site);
    Value swizzleLayoutCall(CallSite& site);
    Value composeLayoutCall(CallSite& site);

    bool keywordGiven(CallSite& site, std::string_view name, size_t position);
    /// Adds a statement to the suite being read.
    void emit(const Stmt* stmt);

    const Type* typeFrom(const Value& value, Span span);
    const Type* typeOf(const Expr* value);
    AttrValue attrValue(const Value& value, Span span);
    bool attrDict(const Value& value, Span span, std::vector<DictEntry>& entries);

    std::string_view m_text;
    SyntaxReader& m_syntax;
    const Dialect& m_dialect;
    Arena& m_arena;
    Diagnostics& m_diagnostics;
    ReadProgress* m_progress; ///< may be null
    Diagnostics m_remarks;
    NameTable m_names;
    PlaceSpans m_spans;
    Span m_moduleSpan;                                               ///< of the class
    std::unordered_map<std::string_view, const Type*> m_returnTypes; ///< of the module's functions
    std::unordered_map<std::string_view, const GlobalVar*> m_globals;
    std::unordered_map<const Var*, const IterVar*> m_envThreads;
    std::unordered_map<const Var*, std::vector<DictEntry>> m_envArguments; ///< unknown ones
    std::unordered_map<const Var*, const Range*> m_openLoops; ///< loops around the statement being read
    std::unordered_set<const Var*> m_bound;                   ///< variables of Bind statements
    std::unordered_set<const Var*> m_declared;                ///< variables of `x = T.int32()`
    std::unordered_map<const Buffer*, bool>
        m_undeclared; ///< of `B = T.Buffer(...)`; whether on data of its own
    FunctionContext* m_function = nullptr;
    Span m_statementSpan;                                   ///< of the simple statement being read
    Suite m_functionBody;                                   ///< of the function being read
    std::unordered_map<const Syntax*, Value> m_madeEarlier; ///< by call, what declaredLater made of it
    BlockContext* m_block = nullptr;
    std::vector<const ScopeIdDef*>* m_scopeIds = nullptr; ///< of the scope being read
    std::vector<DictEntry>* m_scopeKept = nullptr;        ///< arguments of the scope and its ids
    std::vector<const Stmt*>* m_statements = nullptr; ///< of the suite being read, for calls that add to it
    std::vector<DictEntry> m_moduleAttrs;
    std::vector<DictEntry> m_moduleInfos;
    std::string_view m_moduleName;
    std::string_view m_metadataText;
    Dict m_metadata; ///< type keys and lists of objects
    bool m_isBare = false;
    bool m_isOld = false; ///< from before the rename
    int m_depth = 0;
};

} // namespace tir::script
