package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what users get to read for input that is wrong: an exit code, one error format, the reason, and the remedy. */
class BadInputsTest {
    private static final String HEADER = "job,setup,duration_s\n";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                // Files that are no results.
                "report nope.csv|2|error: nope.csv: no such file or directory",
                "report empty.csv|2|empty; its first line must name the columns: job, setup, duration_s",
                "report header.csv|2|no run",
                "report time.csv|2|no column duration_s; the columns are 'job', 'setup', 'time'",
                "report three.csv|2|no column job, setup, duration_s",
                "report semicolon.csv|2|whose mark can be that of decimals or of thousands: say which with --decimal point",
                "report twice.csv|2|two columns are called 'job'",
                "report runs.csv runs.csv|2|error: runs.csv: given twice: its runs would be counted twice",
                "report notes.md|2|error: notes.md: neither a directory nor a .json, .jsonl, .csv or .tsv file;"
                        + " `import` reads other formats",
                "report console.log|2|'completed successfully' or 'failed with state'; read it with `import console`",
                "report fio.json|2|fio.json: holds no run of Spindle. It looks like the JSON of fio",
                "report folder|2|no run was found in",
                "report zip.csv|2|a zip archive or a spreadsheet: save a table as CSV",
                "report schema.json|2|schema",
                "report broken.json|2|the text is cut off; copy the file anew, or move it away",
                "report broken.json cut.jsonl time.csv runs.csv|2|4 problems; nothing was written.",
                "report many.jsonl|2|read no further after 20 damaged files or lines, so there may be more",
                "compare broken.json cut.jsonl|2|3 problems; nothing was compared.",
                "report plan.json|2|holds no run: name the directory of this file",
                "report damaged|2|plan.json: cut off or damaged",
                "report runs.csv begun|0|begun has ended yet",
                "report runs.csv folder|2|folder: name results directories",
                "report measured|2|measured: name results directories",
                "report mixed.csv --columns duration_s=time|2|line 2 has '10 min', with a unit, and line 4 has '5', without one: say the unit",
                "report repeats.csv|2|if these are repeats, add --wide run1,run2",
                "report blanks.csv|2|has one cell, 'job setup duration_s': separate cells by commas",
                "report bars.csv|2|a table with borders: remove lines of dashes, and the bars at both ends",
                "report binary.csv|2|not text: save the table as CSV",
                "report other.csv --columns benchmark=job|2|the order is NAME=COLUMN: write job=benchmark",
                "report other.csv --columns job=benchmark,duration=time|2|write duration_s=time instead of duration=time",
                "report runs.csv --round compresion=2|2|the settings are none",
                "import hyperfine broken.json --out folder|2|the text is cut off; copy the file anew",
                // Lines that cannot be read.
                "report percentiles.csv|1|job is 'p95'",
                "report percentiles.csv|1|job is 'Mittelwert'",
                "report nan.csv|1|nan.csv: line",
                "report negative.csv|1|negative.csv: line",
                "report unit.csv|1|12 parsecs",
                "report latin.csv|1|line 2: not UTF-8 text",
                "report cells.csv|1|line 2: started_at is 'yesterday', and must be an instant such as 2026-03-01T10:00:00Z;"
                        + " cost_usd is '-1', and must not be negative; visit is 'first'",
                "report status.csv|1|status is 'finished', and must be one of ok, invalid, failed, interrupted",
                "report ragged.csv|1|ragged.csv: line 3",
                "report quote.csv|1|quote",
                // Options.
                "report runs.csv --baseline hdd-12|2|hdd-11",
                "report runs.csv --where jobb=terasort|2|did you mean job?",
                "report runs.csv --where job=sort|2|fits --where job=sort",
                "report runs.csv --across compresion|2|no run has this setting",
                "report runs.csv --interaction compresion|2|no run has this setting; there are none",
                "report runs.csv --by jobb|2|--by jobb: no run has this field; there are job, setup (did you mean job?)",
                "report runs.csv --by foo --across bar --interaction nope --baseline HDD|2|4 problems; nothing",
                "compare runs.csv:hdd-11 runs.csv:ssd --by foo --where job=grep|2|3 problems; nothing",
                "report runs.csv --experiment upgrade|0|no run used its setup",
                "report runs.csv --max-hours 3|2|an option of run",
                "import csv runs.csv --where job=a --out folder|2|not of import",
                "report runs.csv --ignore dat|0|warning: --ignore dat: no run has this setting",
                "report runs.csv --confidence 95|2|a number from 0.5 to 0.9999, such as 0.95",
                "report runs.csv --basline hdd-11|2|nearest  --baseline",
                "report runs.csv --baseline|2|write --baseline SETUP",
                "report runs.csv --best-of-runs|2|needs prices",
                "report runs.csv --prices nope|2|nope",
                "report runs.csv --mix nope|2|nope",
                "compare|2|1 problem; nothing was compared.",
                "compare runs.csv|2|needs two results",
                "compare runs.csv runs.csv|2|name one, such as runs.csv:hdd-11",
                "compare runs.csv:ssd runs.csv:ssd|2|the same runs",
                "compare runs.csv:ssd runs.csv:hdd-12|2|no run used setup `hdd-12`",
                "compare runs.csv:hdd-11 runs.csv:ssd --where job=sort|2|fits --where job=sort; job is terasort",
                "compare runs.csv:hdd-11 runs.csv:ssd --where jobb=sort|2|did you mean job?",
                "compare runs.csv:hdd-11 runs.csv:ssd --by jobb|2|did you mean job?",
                "compare runs.csv:ssd folder|2|no run was found in folder",
                "compare runs.csv:hdd-11 runs.csv:ssd --fail-if-slower five|2|not a percentage",
                "compare runs.csv:hdd-11 runs.csv:ssd --fail-if-slower -5|2|error: --fail-if-slower: ",
                "compare runs.csv:hdd-11 runs.csv:ssd --fail-if-slower NaN|2|not a percentage",
                "import|2|no format given",
                "import cvs runs.csv --out out|2|nearest  csv",
                "import csv --out out|2|no file to read",
                "import csv folder --out out|2|a directory: name the files in it",
                "import csv /dev/null --out out|2|not a regular file",
                "import csv runs.csv|2|error: --out: missing",
                "import csv runs.csv --out out --setup ssd|2|name the setup of every run themselves",
                "import csv runs.csv --out notes.md|2|not a directory",
                "report runs.csv --out notes.md|2|error: --out: not a directory",
                "report runs.csv --out notes.md/below|2|error: --out: this directory cannot be made",
                "compare runs.csv:hdd runs.csv:ssd --out notes.md|2|error: --out: not a directory",
                "report runs.csv --format html|2|not a form of the printed answer; the HTML report is written to --out",
                "report runs.csv --wide hdd,ssd|2|there is a column duration_s, so the table is not wide",
                "plan --suite quick --jobs terasort,terasort|2|error: --jobs: listed twice",
                // Suites, setups and other files.
                "plan|2|--suite",
                "plan quick|2|did you mean `--suite quick`?",
                "plan --suite QUICK|2|nearest  quick",
                "plan --suite folder|2|unknown suite `folder`",
                "plan --suite folder/|2|directory",
                "plan --suite /dev/null|2|not a regular file",
                "plan \u2014suite quick|2|write `--suite`",
                "plan --suite quick --suite full|2|error: --suite: given more than once",
                "plan --suite quick --bytes-per-node 10G|2|nearest  10GB",
                "plan --suite quick --bytes-per-node 10 GB|2|without a blank before it",
                "plan --compare a=folder, b=folder|2|error: b=folder: unexpected argument",
                "plan --suite latin.yaml|2|not UTF-8 text",
                "plan --suite empty.yaml|2|the file is empty",
                "plan --suite tabs.yaml|2|tab",
                "plan --suite list.yaml|2|",
                "plan --suite anchor.yaml|2|an anchor",
                "plan --suite deep.yaml|2|nested deeper than 20 levels",
                "plan --suite quick -D mapreduce.task.io.sortmb=10|0|did you mean mapreduce.task.io.sort.mb?",
                "plan --suite quick -D mapreduce.task.io.sort.mb=abc|2|a whole number from 1 to 2047",
                "plan --suite quick -D mapreduce.task.io.sort.mb=2048|2|a whole number from 1 to 2047",
                "check --suite quick -D io.sort.mb=4096|2|a whole number from 1 to 2047",
                "plan --suite quick --setup hdd-12|0|Did you mean hdd-11?",
                "plan --suite quick --setup a --setup b|2|",
                "plan --suite quick --repeats 0 --seed x --visits y|2|3 problems; nothing was started.",
                "plan --workload example --suite quick|2|",
                // Options without a value, or without the option that they need.
                "plan --suite quick --jobs ,|2|error: --jobs: a value is missing after it",
                "plan --suite quick --jobs=|2|write --jobs JOB,...",
                "plan --suite quick --nodes ,,|2|error: --nodes: a value is missing after it",
                "plan --suite quick --queue= --base-dir=|2|2 problems; nothing was started.",
                "run --suite quick --notify=|2|error: --notify: a value is missing after it",
                "report runs.csv --by ,|2|error: --by: a value is missing after it",
                "devices --directories ,|2|error: --directories: a value is missing after it",
                "status --base-dir x|2|error: --base-dir: needs --hdfs",
                "stop --base-dir x|2|error: --base-dir: needs --hdfs",
                "devices --directories folder --base-dir x|2|error: --base-dir: needs --cluster",
                "devices --directories folder --out notes.md|2|error: --out: not a directory",
                "list settings --out nope|2|error: --out: has no effect on a list of settings",
                "list setups --out nope|2|error: --out: has no effect on a list of setups",
                "run --suite quick --share-host|2|error: --share-host: shapes the embedded cluster",
                "run --embedded --suite quick --lab-size 1GB|2|error: --lab-size: is for emulated disks",
                "run --embedded --suite quick --lab-dir x|2|error: --lab-dir: is for emulated disks",
                "check --suite quick --restore|2|error: --restore: needs --allow-disruptive",
                "lab status extra|2|error: extra: has no effect on `lab status`",
                "lab down hdd-6|2|leave it out: `lab down` is about the whole laboratory",
                "lab down --scale 10|2|error: --scale: has no effect on `lab down`",
                "lab status --lab-size 1GB|2|error: --lab-size: has no effect on `lab status`",
                "lab run new-cluster --scale 0|2|error: --scale: too small",
                "lab run new-cluster --scale 10 --emulate 10|2|error: --scale: given more than once",
                // Values with which nothing could run, and options that contradict each other.
                "run --embedded --suite quick -libjars nope.jar|2|error: -libjars: no such file",
                "plan --suite quick -files folder-of-nobody#link|2|error: -files: no such file",
                "plan --suite quick -archives a.zip,b.zip|2|2 problems; nothing was started.",
                "plan --suite quick -conf /|2|error: -conf: a directory, not a file",
                "plan --suite quick --embedded --data-dirs folder,folder|2|error: --data-dirs: listed twice",
                "plan --suite quick --embedded --local-dirs nope|0|warning: --local-dirs ",
                "plan --suite quick -D mapreduce.job.queuename=x --queue y|2|names another queue: x",
                "plan --suite quick -D dfs.blocksize=100|2|a multiple of 512 bytes",
                "plan --suite quick -D dfs.blocksize=lots|2|error: dfs.blocksize: not the size of a block",
                "plan --suite quick -D yarn.app.mapreduce.am.command-opts=-Xmx1z|2|no JVM starts with such a heap size",
                "plan --suite quick -D mapreduce.job.reduces=many|2|error: mapreduce.job.reduces: not a whole number",
                "plan --suite quick --embedded -D yarn.nodemanager.resource.memory-mb=lots|2|not a number, although",
                "plan --suite quick -D foo=bar|0|warning: foo: Hadoop has no setting with this name",
                "run --suite quick --max-hours soon|2|a whole number of hours above 0, such as 8, or a time such as 90m",
                "run --suite quick --max-hours 0.5|2|error: --max-hours: not a number of hours",
                "run --suite quick --timeout 99999999999h|2|error: --timeout: too long",
                "plan --suite quick --bytes-per-node 99999999PB|2|error: --bytes-per-node: `PB` is not a unit",
                "run --suite quick --queue a/b|2|error: --queue: not the name of a queue",
                "plan --experiment lost.yaml|2|error: lost.yaml: setups: no such file",
                "plan --experiment lists.yaml|2|error: lists.yaml: prices: unknown price list `nope`",
                "plan --experiment lists.yaml|2|error: lists.yaml: references: unknown ",
                "plan --experiment lost.yaml|2|error: lost.yaml: suite: unknown suite `qiuck`",
                "plan --suite quick --setup word.yaml|2|write `way: {kind: embedded}`",
                "plan --workload late.yaml|2|error: late.yaml:2:27: arrival: too large",
                "plan --suite asleep.yaml|0|warning: sleep has no data",
                // Commands.
                "-v|2|error: a command is missing",
                "-q --json|2|error: a command is missing",
                "help run plan|2|error: plan: unexpected after `help`",
                "help --nope|2|error: --nope: unexpected after `help`",
                "paln --suite quick|2|nearest  plan",
                "plan --suit quick|2|nearest  --suite",
                "--suite quick plan|2|a command must come before options",
                "-- lst|2|nearest  list",
                "garbage plan --suite quick|2|unexpected before the command",
                "list nope|2|nope",
                "list|2|the kind of list is missing",
                "list jobs --details|2|has no effect on a list of jobs",
                "devices --directories nope|2|no such directory",
                "devices --block 3MB --threads 0 --random-blocks 1 --with fia|2|problems; nothing was measured.",
                "run --embedded --suite quick --out notes.md|2|error: --out: not a directory",
                "run --embedded --suite quick --out /proc/x|2|error: --out: this directory cannot be made",
                "devices --directories folder --out /proc/x|2|error: --out: this directory cannot be made",
                "run --suite quick -conf nope.xml|2|error: -conf: no such file",
                "init setup nope/a.yaml|2|make it first",
                "verify empty.zip|2|error: this class path lacks the module bench-handover",
                "verify notes.md|2|neither a directory nor a .zip file",
                "bundle nope|2|nope",
                "status nope|2|error: NAME: no campaign of that name",
                "stop|2|error: NAME: no campaign in",
                "completion fish|2|allowed  bash, zsh",
                "help nope|2|unknown command",
                "lab sideways|2|action"
            })
    void aWrongInputHasAnExitCodeAReasonAndARemedy(String line, int code, String said) throws IOException {
        writeFiles();
        Session session = new Session(directory);

        assertThat(session.run(line.split(" "))).as(session.err()).isEqualTo(code);

        assertThat(session.err()).contains(said == null ? "" : said);
        assertThat(session.err().lines().toList())
                .isNotEmpty()
                .allMatch(shown -> shown.matches("(?:error|warning): .*|    (?:value|allowed|nearest|do) .*"
                        + "|\\d+ problems?; .*|Reading .*|Writing .*|Written: .*"))
                .noneMatch(shown -> shown.matches("\\s*do +correct the value.*|.*(?:java\\.|Exception|\\tat ).*"));
        if (code == 2) {
            assertThat(session.err()).containsPattern("(?m)^\\d+ problems?; .*\\.$");
        }
    }

    /** Azure's disks are called like percentiles. */
    @Test
    void aDiskIsNoPercentile() throws IOException {
        Session session = new Session(directory);
        session.write("disks.csv", HEADER + "a,P10,1\na,P30,2\n");
        assertThat(session.run("report", "disks.csv")).as(session.err()).isZero();
    }

    @Test
    void aLineThatCannotBeReadIsNotARunThatIsStillToCome() throws IOException {
        Session session = new Session(directory);
        session.write("visits.csv", "job,setup,duration_s,visit\na,hdd,10,first\na,hdd,11,1\na,ssd,5,1\n");
        assertThat(session.run("report", "visits.csv")).isEqualTo(1);
        assertThat(session.err()).contains("visits.csv: line 2: visit is 'first'");
        assertThat(session.out()).contains("2 valid runs").doesNotContain("planned runs");
    }

    @Test
    void anEmptyWordIsNotTheWorkingDirectory() throws IOException {
        for (String command : new String[] {"report", "compare", "bundle", "verify", "site", "init"}) {
            Session session = new Session(directory);

            assertThat(session.run(
                            command.equals("init") ? new String[] {command, "suite", ""} : new String[] {command, ""}))
                    .as(command)
                    .isEqualTo(2);
            assertThat(session.err()).contains("a path is missing");
        }
    }

    @Test
    void aColumnInWhichEveryLineDiffersIsNotTakenForASetting() throws IOException {
        Session session = new Session(directory);
        session.write("runs.csv", "run," + HEADER + "1,a,x,1\n2,a,x,2\n3,a,y,4\n4,a,y,5\n");
        assertThat(session.run("report", "runs.csv")).isZero();
        assertThat(session.out()).contains("2 cells").doesNotContain("--across run");
    }

    private void writeFiles() throws IOException {
        write("runs.csv", HEADER + "terasort,hdd-11,400\nterasort,hdd-11,410\nterasort,ssd,250\nterasort,ssd,260\n");
        write("empty.csv", "");
        write("header.csv", HEADER);
        write("time.csv", "job,setup,time\na,b,1\n");
        write("three.csv", "a,b,c\n1,2,3\n");
        write("semicolon.csv", "job;setup;duration_s\na;b;1.204\n");
        write("twice.csv", "job,job,setup,duration_s\na,a,b,1\n");
        write("notes.md", "# notes\n");
        write("console.log", "26/03/01 10:00:00 INFO mapreduce.Job: Running job: job_1_0001\n");
        write("fio.json", "{\"fio version\": \"fio-3.33\", \"jobs\": []}\n");
        write("nan.csv", HEADER + "a,x,NaN\na,x,inf\na,x,2\na,y,3\n");
        write("negative.csv", HEADER + "a,x,-1\na,x,0\na,x,2\na,y,3\n");
        write("unit.csv", HEADER + "a,x,12 parsecs\na,x,2m10\na,x,2\na,y,3\n");
        write("status.csv", "job,setup,duration_s,status\na,x,1,finished\na,x,2,ok\n");
        write(
                "cells.csv",
                "job,setup,duration_s,visit,cost_usd,started_at\na,x,1,first,-1,yesterday\na,x,2,1,1,\na,y,3,1,1,\n");
        write("ragged.csv", HEADER + "a,x,1\na,x\na,x,2\n");
        write("quote.csv", HEADER + "a,x,1\na,\"x,2\n");
        writeTables();
        write("schema.json", "{\"schema\": 99}");
        write("broken.json", "{\"schema\": 1,");
        write("cut.jsonl", "{\n{\"schema\": 99}\n");
        write("many.jsonl", "{\n".repeat(30));
        write("empty.zip", "");
        write("plan.json", "{\"schema\": 3}");
        Files.createDirectories(directory.resolve("damaged"));
        write("damaged/plan.json", "{\"schema\": 3,");
        write("empty.yaml", "");
        write("tabs.yaml", "name: a\nruns:\n\t- jobs: [teragen]\n");
        write("list.yaml", "- a\n- b\n");
        write("anchor.yaml", "name: &a b\nruns: *a\n");
        write("lists.yaml", "name: a\nsuite: quick\nsetups: [hdd-11, ssd]\nprices: nope\nreferences: nope\n");
        write("lost.yaml", "name: lost\nsuite: qiuck\nsetups: [./nope.yaml, ssd]\n");
        write(
                "word.yaml",
                "name: a\ndevices:\n  d: {kind: hdd, count: 1, paths: /}\nhdfs: d\nshuffle: d\nway: embedded\n");
        write("late.yaml", "name: late\njobs: [{name: a, arrival: 99999999999, input: 1MB}]\n");
        write("asleep.yaml", "name: a\nruns: [{jobs: sleep, compression: snappy}]\nbytes_per_node: 1MB\n");
        write("deep.yaml", "name: " + "[".repeat(30) + "]".repeat(30) + "\n");
        Files.write(
                directory.resolve("latin.csv"),
                (HEADER + "a,f\u00fcnf,1\na,x,2\n").getBytes(StandardCharsets.ISO_8859_1));
        Files.write(directory.resolve("latin.yaml"), "name: f\u00fcnf\n".getBytes(StandardCharsets.ISO_8859_1));
        write("zip.csv", "PK\u0003\u0004");
        Files.createDirectories(directory.resolve("folder"));
        write("folder/runs.csv", HEADER + "a,x,1\n");
    }

    /** Tables that are no CSV file, or say too little. */
    private void writeTables() throws IOException {
        Files.createDirectories(directory.resolve("begun/runs"));
        write("begun/plan.json", "{}");
        write("mixed.csv", "job,setup,time\na,hdd,10 min\na,hdd,11 min\na,ssd,5\na,ssd,6\n");
        write("repeats.csv", "job,setup,run1,run2\na,hdd,1,2\na,ssd,1,2\n");
        write("blanks.csv", "job setup duration_s\na hdd 1\n");
        write("bars.csv", "| job | setup | duration_s |\n|---|---|---|\n| a | hdd | 1 |\n");
        write("binary.csv", "\u0000\u0001,\u0002\n");
        write("other.csv", "benchmark,setup,time\na,hdd,1\n");
        write(
                "percentiles.csv",
                HEADER + "a,hdd,1\na,hdd,2\na,ssd,3\na,ssd,4\np95,hdd,2\np95,ssd,4\nMittelwert,hdd,2\n");
        Files.createDirectories(directory.resolve("measured"));
        write("measured/devices.json", "{\"schema\": 1}");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }
}
