/// A list that is created on first use: messages about programs are many, and most of them are never read.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tir {

/// Copies share the list. Reading is thread-safe; changing is not.
template <class T>
class Lazy {
public:
    using List = std::vector<T>;
    using Maker = std::function<List()>;

    Lazy() = default;
    Lazy(List list) : m_state(list.empty() ? nullptr : std::make_shared<State>())
    {
        if (m_state)
            m_state->list = std::move(list);
    }
    /// `maker` is called until it returns; it must stay valid as long as this and its copies.
    static Lazy from(Maker maker)
    {
        Lazy made;
        made.m_state = std::make_shared<State>();
        made.m_state->maker = std::move(maker);
        return made;
    }

    const List& list() const
    {
        static const List Empty;
        if (!m_state)
            return Empty;
        std::call_once(m_state->once, [this] {
            if (!m_state->maker)
                return;
            m_state->list = m_state->maker(); // one that throws is called again by the next reader
            m_state->maker = nullptr;
        });
        return m_state->list;
    }
    operator const List&() const { return list(); }

    auto begin() const { return list().begin(); }
    auto end() const { return list().end(); }
    bool empty() const { return list().empty(); }
    size_t size() const { return list().size(); }
    const T& front() const { return list().front(); }
    const T& back() const { return list().back(); }
    const T& operator[](size_t index) const { return list()[index]; }

    void push_back(T item)
    {
        List changed = list();
        changed.push_back(std::move(item));
        *this = Lazy(std::move(changed));
    }

private:
    struct State {
        std::once_flag once;
        Maker maker;
        List list;
    };
    std::shared_ptr<State> m_state; ///< null: empty
};

} // namespace tir
