package org.spindlebench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code build/gated-tests.sh} and {@code .ci/run} on a table and a Maven that are made up. */
class GatedScriptTest {
    private static final long LIMIT_SECONDS = 120;
    private static final String TABLE = """
            # test\tprofiles\tneeds\tseconds\tcommit\tnote
            AIT#green\tlong\t-\t-\t-\tnot run yet
            AIT#red\tlong\t-\t5\t11111111\t-
            BIT#skipped\tfaults\tbash\t5\t11111111\t-
            BIT#missing\tfaults\tno-bash\t-\t-\tnot run yet
            CIT#slow\tlong\t-\t900\t-\tnot in turn: it is slow
            DTest#without\t-\tno-bash\t-\t-\tnot gated
            DTest#with\t-\tbash\t-\t-\tnot gated
            """;
    /** Reports on tests as Surefire does: whichever of the made-up ones it is told to run. */
    private static final String MAVEN = """
            #!/usr/bin/env bash
            echo "$*" >>calls
            reports=bench-it/target/failsafe-reports
            mkdir -p $reports
            tell() {
                case "$*" in *hang*) sleep 300 ;; esac
                {
                    echo '<testsuite xmlns="x" name="x.AIT" time="14.6" tests="3">'
                    case "$*" in *green*) echo '  <testcase name="green" classname="x.AIT" time="7.4"/>' ;; esac
                    case "$*" in *red*)
                        echo '  <testcase name="red(int)[1]" classname="x.AIT" time="1"/>'
                        printf '%s\\n' '  <testcase name="red(int)[2]" classname="x.AIT" time="1">' '    <failure/>' '  </testcase>' ;;
                    esac
                    case "$*" in *skipped*)
                        printf '%s\\n' '  <testcase name="skipped" classname="x.BIT">' '    <skipped message="why"/>' ;;
                    esac
                    echo '</testsuite>'
                } >$reports/TEST-all.xml
            }
            for word in "$@"; do case $word in -Dit.test=*) tell "$word" ;; esac; done
            """;

    /** What a script printed, and its exit code. */
    record Ended(int code, String text) {}

    @TempDir
    private Path root;

