/// The map between generated code and places, both ways.

#include "core/codegen/artifact.h"
#include "core/script/reading/parser.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

// Place 0 is the module, 1 the function; statements are looked up by kind.
OwnedModule program()
{
    const char* const text = "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((8,), \"int32\")):\n"
                             "    for i in range(8):\n"
                             "        A[i] = i * 2\n"
                             "        A[i] = i * 3\n";
    return parseModule(SourceText("program.py", text))->module;
}

Place firstOf(const PlaceTable& places, NodeKind kind, int skip = 0)
{
    for (Place place = 0; place < places.size(); ++place)
        if (places[place].node->kind == kind && skip-- == 0)
            return place;
    return NoPlace;
}

QString inWords(const std::vector<Span>& spans)
{
    QStringList words;
    for (const Span& span : spans)
        words.append(QString("%1-%2").arg(span.begin).arg(span.end));
    return words.join(' ');
}

} // namespace

class TstArtifact : public QObject {
    Q_OBJECT
private slots:
    void placeOfBytes()
    {
        Artifact artifact;
        artifact.ranges = {{{10, 20}, 4}, {{20, 25}, 7}, {{30, 40}, 4}};
        QCOMPARE(artifact.placeAt(0), NoPlace);
        QCOMPARE(artifact.placeAt(10), Place(4));
        QCOMPARE(artifact.placeAt(19), Place(4));
        QCOMPARE(artifact.placeAt(20), Place(7));
        QCOMPARE(artifact.placeAt(27), NoPlace);
        QCOMPARE(artifact.placeAt(39), Place(4));
        QCOMPARE(artifact.placeAt(40), NoPlace);
        QCOMPARE(Artifact().placeAt(0), NoPlace);
    }

    void bytesOfPlaces()
    {
        const OwnedModule module = program();
        const PlaceTable places(*module.module);
        const Place loop = firstOf(places, NodeKind::For);
        const Place first = firstOf(places, NodeKind::BufferStore);
        const Place second = firstOf(places, NodeKind::BufferStore, 1);
        Artifact artifact;
        artifact.ranges = {{{0, 10}, loop}, {{10, 20}, first}, {{25, 30}, second}, {{30, 32}, loop}};

        QCOMPARE(inWords(artifact.spansOf(first, places)), QString("10-20"));
        // Everything in the loop, neighbors joined.
        QCOMPARE(inWords(artifact.spansOf(loop, places)), QString("0-20 25-32"));
        // An expression has what its statement has.
        QCOMPARE(inWords(artifact.spansOf(firstOf(places, NodeKind::Binary, 1), places)), QString("25-30"));
        // A buffer of the signature is in no statement and has no code.
        QCOMPARE(inWords(artifact.spansOf(firstOf(places, NodeKind::Buffer), places)), QString());
        QCOMPARE(inWords(artifact.spansOf(NoPlace, places)), QString());
    }

    void wordsOfKinds()
    {
        for (const ArtifactKind kind : AllArtifactKinds)
            QVERIFY(artifactKindFromString(toString(kind)) == kind);
        QVERIFY(!artifactKindFromString("CUDA"));
    }

    void wordsOfResources()
    {
        ResourceReport report{.function = "main_kernel"};
        QCOMPARE(QString::fromStdString(toString(report)), QString("main_kernel: nothing measured"));
        report.registers = 24;
        report.spillStoreBytes = 0;
        QCOMPARE(QString::fromStdString(toString(report)),
                 QString("main_kernel: 24 registers, 0 bytes of spill stores"));
    }
};

TIR_TEST(TstArtifact)
#include "tst_artifact.moc"
