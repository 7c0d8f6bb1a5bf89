/// A child that handles one request after the other; if it ends, only one request fails.

#include "core/support/child_session.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cerrno>
#include <csignal>

using namespace tir;

namespace {

/// Replies "N: REQUEST", where N counts the requests; some requests are commands.
const std::string Script = "n=0\n"
                           "while read -r line; do\n"
                           "  n=$((n + 1))\n"
                           "  case $line in\n"
                           "    die) echo 'no such thing' >&2; exit 3;;\n"
                           "    crash) kill -SEGV $$;;\n"
                           "    hang) exec sleep 100;;\n"
                           "    three) echo one; echo two;;\n"
                           "    errors) head -c 1000000 /dev/zero >&2;;\n"
                           "  esac\n"
                           "  echo \"$n: $line\"\n"
                           "done\n";

struct Answer {
    std::string text;
    std::optional<ChildOutcome> ended;
};

Answer ask(ChildSession& session, const std::string& request, double timeLimitSeconds = 30)
{
    Answer answer;
    answer.ended = session.ask(request, {.timeLimitSeconds = timeLimitSeconds}, [&](std::string_view line) {
        answer.text = line;
        return line.find(": ") != std::string_view::npos;
    });
    return answer;
}

} // namespace

class TstChildSession : public QObject {
    Q_OBJECT
private slots:
    void oneChildAnswersAll()
    {
        ChildSession session("/bin/sh", {"-c", Script});
        QCOMPARE(ask(session, "a").text, std::string("1: a"));
        QCOMPARE(ask(session, "three").text, std::string("2: three"));
        QCOMPARE(ask(session, "errors").text, std::string("3: errors"));
        const std::string longRequest(3 << 20, 'x');
        QCOMPARE(ask(session, longRequest).text, "4: " + longRequest);
    }

    void deadChildCostsOneRequest_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("code");
        QTest::newRow("exit") << "die" << int(ChildOutcome::End::Exited) << 3;
        QTest::newRow("signal") << "crash" << int(ChildOutcome::End::Signaled) << SIGSEGV;
        QTest::newRow("too long") << "hang" << int(ChildOutcome::End::TimedOut) << SIGKILL;
    }

    void deadChildCostsOneRequest()
    {
        QFETCH(QString, request);
        QFETCH(int, end);
        QFETCH(int, code);
        ChildSession session("/bin/sh", {"-c", Script});
        QCOMPARE(ask(session, "a").text, std::string("1: a"));
        const Answer answer = ask(session, request.toStdString(), 0.5);
        QVERIFY(answer.ended);
        QCOMPARE(int(answer.ended->end), end);
        QCOMPARE(answer.ended->code, code);
        if (request == "die")
            QCOMPARE(answer.ended->errors, std::string("no such thing\n"));
        QCOMPARE(ask(session, "b").text, std::string("1: b"));
    }

    void timeCountsFromTheLastLine()
    {
        ChildSession session("/bin/sh",
                             {"-c", "read line; for i in 1 2 3 4; do sleep 0.3; echo $i; done; echo ': '"});
        QVERIFY(!ask(session, "a", 0.8).ended);
    }

    void endlessLineEndsTheChild()
    {
        ChildSession session("/bin/sh", {"-c", "read line; while true; do printf more; done"});
        const auto ended = session.ask("a", {.maxLineBytes = 100}, [](std::string_view) { return true; });
        QVERIFY(ended);
        QCOMPARE(int(ended->end), int(ChildOutcome::End::TooMuchOutput));
        QCOMPARE(ended->output, std::string());
    }

    void canceledChildIsGone()
    {
        ChildSession session("/bin/sh", {"-c", Script});
        const std::atomic<bool> cancelled = true;
        const auto ended =
            session.ask("hang", {.cancelled = &cancelled}, [](std::string_view) { return true; });
        QVERIFY(ended);
        QCOMPARE(int(ended->end), int(ChildOutcome::End::Cancelled));
    }

    void missingProgramIsReported()
    {
        ChildSession session("/no/such/program", {});
        const Answer answer = ask(session, "a");
        QVERIFY(answer.ended);
        QCOMPARE(int(answer.ended->end), int(ChildOutcome::End::NotStarted));
        QCOMPARE(answer.ended->code, ENOENT);
    }
};

TIR_TEST(TstChildSession)
#include "tst_child_session.moc"
