package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.lab.LabNeeds;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;

/** Tests what a resumed experiment takes from its {@code options.json}. */
class SavedOptionsTest {
    private static final String RUNNING = "--slots 8 --queue q --nodes a,b --base-dir mine --cold evict --probe off"
            + " --probe-interval 5s --contended 0.5 --failed-attempts 2";
    private static final String EMBEDDED =
            "--embedded --datanodes 2 --nodemanagers 2 --data-dirs DIR,[SSD]DIR" + " --local-dirs DIR";
    private static final String EMULATED =
            "--emulate 20 --lab-dir DIR/lab --lab-size 9GB --lab-log DIR/log --datanodes 2";

    @TempDir
    private Path directory;

    private CampaignDirectory campaign;

    /** Begins an experiment, and saves its plan, setups and options. */
    private CampaignRequest begin(String command, String more) throws IOException {
        Files.createDirectories(directory.resolve("conf/setups"));
        for (String name : List.of("one", "two")) {
            Files.writeString(directory.resolve("conf/setups/" + name + ".yaml"), """
                    name: %s
                    devices:
                      hdd: {kind: hdd, count: %d, capacity: 1TB, bandwidth: 100MB/s, seek: 8ms}
                    hdfs: hdd
                    shuffle: hdd
                    way: {kind: as-is}
                    """.formatted(
                            name, name.equals("one") ? 1 : 2));
        }
        List<String> line = new ArrayList<>(
                List.of(command, "--suite", "quick", "--jobs", "teragen", "--setup", "one", "--setup", "two"));
        line.addAll(List.of(more.replace("DIR", directory.toString()).split(" ")));
        Session session = new Session(directory);
        session.run(line.toArray(String[]::new));
        assertThat(session.err()).isEmpty();
        CampaignRequest begun = requested(session);
        campaign = new CampaignDirectory(
                directory.resolve("results").resolve(begun.plan().campaign()));
        Files.createDirectories(campaign.runs());
        Files.writeString(campaign.plan(), PlanFile.json(begun.plan()));
        for (CampaignRequest.SetupRequest each : begun.setups()) {
            Path file = campaign.ofSetup(each.setup().name()).setup();
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.setup().text());
        }
        JsonDocument.write(campaign.options(), begun.origin().options().orElseThrow());
        return begun;
    }

    private static CampaignRequest requested(Session session) {
        return session.actions.runs.isEmpty() ? session.actions.checks.get(0) : session.actions.runs.get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --allow-disruptive " + RUNNING, "check " + EMBEDDED, "check " + EMULATED})
    void whatAnExperimentSavesHoldsForEachOfItsVisits(String line) throws IOException {
        String command = line.substring(0, line.indexOf(' '));
        assumeTrue(!line.contains(EMULATED) || LabNeeds.missing(false).isEmpty());
        CampaignRequest begun = begin(command, line.substring(line.indexOf(' ') + 1));
        Session session = new Session(directory);

        session.run(command, "--resume", campaign.root().getFileName().toString(), "--allow-disruptive", "--");

        assertThat(session.err()).isEmpty();
        CampaignRequest resumed = requested(session);
        assertThat(resumed.origin().options()).isEqualTo(begun.origin().options());
        for (int i = 0; i < begun.setups().size(); i++) {
            RunOptions before = begun.setups().get(i).options();
            RunOptions now = resumed.setups().get(i).options();
            assertThat(now)
                    .usingRecursiveComparison()
                    .ignoringFields("resume", "disruption")
                    .isEqualTo(before);
        }
    }

    @Test
    void theLinesAboveGiveEachSavedOption() {
        assertThat(RUNNING + " " + EMBEDDED + " " + EMULATED).contains(SavedOptions.NAMES);
    }

    @Test
    void anyOtherOptionOfRunIsRefusedInTheFile() throws IOException {
        begin("run", "--queue q");
        Session help = new Session(directory);
        help.run("run", "--help");
        TreeSet<String> others = new TreeSet<>(Pattern.compile("--[a-z][a-z-]+")
                .matcher(help.out())
                .results()
                .map(MatchResult::group)
                .toList());
        others.removeAll(SavedOptions.NAMES);
        assertThat(others).hasSizeGreaterThan(30).contains("--notify", "--allow-disruptive", "--restore", "--out");
        for (String option : others) {
            JsonDocument.write(
                    campaign.options(), new SavedOptions(SavedOptions.SCHEMA, Map.of(option, "true"), false));
            Session session = new Session(directory);

            assertThat(session.run("run", "--resume")).as(option).isEqualTo(2);
            assertThat(session.err())
                    .contains("options.json: " + option + ": Spindle does not save this option")
                    .contains("value    true", "allowed  --slots, --queue", "do       remove it from the file")
                    .contains("1 problem; nothing was started.");
            assertThat(session.actions.nothingStarted()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{\"--slots\": null}", "{\"--queue\": [\"q\"]}", "{\"--slots\": \"--yes\"}"})
    void aTextThatIsNoneIsRefused(String texts) throws IOException {
        begin("run", "--queue q");
        Files.writeString(campaign.options(), "{\"schema\": 1, \"texts\": " + texts + ", \"embedded\": false}");
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("1 problem; nothing was started.").doesNotContain("\tat ");
    }

    @Test
    void whatOnlyAnEarlierVersionSavedIsIgnored() throws IOException {
        CampaignRequest begun = begin("run", "--queue q");
        JsonDocument.write(
                campaign.options(), begun.origin().options().orElseThrow().with("--stop-datanode", "stop-it"));
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).as(session.err()).isEqualTo(Recorded.CODE);
        assertThat(requested(session).origin().options())
                .isEqualTo(begun.origin().options());
    }

    @Test
    void aPlanWithRunsWithoutADataNodeIsNotResumed() throws IOException {
        begin("run", "--queue q");
        String plan = Files.readString(campaign.plan());
        Files.writeString(
                campaign.plan(),
                plan.replaceFirst("\"settings\" *: *\\{", "\"settings\": {\"damage\": \"datanode-stopped\","));
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err())
                .contains("--resume: the plan has runs for which an earlier version of Spindle stopped a DataNode")
                .contains("1 problem; nothing was started.");
    }
}
