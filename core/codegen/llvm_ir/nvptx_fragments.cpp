#include "core/codegen/llvm_ir/nvptx_fragments.h"

#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/nvptx_arch.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cstdio>

namespace tir::llvm_ir {
namespace {

/// NVVM's name for the elements of a fragment; empty for types that tensor cores do not support.
std::string elementWord(DType dtype)
{
    if (dtype.code == TypeCode::Float && (dtype.bits == 16 || dtype.bits == 32))
        return dtype.bits == 16 ? "f16" : "f32";
    if (dtype.isBFloat16())
        return "bf16";
    if (dtype == Int8 || dtype == UInt8 || dtype == Int32)
        return dtype == Int8 ? "s8" : dtype == UInt8 ? "u8" : "s32";
    return {};
}

std::string shapeWord(int64_t m, int64_t n, int64_t k)
{
    return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
}

/// "row" for "row_major".
std::string layoutWord(std::string_view layout)
{
    return std::string(layout.substr(0, layout.find('_')));
}

/// The registers of one fragment, as the intrinsic that loads such fragments returns them.
llvm::Function* loadIntrinsic(llvm::Module& module, const std::string& shape, char letter,
                              const std::string& layout, const std::string& element)
{
    const std::string name =
        "llvm.nvvm.wmma." + shape + ".load." + letter + "." + layout + ".stride." + element;
    const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(name);
    if (id == llvm::Intrinsic::not_intrinsic)
        return nullptr;
    return llvm::Intrinsic::getDeclaration(&module, id, {llvm::PointerType::getUnqual(module.getContext())});
}

char letterOf(const Buffer& buffer)
{
    const StorageRank rank = buffer.scope().rank;
    return rank == StorageRank::WmmaMatrixA ? 'a' : rank == StorageRank::WmmaMatrixB ? 'b' : 'c';
}

/// The first architecture whose tensor cores take such elements.
int firstArch(const Buffer& buffer)
{
    const bool isSum = letterOf(buffer) == 'c';
    return buffer.dtype.isBFloat16() || (buffer.dtype == Float32 && !isSum) ? 80
           : buffer.dtype.isIntegral()                                      ? 72
                                                                            : 70;
}

} // namespace

NvptxFragments::NvptxFragments(FunctionParts& parts, NvptxArch& arch)
    : CallPart(parts.context),
      m_bindings(parts.bindings),
      m_forms(parts.forms),
      m_expressions(parts.expressions),
      m_arch(arch)
{}

std::optional<llvm::Value*> NvptxFragments::emitOperation(const Call& call)
{
    static constexpr Handler<NvptxFragments> Handlers[] = {
        {OpId::tvm_fill_fragment, 6, &NvptxFragments::emitFragmentFill},
        {OpId::tvm_load_matrix_sync, 8, &NvptxFragments::emitFragmentLoad},
        {OpId::tvm_mma_sync, 8, &NvptxFragments::emitFragmentMultiply},
        {OpId::tvm_store_matrix_sync, 8, &NvptxFragments::emitFragmentStore},
    };
    return emitListed(*this, Handlers, call);
}

bool NvptxFragments::allocate(const AllocBuffer& alloc)
{
    m_fragments[alloc.buffer->data].buffer = alloc.buffer;
    m_bindings.define(alloc.buffer->data, llvm::UndefValue::get(m_builder.getPtrTy()));
    return true;
}

/// fragment_shape is "m, n, k", fragment_layout "row_major" or "col_major"; the node is the data variable,
/// whose allocation may be still to come.
void NvptxFragments::note(const AttrStmt& node)
{
    if (node.key != "fragment_shape" && node.key != "fragment_layout")
        return;
    const auto* var = as<Var>(node.node.node());
    const auto* text = as<StringImm>(node.value);
    if (!var || !text)
        return;
    Fragment& fragment = m_fragments[var];
    if (node.key == "fragment_layout") {
        fragment.layout = layoutWord(text->value);
        return;
    }
    long long m = 0;
    long long n = 0;
    long long k = 0;
    if (std::sscanf(std::string(text->value).c_str(), "%lld, %lld, %lld", &m, &n, &k) == 3) {
        fragment.m = m;
        fragment.n = n;
        fragment.k = k;
    }
}

NvptxFragments::Fragment* NvptxFragments::fragmentOf(const Expr& data)
{
    const auto found = m_fragments.find(as<Var>(&data));
    if (found != m_fragments.end() && found->second.buffer && found->second.m > 0 &&
        !elementWord(found->second.buffer->dtype).empty()) {
        const Buffer& buffer = *found->second.buffer;
        return m_arch.has(firstArch(buffer), data, "matrix fragments of " + tir::toString(buffer.dtype))
                   ? &found->second
                   : nullptr;
    }
    refuse(data, "a matrix fragment needs an allocation in a wmma scope and the attribute fragment_shape",
           Void);
    return nullptr;
}

/// Memory for all fragments of the buffer, once the type of one is known.
bool NvptxFragments::giveType(Fragment& fragment, llvm::Type* type)
{
    if (fragment.memory)
        return fragment.type == type;
    const StorageRank rank = fragment.buffer->scope().rank;
    const int64_t elements = rank == StorageRank::WmmaMatrixA   ? fragment.m * fragment.k
                             : rank == StorageRank::WmmaMatrixB ? fragment.k * fragment.n
                                                                : fragment.m * fragment.n;
    const int64_t count = constantElementCount(*fragment.buffer);
    if (count < elements || count % elements != 0)
        return false;
    llvm::IRBuilder<> entry(&m_context.function->getEntryBlock(),
                            m_context.function->getEntryBlock().begin());
    fragment.type = type;
    fragment.memory = entry.CreateAlloca(type, entry.getInt64(uint64_t(count / elements)),
                                         std::string(fragment.buffer->data->name));
    return true;
}

llvm::Value* NvptxFragments::fragmentAddress(Fragment& fragment, const Expr& index)
{
    return m_builder.CreateGEP(fragment.type, fragment.memory, m_expressions.emitAs(index, Int64));
}

/// (fragment, m, n, k, index, pointer, stride, layout)
llvm::Value* NvptxFragments::emitFragmentLoad(const Call& call)
{
    Fragment* fragment = fragmentOf(*call.args[0]);
    const auto* layout = as<StringImm>(call.args[7]);
    if (!fragment || !layout)
        return undefined(call.dtype);
    llvm::Function* load = loadIntrinsic(m_module.output(), shapeWord(fragment->m, fragment->n, fragment->k),
                                         letterOf(*fragment->buffer), layoutWord(layout->value),
                                         elementWord(fragment->buffer->dtype));
    if (!load || !giveType(*fragment, load->getReturnType()))
        return refuse(call, "tensor cores have no such fragment of " + tir::toString(fragment->buffer->dtype),
                      call.dtype);
    Value* value = m_builder.CreateCall(
        load, {m_expressions.emitAs(*call.args[5], Handle), m_expressions.emitAs(*call.args[6], Int32)});
    m_builder.CreateStore(value, fragmentAddress(*fragment, *call.args[4]));
    return undefined(call.dtype);
}

/// (fragment, m, n, k, index, pointer, stride, layout)
llvm::Value* NvptxFragments::emitFragmentStore(const Call& call)
{
    Fragment* fragment = fragmentOf(*call.args[0]);
    const auto* layout = as<StringImm>(call.args[7]);
    if (!fragment || !layout)
        return undefined(call.dtype);
    const std::string name = "llvm.nvvm.wmma." + shapeWord(fragment->m, fragment->n, fragment->k) +
                             ".store.d." + layoutWord(layout->value) + ".stride." +
                             elementWord(fragment->buffer->dtype);
    const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(name);
    if (id == llvm::Intrinsic::not_intrinsic || !fragment->type)
        return refuse(
            call, "tensor cores do not store such a fragment of " + tir::toString(fragment->buffer->dtype),
            call.dtype);
    llvm::Function* store = llvm::Intrinsic::getDeclaration(&m_module.output(), id, {m_builder.getPtrTy()});
    Value* value = m_builder.CreateLoad(fragment->type, fragmentAddress(*fragment, *call.args[4]));
    std::vector<Value*> args = {m_expressions.emitAs(*call.args[5], Handle)};
    for (unsigned index = 0; index < fragment->type->getStructNumElements(); ++index)
        args.push_back(m_builder.CreateExtractValue(value, index));
    args.push_back(m_expressions.emitAs(*call.args[6], Int32));
    m_builder.CreateCall(store, args);
    return undefined(call.dtype);
}

/// (fragment, m, n, k, index, value)
llvm::Value* NvptxFragments::emitFragmentFill(const Call& call)
{
    Fragment* fragment = fragmentOf(*call.args[0]);
    if (!fragment)
        return undefined(call.dtype);
    const DType dtype = fragment->buffer->dtype;
    llvm::Function* load = loadIntrinsic(
        m_module.output(), shapeWord(fragment->m, fragment->n, fragment->k), letterOf(*fragment->buffer),
        fragment->layout.empty() ? "row" : fragment->layout, elementWord(dtype));
    if (!load || !giveType(*fragment, load->getReturnType()))
        return refuse(call, "tensor cores have no such fragment of " + tir::toString(dtype), call.dtype);
    Value* element = m_forms.toMemory(dtype, m_expressions.emitAs(*call.args[5], dtype));
    Value* value = llvm::UndefValue::get(fragment->type);
    for (unsigned index = 0; index < fragment->type->getStructNumElements(); ++index) {
        llvm::Type* type = fragment->type->getStructElementType(index);
        // Registers hold one element, or as many as fit.
        Value* filled = element;
        if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
            filled = m_builder.CreateVectorSplat(vector->getNumElements(), element);
        else if (type != element->getType()) {
            const unsigned bits = unsigned(dtype.bits);
            Value* bitsOf = m_builder.CreateBitCast(element, m_builder.getIntNTy(bits));
            filled = m_builder.CreateBitCast(m_builder.CreateVectorSplat(32 / bits, bitsOf), type);
        }
        value = m_builder.CreateInsertValue(value, filled, index);
    }
    m_builder.CreateStore(value, fragmentAddress(*fragment, *call.args[4]));
    return undefined(call.dtype);
}

/// (d, index, a, index, b, index, c, index): d = a * b + c
llvm::Value* NvptxFragments::emitFragmentMultiply(const Call& call)
{
    Fragment* d = fragmentOf(*call.args[0]);
    Fragment* a = fragmentOf(*call.args[2]);
    Fragment* b = fragmentOf(*call.args[4]);
    Fragment* c = fragmentOf(*call.args[6]);
    if (!d || !a || !b || !c)
        return undefined(call.dtype);
    const std::string element = elementWord(a->buffer->dtype);
    std::string name =
        "llvm.nvvm.wmma." + shapeWord(a->m, a->n, a->k) + ".mma." + a->layout + "." + b->layout + ".";
    name += element == "f16" ? elementWord(d->buffer->dtype) + "." + elementWord(c->buffer->dtype) : element;
    const llvm::Intrinsic::ID id = llvm::Function::lookupIntrinsicID(name);
    if (id == llvm::Intrinsic::not_intrinsic || !a->type || !b->type || !c->type)
        return refuse(call,
                      "tensor cores do not multiply " + tir::toString(a->buffer->dtype) + " fragments of " +
                          shapeWord(a->m, a->n, a->k) + " into " + tir::toString(d->buffer->dtype),
                      call.dtype);
    llvm::Function* multiply = llvm::Intrinsic::getDeclaration(&m_module.output(), id);
    std::vector<Value*> args;
    for (auto [fragment, index] : {std::pair(a, call.args[3]), {b, call.args[5]}, {c, call.args[7]}}) {
        Value* value = m_builder.CreateLoad(fragment->type, fragmentAddress(*fragment, *index));
        for (unsigned number = 0; number < fragment->type->getStructNumElements(); ++number)
            args.push_back(m_builder.CreateExtractValue(value, number));
    }
    Value* result = m_builder.CreateCall(multiply, args);
    if (!giveType(*d, result->getType()))
        return refuse(call, "the fragment of the sum has another shape than its operands", call.dtype);
    m_builder.CreateStore(result, fragmentAddress(*d, *call.args[1]));
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
