/// How Qt Test's QTRY_ macros wait: for minutes, which only a hang takes, and with a look at the condition every two
/// milliseconds. Qt's own limit of five seconds fails on a busy machine, and its looks every 50 ms were most of the time
/// of the tests that wait often.

#pragma once

#include <QtTest>

namespace tir::testing {

inline constexpr int PatienceInMs = 300'000;

} // namespace tir::testing

#undef QTRY_IMPL
#define QTRY_IMPL(condition, milliseconds)                                       \
    for (const QDeadlineTimer deadline(milliseconds);                            \
         !(condition) && !deadline.hasExpired() && !QTest::currentTestFailed();) \
        QTest::qWait(2);

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, tir::testing::PatienceInMs)
#define QTRY_VERIFY2(condition, message) \
    QTRY_VERIFY2_WITH_TIMEOUT(condition, message, tir::testing::PatienceInMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, tir::testing::PatienceInMs)
