/// The emitter of one LLVM function: expressions, memory, statements and launches, one .cpp each. As it
/// is here, it makes programs for emulator_abi.h; what differs for a GPU and for a host of TVM's runtime
/// is virtual (nvptx_function.h, host_function.h). Private to this folder. LLVM's types are only named here.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/codegen/llvm_ir/lockstep.h"
#include "core/codegen/llvm_ir/module_emitter.h"
#include "core/codegen/llvm_ir/scan.h"
#include "core/codegen/llvm_ir/thread_memory.h"
#include "core/ir/places.h"

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace llvm {
class BasicBlock;
class Constant;
class DISubprogram;
class IRBuilderBase;
class PHINode;
} // namespace llvm

namespace tir::llvm_ir {

/// Where generated code runs; decides what allocations and thread axes mean.
enum class Side : uint8_t { Host, Device };

class FunctionEmitter {
public:
    /// The emulator, the block and the thread come before the parameters of every function.
    static constexpr unsigned EmulatorParameters = 3;

    /// `site`: the emitter at whose launch this function is emitted; values it knows are captured from it.
    FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side,
                    FunctionEmitter* site = nullptr, unsigned firstParameter = EmulatorParameters);
    FunctionEmitter(const FunctionEmitter&) = delete;
    FunctionEmitter& operator=(const FunctionEmitter&) = delete;
    virtual ~FunctionEmitter() = default;

    /// A whole function of the module: parameters, body, return.
    void emitFunction(const PrimFunc& function);
    /// `void entry(SimtEmulator*, void* const* arguments, void* result)` around `callee`, which is `function`.
    void emitEntry(const PrimFunc& function, llvm::Function* callee);

protected:
    using Value = llvm::Value;

    /// What a pointer of the program points at.
    struct Pointer {
        Value* base = nullptr;          ///< where the memory of `buffer` starts, or the pointer itself
        Value* offset = nullptr;        ///< bytes behind that
        const Buffer* buffer = nullptr; ///< null: not known which; known in checked programs only
    };
    /// What a variable stands for.
    struct Binding {
        Value* value = nullptr;
        /// What the host allocated for those that it launches: shared memory, of which each block has its
        /// own, or local memory, of which each thread has.
        const Buffer* perLaunch = nullptr;
        Pointer pointer =
            {}; ///< of a pointer in a checked program: what it was made from; base null: unknown
    };
    struct Loop {
        llvm::BasicBlock* onBreak;
        llvm::BasicBlock* onContinue;
    };
    /// Where `ret` of the function being emitted goes; `result` may be null.
    struct Return {
        llvm::BasicBlock* block = nullptr;
        Value* result = nullptr;
        DType dtype = Void;
    };
    /// An allocation to release, or an old meaning to restore, when a scope ends.
    struct Undo {
        const Var* var = nullptr;
        Binding old;
        Value* release = nullptr;
    };

    // ---- what another platform does in its own way

    /// Operations that only this platform knows, and those it does otherwise than FunctionEmitter.
    virtual Value* emitOwnCall(const Call& call, bool& known);
    /// The value of a parameter in a register, and back.
    virtual Value* parameter(const Var& param, Value* argument);
    virtual Value* argument(const Var& param, Value* value);
    virtual void fail(std::string_view kind, std::string_view message);
    virtual Value* memoryValue(DType dtype, Value* value);
    virtual Value* registerValue(DType dtype, Value* value);
    virtual llvm::Type* memoryType(DType dtype);
    /// A float, or a vector of them, in more bits.
    virtual Value* widenedFloat(Value* value, DType to);
    /// Rounds towards zero; out of range and NaN: the nearest value and 0.
    virtual Value* floatToInt(DType to, DType from, Value* value);
    virtual Value* guardedDivisor(const Binary& node, Value* dividend, Value*& divisor);
    /// A function of mathematics by its name for float64, for elements of this type.
    virtual llvm::Function* libraryFunction(std::string_view function, DType element,
                                            const std::vector<llvm::Type*>& params);
    /// Bytes that the address of an access of `lanes` consecutive elements is a multiple of.
    virtual uint64_t accessAlignment(const Buffer& buffer, const Expr& index, int lanes);
    /// Bytes that the address of one element is a multiple of, when nothing else is known about it.
    virtual uint64_t elementAlignment(DType) const { return 1; }
    virtual bool isVolatile(const Buffer& buffer) const;
    virtual Value* emitFunctionCall(const Call& call, const ModuleEntry& callee);
    virtual void emitAllocation(const AllocBuffer& alloc);
    virtual void emitAttr(const AttrStmt& node);
    virtual void emitAssert(const AssertStmt& node);
    virtual void emitThreadExtent(const AttrStmt& node, const IterVar& axis);
    virtual Value* threadIndex(ThreadAxis axis);
    virtual void emitLaunch(const Stmt& body, const std::string& name,
                            const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes);

