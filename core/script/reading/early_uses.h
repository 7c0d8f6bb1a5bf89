/// Variables and buffers that a text uses above the line that declares them, as texts of broken programs and
/// some printed ones do.

#pragma once

#include "core/script/reading/reader_part.h"
#include "core/script/syntax/syntax.h"

#include <unordered_map>

namespace tir::script {

class CallReader;
class Conversions;
class Names;
struct OpenScopes;
class StatementSink;

class EarlyUses : public ReaderPart {
public:
    EarlyUses(ReadContext& context, SyntaxReader& syntax, Names& names, OpenScopes& scopes,
              StatementSink& sink, Conversions& values, CallReader& calls);

    /// Clears the uses of the previous function.
    void clear();

    /// The value of a name that is declared in a later line of the function; an error, not reported, if there is no
    /// such line.
    Value declaredLater(const Syntax& name);
    /// The value that earlier uses of its name have created for the declaring call; an error, not reported, if there is
    /// none.
    Value madeFor(const Syntax& call) const;

    /// Notes the buffer of `B = T.Buffer(...)`. `isOnOwnData`: the text gives it no data.
    void addUndeclared(const Buffer* buffer, bool isOnOwnData) { m_undeclared.emplace(buffer, isOnOwnData); }
    void removeUndeclared(const Buffer* buffer) { m_undeclared.erase(buffer); }
    /// `made`, or the buffer of an earlier line `B = T.Buffer(...)` that `B = T.alloc_buffer(...)` allocates
    /// now. `data`: the argument in the text; may be null.
    const Buffer* declaredNow(std::string_view name, const Var* data, const Buffer* made) const;

private:
    const Syntax* findDeclaration(Suite statements, const Syntax& name);

    std::unordered_map<uint32_t, Value> m_madeEarlier;    ///< by where the declaring call begins
    std::unordered_map<const Buffer*, bool> m_undeclared; ///< whether it has its own data
    SyntaxReader& m_syntax;
    Names& m_names;
    OpenScopes& m_scopes;
    StatementSink& m_sink;
    Conversions& m_values;
    CallReader& m_calls;
};

} // namespace tir::script
