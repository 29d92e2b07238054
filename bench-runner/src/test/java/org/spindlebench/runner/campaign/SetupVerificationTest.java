package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupReader;
import org.spindlebench.runner.setup.CountedCapacity;
import org.spindlebench.runner.setup.DaemonsInForce;

class SetupVerificationTest {
    private static final Disruption ALLOWED = new Disruption(true, false);

    private static final DaemonsInForce SILENT =
            new DaemonsInForce(new NodeDaemons(List.of(), List.of(), List.of(), List.of()), Map.of(), 3);

    @TempDir
    private Path directory;

    private static SetupVerification verified(String way) throws InterruptedException {
        return SetupVerification.of(chosen(way), List.of(), List.of(), SILENT, false, ALLOWED);
    }

    private static ChosenSetup chosen(String way) {
        String text = """
                name: one
                description: one disk
                devices:
                  disk: {kind: hdd, count: 1}
                hdfs: disk
                shuffle: disk
                way: {kind: as-is%s}
                """.formatted(way);
        Problems problems = new Problems();
        ChosenSetup chosen = new ChosenSetup("one", SetupReader.read("one.yaml", text, problems), text);
        assertThat(problems.list()).isEmpty();
        return chosen;
    }

    @Test
    void theUsersOwnCommandHasASay() throws Exception {
        assertThat(verified(", verify: 'true'").problems()).isEmpty();
        assertThat(verified(", verify: 'echo not mounted; exit 3'").problems())
                .containsExactly("setup one: its verify command says that it is not in force: exit 3: not mounted");
        assertThat(verified(", verify: sleep 60, verify_limit: 1s").problems())
                .containsExactly("setup one: its verify command says that it is not in force: did not end within 1 s");
    }

    @Test
    void aCommandThatIsNotAllowedIsShownAndNotRun() throws Exception {
        Path witness = directory.resolve("witness");
        ChosenSetup setup = chosen(", verify: 'touch " + witness + "'");

        SetupVerification verified = SetupVerification.of(setup, List.of(), List.of(), SILENT, false, Disruption.NONE);

        assertThat(witness).doesNotExist();
        assertThat(verified.problems()).isEmpty();
        assertThat(verified.warnings())
                .extracting(Warning::message)
                .contains("setup one: its verify command was not run: `touch " + witness
                        + "`; add --allow-disruptive to run it");
        SetupVerification.of(setup, List.of(), List.of(), SILENT, false, ALLOWED);
        assertThat(witness).exists();
    }

    @Test
    void whatNobodySawIsADoubtThatEveryRecordCarries() throws Exception {
        assertThat(verified("").warnings())
                .extracting(Warning::code, Warning::message)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        "setup-unverified", "setup one: no node reports the devices of its directories"));
    }

    @Test
    void hostsThatNoProbeReportsAreNamedUnlessTheSetupIsAMereName() throws Exception {
        assertThat(verified("").without(chosen(""), List.of("n2", "n3")).warnings())
                .extracting(Warning::message)
                .contains(
                        "setup one: no probe reports the devices of n2, n3, so whether it is in force there is unknown");
        ChosenSetup name = new ChosenSetup("hdd-12", Optional.empty(), "");
        assertThat(verified("").without(name, List.of("n2")).warnings())
                .isEqualTo(verified("").warnings());
    }

    @Test
    void daemonsWithOtherSettingsKeepADeclaredSetupFromRunning() throws Exception {
        ChosenSetup demanding = chosen("}\nnodes: {count: 3}\ndaemons: {yarn.scheduler.minimum-allocation-mb: 256");
        DaemonsInForce other = new DaemonsInForce(
                new NodeDaemons(List.of(), List.of(), List.of(), List.of()),
                Map.of("yarn.scheduler.minimum-allocation-mb", "1024"),
                3);

        assertThat(SetupVerification.of(demanding, List.of(), List.of(), other, false, ALLOWED)
                        .problems())
                .containsExactly(
                        "setup one: yarn.scheduler.minimum-allocation-mb is 1024 for the ResourceManager, and one"
                                + " declares 256: set it there and restart the daemon");
        assertThat(SetupVerification.of(demanding, List.of(), List.of(), other, true, ALLOWED)
                        .problems())
                .singleElement()
                .asString()
                .endsWith("without --embedded");
    }

    @Test
    void ofAMereNameNothingIsVerified() throws Exception {
        SetupVerification seen = SetupVerification.of(
                new ChosenSetup("hdd-12", Optional.empty(), ""), List.of(), List.of(), SILENT, false, ALLOWED);
        assertThat(seen.problems()).isEmpty();
        assertThat(seen.warnings()).isEmpty();
    }

    @Test
    void whatHdfsCountsTwiceKeepsADeclaredSetupFromRunningAndIsSaidOfOthers() throws Exception {
        List<CountedCapacity> twice = List.of(new CountedCapacity("n1", 2_000_000_000, 1_000_000_000, List.of()));
        String text = "n1: HDFS counts 2.0 GB, but the file systems below its directories have only 1.0 GB, so a disk"
                + " may fill up and fail a run: check which directories its DataNodes use";
        assertThat(SetupVerification.of(chosen(""), List.of(), twice, SILENT, false, ALLOWED)
                        .problems())
                .containsExactly("setup one: " + text);
        SetupVerification name = SetupVerification.of(
                new ChosenSetup("hdd-12", Optional.empty(), ""), List.of(), twice, SILENT, false, ALLOWED);
        assertThat(name.problems()).isEmpty();
        assertThat(name.warnings()).containsExactly(new Warning("capacity-overcounted", text));
        SetupVerification own = SetupVerification.of(chosen(""), List.of(), twice, SILENT, true, ALLOWED);
        assertThat(own.problems()).isEmpty();
        assertThat(own.warnings()).contains(new Warning("capacity-overcounted", text));
    }
}