    // ---- names (function_emitter.cpp)
    void define(const Var* var, Value* value) { define(var, Binding{value, nullptr, {}}); }
    void define(const Var* var, Binding binding);
    Value* lookup(const Var* var);
    const Binding* findBinding(const Var* var) const;
    Value* capture(const Var* var);
    size_t enterScope() const { return m_undo.size(); }
    void leaveScope(size_t mark);
    Value* refuse(const Node& node, std::string message, DType dtype);
    void setUpPrologue();
    void finishPrologue();

    // ---- types (types.cpp)
    llvm::Type* valueType(DType dtype);
    Value* undefined(DType dtype);
    Value* rounded(DType dtype, Value* value);
    Value* toMemory(DType dtype, Value* value) { return memoryValue(dtype, value); }
    Value* fromMemory(DType dtype, Value* value) { return registerValue(dtype, value); }
    Value* lanewise(Value* vector, DType dtype, llvm::Type* laneResult,
                    const std::function<Value*(Value*)>& one);
    Value* int32Value(uint32_t value);
    Value* int64Value(int64_t value);
    Value* textValue(std::string_view text);

    // ---- expressions (emit_expr.cpp)
    Value* emit(const Expr& expr);
    Value* emitBinary(const Binary& node);
    Value* emitIntDivision(const Binary& node, Value* a, Value* b);
    Value* emitFloatBinary(BinaryOp op, DType dtype, Value* a, Value* b);
    static bool canCast(DType from, DType to);
    static std::string whyNoCast(DType from, DType to);
    Value* emitCast(DType to, DType from, Value* value);
    Value* emitBool(const Expr& expr);
    Value* emitAs(const Expr& expr, DType dtype);
    Value* emitLet(const Let& node);
    Value* emitShuffle(const Shuffle& node);

    // ---- calls (emit_call.cpp, emit_math.cpp, emit_packed.cpp)
    Value* emitCall(const Call& call);
    Value* emitDirectCall(const Call& call, const ModuleEntry& callee, std::vector<Value*> args);
    bool hasParametersOf(const Call& call, const ModuleEntry& callee);
    bool isOfOtherDevice(const PrimFunc& callee) const;
    bool isLaunchable(const Call& call, const PrimFunc& callee, const std::string& name);
    Value* emitInlined(const Call& call, const PrimFunc& callee);
    Value* emitPackedCall(const Call& call);
    Value* emitLoweredPackedCall(const Call& call);
    Value* emitCPackedCall(const Call& call);
    Value* emitLoweredCPackedCall(const Call& call);
    Value* emitStackMemory(const Call& call);
    const ModuleEntry* packedCallee(const Call& call);
    Value* callPackedFunction(const Call& call, const ModuleEntry& callee, Value* values, Value* count);
    Value* taggedValue(Value* values, Value* index);
    Value* contentOf(DType dtype, Value* tagged);
    Value* emitNothing(const Call& call);
    Value* emitFirstArgument(const Call& call) { return emit(*call.args[0]); }
    Value* emitJump(const Call& call);
    Value* emitBitwise(const Call& call);
    Value* emitIsNull(const Call& call);
    Value* emitWideConstant(const Call& call);
    Value* emitWorkspaceCall(const Call& call);
    Value* emitForeignCall(const Call& call);
    Value* emitLlvmIntrinsic(const Call& call);
    Value* emitIfThenElse(const Call& call);
    Value* emitShift(const Call& call);
    Value* emitReinterpret(const Call& call);
    Value* emitReturn(const Call& call);
    Value* emitStructAccess(const Call& call);
    Value* emitLibraryCall(std::string_view function, DType dtype, const std::vector<Value*>& args);
    Value* emitMath(const Call& call, std::string_view name, bool& known);
    Value* emitActiveLanes(const Call& call);
    Value* emitLastError(const Call& call);
    Value* emitPrint(const Call& call);

