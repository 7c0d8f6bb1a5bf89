/// Calls outside of TIR: Python's functions on values that are known while reading, `tvm.…`, and the module's `I.…`.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
struct ModuleAttributes;
struct OpenScopes;
class ValueBuiltins;

class ForeignCalls : public ReaderPart {
public:
    ForeignCalls(ReadContext& context, std::string_view text, OpenScopes& scopes,
                 ModuleAttributes& attributes, Conversions& values, CallReader& calls,
                 ValueBuiltins& valueBuiltins)
        : ReaderPart(context),
          m_text(text),
          m_scopes(scopes),
          m_attributes(attributes),
          m_values(values),
          m_calls(calls),
          m_valueBuiltins(valueBuiltins)
    {}

    /// `callee` is the attribute that is called, `base` the path before it: empty, "target" …
    Value infraCall(const Syntax& call, const Syntax& callee, std::string_view base);
    /// `len(A.shape)` and its like on values that Python knows already.
    Value pythonCall(const Syntax& call);

private:
    Value tvmCall(const Syntax& call, std::string_view path);

    std::string_view m_text;
    OpenScopes& m_scopes;
    ModuleAttributes& m_attributes;
    Conversions& m_values;
    CallReader& m_calls;
    ValueBuiltins& m_valueBuiltins;
};

} // namespace tir::script