    @BeforeEach
    void make() throws IOException {
        String vectors = "bench-analysis/src/test/resources/org/spindlebench/analysis/stats";
        for (String directory : List.of("build", ".ci", "bin", "src/test/java", "bench-x/src/test/java", vectors)) {
            Files.createDirectories(root.resolve(directory));
        }
        for (String script : List.of("build/gated-tests.sh", ".ci/run")) {
            write(script, Files.readString(ReadmeCommands.ROOT.resolve(script)));
        }
        write("build/gated-tests.tsv", TABLE);
        write("README.md", "<!-- tested: test-all -->\n```sh\nmvn verify\n```\n");
        write("bin/mvn", MAVEN);
        write(
                "bin/git",
                "#!/bin/sh\ncase $1 in rev-parse) case $2 in --short*) echo 22222222;; *) echo false;; esac;; rev-list) echo 7;; esac\n");
        // So the step runs whether R is installed or not. The digest is that of an empty file.
        write(vectors + "/vectors.R", "");
        write(vectors + "/pairs.csv", "");
        write(
                vectors + "/vectors.sha256",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  vectors.R\n");
        for (String program :
                List.of("bin/Rscript", "bin/chromium", "bin/fio", "build/second-build.sh", "build/house.sh")) {
            write(program, "#!/bin/sh\necho \"$0 ran\"\n");
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(root.resolve(name), text);
        Files.setPosixFilePermissions(root.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Ended run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, own) -> own + ":" + path);
        builder.environment().putAll(environment);
        Path out = root.resolve("out");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out));
    }

    private Ended gated(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("build/gated-tests.sh"));
        command.addAll(List.of(arguments));
        return run(Map.of(), command.toArray(new String[0]));
    }

    @Test
    void onlyGreenTestsGetTheCommitAndOthersANote() throws Exception {
        Ended ended = gated("AIT", "BIT");

        assertThat(ended.code()).as(ended.text()).isEqualTo(1);
        assertThat(ended.text()).contains("skipped: 0 s: BIT#skipped why", "missing: no-bash: BIT#missing");
        assertThat(Files.readString(root.resolve("build/gated-tests.tsv")))
                .contains("AIT#green\tlong\t-\t10\t22222222\t-\n")
                .contains("AIT#red\tlong\t-\t5\t11111111\tred at 22222222\n")
                .contains("BIT#skipped\tfaults\tbash\t5\t11111111\tskipped at 22222222\n")
                .contains("BIT#missing\tfaults\tno-bash\t-\t-\tmissing no-bash\n")
                .endsWith(TABLE.substring(TABLE.indexOf("CIT#")));
    }

    @Test
    void theExitCodeSaysWhatWasLeftOut() throws Exception {
        assertThat(gated("AIT#green").code()).isZero();
        assertThat(gated("BIT#missing").code()).isEqualTo(3);
        assertThat(gated("--minutes", "0", "AIT#green").code()).isEqualTo(3);
        assertThat(gated("NoSuchIT").code()).isEqualTo(2);
    }

    @Test
    void aTestThatMavenDidNotReportFails() throws Exception {
        write("bin/mvn", "#!/bin/sh\necho '[ERROR] no such plugin'\nexit 1\n");

        Ended ended = gated("AIT#green");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("did not run: 0 s: AIT#green", "no such plugin");
    }

    @Test
    void everyTestThatMayRunHasItsTurn() throws Exception {
        assertThat(gated("--dry-run", "--turn", "0", "1").text())
                .contains("AIT#green+red", "has no turn without no-bash: BIT#missing")
                .doesNotContain("BIT#skipped");
        assertThat(gated("--dry-run", "--turn", "1", "1").text())
                .contains("BIT#skipped")
                .doesNotContain("AIT");
        assertThat(gated("--dry-run", "--turn", "8", "600").text())
                .contains("AIT#green+red,BIT#skipped")
                .doesNotContain("CIT");
    }

    @Test
    void everySkippedTestMustBeInTheTable() throws Exception {
        Path reports = Files.createDirectories(root.resolve("bench-x/target/surefire-reports-elsewhere"));
        Files.writeString(root.resolve("begun"), "");
        Files.setLastModifiedTime(root.resolve("begun"), FileTime.fromMillis(0));
        String one = "  <testcase name=\"%s\" classname=\"x.%s\">\n    <skipped message=\"why\"/>\n  </testcase>\n";
        String known = one.formatted("green", "AIT") + one.formatted("without", "DTest");

        Files.writeString(reports.resolve("TEST-a.xml"), known);
        assertThat(gated("--skipped", "begun")).isEqualTo(new Ended(0, "2 tests were skipped\n"));

        Files.writeString(
                reports.resolve("TEST-a.xml"), known + one.formatted("with", "DTest") + one.formatted("new", "DTest"));
        Ended ended = gated("--skipped", "begun");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("DTest#with was skipped, though this machine has what it needs (bash): why")
                .contains("DTest#new was skipped, and build/gated-tests.tsv does not have it: why")
                .doesNotContain("AIT");
    }

    @Test
    void continuousIntegrationFailsIfThereIsNoTimeForAStep() throws Exception {
        Ended ended = run(Map.of("SPINDLE_CI_SECONDS", "300"), ".ci/run");

        assertThat(ended.code()).as(ended.text()).isEqualTo(3);
        assertThat(ended.text())
                .contains(
                        "turn: left out, since it needs 360 s",
                        "named: left out",
                        "second-build.sh ran",
                        "house.sh ran")
                .doesNotContain("hadoop-3.3: left out");
    }

    @Test
    void continuousIntegrationEndsAStepThatTakesTheTimeOfOthers() throws Exception {
        write("build/second-build.sh", "#!/bin/sh\nsleep 100\n");
        write(".ci/run", Files.readString(root.resolve(".ci/run")).replace("[second-build]=150", "[second-build]=1"));

        Ended ended = run(Map.of("SPINDLE_CI_SECONDS", "32", "SPINDLE_CI_MORE", "no"), ".ci/run");

        assertThat(ended.code()).as(ended.text()).isEqualTo(3);
        assertThat(ended.text())
                .contains("second-build: ended after", "house.sh ran")
                .doesNotContain("house: left out");
    }
}