    // ---- pointers (emit_pointers.cpp) and copies (emit_copies.cpp)
    Pointer pointerTo(const Expr& expr);
    Pointer pointerToElement(const Call& call);
    Pointer offsetPointer(const Call& call, size_t index, DType dtype);
    Pointer moved(const Pointer& pointer, DType dtype, Value* elements);
    Value* addressOf(const Pointer& pointer);
    Value* emitPointer(const Call& call);
    Value* checkedPointer(SiteKind kind, const Node& node, const Pointer& pointer, int64_t bytes,
                          int64_t alignment = 1);
    Value* checkedPointer(uint32_t site, const Pointer& pointer);
    Value* guardedPointer(Value* condition, const Node& node, const Pointer& pointer, int64_t bytes,
                          int64_t alignment = 1);
    Value* emitGuardedLoad(const Call& call);
    Value* emitCopyAsync(const Call& call);
    Value* emitCopyCommit(const Call& call);
    Value* emitCopyWait(const Call& call);
    void commitCopies();
    void waitForCopies(const Expr& groupsLeft);

    // ---- memory (emit_memory.cpp)
    Value* dataPointer(const Node& access, const Buffer& buffer);
    Value* elementIndex(const Buffer& buffer, ExprList indices, std::vector<Value*>* parts = nullptr);
    Value* strideOf(const Buffer& buffer, size_t axis, Value* compact);
    bool isContiguousIndex(const Buffer& buffer, ExprList indices) const;
    Value* emitLoad(const BufferLoad& load);
    void emitStore(const BufferStore& store);
    Value* elementAddress(Value* data, DType dtype, Value* index);
    bool isAddressable(const Node& access, const Buffer& buffer, size_t indexCount);
    Value* emitSharedAllocation(const Buffer& buffer);
    Value* emitWarpAllocation(const Buffer& buffer);
    void emitBlockAllocation(const Node& node, const Buffer& buffer);
    Value* allocationBytes(const Buffer& buffer);
    void emitWorkspace(const Buffer& buffer);
    bool isOfLaunch(const Buffer& buffer) const;
    void emitThreadMemory(const Buffer& buffer);
    Value* emitGroupAllocation(const Buffer& buffer, AxisSet reduced);
    Value* stackMemory(int64_t bytes, int64_t alignment);

    // ---- accesses, watched in checked programs (emit_checks.cpp)
    /// One access of a buffer while it is emitted; of several lanes, which may lie apart.
    struct Access {
        const Buffer& buffer;
        Value* data;
        Value* index;              ///< as elementIndex answers it
        std::vector<Value*> parts; ///< the index along each axis; only in checked programs
        uint32_t site;
        int elements; ///< touched at a time
    };
    Access startAccess(SiteKind kind, const Node& node, const Buffer& buffer, ExprList indices,
                       DType accessed);
    void noteStatement(const Stmt& stmt);
    /// A run that gets here has reached the part.
    void notePart(ProgramPart::Kind kind, const Node& node);
    Value* accessAddress(const Access& access, int lane);
    Value* insideShape(const Access& access, int lane);
    Value* checkedDivisor(const Binary& node, Value* divisor);

