package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.OptionConverter.WholeNumberConverter;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.Kept;
import org.spindlebench.runner.options.SavedOptions;
import org.spindlebench.runner.run.CampaignDirectory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tests what a resumed experiment takes from its {@code options.json}. */
class SavedOptionsTest {
    private static final String SETUPS = " --setup one --setup two";

    /** Command lines that together give every option which a campaign saves. */
    private static final List<String> LINES = List.of(
            "run --suite quick --jobs teragen" + SETUPS
                    + " --visits 2 --repeats 2 --bytes-per-node 64MB --seed 7 --slots 8 --no-split-hosts"
                    + " --queue q --nodes a,b --base-dir mine --cold evict --probe off --probe-interval 5s"
                    + " --contended 0.5 --failed-attempts 2",
            "check --suite quick" + SETUPS + " --embedded --datanodes 2 --nodemanagers 2 --data-dirs DIR,[SSD]DIR"
                    + " --local-dirs DIR",
            "check --suite quick" + SETUPS
                    + " --emulate 20 --lab-dir DIR/lab --lab-size 9GB --lab-log DIR/log --datanodes 2",
            "run --suite quick --setup one --cold command=true --queue q",
            "run --suite quick --setup mere-label --embedded --slots 4",
            "run --experiment study.yaml",
            "run --workload example --queue q",
            "run --compare disk=DIR,memory=/dev/shm --suite quick");

