/// What resources/tirscope_trace.py finds by itself: the TVM of a script, its contexts, the arguments of its passes; and
/// whether it still runs.

#include "tests/app/own_tvm.h"
#include "tests/support/file_content.h"
#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace tir::testing;

class TestRecorder : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        QVERIFY(m_folder.isValid());
    }

    void scriptFindsItsOwnTvm_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<int>("builds");
        QTest::newRow("the script finds it")
            << QByteArray(
                   "sys.path.insert(0, tests + '/stand_in_tvm')\n"
                   "import tvm\n"
                   "tvm.compile(tvm.IRModule(text), target='cuda', pipeline=[('AnnotateEntryFunc',)])\n")
            << 1;
        QTest::newRow("a package brings it")
            << QByteArray("sys.path.insert(0, tests + '/stand_in_tilelang')\n"
                          "import tilelang\n"
                          "tilelang.compile(tilelang.tvm.IRModule(text), target='cuda')\n")
            << 2;
        QTest::newRow("a function imports it, under another name")
            << QByteArray("def work():\n"
                          "    import importlib\n"
                          "    sys.path.insert(0, tests + '/stand_in_tilelang')\n"
                          "    importlib.import_module('tilelang')\n"
                          "    from tilelang import compile as build, tvm as its_tvm\n"
                          "    build(its_tvm.IRModule(text), target='cuda')\n"
                          "work()\n")
            << 2;
    }

    void scriptFindsItsOwnTvm()
    {
        QFETCH(QByteArray, script);
        QFETCH(int, builds);
        const QByteArray start = "import sys\n"
                                 "text = open(sys.argv[1]).read()\n"
                                 "tests = sys.argv[2]\n";
        QCOMPARE(record(start + script, {sourcePath("tests/app")}, ""), 0);
        QCOMPARE(recordsOf(recording(), "begin").first()["tvm"].toString(), "0.25.stand-in");
        QCOMPARE(recordsOf(recording(), "build").size(), builds);
        QCOMPARE(recordsOf(recording(), "build").last()["target"].toString(), "cuda");
        QCOMPARE(recordsOf(recording(), "before").last()["name"].toString(), "tirx.AnnotateEntryFunc");
        QCOMPARE(recordsOf(recording(), "source").size(), 1);
        QCOMPARE(recordsOf(recording(), "end").size(), 1);
    }

    void missingScriptReplacesNoRecording()
    {
        write("missing.tirtrace", "an earlier recording");
        QCOMPARE(python({"-m", "tirscope_trace", m_folder.filePath("missing.py")}), 2);
        QCOMPARE(readFile(m_folder.filePath("missing.tirtrace")), "an earlier recording");
    }

    void recordingsAndEmptyFilesAreReplaced()
    {
        for (const char* before : {"", "{\"ev\": \"begin\"}\n"}) {
            write("out.tirtrace", before);
            QCOMPARE(record("pass\n"), 0);
            QCOMPARE(recordsOf(recording(), "end").size(), 1);
        }
    }

    void otherFilesAreNotReplaced_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a text") << "notes.txt" << QByteArray("it exists and is not a recording");
        QTest::newRow("a saved trace")
            << "saved.tirtrace" << QByteArray("it exists and is a trace that Tirscope saved");
        QTest::newRow("the script") << "script.py" << QByteArray("it is the script");
        QTest::newRow("a link to the script") << "link.py" << QByteArray("it is the script");
        QTest::newRow("a folder") << "." << QByteArray("Is a directory");
        QTest::newRow("no folder") << "nothing/out.tirtrace" << QByteArray("No such file or directory");
    }

    void otherFilesAreNotReplaced()
    {
        QFETCH(QString, output);
        QFETCH(QByteArray, reason);
        const QTemporaryDir folder;
        const QString script = folder.filePath("script.py");
        writeFile(script, "pass\n");
        writeFile(folder.filePath("notes.txt"), "notes");
        QCOMPARE(tirc({"trace", sample("two_kernels"), "--pipeline", "split", "-o",
                       folder.filePath("saved.tirtrace")})
                     .exitCode,
                 0);
        QVERIFY(QFile::link(script, folder.filePath("link.py")));
        const QString path = folder.filePath(output);
        QProcess process;
        findModules(process, "");
        process.start("python3", {"-m", "tirscope_trace", "-o", path, script});
        QVERIFY(process.waitForFinished(PatienceInMs));
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(process.readAllStandardError(),
                 "tirscope_trace: cannot write '" + path.toUtf8() + "': " + reason + "\n");
        QCOMPARE(readFile(script).value_or(""), std::string("pass\n"));
        QCOMPARE(readFile(folder.filePath("notes.txt")).value_or(""), std::string("notes"));
    }

    void scriptFindsItsFolder()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("real"));
        writeFile(folder.filePath("real/script.py"), "import os, sys, beside_it\n"
                                                     "here = sys.argv[1]\n"
                                                     "assert sys.argv[0] == 'link.py'\n"
                                                     "assert __file__ == os.path.join(here, 'link.py')\n"
                                                     "assert sys.path[0] == os.path.join(here, 'real')\n");
        writeFile(folder.filePath("real/beside_it.py"), "");
        QVERIFY(QFile::link("real/script.py", folder.filePath("link.py")));
        const QString here = QFileInfo(folder.path()).canonicalFilePath();
        for (const QStringList& recorder : {QStringList(), QStringList{"-m", "tirscope_trace"}}) {
            QProcess process;
            findModules(process, "");
            process.setWorkingDirectory(here);
            process.start("python3", recorder + QStringList{"link.py", here});
            QVERIFY(process.waitForFinished(PatienceInMs));
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
        }
    }

    void scriptWithoutTvmIsNoError()
    {
        QCOMPARE(record("import sys\nassert __name__ == '__main__' and sys.argv[2:] == ['x']\n", {"x"}, ""),
                 0);
        QCOMPARE(recordsOf(recording(), "begin").size(), 1);
        QCOMPARE(recordsOf(recording(), "end").size(), 1);
    }

    /// However the context came to be, each of its passes is recorded once, and its instruments see no difference.
    void contextsAreRecordedWheneverTheyWereMade()
    {
        QCOMPARE(python({"-c",
                         "import sys, tvm, tirscope_trace\n"
                         "from tvm.ir.instrument import pass_instrument\n"
                         "PassContext = tvm.transform.PassContext\n"
                         "calls = []\n"
                         "@pass_instrument\n"
                         "class Witness:\n"
                         "    def enter_pass_ctx(self): calls.append('enter')\n"
                         "    def exit_pass_ctx(self): calls.append('exit')\n"
                         "    def run_before_pass(self, module, info): calls.append(info.name)\n"
                         "def work(level):\n"
                         "    assert PassContext.current().config.get('tirx.noalias') == level\n"
                         "    tvm.tirx.transform.ConvertSSA()(tvm.IRModule('# ' + str(level)))\n"
                         "def context(level):\n"
                         "    return PassContext(config={'tirx.noalias': level}, instruments=[Witness()])\n"
                         "made_before = context(1)\n"
                         "with tirscope_trace.record(sys.argv[1]):\n"
                         "    with made_before: work(1)\n"
                         "    with context(2):\n"
                         "        work(2)\n"
                         "        with PassContext.current(): work(2)\n"
                         "        with made_before: work(1)\n"
                         "        work(2)\n"
                         "    work(None)\n"
                         "with made_before: work(1)\n"
                         "one = ['enter', 'tirx.ConvertSSA', 'exit']\n"
                         "assert calls == one + one[:2] + one + one + one[1:] + one, calls\n",
                         recording()}),
                 0);
        QStringList found;
        for (const QByteArray& line :
             QByteArray::fromStdString(readFile(recording()).value_or("")).split('\n')) {
            const QJsonObject event = QJsonDocument::fromJson(line).object();
            if (event["ev"] == "context")
                found.append(QString::number(event["config"]["tirx.noalias"].toInt()));
            else if (event["ev"] == "before")
                found.append(event["name"].toString());
        }
        QCOMPARE(found.join(' '), "1 tirx.ConvertSSA 2 tirx.ConvertSSA tirx.ConvertSSA 1 tirx.ConvertSSA "
                                  "2 tirx.ConvertSSA 0 tirx.ConvertSSA");
    }

    void argumentsOfOwnPassesAreKnown_data()
    {
        QTest::addColumn<QByteArray>("made");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("a function of a module")
            << QByteArray("own_passes.Merge(16, mode='y')") << QStringList{"16, mode=\"y\""};
        QTest::newRow("a function that calls another")
            << QByteArray("own_passes.Twice(8)") << QStringList{"16"};
        QTest::newRow("the function of the name is outside")
            << QByteArray("own_passes.Fold(2)") << QStringList{"2"};
        QTest::newRow("of TVM") << QByteArray("own_passes.Sync()") << QStringList{"\"shared\""};
        QTest::newRow("a decorated class")
            << QByteArray("own_passes.Fuse(depth=3)") << QStringList{"depth=3"};
        QTest::newRow("of the script") << QByteArray("InScript(2.5, False)") << QStringList{"2.5, False"};
        QTest::newRow("a class of the script") << QByteArray("OfScript(7)") << QStringList{"7"};
        QTest::newRow("no plain values") << QByteArray("own_passes.Merge(object())") << QStringList{""};
        // TVM does not say which of them runs.
        QTest::newRow("two of a decorated class")
            << QByteArray("own_passes.Fuse(3), own_passes.Fuse(4)") << QStringList{"", ""};
        QTest::newRow("two alike of a decorated class")
            << QByteArray("own_passes.Fuse(3), own_passes.Fuse(3)") << QStringList{"3", "3"};
    }

    void argumentsOfOwnPassesAreKnown()
    {
        QFETCH(QByteArray, made);
        QFETCH(QStringList, arguments);
        write("own_passes.py", "import tvm\n"
                               "from tvm.ir.transform import Pass\n"
                               "def Merge(align, mode='x'): return Pass('own_passes.Merge')\n"
                               "def Twice(align): return Merge(2 * align)\n"
                               "def Helper(name, levels): return Pass(name)\n"
                               "def Fold(levels): return Helper('own_passes.Fold', levels)\n"
                               "def Sync(): return tvm.s_tir.transform.ThreadSync('shared')\n"
                               "@tvm.transform.module_pass(opt_level=0)\n"
                               "class Fuse:\n"
                               "    def __init__(self, depth): self.depth = depth\n"
                               "    def transform_module(self, module, context): return module\n");
        QCOMPARE(record("from __future__ import annotations\n"
                        "import inspect, sys, tvm, own_passes\n"
                        "from own_passes import Pass\n"
                        "text = open(sys.argv[1]).read()\n"
                        "def InScript(level, flag):\n"
                        "    return Pass('InScript')\n"
                        "@tvm.transform.module_pass(opt_level=0)\n"
                        "class OfScript:\n"
                        "    def __init__(self, depth): pass\n"
                        "    def transform_module(self, module, context): return module\n"
                        "assert inspect.getsource(InScript).startswith('def InScript')\n"
                        "for each in [" +
                        made +
                        "]:\n"
                        "    each(tvm.IRModule(text))\n"),
                 0);
        QStringList found;
        for (const QJsonObject& pass : recordsOf(recording(), "before"))
            found.append(pass["args"].toString());
        QCOMPARE(found, arguments);
    }

    void savedJsonIsReadInPlaceOfATextThatIsNot()
    {
        const QString json = m_folder.filePath("module.json");
        writeFile(json, tirc({"print", sample("two_kernels"), "--tvm-json"}).output.toStdString());
        write("build.py", "import sys, tvm\n"
                          "tvm.ir.save_json = lambda module: open(sys.argv[1]).read()\n"
                          "tvm.tirx.transform.BindTarget()(tvm.IRModule('no text that can be read'))\n");
        for (const bool isSaved : {false, true}) {
            QStringList arguments{"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("build.py"),
                                  json};
            if (isSaved)
                arguments.insert(2, "--save-json");
            QCOMPARE(python(arguments), 0);
            const TircResult result = tirc({"check", recording(), "--no-run", "--json"});
            QCOMPARE(result.errors.contains("note: 2 of 2 modules were read from their save_json\n"),
                     isSaved);
            const QJsonArray steps = result.json()["steps"].toArray();
            QCOMPARE(steps.size(), 2);
            for (const QJsonValue& step : steps)
                QCOMPARE(step["readFrom"], isSaved ? QJsonValue("save_json") : QJsonValue());
            QCOMPARE(result.json()["unchecked"].toArray().size(), isSaved ? 0 : 2);
        }
    }

    void moduleThatCannotBeSavedIsRecordedAsText()
    {
        write("build.py", "import sys, tvm\n"
                          "def broken(module): raise RuntimeError('cannot be saved')\n"
                          "tvm.ir.save_json = broken\n"
                          "tvm.tirx.transform.BindTarget()(tvm.IRModule(open(sys.argv[1]).read()))\n");
        QCOMPARE(python({"-m", "tirscope_trace", "--save-json", "-o", recording(),
                         m_folder.filePath("build.py"), sample("two_kernels")}),
                 0);
        QVERIFY(!recordsOf(recording(), "text").isEmpty());
        for (const QJsonObject& text : recordsOf(recording(), "text"))
            QVERIFY(text.contains("text") && !text.contains("json"));
        QCOMPARE(tirc({"check", recording(), "--no-run"}).exitCode, 0);
    }

    /// Whether the recording stores every module as save_json or not.
    void moduleThatCannotBePrintedIsRecordedAsSavedJson()
    {
        const QString json = m_folder.filePath("module.json");
        writeFile(json, tirc({"print", sample("two_kernels"), "--tvm-json"}).output.toStdString());
        write("build.py", "import sys, tvm\n"
                          "def broken(module, show_meta): raise RuntimeError('cannot be printed')\n"
                          "tvm.IRModule.script = broken\n"
                          "tvm.ir.save_json = lambda module: open(sys.argv[1]).read()\n"
                          "tvm.tirx.transform.BindTarget()(tvm.IRModule(''))\n");
        for (const bool isSaved : {false, true}) {
            QStringList arguments{"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("build.py"),
                                  json};
            if (isSaved)
                arguments.insert(2, "--save-json");
            QCOMPARE(python(arguments), 0);
            QCOMPARE(recordsOf(recording(), "text").size(), 1);
            const TircResult result = tirc({"check", recording(), "--no-run", "--json"});
            QCOMPARE(result.json()["unchecked"].toArray().size(), 0);
            for (const QJsonValue& step : result.json()["steps"].toArray())
                QCOMPARE(step["readFrom"], QJsonValue("save_json"));
        }
    }

    void passesOfOtherThreadsAreMissed()
    {
        QCOMPARE(record("import sys, threading, tvm\n"
                        "def work():\n"
                        "    tvm.compile(tvm.IRModule('# a program'), pipeline=[('BindTarget',)])\n"
                        "thread = threading.Thread(target=work)\n"
                        "thread.start()\n"
                        "thread.join()\n"),
                 0);
        QVERIFY(recordsOf(recording(), "before").isEmpty());
        const TircResult result = tirc({"check", recording(), "--no-run"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(
            result.errors.contains("holds no pass that ran: passes ran in other threads; only those of the "
                                   "thread that started the recording are recorded"),
            result.errors.constData());
    }

    /// Every line is JSON for every parser: no Infinity, and no half of a surrogate pair.
    void oddValuesAreRecorded()
    {
        write("odd.py",
              "import sys, tvm\n"
              "from tvm.ir.transform import Pass, PassContext\n"
              "class Odd:\n"
              "    def __str__(self): raise RuntimeError('no text')\n"
              "text = open(sys.argv[1]).read()\n"
              "def fail(): raise ValueError('half \\udc80 of a pair')\n"
              "tvm.FAILURES['fails'] = fail\n"
              "config = {'mine.limit': float('inf'), 'mine.nan': float('nan'), 'mine.big': 10 ** 400,\n"
              "          'mine.odd': Odd(), 'mine.text': '\\udc81', '\\udc82': 1}\n"
              "with PassContext(config=config):\n"
              "    Pass('works')(tvm.IRModule(text + '# \\udc83'))\n"
              "    try: Pass('fails')(tvm.IRModule(text))\n"
              "    except ValueError: pass\n");
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("odd.py"),
                         sample("two_kernels"), "half \xED\xB2\x84"}),
                 0);
        QCOMPARE(
            python({"-c",
                    "import json, sys\n"
                    "def refuse(value): raise ValueError(value)\n"
                    "for line in open(sys.argv[1]):\n"
                    "    json.dumps(json.loads(line, parse_constant=refuse), ensure_ascii=False).encode()\n",
                    recording()}),
            0);
        const QJsonValue config = recordsOf(recording(), "context").first()["config"];
        QCOMPARE(config["mine.limit"].toString(), "inf");
        QCOMPARE(config["mine.odd"].toString(), "<Odd>");
        QCOMPARE(config["mine.text"].toString(), "\\udc81");
        QCOMPARE(recordsOf(recording(), "aborted").first()["error"].toString(),
                 "ValueError: half \\udc80 of a pair");
        QCOMPARE(recordsOf(recording(), "before").size(), 2);
        QCOMPARE(recordsOf(recording(), "lost").size(), 0);
        const TircResult result = tirc({"check", recording(), "--no-run"});
        QVERIFY2(!result.errors.contains("skipped"), result.errors.constData());
    }

    /// The rest of the disk may end in the middle of any record.
    void fullDiskIsNoCrashOfTheCompiler()
    {
        write("full.py",
              "import resource, sys, tvm\n"
              "from tvm.ir.transform import Pass, Sequential\n"
              "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))\n"
              "text = open(sys.argv[1]).read()\n"
              "for number in range(20):\n"
              "    tvm.RESULTS['p%d' % number] = [text + '# %d\\n' % number]\n"
              "Sequential([Pass('p%d' % number) for number in range(20)])(tvm.IRModule(text))\n");
        for (const int limit : {9000, 9100, 9301, 10007}) {
            QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("full.py"),
                             sample("two_kernels"), QString::number(limit)}),
                     0);
            QCOMPARE(recordsOf(recording(), "lost").size(), 1);
            const TircResult result = tirc({"check", recording(), "--no-run"});
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(
                result.output.startsWith("not fully checked: ") &&
                    result.output.contains("the recording is incomplete from here: a record could not be "
                                           "written: File too large"),
                result.output + result.errors);
            QVERIFY2(!(result.output + result.errors).contains("crashed"), result.output + result.errors);
        }
    }

    void recordThatCannotBeMadeIsNoted()
    {
        QCOMPARE(record("import sys, tvm\n"
                        "from tvm.ir.transform import Pass\n"
                        "text = open(sys.argv[1]).read()\n"
                        "odd = Pass('odd')\n"
                        "odd.info.opt_level = 'high'\n"
                        "for each in (Pass('a'), odd, Pass('b')): each(tvm.IRModule(text))\n"),
                 0);
        QCOMPARE(recordsOf(recording(), "before").size(), 2);
        QCOMPARE(recordsOf(recording(), "lost").size(), 1);
        const TircResult result = tirc({"check", recording(), "--no-run", "--json"});
        QCOMPARE(result.json()["answer"].toString(), "not fully checked");
        QVERIFY2(result.errors.contains("a record could not be written: ValueError: "),
                 result.errors.constData());
    }

    void runningRecordingIsNotReplaced()
    {
        const QString other = m_folder.filePath("out.1.tirtrace");
        QFile::remove(other);
        write("waits.py", "import sys, tvm\n"
                          "from tvm.ir.transform import Pass\n"
                          "Pass('first')(tvm.IRModule('# a program'))\n"
                          "print('ready', flush=True)\n"
                          "sys.stdin.readline()\n"
                          "Pass('last')(tvm.IRModule('# a program'))\n");
        QProcess first;
        findModules(first);
        first.start("python3", {"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("waits.py")});
        QVERIFY(first.waitForReadyRead(PatienceInMs));
        QProcess second;
        findModules(second);
        second.start("python3", {"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("waits.py")});
        QVERIFY(second.waitForReadyRead(PatienceInMs));
        for (QProcess* process : {&first, &second}) {
            process->write("\n");
            QVERIFY(process->waitForFinished(PatienceInMs));
            QCOMPARE(process->exitCode(), 0);
        }
        const QByteArray said = second.readAllStandardError();
        QVERIFY2(said.contains("goes on: this one is '" + other.toUtf8() + "'"), said.constData());
        for (const QString& path : {recording(), other}) {
            QCOMPARE(recordsOf(path, "before").size(), 2);
            QCOMPARE(recordsOf(path, "end").size(), 1);
        }
    }

    void recordingInsideItselfIsRefused()
    {
        QCOMPARE(python({"-c",
                         "import sys, tvm, tirscope_trace\n"
                         "from tvm.ir.transform import Pass\n"
                         "with tirscope_trace.record(sys.argv[1]):\n"
                         "    Pass('first')(tvm.IRModule('# a program'))\n"
                         "    try:\n"
                         "        with tirscope_trace.record(sys.argv[1]): sys.exit(3)\n"
                         "    except RuntimeError as error:\n"
                         "        assert 'this process already records into' in str(error), error\n"
                         "    Pass('last')(tvm.IRModule('# a program'))\n"
                         "with tirscope_trace.record(sys.argv[1] + '.2'): pass\n"
                         "with tirscope_trace.record(sys.argv[1] + '.2'): pass\n",
                         recording()}),
                 0);
        QCOMPARE(recordsOf(recording(), "before").size(), 2);
        QCOMPARE(recordsOf(recording(), "end").size(), 1);
    }

    void fullDiskEndsNoScript()
    {
        write("build.py", "import sys, tvm\n"
                          "tvm.tirx.transform.BindTarget()(tvm.IRModule('# a program'))\n"
                          "sys.exit(int(sys.argv[1]))\n");
        for (const int code : {0, 3})
            QCOMPARE(python({"-m", "tirscope_trace", "-o", "/dev/full", m_folder.filePath("build.py"),
                             QString::number(code)}),
                     code);
    }

    void lockTellsWhetherAPassStillRuns()
    {
        // A process that the script forks has neither the lock nor the recording.
        write("waits.py",
              "import os, sys, time, tvm\n"
              "text = open(sys.argv[1]).read()\n"
              "child = os.fork()\n"
              "def wait():\n"
              "    print(child, flush=True)\n"
              "    time.sleep(1000)\n"
              "if child == 0:\n"
              "    tvm.tirx.transform.BindTarget()(tvm.IRModule(text))\n"
              "    time.sleep(1000)\n"
              "tvm.FAILURES['tirx.SplitHostDevice'] = wait\n"
              "tvm.compile(tvm.IRModule(text), pipeline=[('AnnotateEntryFunc',), ('SplitHostDevice',)])\n");
        QProcess process;
        findModules(process);
        process.start("python3", {"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("waits.py"),
                                  sample("two_kernels")});
        QVERIFY(process.waitForReadyRead(PatienceInMs));
        const qint64 child = process.readLine().trimmed().toLongLong();
        const QScopeGuard end([&] {
            process.kill();
            process.waitForFinished();
            ::kill(pid_t(child), SIGKILL);
        });
        QVERIFY(child > 0);
        TircResult result = tirc({"check", recording(), "--no-run", "--json"});
        QVERIFY2(result.errors.contains("is still being recorded"), result.errors.constData());
        QCOMPARE(result.json()["firstBad"], QJsonValue());
        QCOMPARE(result.json()["steps"].toArray().last()["pass"].toString(), "AnnotateEntryFunc");
        process.kill();
        QVERIFY(process.waitForFinished(PatienceInMs));
        result = tirc({"check", recording(), "--no-run"});
        QVERIFY2(result.output.startsWith(
                     "rejected: step 2, SplitHostDevice, failed: the recording ends inside this "
                     "pass: the compiler crashed or was ended"),
                 result.output + result.errors);
        QVERIFY(!result.errors.contains("is still being recorded"));
        QCOMPARE(recordsOf(recording(), "before").size(), 3);
    }

private:
    void write(const QString& name, const QByteArray& content) const
    {
        writeFile(m_folder.filePath(name), content.toStdString());
    }

    /// Records the script, whose first argument is a text.
    int record(const QByteArray& script, const QStringList& arguments = {},
               const QString& folder = StandInTvm) const
    {
        write("text.py", "# a program\n");
        write("script.py", script);
        return python(QStringList{"-m", "tirscope_trace", "-o", recording(), m_folder.filePath("script.py"),
                                  m_folder.filePath("text.py")} +
                          arguments,
                      folder);
    }

    QString recording() const { return m_folder.filePath("out.tirtrace"); }

    QTemporaryDir m_folder;
};

TIR_TEST(TestRecorder)
#include "tst_recorder.moc"