    // ---- statements (emit_stmt.cpp)
    void emit(const Stmt& stmt);
    void emitAlone(const Stmt& stmt);
    void emitScope(const Stmt& body);
    void emitFor(const For& node);
    /// What one virtual thread has defined, where all of them take turns (emit_virtual.cpp).
    using VirtualThread = std::unordered_map<const Var*, Binding>;
    bool waitsInside(const Stmt& stmt) const;
    void emitVirtualThreads(const Stmt& node, const Var& var, const Expr* min, const Expr& count,
                            const Stmt& body);
    void emitInTurns(const Stmt& node, const Var& var, Value* first, const Expr& extent, const Stmt& body);
    void emitForTurns(const Stmt& stmt);
    void emitForEach(const std::function<void()>& piece);
    void emitTurn(VirtualThread& turn, const std::function<void()>& piece);
    bool isOfOneVirtualThread(const Var& var) const;
    void emitLoop(const Var* var, Value* min, Value* extent, Value* step, const Stmt& body);
    void emitSequence(const SeqStmt& sequence);
    void emitWhile(const While& node);
    void emitIf(const IfThenElse& node);
    void emitBlockRealize(const SBlockRealize& node);
    void emitMatch(const MatchBufferRegion& match);
    void emitCount(Value* begin, Value* end, const std::function<void(Value*)>& body);
    void failUnless(Value* condition, std::string_view kind, std::string_view message);
    /// What is emitted next is where `site` is.
    void startAt(const FunctionEmitter& site);
    void continueIn(llvm::BasicBlock* block);
    llvm::BasicBlock* newBlock(const char* name);

    // ---- launches (emit_launch.cpp, emit_thread.cpp)
    void emitThreads(const Stmt& axisStmt, const Var* var, const Expr* min, ThreadAxis axis,
                     const Stmt& body);
    bool isExtentOf(ThreadAxis axis, const Expr& extent) const;
    const ModuleEntry* launchedKernel(const Call& call, std::string_view name);
    std::vector<Value*> kernelArguments(const PrimFunc& kernel, std::string_view name, ExprList args);
    void emitKernelCall(const Call& call, const PrimFunc& kernel, std::string_view name,
                        const std::vector<Value*>& args, const std::vector<Value*>& launchArgs);
    void emitBarrier(const Call& call, std::string_view scope);
    Value* emitShuffle(const Call& call, const WarpShuffle& shuffle);
    void wait(Wait wait, std::string_view scope, Value* mask = nullptr);
    Value* threadField(size_t offset);

    // ---- operations of several threads, on the CPU only (emit_collective.cpp, emit_matrix.cpp)
    Value* emitCollective(const Call& call, bool& known);
    Value* emitActiveMask(const Call& call);
    Value* emitAllReduce(const Call& call);
    Value* emitVote(const Call& call);
    Value* emitAtomic(const Call& call, const AtomicOperation& operation);
    static DType typeOf(const CommReducer& reducer, size_t index);
    void emitCombination(const CommReducer& reducer, const std::vector<Value*>& sums, Value* other);
    /// A tile in the memory of a warp.
    struct Fragment {
        Pointer data;
        DType dtype;
        int64_t rows;
        int64_t columns;
    };
    void scanFragments(const Stmt& body);
    std::optional<Fragment> fragment(const Call& call, size_t dataArg, size_t indexArg);
    void emitByFirstLane(const std::function<void()>& body);
    void emitElements(const Fragment& tile, const std::function<void(Value*, Value*)>& body);
    Pointer elementOf(const Fragment& tile, Value* row, Value* column);
    void checkTile(const Call& call, const Fragment& tile);
    void emitFragmentCopy(const Call& call, bool isLoad);
    Value* emitFragmentFill(const Call& call);
    Value* emitFragmentLoad(const Call& call);
    Value* emitFragmentStore(const Call& call);
    Value* emitFragmentMultiply(const Call& call);
    // emit_ptx_matrix.cpp
    Value* emitRegisterFill(const Call& call);
    Value* emitRegisterStore(const Call& call);
    Value* emitMatrixLoad(const Call& call);
    Value* emitMatrixProduct(const Call& call);
    void emitThread(const Stmt& body, bool asCoroutine);
    llvm::Function* emitBlockFunction(llvm::Function* thread, const std::string& name);
    Value* environmentOf(const FunctionEmitter& thread);
    void startCoroutine();
    void suspend(llvm::BasicBlock* next);
    void finishCoroutine();

