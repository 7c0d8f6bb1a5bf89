/// Calls of operations: which arguments they take, and of what type they are; unknown ones are kept.
/// (tvmscript.md 12.8)

#pragma once

#include "core/ir/op.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallSite;
class Conversions;

class OperationCalls : public ReaderPart {
public:
    OperationCalls(ReadContext& context, Conversions& values) : ReaderPart(context), m_values(values) {}

    Value opCall(CallSite& site);
    Value cudaFuncCall(CallSite& site);
    /// The same for an operation that is known, but not with these arguments; `path`: its name, when it is
    /// not the one that is called.
    Value callWithUnknownArguments(CallSite& site, DType type, std::string_view path = {});
    Value methodWithUnknownArguments(const Value& result, const Value& base, CallSite& site);
    /// Adds them to `args`; their names are what the call is annotated with.
    Dict namedArguments(CallSite& site, std::vector<const Expr*>& args);
    Value genericCall(CallSite& site);
    Value intrinsicCall(CallSite& site);

private:
    bool takeType(CallSite& site, const Op& op, std::optional<DType>& type);
    bool placeNamedArguments(CallSite& site, const Op& op);
    Value unknownCall(CallSite& site, DType type);
    const Expr* arrayArgument(const Buffer* buffer, Span span);
    static DType resultType(const Op& op, const std::vector<const Expr*>& args);

    Conversions& m_values;
};

} // namespace tir::script
