/// Variables and buffers that a text uses above the line that declares them, as texts of broken programs and
/// some printed ones do.

#pragma once

#include "core/script/reading/reader_part.h"

#include <unordered_map>

namespace tir::script {

class CallReader;
class Conversions;
class Names;
struct OpenScopes;
class StatementSink;

class EarlyUses : public ReaderPart {
public:
    EarlyUses(ReadContext& context, Names& names, OpenScopes& scopes, StatementSink& sink,
              Conversions& values, CallReader& calls);

    /// Forgets what the function before used.
    void clear();

    /// What a name that is not defined yet will stand for, by the line of the function that declares it; an
    /// error, not reported, when there is no such line.
    Value declaredLater(const Syntax& name);
    /// What a use of its name has made of the declaring call already; an error, not reported, when nothing.
    Value madeFor(const Syntax* call) const;

    /// Notes the buffer of `B = T.Buffer(...)`. `isOnOwnData`: the text gives it no data.
    void addUndeclared(const Buffer* buffer, bool isOnOwnData) { m_undeclared.emplace(buffer, isOnOwnData); }
    void removeUndeclared(const Buffer* buffer) { m_undeclared.erase(buffer); }
    /// `made`, or the buffer of a line `B = T.Buffer(...)` above that `B = T.alloc_buffer(...)` makes only
    /// now. `data`: what the text gives; may be null.
    const Buffer* declaredNow(std::string_view name, const Var* data, const Buffer* made) const;

private:
    std::unordered_map<const Syntax*, Value> m_madeEarlier; ///< by declaring call
    std::unordered_map<const Buffer*, bool> m_undeclared;   ///< whether on data of its own
    Names& m_names;
    OpenScopes& m_scopes;
    StatementSink& m_sink;
    Conversions& m_values;
    CallReader& m_calls;
};

} // namespace tir::script
