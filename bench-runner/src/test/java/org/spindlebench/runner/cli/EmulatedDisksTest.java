package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.console.ExitCode;

class EmulatedDisksTest {
    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void begin() {
        session = new Session(directory);
    }

    private static List<String> asRun(String... words) {
        return LabCommand.asRun(List.of(words));
    }

    @Test
    void labRunIsRunWithEmulatedDisks() {
        assertThat(asRun("lab", "run", "upgrade", "--scale", "20", "--yes"))
                .containsExactly("run", "--experiment=upgrade", "--emulate", "20", "--yes", "--cold=local");
        assertThat(asRun("lab", "run", "--suite", "quick", "--setup", "hdd-6"))
                .containsExactly("run", "--suite", "quick", "--setup", "hdd-6", "--emulate=file", "--cold=local");
        assertThat(asRun("lab", "run", "--workload", "example", "--setup", "hdd-6"))
                .containsExactly("run", "--workload", "example", "--setup", "hdd-6", "--emulate=file", "--cold=local");
        assertThat(asRun("lab", "run", "upgrade", "--scale=5", "--cold", "off"))
                .containsExactly("run", "--experiment=upgrade", "--emulate=5", "--cold", "off");
        assertThat(asRun("lab", "run", "--resume")).containsExactly("run", "--resume");
        assertThat(asRun("lab", "down")).containsExactly("lab", "down");
        assertThat(asRun("run", "--suite", "quick")).containsExactly("run", "--suite", "quick");
    }

    @Test
    void everyShippedExperimentCanBePlannedOnEmulatedDisks() {
        for (String experiment : new ConfFinder(ConfKind.EXPERIMENT, directory).names()) {
            List<String> plan = new ArrayList<>(
                    List.of("plan", "--experiment", experiment, "--emulate", "file", "--lab-size", "32GB"));
            assertThat(session.run(plan.toArray(new String[0])))
                    .as(session::err)
                    .isZero();
        }
        assertThat(session.out())
                .contains("hdd-6   6 HDD            0.03       0.01          6         24")
                .contains("emulated (Spindle)")
                .contains("Emulated disks are smaller than the described ones, so they have no price per TB.")
                .doesNotContain("as-is");
    }

    @Test
    void setupsThatDifferInTheirNetworkOnlyAreRefused() {
        assertThat(session.run(
                        "plan", "--suite", "quick", "--setup", "hd5-eth", "--setup", "hd5-ib", "--emulate", "10"))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err())
                .contains("--emulate: the setups hd5-eth and hd5-ib differ only in their network, which is not");
        assertThat(session.run(
                        "plan", "--suite", "quick", "--setup", "hd5-eth", "--setup", "hs5-ib", "--emulate", "10"))
                .as(session::err)
                .isZero();
    }

    @Test
    void anExperimentHasItsSmallFormOnlyOnEmulatedDisks() {
        assertThat(session.run("plan", "--experiment", "new-cluster", "--emulate", "file"))
                .isZero();
        assertThat(session.out())
                .contains("suite      paper-small")
                .contains("visits     4 to each setup")
                .contains("                3 %     5 %    10 %\n")
                .containsPattern(
                        "9[0-9] %    [34][0-9] %     [0-4] %   Hypothesis 1: SSDs make .* faster. .if 1.20x, 2 cases")
                .contains("Abstract: SSDs cost 2.5 times as much per performance. (2.50x, 1 case)")
                .containsPattern("hdd-11  11 HDD .* 11         22 ");
        Session full = new Session(directory);
        assertThat(full.run("plan", "--experiment", "new-cluster")).isZero();
        assertThat(full.out()).contains("suite      paper\n").contains("visits     6 to each setup");
    }

    @Test
    void optionsPrecedeTheSmallForm() {
        assertThat(session.run("plan", "--experiment", "new-cluster", "--emulate", "20", "--visits", "2"))
                .isZero();
        assertThat(session.out())
                .contains("suite      paper-small")
                .contains("visits     2 to each setup")
                .containsPattern("hdd-11  11 HDD .* 11         66 ");
    }

    @Test
    void aScaleIsANumberOrFile() {
        assertThat(session.run("plan", "--suite", "quick", "--setup", "hdd-6", "--emulate", "files"))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err()).contains("--emulate");
    }

    @Test
    void partitionsAreEmulatedAndTheirDisksCountedOnce() {
        assertThat(session.run(
                        "plan",
                        "--suite",
                        "quick",
                        "--setup",
                        "hdd-11-parts",
                        "--setup",
                        "ssd-parts",
                        "--emulate",
                        "10",
                        "--lab-size",
                        "32GB",
                        "--lab-log",
                        "requests"))
                .as(session::err)
                .isZero();
        assertThat(session.out())
                .containsPattern("hdd-11-parts +11 HDD ")
                .containsPattern("ssd-parts +1 SSD ")
                .contains("emulated (Spindle)");
    }

    @Test
    void onlyEmulatedDisksLogTheirRequests() {
        assertThat(session.run("plan", "--suite", "quick", "--setup", "hdd-6", "--lab-log", "requests"))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err())
                .contains("--lab-log: is for emulated disks, but those of hdd-6 are not")
                .contains("add --emulate, or leave it out");
    }

    @Test
    void aLabelHasNoDisksToEmulate() {
        assertThat(session.run("plan", "--suite", "quick", "--setup", "old", "--emulate", "2"))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err()).contains("--emulate: the setup old is only a label, and describes no disks");
    }

    @Test
    void directoriesOfAnotherClusterContradictEmulatedDisks() {
        assertThat(session.run(
                        "plan", "--suite", "quick", "--setup", "hdd-6", "--emulate", "2", "--local-dirs", "/tmp"))
                .isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err()).contains("--local-dirs: names directories of the embedded cluster");
    }

    @Test
    void labUpNeedsASetupAndLabAnAction() {
        assertThat(session.run("lab")).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.run("lab", "up")).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.run("lab", "upp")).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.run("lab", "up", "nothing")).isEqualTo(ExitCode.WRONG_USAGE.code());
        assertThat(session.err())
                .contains("lab: an action is missing")
                .contains("lab up: a setup is missing")
                .contains("unknown action `upp`")
                .contains("lab up: not a setup");
    }

    @Test
    void whereNothingStandsStatusAndDownSaySo() {
        String place = directory.resolve("lab").toString();
        assertThat(session.run("lab", "status", "--lab-dir", place)).isZero();
        assertThat(session.run("lab", "down", "--lab-dir", place)).isZero();
        assertThat(session.out()).isEqualTo(("There is no laboratory in " + place + ".\n").repeat(2));
    }
}
