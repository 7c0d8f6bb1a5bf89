/// Launches and attributes: `T.launch_thread`, `T.env_thread`, `T.attr`.

#pragma once

#include "core/script/reading/open_scopes.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class CallSite;
class Conversions;
class Names;
struct OpenAttr;

class FrameReader : public ReaderPart {
public:
    FrameReader(ReadContext& context, Names& names, Conversions& values, CallReader& calls)
        : ReaderPart(context),
          m_names(names),
          m_values(values),
          m_calls(calls)
    {}

    bool attrFrames(const Syntax& call, std::vector<OpenAttr>& frames);
    bool launchFrame(const Syntax& call, const Syntax* target, std::vector<OpenAttr>& frames);
    Value envThread(CallSite& site);
    /// Adds a frame for the unknown arguments of the frame before it.
    void keepInFrame(const std::vector<DictEntry>& kept, Span span, std::vector<OpenAttr>& frames);
    const Stmt* close(const std::vector<OpenAttr>& frames, const Stmt* body);

private:
    Names& m_names;
    Conversions& m_values;
    CallReader& m_calls;
    std::unordered_map<const Var*, const IterVar*> m_envThreads;
    std::unordered_map<const Var*, std::vector<DictEntry>> m_envArguments; ///< unknown ones
};

} // namespace tir::script
