#include "core/codegen/llvm_ir/function/printing.h"

#include "core/codegen/llvm_ir/function/expressions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

enum class Taken : uint8_t { Int32, Int64, Double, Text, Pointer };

/// The arguments of a format, in order; nothing if it is not a valid format.
std::optional<std::vector<Taken>> takenBy(std::string_view format)
{
    constexpr std::string_view Flags = "-+ #0";
    std::vector<Taken> taken;
    for (size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%')
            continue;
        const auto next = [&]() -> char { return ++at < format.size() ? format[at] : '\0'; };
        char c = next();
        if (c == '%')
            continue;
        while (c != '\0' && Flags.find(c) != Flags.npos)
            c = next();
        for (const bool isPrecision : {false, true}) {
            if (isPrecision && c != '.')
                break;
            c = isPrecision ? next() : c;
            if (c == '*') {
                taken.push_back(Taken::Int32);
                c = next();
            }
            while (c >= '0' && c <= '9')
                c = next();
        }
        bool isWide = false;
        while (c == 'h' || c == 'l' || c == 'j' || c == 'z' || c == 't') {
            isWide = isWide || c != 'h';
            c = next();
        }
        if (std::string_view("dioxXuc").find(c) != std::string_view::npos && c != '\0')
            taken.push_back(isWide && c != 'c' ? Taken::Int64 : Taken::Int32);
        else if (std::string_view("fFeEgGaA").find(c) != std::string_view::npos && c != '\0')
            taken.push_back(Taken::Double);
        else if (c == 's' || c == 'p')
            taken.push_back(c == 's' ? Taken::Text : Taken::Pointer);
        else
            return std::nullopt;
    }
    return taken;
}

bool isFit(Taken taken, const Expr& value)
{
    const DType dtype = value.dtype;
    switch (taken) {
    case Taken::Int32:
    case Taken::Int64:
        return dtype.isScalar() && dtype.isIntegral() && dtype.bits <= 64;
    case Taken::Double:
        return dtype.isScalar() && dtype.isAnyFloat();
    case Taken::Text:
        return value.kind == NodeKind::StringImm;
    case Taken::Pointer:
        return dtype.isHandle();
    }
    return false;
}

} // namespace

std::optional<llvm::Value*> Printing::emitOperation(const Call& call)
{
    static constexpr Handler<Printing> Handlers[] = {
        {OpId::cuda_printf, 1, &Printing::emitPrint},
    };
    return emitListed(*this, Handlers, call);
}

llvm::Value* Printing::emitPrint(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto* format = as<StringImm>(call.args[0]);
    const auto taken = format ? takenBy(format->value) : std::nullopt;
    if (!taken || !m_context.emulator)
        return refuse(
            call,
            taken ? "printf " + std::string(m_module.cannot())
                  : std::string(
                        "printf needs a format that is a string and takes numbers, strings and pointers"),
            call.dtype);
    if (taken->size() != call.args.size() - 1)
        return refuse(call,
                      "the format of printf takes " + std::to_string(taken->size()) + " values, but " +
                          std::to_string(call.args.size() - 1) + " are given",
                      call.dtype);
    std::vector<Value*> values{textValue(format->value)};
    for (size_t index = 0; index < taken->size(); ++index) {
        const Expr& value = *call.args[index + 1];
        const Taken as = (*taken)[index];
        if (!isFit(as, value))
            return refuse(value,
                          "value " + std::to_string(index + 1) +
                              " of printf is of another type than its format takes",
                          call.dtype);
        // Narrow integers keep their value, wide ones their low bits, as in C.
        const bool isWide = as == Taken::Int64;
        values.push_back(as == Taken::Double    ? m_expressions.emitAs(value, Float64)
                         : as == Taken::Text    ? textValue(to<StringImm>(value).value)
                         : as == Taken::Pointer ? m_expressions.emit(value)
                                                : m_expressions.emitAs(value, isWide ? Int64 : Int32));
    }
    llvm::FunctionType* type = llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, true);
    b.CreateCall(m_module.output().getOrInsertFunction("tirscope_print", type), values);
    return emitNothing(call);
}

} // namespace tir::llvm_ir