    /// Marks the instructions made in its lifetime as made from a statement, or from a function; does nothing
    /// where places are not recorded.
    class PlaceScope {
    public:
        PlaceScope(FunctionEmitter& emitter, const Node& node);
        PlaceScope(const PlaceScope&) = delete;
        PlaceScope& operator=(const PlaceScope&) = delete;
        ~PlaceScope();

    private:
        FunctionEmitter& m_emitter;
    };

    ModuleEmitter& m_module;
    llvm::Function* m_function;
    Side m_side;
    const Target* m_target = nullptr; ///< of the function, or of the region; null: not bound to one yet
    FunctionEmitter* m_site;
    unsigned m_firstParameter;
    std::shared_ptr<llvm::IRBuilderBase> m_builder;
    llvm::BasicBlock* m_prologue = nullptr; ///< values captured and thread indices; dominates everything
    llvm::BasicBlock* m_start = nullptr;    ///< the block after the prologue

    std::unordered_map<const Var*, Binding> m_vars;
    std::vector<Undo> m_undo;
    std::vector<Loop> m_loops;
    size_t m_jumps = 0;                 ///< statements so far that leave a loop, a function, or a thread
    std::vector<VirtualThread> m_turns; ///< not empty: what is emitted now is for all of them
    Return m_return;
    bool m_isAllocating = false;             ///< the bytes of shared memory are being computed
    std::vector<const PrimFunc*> m_inlining; ///< callees being emitted in place, outermost first
    /// A buffer that is matched with a part of another one: what its elements' addresses are made of.
    struct Match {
        Value* offset;
        std::vector<Value*> strides;
    };
    std::unordered_map<const Buffer*, Match> m_matches;
    std::unordered_map<const Var*, std::array<int64_t, 3>> m_fragmentShapes; ///< m, n, k
    std::vector<const CommReducer*> m_reducers; ///< of the attributes around, outermost first
    const Stmt* m_statement = nullptr;          ///< for the place of a refusal
    std::unique_ptr<PlaceCursor> m_cursor;      ///< null: places are not recorded
    llvm::DISubprogram* m_placeScope = nullptr;

    LaunchMemory m_launchMemory; ///< what launches allocate
    ThreadReductions m_reductions;

    // At a launch site: what the launch's extents may use besides the variables in scope.
    const std::unordered_map<const Var*, const Expr*>* m_launchBinds = nullptr;
    const std::unordered_map<const Var*, Binding>* m_callerVars = nullptr; ///< of a kernel called by name

    // In a thread function.
    struct Capture {
        Value* siteValue;
        int64_t offset;
    };
    Value* m_emulator = nullptr;
    Value* m_block = nullptr;
    Value* m_thread = nullptr;
    Value* m_environment = nullptr;
    std::vector<Capture> m_captures;
    int64_t m_environmentBytes = 0;
    std::array<Value*, ThreadAxisCount> m_threadIndices = {};
    std::unordered_map<const Var*, ThreadAxis> m_axes; ///< variables that are positions on an axis
    std::array<const Expr*, ThreadAxisCount> m_extents = {};
    LockstepPlan m_lockstep;
    bool m_copiesLate = false; ///< asynchronous copies happen when they are waited for
    bool m_isCoroutine = false;
    uint32_t m_barrierCount = 0;
    llvm::BasicBlock* m_suspend = nullptr;
    Value* m_coroutine = nullptr;
};

} // namespace tir::llvm_ir
