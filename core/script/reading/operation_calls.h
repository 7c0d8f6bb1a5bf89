/// Calls of operations: checks their arguments and types; unknown arguments are kept.

#pragma once

#include "core/ir/op.h"
#include "core/script/reading/reader_part.h"

#include <string_view>
#include <unordered_map>

namespace tir::script {

class CallSite;
class Conversions;

class OperationCalls : public ReaderPart {
public:
    OperationCalls(ReadContext& context, Conversions& values) : ReaderPart(context), m_values(values) {}

    Value opCall(CallSite& site);
    Value cudaFuncCall(CallSite& site);
    /// The same for a known operation with other arguments; `path`: its name, if it is not the callee's.
    Value callWithUnknownArguments(CallSite& site, DType type, std::string_view path = {});
    Value methodWithUnknownArguments(const Value& result, const Value& base, CallSite& site);
    /// Appends them to `args`; the call is annotated with their names.
    Dict namedArguments(CallSite& site, std::vector<const Expr*>& args);
    Value genericCall(CallSite& site);
    Value intrinsicCall(CallSite& site);

private:
    bool takeType(CallSite& site, const Op& op, std::optional<DType>& type);
    bool placeNamedArguments(CallSite& site, const Op& op);
    Value unknownCall(CallSite& site, DType type);
    std::string_view nameMeant(std::string_view path);
    const Expr* arrayArgument(const Buffer* buffer, Span span);
    static DType resultType(const Op& op, const std::vector<const Expr*>& args);

    Conversions& m_values;
    std::unordered_map<std::string_view, std::string_view> m_namesMeant; ///< by the unknown name
};

} // namespace tir::script