    private static final CommandLine.IFactory FACTORY = new CommandLine.IFactory() {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            return OptionConverter.class.isAssignableFrom(type)
                    ? type.cast(OptionConverter.make(type, null))
                    : CommandLine.defaultFactory().create(type);
        }
    };

    @TempDir
    private Path directory;

    private static final String WITH_QUEUE = "run --suite quick" + SETUPS + " --queue q";

    private CampaignDirectory campaign;

    /** Begins a campaign, and saves its plan, setups and options. */
    private CampaignRequest begin(String line) throws IOException {
        Files.createDirectories(directory.resolve("conf/setups"));
        Files.createDirectories(directory.resolve("hdfs"));
        Files.writeString(directory.resolve("study.yaml"), "name: study\nsuite: quick\nsetups: [one, two]\n");
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
        Session session = new Session(directory);
        session.run(line.replace("DIR", directory.toString()).split(" "));
        assertThat(session.err()).isEmpty();
        CampaignRequest begun = requested(session);
        campaign = BegunCampaign.write(begun);
        return begun;
    }

    private static CampaignRequest requested(Session session) {
        return session.actions.runs.isEmpty() ? session.actions.checks.get(0) : session.actions.runs.get(0);
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void whatACampaignSavesHoldsForEachOfItsStarts(String line) throws IOException {
        CampaignRequest begun = begin(line);
        Session session = new Session(directory);

        session.run(
                line.substring(0, line.indexOf(' ')),
                "--resume",
                campaign.root().getFileName().toString(),
                "--allow-disruptive");

        assertThat(session.err()).isEmpty();
        CampaignRequest resumed = requested(session);
        assertThat(resumed.options().saved()).isEqualTo(begun.options().saved());
        assertThat(resumed.options())
                .usingRecursiveComparison()
                .ignoringFields("resume", "cluster.allowDisruptive", "guest.begun", "spec", "implied")
                .isEqualTo(begun.options());
    }

    @Test
    void theLinesAboveGiveEachSavedOption() throws IOException {
        List<String> missing = new ArrayList<>(begin(LINES.get(0)).options().kept());
        missing.removeIf(option -> (String.join(" ", LINES) + " ").contains(option + " "));

        assertThat(missing)
                .as("only --local may be missing, which needs three devices; give others in a line of LINES")
                .containsExactly("--local");
    }

    /** A command with the options of a campaign. */
    @Command
    private static final class Options {
        @Mixin
        private CampaignArguments options;

        static CampaignArguments of(String... line) {
            Options made = new Options();
            new CommandLine(made, FACTORY).parseArgs(line);
            return made.options;
        }
    }

    /** A command with an option more, as a developer would add it to a group. */
    @Command
    private static final class AddedOption {
        @Mixin
        private CampaignArguments options;

        @Option(names = "--added", converter = WholeNumberConverter.class)
        @Kept
        private Long added;

        static AddedOption of(String... line) {
            AddedOption made = new AddedOption();
            new CommandLine(made, FACTORY).parseArgs(line);
            return made;
        }
    }

    @Test
    void anAddedOptionLivesInOneFieldOnly() {
        AddedOption begun = AddedOption.of("--added", "7");
        AddedOption resumed = AddedOption.of("--resume", "name");
        Problems problems = new Problems();

        resumed.options.resume(begun.options.saved(), problems);

        assertThat(problems.list()).isEmpty();
        assertThat(resumed.added).isEqualTo(7);
        AddedOption.of("--added", "8").options.resume(begun.options.saved(), problems);
        assertThat(problems.list()).singleElement().extracting(Problem::key).isEqualTo("--added");
    }

    @Test
    void aPathIsSavedAsAnAbsoluteOneBecauseALaterStartMayBeElsewhere() throws IOException {
        Files.createDirectories(directory.resolve("d"));

        assertThat(begin("check --suite quick --setup mere-label --embedded --data-dirs [SSD]d --local-dirs d")
                        .options()
                        .saved()
                        .texts())
                .containsEntry("--data-dirs", "[SSD]" + directory.resolve("d"))
                .containsEntry("--local-dirs", directory.resolve("d").toString());
    }

    @Test
    void aSetupsFileThatIsLostIsNoLabel() throws IOException {
        begin("run --suite quick --setup one");
        Files.delete(campaign.setup());
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("setup.yaml", "no such file");
    }

    @Test
    void aFlagIsRestored() {
        CampaignArguments begun = Options.of("--compare", "a=/a,b=/b", "--local", "--embedded");
        CampaignArguments resumed = Options.of("--resume", "name");
        Problems problems = new Problems();

        resumed.resume(begun.saved(), problems);

        assertThat(problems.list()).isEmpty();
        assertThat(resumed.compare.local).isTrue();
        assertThat(resumed.embedded.wanted).isTrue();
        assertThat(resumed.compare.directories).containsExactly("a=/a", "b=/b");
        assertThat(resumed.saved()).isEqualTo(begun.saved());
    }

    @Test
    void everyOptionIsSavedOrSaysWhyItIsNot() {
        List<Field> options = new CommandLine(new Options(), FACTORY)
                .getCommandSpec().options().stream()
                        .map(option -> (Field) option.userObject())
                        .toList();

        assertThat(options).hasSizeGreaterThan(40).allSatisfy(option -> {
            Kept.Not reason = option.getAnnotation(Kept.Not.class);
            assertThat(reason == null).isEqualTo(option.isAnnotationPresent(Kept.class));
            assertThat(reason == null ? "saved" : reason.value()).isNotBlank();
        });
    }

    @Test
    void anyOtherOptionOfRunIsRefusedInTheFile() throws IOException {
        List<String> kept = begin(WITH_QUEUE).options().kept();
        Session help = new Session(directory);
        help.run("run", "--help");
        TreeSet<String> others = new TreeSet<>(Pattern.compile("--[a-z][a-z-]+")
                .matcher(help.out())
                .results()
                .map(MatchResult::group)
                .toList());
        others.removeAll(kept);
        assertThat(others).hasSizeGreaterThan(15).contains("--notify", "--allow-disruptive", "--restore", "--out");
        for (String option : others) {
            JsonDocument.write(campaign.options(), new SavedOptions(Map.of(option, "true")));
            Session session = new Session(directory);

            assertThat(session.run("run", "--resume")).as(option).isEqualTo(2);
            assertThat(session.err())
                    .contains("options.json: " + option + ": Spindle does not save this option")
                    .contains(
                            "value    true",
                            "allowed  --queue, --base-dir, --slots",
                            "do       remove it from the file")
                    .contains("1 problem; nothing was started.");
            assertThat(session.actions.nothingStarted()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{\"--slots\": null}", "{\"--queue\": [\"q\"]}", "{\"--slots\": \"--yes\"}"})
    void aTextThatIsNoneIsRefused(String texts) throws IOException {
        begin(WITH_QUEUE);
        Files.writeString(campaign.options(), "{\"schema\": 1, \"texts\": " + texts + ", \"embedded\": false}");
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).isEqualTo(2);
        assertThat(session.err()).contains("1 problem; nothing was started.").doesNotContain("\tat ");
    }

    @Test
    void whatOnlyAnEarlierVersionSavedIsIgnored() throws IOException {
        CampaignRequest begun = begin(WITH_QUEUE);
        Map<String, String> texts = new TreeMap<>(begun.options().saved().texts());
        texts.put("--stop-datanode", "stop-it");
        JsonDocument.write(campaign.options(), new SavedOptions(texts));
        Session session = new Session(directory);

        assertThat(session.run("run", "--resume")).as(session.err()).isEqualTo(Recorded.CODE);
        assertThat(requested(session).options().saved())
                .isEqualTo(begun.options().saved());
    }

    @Test
    void aPlanWithRunsWithoutADataNodeIsNotResumed() throws IOException {
        begin(WITH_QUEUE);
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
