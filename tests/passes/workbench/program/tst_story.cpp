/// The story of a sample: the paragraphs after its header, and the symptoms of its defect.

#include "passes/workbench/program/story.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

QString joined(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list.append(QString::fromStdString(text));
    return list.join(QLatin1Char('|'));
}

const std::string Header = "# title: A title\n# group: Programs\n# summary: One line\n# pipeline: split\n";

} // namespace

class TestStory : public QObject {
    Q_OBJECT
private slots:
    void paragraphsAreJoined()
    {
        const auto story = readStory("a.py", Header + "#\n# First line\n# goes on.\n#\n#   Second.\n"
                                                      "# from tvm.script import tirx as T\n\n@T.prim_func\n");
        QVERIFY(story);
        QCOMPARE(joined(story->paragraphs), QStringLiteral("First line goes on.|Second."));
        QCOMPARE(QString::fromStdString(story->sample.title), QStringLiteral("A title"));
        QCOMPARE(QString::fromStdString(story->sample.pipeline), QStringLiteral("split"));
    }

    void headerAloneIsAStory()
    {
        const auto story = readStory("a.py", Header);
        QVERIFY(story && story->paragraphs.empty());
    }

    void otherTextsHaveNone()
    {
        for (const char* text : {"", "#", "# a comment\n", "@T.prim_func\ndef f():\n    pass\n"})
            QVERIFY2(!readStory("a.py", text), text);
    }

    void everySampleHasOne()
    {
        const Result<std::vector<Sample>> samples = readSamples();
        QVERIFY(samples.hasValue());
        for (const Sample& sample : *samples)
            if (!sample.fix.empty())
                QVERIFY2(!symptomsOf(sample.expected).empty(), sample.path.c_str());
    }

    void symptoms_data()
    {
        QTest::addColumn<QString>("execution");
        QTest::addColumn<QString>("symptoms");
        QTest::newRow("differs") << "differs"
                                 << "The step executes, but its results differ from those of the input.";
        QTest::newRow("fails") << "fails: too large"
                               << "The execution of the step fails: … too large …";
        QTest::newRow("refused") << "refused: x"
                                 << "The step cannot be executed.";
        QTest::newRow("crashes") << "crashes"
                                 << "The execution of the step ends its worker process.";
        QTest::newRow("crashes or differs") << "crashes or differs"
                                            << "The execution of the step ends its worker process, or its "
                                               "results differ from those of the input, as the "
                                               "memory happens to be laid out.";
        QTest::newRow("nothing") << ""
                                 << "";
    }

    void symptoms()
    {
        QFETCH(QString, execution);
        SampleExpectation expected;
        expected.execution = execution.toStdString();
        QTEST(joined(symptomsOf(expected)), "symptoms");
    }

    void noteIsShownIfThereIsNothingElse()
    {
        SampleExpectation expected;
        expected.badPass = "SplitHostDevice";
        QCOMPARE(joined(symptomsOf(expected)), QStringLiteral("A diagnostic of the step reports it."));
        expected.note = "took 4";
        QCOMPARE(joined(symptomsOf(expected)), QStringLiteral("The pass notes: … took 4 …"));
        expected.error = "no scope";
        QCOMPARE(joined(symptomsOf(expected)), QStringLiteral("The verifier reports an error: … no scope …"));
    }
};

TIR_TEST(TestStory)
#include "tst_story.moc"
