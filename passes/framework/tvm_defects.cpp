#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir {

std::span<const TvmDefect> allTvmDefects()
{
    static constexpr std::string_view Merge = "MergeSharedMemoryAllocations";
    static constexpr TvmDefect Defects[] = {
        {tvm_defect::AddressLifetime, Merge,
         "the address of an element does not keep its buffer alive, and another one takes its bytes",
         "a buffer whose address is taken keeps its bytes to itself"},
        {tvm_defect::ArgumentCount, "MakePackedAPI",
         "a packed call ends with a null pointer that its callee counts as an argument and refuses",
         "only the arguments are passed"},
        {tvm_defect::DependentLanes, "VectorizeLoop",
         "a loop is vectorized though an iteration uses what another one stores, such as a sum: lanes of a "
         "vector all read before any of them writes",
         "the loop becomes serial"},
        {tvm_defect::DivergentWarpBarrier, "LowerThreadAllreduce",
         "the last steps of a reduction through shared memory have barriers of a warp in a branch that some "
         "of its lanes do not take, where a barrier is undefined",
         "all threads of the block wait after every step"},
        {tvm_defect::DroppedPredicate, "LowerCrossThreadReduction",
         "the predicate of a reduction is dropped if it is a single comparison, so results are stored where "
         "there are none",
         "the result is stored where the predicate holds"},
        {tvm_defect::ErasedReturn, "LowerDeviceKernelLaunch",
         "an early return in a kernel is erased, and the threads go on",
         "it becomes a thread_return, which ends the thread"},
        {tvm_defect::Float8Zero, "FP8ComputeLegalize", "zero in 8-bit floats becomes a tiny normal number",
         "zero and subnormal numbers keep their value"},
        {tvm_defect::HoistedBinding, "CommonSubexprElim",
         "launches of one axis share a variable, and an expression over it is bound in front of all of them, "
         "where it has no value",
         "it is bound in each launch alone"},
        {tvm_defect::InPlaceSharing, "StorageRewrite",
         "a shared buffer replaces another one in place in a statement that several threads execute for the "
         "same "
         "elements, so one thread reads what another one has replaced",
         "shared memory is not reused in place"},
        {tvm_defect::JoinedExtents, "LiftThreadBinding",
         "loops over one thread axis become one loop with the extent of the first, so a nest with another "
         "extent gets threads that it did not have, or loses some",
         "the loop has the largest extent, and a condition keeps threads out of a nest with fewer"},
        {tvm_defect::LoadInBinding, Merge,
         "a let beside the allocation reads the buffer; TVM's liveness analysis rejects that",
         "the liveness analysis counts a let as a statement"},
        {tvm_defect::LocalOfTheHost, "PlanAndUpdateBufferAllocationLocation",
         "without a loop over blocks, the local memory of a reduction over threads is allocated outside of "
         "the launch, by the host",
         "it is allocated inside the loop over threads"},
        {tvm_defect::MergedRamps, "VectorizeLoop",
         "overlapping vectors are merged into one long vector, because the wrong lanes are counted",
         "vectors are joined when they are side by side"},
        {tvm_defect::MisplacedRegisters, "InjectPTXLDG32",
         "the address and the predicate of a guarded load are allocated outside of the launch, where all "
         "threads "
         "share them, or after their first use",
         "each guarded load has registers of its own"},
        {tvm_defect::MissingWarpBarrier, "LowerIntrin",
         "TVM's CUDA C has no code for a warp barrier, so on GPUs of compute capability 7.0 or later, a lane "
         "may read what another lane has not written yet",
         "it becomes __syncwarp"},
        {tvm_defect::NarrowParameter, "SplitHostDevice",
         "a kernel takes a scalar of a type that no launch can pass, such as bool, int8, float16 or bfloat16",
         "it travels in a wider type"},
        {tvm_defect::OtherElementSize, Merge,
         "equal indices mean other bytes for elements of another size, so threads meet without a barrier",
         "bytes change hands only after a barrier"},
        {tvm_defect::OverlappingBuffers, Merge,
         "two buffers that are alive at the same time share bytes, because entries of several layers were "
         "combined",
         "free entries are not combined"},
        {tvm_defect::PipelineVersions, "InjectSoftwarePipeline",
         "a shared buffer of a software pipeline gets no second version if no thread writes the elements "
         "that it "
         "reads itself, so the next iteration overwrites what other threads still read",
         "buffers that threads share get their versions"},
        {tvm_defect::PrivateLaunch, "BindTarget",
         "a private function that only the host calls gets the target of the host; if it contains a launch, "
         "no kernel is made from it",
         "it gets the device with its host"},
        {tvm_defect::PrivateReturn, "MakePackedAPI",
         "a private helper on an LLVM host returns a value, which TVM's code generator refuses",
         "the code generators here take it", Severity::Note},
        {tvm_defect::RepeatedAxis, "LowerDeviceKernelLaunch",
         "one thread axis is opened under two variables, so the launch passes its extent twice",
         "the axis is passed once; different extents are refused"},
        {tvm_defect::ReuseWithoutBarrier, Merge,
         "bytes change hands between threads without a barrier in between: a race",
         "bytes change hands only after a barrier"},
        {tvm_defect::SizeOfTheHost, "SplitHostDevice",
         "what a kernel allocates has a size that depends on a variable of the host, which is not defined "
         "there",
         "it depends on the parameter of the kernel"},
        {tvm_defect::StaticReuse, Merge,
         "bytes of static shared memory change hands between threads without a barrier: ThreadSync treats "
         "static buffers separately, and the merge comes later",
         "bytes change hands only after a barrier"},
        {tvm_defect::StridesOfTheHost, "SplitHostDevice",
         "a kernel declares a buffer with strides that are variables of the host, which it does not get",
         "they are parameters of the kernel"},
        {tvm_defect::SymbolicReuse, Merge,
         "a buffer that shares an entry of symbolic size gets no place, and its accesses are refused",
         "every buffer of symbolic size has an entry of its own"},
        {tvm_defect::TinyBuffer, Merge,
         "a buffer of at most 32 bits gets no place, and its accesses are refused",
         "tiny buffers get bytes like any other"},
        {tvm_defect::VariablePassedOn, Merge,
         "a data variable that is passed on still names the allocation that is gone",
         "the address in the merged allocation is passed"},
        {tvm_defect::VectorBounds, "InstrumentBoundCheckers",
         "in a vector access, only the index after the last lane is checked",
         "the first and the last lane are checked"},
        {tvm_defect::VectorLanes, Merge,
         "vector elements count as one lane, so a buffer of them gets too few bytes; also in "
         "LowerDeviceKernelLaunch",
         "lanes count"},
        {tvm_defect::VectorStore, "BF16ComputeLegalize",
         "a vector that was computed in a wider type cannot be stored to another type; also in "
         "FP8ComputeLegalize",
         "it is stored"},
    };
    return Defects;
}

const TvmDefect* findTvmDefect(std::string_view code)
{
    const auto found = std::ranges::find(allTvmDefects(), code, &TvmDefect::code);
    return found == allTvmDefects().end() ? nullptr : &*found;
}

} // namespace tir
