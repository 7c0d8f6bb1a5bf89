#include "core/codegen/cuda_c/function/async_writer.h"

#include "core/codegen/cuda_c/function/data_pointers.h"

namespace tir::cuda_c {

int AsyncWriter::pointeeBytes(const Expr& arg) const
{
    if (const auto* var = as<Var>(&arg)) {
        const std::optional<DType> known = m_pointers.elementType(*var);
        return known ? known->vectorBytes() : 1;
    }
    const auto* call = as<Call>(&arg);
    if (call && call->isOp(OpId::tvm_access_ptr) && call->args[0]->dtype.bits > 0)
        return call->args[0]->dtype.vectorBytes();
    const auto* load = call && call->isOp(OpId::address_of) ? as<BufferLoad>(call->args[0]) : nullptr;
    return load ? load->buffer->dtype.vectorBytes() : 1;
}

std::string AsyncWriter::commitCopies()
{
    needArch(80, "asynchronous copies");
    const std::string name = "tvm_builtin_ptx_cp_async_commit_group";
    m_file.addAssembly(name, "()", "asm volatile(\"cp.async.commit_group;\" ::: \"memory\");");
    return name + "()";
}

std::string AsyncWriter::waitForCopies(int64_t groups)
{
    needArch(80, "asynchronous copies");
    const std::string number = std::to_string(groups);
    const std::string name = "tvm_builtin_ptx_cp_async_wait_group_" + number;
    m_file.addAssembly(name, "()", "asm volatile(\"cp.async.wait_group " + number + ";\" ::: \"memory\");");
    return name + "()";
}

std::string AsyncWriter::copy(const Call& call)
{
    const auto* bytes = as<IntImm>(call.args[4]);
    if (!bytes || (bytes->value != 4 && bytes->value != 8 && bytes->value != 16)) {
        refuse(call, "an asynchronous copy moves 4, 8 or 16 bytes" +
                         (bytes ? ", not " + std::to_string(bytes->value) : std::string()));
        return "";
    }
    needArch(80, "asynchronous copies");
    const bool isGuarded = call.args.size() == 6;
    const std::string count = std::to_string(bytes->value);
    const std::string cache = bytes->value == 16 ? "cg" : "ca";
    const std::string to = std::to_string(pointeeBytes(*call.args[0]));
    const std::string from = std::to_string(pointeeBytes(*call.args[2]));
    const std::string name = std::string("ptx_cp_async_legacy_") + (isGuarded ? "predicated_" : "") + cache +
                             "_" + count + "_" + to + "_" + from;
    const std::string instruction = "cp.async." + cache + ".shared.global [%0], [%1], " + count + ";";
    // Bytes that are not copied are zero, as in TVM's helper.
    const std::string clear = bytes->value == 4   ? "st.shared.b32 [%0], 0;"
                              : bytes->value == 8 ? "st.shared.v2.b32 [%0], {0, 0};"
                                                  : "st.shared.v4.b32 [%0], {0, 0, 0, 0};";
    m_file.addAssembly(
        name,
        std::string("(void* dst, int dst_offset, const void* src, int src_offset") +
            (isGuarded ? ", bool is_taken)" : ")"),
        "uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * " + to +
            ");\n  const char* from = (const char*)src + src_offset * " + from + ";\n  " +
            (isGuarded ? "asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; @p " + instruction + " @!p " +
                             clear + " }\" :: \"r\"(to), \"l\"(from), \"r\"((int)is_taken) : \"memory\");"
                       : "asm volatile(\"" + instruction + "\" :: \"r\"(to), \"l\"(from) : \"memory\");"));
    // The number of bytes is part of the name.
    const std::string text = callOf(name, call.args.subspan(0, 4));
    return isGuarded ? text.substr(0, text.size() - 1) + ", " + expr(*call.args[5]) + ")" : text;
}

std::optional<std::string> AsyncWriter::operation(const Call& call)
{
    switch (call.opId()) {
    case OpId::ptx_cp_async_commit_group:
        return commitCopies();
    case OpId::ptx_cp_async_wait_group: {
        const auto* count = call.args.empty() ? nullptr : as<IntImm>(call.args[0]);
        if (!count && !call.args.empty())
            refuse(call, "operation 'ptx.cp_async.wait_group' needs a constant number of groups");
        return waitForCopies(count ? count->value : 0);
    }
    case OpId::ptx_cp_async:
    case OpId::ptx_cp_async_legacy:
        if (call.args.size() != 5 && call.args.size() != 6)
            return std::nullopt;
        return copy(call);
    default:
        return std::nullopt;
    }
}

} // namespace tir::cuda_c
