package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;

class ResumeTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    @Test
    void withoutANameTheLatestUnfinishedCampaignGoesOn() throws IOException {
        save("quick-a", 1, Finished.NO);
        Plan unfinished = save("quick-b", 2, Finished.NO);
        save("quick-c", 3, Finished.YES);

        session.run("run", "--resume");

        assertThat(session.err()).isEmpty();
        assertThat(session.actions.runs.get(0).plan()).isEqualTo(unfinished);
        assertThat(session.actions.runs.get(0).options().isResumed()).isTrue();
        assertThat(session.actions.runs.get(0).source().suite()).isEmpty();
    }

    @Test
    void whenAllAreFinishedTheLatestIsTakenForItsTable() throws IOException {
        save("quick-a", 1, Finished.YES);
        Plan latest = save("quick-b", 2, Finished.YES);

        session.run("run", "--resume");

        assertThat(session.actions.runs.get(0).plan()).isEqualTo(latest);
    }

    @Test
    void aNameChoosesTheCampaign() throws IOException {
        Plan first = save("quick-a", 1, Finished.NO);
        save("quick-b", 2, Finished.NO);

        session.run("run", "--resume", "quick-a", "--yes");

        assertThat(session.actions.runs.get(0).plan()).isEqualTo(first);
    }

    @Test
    void theFirstCommandLineWithResumeAddedGoesOnWithTheSavedPlan() throws IOException {
        Plan saved = save("quick-a", 1, Finished.NO);

        session.run("--suite", "quick", "--repeats", "2", "-D", "mapreduce.task.timeout=7", "--resume");

        assertThat(session.err()).isEmpty();
        assertThat(session.actions.runs.get(0).plan()).isEqualTo(saved);
        assertThat(session.actions.runs.get(0).plan()).isEqualTo(saved);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--suite quick --repeats 2 -D mapreduce.task.timeout=8 --resume",
                "--suite quick --repeats 2 -D mapreduce.task.timeout=7 --seed 7 --resume",
                "--resume --repeats 3",
                "--resume --bytes-per-node 1MB",
                "--resume --seed 1",
                "--resume --jobs terasort",
                "--resume --setup other",
                "--resume -D mapreduce.task.timeout=8",
                "--resume no-such-campaign",
                "--resume --suite full",
                "--resume --out elsewhere"
            })
    void anotherPlanThanTheSavedOneIsRefused(String line) throws IOException {
        save("quick-a", 1, Finished.NO);

        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err()).contains("1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--resume -D mapreduce.task.timeout=7",
                "--suite quick --resume",
                "--suite quick --repeats 2 --resume",
                "--resume --repeats 2"
            })
    void whatTheCampaignBeganWithMayBeGivenAgain(String line) throws IOException {
        Plan saved = save("quick-a", 1, Finished.NO);

        session.run(line.split(" "));

        assertThat(session.err()).isEmpty();
        assertThat(session.actions.runs).singleElement().satisfies(request -> assertThat(request.plan())
                .isEqualTo(saved));
    }

    @Test
    void aFileThatWasChangedSinceIsRefusedIfItIsNamedAgain() throws IOException {
        session.write("mine.yaml", "name: mine\nbytes_per_node: 64MB\nruns: [{jobs: [teragen]}]\n");
        session.run("--suite", "mine.yaml");
        BegunCampaign.write(session.actions.runs.remove(0));
        session.write("mine.yaml", "name: mine\nbytes_per_node: 65MB\nruns: [{jobs: [teragen]}]\n");

        assertThat(session.run("--suite", "mine.yaml", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("--suite: the campaign began with another text of this file", "1 problem;");
        assertThat(session.run("--resume")).isEqualTo(Recorded.CODE);
    }

    @Test
    void aDamagedPlanIsReportedWithoutAStackTrace() throws IOException {
        save("quick-a", 1, Finished.NO);
        Files.writeString(directory.resolve("results/quick-a/plan.json"), "{\"schema\":1,");

        assertThat(session.run("--resume")).isEqualTo(2);
        assertThat(session.err())
                .contains("its plan cannot be read", "plan.json: cut off or damaged")
                .doesNotContain("\tat ", "Source");
    }

    @Test
    void aPlanOfAnotherSchemaIsRefused() throws IOException {
        Plan plan = save("quick-a", 1, Finished.NO);
        Path file = directory.resolve("results/quick-a/plan.json");
        Files.writeString(file, PlanFile.json(plan).replace("\"schema\" : 5", "\"schema\" : 1"));

        assertThat(session.run("--resume")).isEqualTo(2);
        assertThat(session.err()).contains("a plan of schema 1, but this version of Spindle reads 3 to 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../../precious", "..", "001/../../x"})
    void aRunWhoseNameLeadsElsewhereIsRefused(String id) throws IOException {
        Plan plan = save("quick-a", 1, Finished.NO);
        Path file = directory.resolve("results/quick-a/plan.json");
        Files.writeString(file, PlanFile.json(plan).replace(plan.runs().get(0).id(), id));

        assertThat(session.run("--resume", "quick-a")).isEqualTo(2);
        assertThat(session.err()).contains("its plan cannot be read", "the run `" + id + "` is not usable");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void aCampaignOrASetupWhoseNameLeadsElsewhereIsRefused() throws IOException {
        Plan plan = save("quick-a", 1, Finished.NO);
        Path file = directory.resolve("results/quick-a/plan.json");
        Files.writeString(file, PlanFile.json(plan).replace("\"default\"", "\"../x\""));

        assertThat(session.run("--resume", "quick-a")).isEqualTo(2);
        assertThat(session.err()).contains("the setup `../x` is not usable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{", "{}", "{\"schema\": 3}"})
    void anEarlierPlanThatIsDamagedStopsNoLaterCampaign(String damaged) throws IOException {
        save("quick-a", 1, Finished.NO);
        Files.writeString(directory.resolve("results/quick-a/plan.json"), damaged);
        Files.setLastModifiedTime(directory.resolve("results/quick-a/plan.json"), FileTime.fromMillis(1000));
        Plan later = save("quick-b", 2, Finished.NO);

        session.run("run", "--resume");

        assertThat(session.err()).isEmpty();
        assertThat(session.actions.runs.get(0).plan()).isEqualTo(later);
    }

    @Test
    void aFileThatIsTooLargeIsNotTakenIntoMemory() throws IOException {
        save("quick-a", 1, Finished.NO);
        grow(directory.resolve("results/quick-a/plan.json"), (1L << 28) + 1);
        Files.createFile(directory.resolve("large.yaml"));
        grow(directory.resolve("large.yaml"), (1L << 24) + 1);

        assertThat(session.run("run", "--resume", "quick-a")).isEqualTo(2);
        assertThat(session.run("run", "--suite", "large.yaml")).isEqualTo(2);
        assertThat(session.err())
                .contains("plan.json is larger than 268435456 bytes", "large.yaml is larger than 16777216 bytes");
    }

    /** Makes a file longer without using space on the disk. */
    private static void grow(Path file, long bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(bytes);
        }
    }

    @Test
    void aLaterPlanThatIsDamagedMayBeTheOneThatIsMeant() throws IOException {
        save("quick-a", 1, Finished.NO);
        save("quick-b", 2, Finished.NO);
        Files.writeString(directory.resolve("results/quick-b/plan.json"), "{");

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("its plan cannot be read", "quick-b", "name another campaign");
    }

    @Test
    void aCoolingCommandThatOnlyAFileNamesIsShownAndHasToBeAllowed() throws IOException {
        save("quick-a", 1, Finished.NO);
        Path options = directory.resolve("results/quick-a/options.json");
        Files.writeString(options, "{\"schema\": 1, \"texts\": {\"--cold\": \"command=rm -rf ~\"}}");

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err())
                .contains("--allow-disruptive: missing: caches are made cold by a command in ")
                .contains("options.json: `rm -rf ~`")
                .contains("1 problem; nothing was started.");
        assertThat(session.run("run", "--resume", "--cold", "off")).isEqualTo(2);
        for (String allowed : List.of("--allow-disruptive", "--cold=command=rm -rf ~")) {
            assertThat(session.run("run", "--resume", allowed)).isEqualTo(Recorded.CODE);
        }
        assertThat(session.run("check", "--resume")).isEqualTo(Recorded.CODE);
    }

    @Test
    void aCampaignOfAnEarlierVersionWithoutItsOptionsIsNotResumed() throws IOException {
        save("quick-a", 1, Finished.NO);
        Files.delete(directory.resolve("results/quick-a/options.json"));

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err())
                .contains("an earlier version of Spindle began the campaign, and did not save its options")
                .contains("1 problem; nothing was started.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"/user/me/../you\"", "\"/\"", "\"elsewhere\"", "null"})
    void aBaseDirectoryOfAFileIsCheckedLikeAUsers(String base) throws IOException {
        save("quick-a", 1, Finished.NO);
        Path file = directory.resolve("results/quick-a/environment.json");
        BegunCampaign.writeEnvironment(file);
        Files.writeString(file, Files.readString(file).replace("\"/base\"", base));

        assertThat(session.run("check", "--resume")).isEqualTo(2);
        assertThat(session.err())
                .contains("its files cannot be read", "environment.json")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"schema\": 1}", "{\"schema\": 1, \"baseDirectory\": \"/base\"}"})
    void aDamagedEnvironmentIsNamedAndStopsNoOtherCampaign(String damaged) throws IOException {
        save("quick-a", 1, Finished.NO);
        Files.writeString(directory.resolve("results/quick-a/environment.json"), damaged);

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("cannot be read", "environment.json").doesNotContain("\tat ");
        assertThat(session.run("run", "--suite", "quick")).isEqualTo(Recorded.CODE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx1g; rm -rf ~", "-XX:OnOutOfMemoryError=reboot", "$(reboot)", "-javaagent:/tmp/x.jar"})
    void aSettingThatAShellMayRunIsShownAndHasToBeAllowed(String value) throws IOException {
        Plan plan = save("quick-a", 1, Finished.NO);
        Path file = directory.resolve("results/quick-a/plan.json");
        Files.writeString(
                file,
                PlanFile.json(plan)
                        .replace(
                                "\"mapreduce.task.timeout\" : \"7\"",
                                "\"mapreduce.map.java.opts\" : \"" + value + "\""));

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("mapreduce.map.java.opts = `" + value + "`", "1 problem;");
        assertThat(session.run("run", "--resume", "-D", "mapreduce.map.java.opts=" + value))
                .isEqualTo(Recorded.CODE);
        assertThat(session.run("run", "--resume", "--allow-disruptive")).isEqualTo(2);
        assertThat(session.run("run", "--resume", "--allow-setting", "mapreduce.map.java.opts"))
                .isEqualTo(Recorded.CODE);
    }

    private enum Finished {
        YES,
        NO
    }

    /** Saves a plan of {@code --suite quick --repeats 2 -D mapreduce.task.timeout=7}, as a campaign does. */
    private Plan save(String campaign, long second, Finished finished) throws IOException {
        Session other = new Session(directory);
        other.run("run", "--suite", "quick", "--repeats", "2", "-D", "mapreduce.task.timeout=7");
        Plan planned = other.actions.runs.get(0).plan();
        Plan plan = Plan.ofOneSetup(campaign, planned.suite(), planned.first().setup(), planned.seed(), planned.runs());
        Path runs = Files.createDirectories(
                directory.resolve("results").resolve(campaign).resolve("runs"));
        Path file = runs.resolveSibling(PlanFile.NAME);
        Files.writeString(file, PlanFile.json(plan));
        JsonDocument.write(
                runs.resolveSibling("options.json"),
                other.actions.runs.get(0).options().saved());
        Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000));
        int done = finished == Finished.YES ? plan.runs().size() : 1;
        for (int i = 0; i < done; i++) {
            Files.writeString(runs.resolve(plan.runs().get(i).id() + ".json"), "{}");
        }
        return plan;
    }
}
