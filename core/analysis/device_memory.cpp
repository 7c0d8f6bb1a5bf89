#include "core/analysis/device_memory.h"

#include "core/ir/packed_fields.h"
#include "core/ir/visitor.h"

#include <map>
#include <utility>

namespace tir {
namespace {

/// The variable that an address is derived from; null if it is not arithmetic on one.
const Var* baseOf(const Expr* address)
{
    if (const auto* var = as<Var>(address))
        return var->dtype.isHandle() ? var : nullptr;
    const auto* call = as<Call>(address);
    if (!call || !call->op || call->args.empty())
        return nullptr;
    if (call->isOp(OpId::address_of)) {
        const auto* load = as<BufferLoad>(call->args[0]);
        return load ? load->buffer->data : nullptr;
    }
    if (call->isOp(OpId::tvm_access_ptr))
        return call->args.size() > 1 ? baseOf(call->args[1]) : nullptr;
    if (call->isOp(OpId::handle_add_byte_offset) || call->isOp(OpId::reinterpret))
        return baseOf(call->args[0]);
    return nullptr;
}

bool isTensorData(const Expr* value)
{
    const auto* call = as<Call>(value);
    const auto* field = call && call->isOp(OpId::tvm_struct_get) && call->args.size() == 3
                            ? as<IntImm>(call->args[2])
                            : nullptr;
    return field && StructField(field->value) == StructField::Data;
}

/// Adds addresses until nothing new is found.
class AddressCollector : public Visitor {
public:
    AddressCollector(const Module& module, std::unordered_set<const Var*>& addresses)
        : m_module(module),
          m_addresses(addresses)
    {}

    bool isGrowing(const PrimFunc& function)
    {
        m_stacked.clear();
        const size_t before = m_addresses.size();
        static_cast<Visitor&>(*this).visit(function.body);
        return m_addresses.size() > before;
    }

private:
    void visit(const Bind& bind) override
    {
        visitChildren(bind);
        if (isTensorData(bind.value))
            m_addresses.insert(bind.var);
        const Var* base = bind.var->dtype.isHandle() ? baseOf(bind.value) : nullptr;
        if (base && (m_addresses.contains(base) || m_addresses.contains(bind.var)))
            m_addresses.insert({base, bind.var});
    }

    void visit(const Call& call) override
    {
        visitChildren(call);
        if (call.isOp(OpId::tvm_struct_set) && call.args.size() == 4)
            return putOnStack(call);
        const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
        if (!symbol || !isKernel(symbol->value))
            return;
        if (call.isOp(OpId::tvm_call_packed))
            for (const Expr* argument : call.args.subspan(1))
                if (const Var* base = baseOf(argument))
                    m_addresses.insert(base);
        if (call.isOp(OpId::tvm_call_packed_lowered) && call.args.size() >= 4)
            takeFromStack(call);
    }

    /// tvm_struct_set(stack, index, field, value)
    void putOnStack(const Call& call)
    {
        const auto* index = as<IntImm>(call.args[1]);
        const auto* field = as<IntImm>(call.args[2]);
        if (index && field && StructField(field->value) == StructField::AnyValue)
            m_stacked[{as<Var>(call.args[0]), index->value}] = baseOf(call.args[3]);
    }

    /// tvm_call_packed_lowered(symbol, stack, begin, end)
    void takeFromStack(const Call& call)
    {
        const auto* begin = as<IntImm>(call.args[2]);
        const auto* end = as<IntImm>(call.args[3]);
        for (const auto& [place, base] : m_stacked)
            if (place.first == as<Var>(call.args[1]) && base && begin && end &&
                place.second >= begin->value && place.second < end->value)
                m_addresses.insert(base);
    }

    bool isKernel(std::string_view symbol) const
    {
        for (const ModuleEntry& entry : m_module.functions)
            if (callingConv(*entry.function) == CallingConv::DeviceKernelLaunch &&
                (globalSymbol(*entry.function) == symbol || entry.var->name == symbol))
                return true;
        return false;
    }

    const Module& m_module;
    std::unordered_set<const Var*>& m_addresses;
    /// The pointers that the values of a stack of arguments are derived from, by the stack and the index; null: not an
    /// address.
    std::map<std::pair<const Var*, int64_t>, const Var*> m_stacked;
};

class AccessCollector : public Visitor {
public:
    explicit AccessCollector(DeviceMemory& memory) : m_memory(memory) {}

private:
    void visit(const BufferLoad& load) override
    {
        access(load.buffer->data, load);
        visitChildren(load);
    }

    void visit(const BufferStore& store) override
    {
        access(store.buffer->data, store);
        visitChildren(store);
    }

    void visit(const Call& call) override
    {
        // An address is taken, nothing is read.
        const auto* load =
            call.isOp(OpId::address_of) && !call.args.empty() ? as<BufferLoad>(call.args[0]) : nullptr;
        if (load)
            for (const Expr* index : load->indices)
                static_cast<Visitor&>(*this).visit(index);
        else
            visitChildren(call);
    }

    void access(const Var* data, const Node& node)
    {
        if (m_memory.addresses.contains(data) && m_seen.insert(data).second)
            m_memory.hostAccesses.push_back(&node);
    }

    DeviceMemory& m_memory;
    std::unordered_set<const Var*> m_seen;
};

} // namespace

bool isHostFunction(const PrimFunc& function)
{
    if (callingConv(function) == CallingConv::DeviceKernelLaunch)
        return false;
    const Target* target = targetOf(function);
    return !target || target->host || deviceType(*target) == DeviceType::CPU;
}

DeviceMemory deviceMemory(const Module& module)
{
    std::vector<const PrimFunc*> functions;
    for (const ModuleEntry& entry : module.functions)
        if (const auto* function = as<PrimFunc>(entry.function); function && isHostFunction(*function))
            functions.push_back(function);

    DeviceMemory memory;
    for (const PrimFunc* function : functions) {
        for (const BufferBinding& binding : function->bufferMap)
            memory.addresses.insert(binding.buffer->data);
        // The parameters of packed functions are arrays in the host's memory.
        if (callingConv(*function) != CallingConv::CPackedFunc)
            for (const Var* param : function->params)
                if (param->dtype.isHandle())
                    memory.addresses.insert(param);
    }
    AddressCollector collector(module, memory.addresses);
    for (bool isGrowing = true; isGrowing;) {
        isGrowing = false;
        for (const PrimFunc* function : functions)
            isGrowing = collector.isGrowing(*function) || isGrowing;
    }
    AccessCollector accesses(memory);
    for (const PrimFunc* function : functions)
        static_cast<Visitor&>(accesses).visit(function->body);
    return memory;
}

} // namespace tir
