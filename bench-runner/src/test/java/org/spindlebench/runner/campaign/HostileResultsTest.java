package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.runner.campaign.Visits.VisitCheck;
import org.spindlebench.runner.campaign.Visits.VisitEnd;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignOnFakes;
import org.spindlebench.runner.run.Experience;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Progress;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Somebody else has altered a results directory, in any of its files. A resumed campaign runs no command from there,
 * and only the user's own command line gives consents.
 */
class HostileResultsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records");
    private static final String OPTIONS = "options.json";
    private static final int WRONG_USAGE = 2;
    /** Files that only an alteration has. */
    private static final List<String> NOT_KEPT = List.of("ended.json", "looks.json", "reduced.json");

    @TempDir(factory = CampaignOnFakes.InMemory.class)
    private Path home;

    private static final String ALLOWED_SETTING = "--allow-setting=mapreduce.map.java.opts";

    private Path root;
    private int turn;
    private String canary;

    /** The options of run, with values that would do harm. */
    private final Map<String, String> options = new LinkedHashMap<>();

    /** The files of the campaign as they are before anyone alters them. */
    private final Map<String, String> files = new TreeMap<>();

    /** What needs consent, and the file of the campaign that has it. */
    private enum Needing {
        COMMANDS("setups/two/setup.yaml"),
        VERIFYING("setups/two/setup.yaml"),
        COOLING(OPTIONS),
        PROGRAM("plan.json"),
        SETTING("plan.json"),
        RESTORE("restore-due.json");

        private final String file;

        Needing(String file) {
            this.file = file;
        }
    }

    /** A file with another text. */
    private record Altered(String file, String where, String text) {}

    @BeforeEach
    void write() throws IOException {
        canary = "touch " + home.resolve("canary");
        Files.createDirectories(home.resolve("conf/setups"));
        setup("one", "{kind: as-is}");
        setup("two", "{kind: as-is}");
        suite("", "{jobs: [teragen]}");
        Files.writeString(home.resolve("study.yaml"), "name: study\nsuite: suite.yaml\nsetups: [one, two]\n");
        Session help = new Session(home);
        help.run("run", "--help");
        Pattern.compile("--[a-z][a-z-]+")
                .matcher(help.out())
                .results()
                .map(MatchResult::group)
                .distinct()
                .forEach(option -> options.put(option, harm(option)));
        assertThat(options).hasSizeGreaterThan(50).containsKeys("--allow-disruptive", "--notify");
        Files.write(
                home.resolve("arguments"),
                options.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList());
    }

    private String harm(String option) {
        return switch (option) {
            case "--cold" -> "command=" + canary;
            case "--notify" -> canary;
            case "--timeout", "--wait-for-cluster", "--max-hours", "--probe-interval" -> "1s";
            default -> "true";
        };
    }

    private void setup(String name, String way) throws IOException {
        Files.writeString(home.resolve("conf/setups/" + name + ".yaml"), """
                name: %s
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: %s
                """.formatted(name, way));
    }

    private void suite(String configuration, String runs) throws IOException {
        Files.writeString(
                home.resolve("suite.yaml"),
                "name: suite\nbytes_per_node: 64MB\nrepeats: 1\n%s\nruns: [%s]\n".formatted(configuration, runs));
    }

    /** Begins a campaign, and adds the files that only a longer one has. */
    private void begin(String... more) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                ("run --experiment study.yaml --visits 2 --allow-disruptive --slots 8 --queue q --base-dir mine" + " "
                                + ALLOWED_SETTING + " --probe off --contended 0.5 --failed-attempts 1 --nodes a,b")
                        .split(" ")));
        line.addAll(List.of(more));
        Session session = new Session(home);
        session.run(line.toArray(String[]::new));
        assertThat(session.err()).doesNotContain("error:");
        CampaignRequest request = session.actions.runs.get(0);
        root = request.directory().root();
        onFakes(request);
        Files.deleteIfExists(home.resolve("canary"));
        String run = request.plan().runs().get(0).id();
        ObjectNode recorded = (ObjectNode)
                JSON.readTree(RECORDED.resolve("runs/001-dfsio-write-none-containers_per_node-4-mixed.json")
                        .toFile());
        recorded.retain("schema", "identity", "subject", "position", "status", "cache", "warnings");
        for (String record : List.of("warm-ups/" + run + ".json", "uncollected/" + run + ".json")) {
            Files.createDirectories(root.resolve(record).getParent());
            Files.writeString(root.resolve(record), recorded.toString());
        }
        Files.writeString(root.resolve("stop"), "after");
        Files.writeString(root.resolve("apply-1.log"), "said\n");
        Files.writeString(
                root.resolve("status.json"),
                "{\"schema\": 1, \"pid\": 1, \"host\": \"h\", \"point\": {\"run\": \"001\", \"step\": \"job\","
                        + " \"since\": \"2026-03-04T05:06:07Z\", \"ended\": 1, \"total\": 2}}");
        Files.copy(Path.of("../conf/workloads/example.yaml"), root.resolve("workload.yaml"));
        Files.writeString(root.resolve("../calibration.json"), "{\"schema\": 1, \"calibrations\": []}");
        read();
    }

    private void read() throws IOException {
        try (Stream<Path> all = Files.walk(root.getParent())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("campaign.lock")) {
                    files.put(root.relativize(file).toString(), Files.readString(file));
                }
            }
        }
    }

    private String due() {
        return """
                {"schema": 1, "campaign": "%s", "setup": "two", "restore": "%s", "limit": 20, "healthyLimit": 5,
                 "since": "2026-01-02T03:04:05Z", "workers": {"dataNodes": ["a"], "nodeManagers": [], "answering": []}}
                """.formatted(root.getFileName(), canary);
    }

    /** Runs the pending restores, and makes visits without runs: commands apply and restore the setups. */
    private static int onFakes(CampaignRequest request)
            throws IOException, InterruptedException, ClusterUnreachableException {
        PendingRestores.of(request).settle((before, lately) -> List.of(), request.err());
        Progress progress = new Progress(request.err(), false, 1, TimeLeft.ofNothing());
        FakeVisits visits = new FakeVisits(new FakeCluster(), progress) {
            @Override
            public VisitCheck check(VisitRequest visit) {
                VisitCheck check = super.check(visit);
                Path conditions = visit.directory().conditions();
                return new VisitCheck(check.problems(), check.slots(), check.time(), () -> {
                    check.conditions().write();
                    for (String file : List.of("environment.json", "estimate.json")) {
                        AtomicFile.write(
                                conditions.resolve(file), Files.readString(RECORDED.resolve("setups/slow/" + file)));
                    }
                });
            }

            @Override
            public VisitEnd run(VisitRequest visit, Experience experience, Interruption interruption) {
                return new VisitEnd(List.of(), false);
            }
        };
        return new CampaignRunner(request, visits, progress, Consent.here(request.err())).run();
    }

    @Test
    void noTextOfAResultsDirectoryRunsACommandOrGivesAConsent() throws Exception {
        begin("--cold", "local");
        CampaignRequest asked = resumed(new Session(home)).orElseThrow();
        files.put("ended.json", "{\"schema\": 1, \"blocks\": 1}");
        files.put("looks.json", "{\"schema\": 1, \"visits\": 9, \"looks\": [{\"visits\": 1, \"claims\": []}]}");
        files.put("reduced.json", "{\"schema\": 1, \"reductions\": [{\"hosts\": [\"a\"], \"block\": 2}]}");
        assertThat(files.keySet())
                .contains(OPTIONS, "plan.json", "experiment.yaml", "setups/one/environment.json", "stop", "status.json")
                .hasSizeGreaterThan(18);
        Map<String, Integer> tried = new TreeMap<>();
        int accepted = 0;
        for (Map.Entry<String, String> file : files.entrySet()) {
            for (Altered altered : alterations(file.getKey(), file.getKey().equals(OPTIONS))) {
                tried.merge(altered.file(), 1, Integer::sum);
                accepted += isAccepted(altered, asked) ? 1 : 0;
            }
        }
        int texts = tried.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(texts + " altered texts in " + tried.size() + " files, " + accepted
                + " of them accepted: no command ran, and no consent changed");
        assertThat(texts).isGreaterThan(1500);
        assertThat(accepted).as("the results that only look hostile").isBetween(500, texts - 200);
    }

    /** Resumes an altered campaign. If Spindle goes on with it, nothing but the saved conditions may have changed. */
    private boolean isAccepted(Altered altered, CampaignRequest asked) throws Exception {
        Session session = new Session(home);
        Optional<CampaignRequest> request = resume(altered, session);
        if (request.isPresent()) {
            CampaignArguments options = request.get().options();
            CampaignArguments before = asked.options();
            assertThat(Disruption.of(options)).as(altered.where()).isEqualTo(Disruption.NONE);
            assertThat(options.measuring.cold()).as(altered.where()).isNotInstanceOf(Cold.ShellCommand.class);
            assertThat(request.get().setups()).as(altered.where()).noneMatch(setup -> setup.commands()
                    .isPresent());
            assertThat(given(options)).as(altered.where()).isEqualTo(given(before));
            if (!altered.file().equals(OPTIONS)) {
                assertThat(options.saved()).as(altered.where()).isEqualTo(before.saved());
            }
            ClusterAction.guarded(request.get().err(), () -> onFakes(request.get()));
        }
        assertThat(home.resolve("canary"))
                .as(altered.where() + "\n" + session.err())
                .doesNotExist();
        restore();
        return request.isPresent();
    }

    /** Returns what a file must not give. */
    private static List<Object> given(CampaignArguments options) {
        return Arrays.asList(
                options.notify,
                options.yes,
                options.out,
                options.measuring.limits(),
                options.guest.limits(),
                options.embedded.shareHost);
    }

    private Optional<CampaignRequest> resume(Altered altered, Session session) throws IOException {
        Files.writeString(root.resolve(altered.file()), altered.text());
        return resumed(session);
    }

    private Optional<CampaignRequest> resumed(Session session, String... more) {
        List<String> line =
                new ArrayList<>(List.of("run", "--resume", root.getFileName().toString()));
        line.addAll(List.of(more));
        int code = session.run(line.toArray(String[]::new));
        if (session.actions.nothingStarted()) {
            assertThat(code).as(session.err()).isEqualTo(WRONG_USAGE);
        }
        return session.actions.runs.stream().findFirst();
    }

    private void restore() throws IOException {
        try (Stream<Path> all = Files.walk(root.getParent())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String text = files.get(root.relativize(file).toString());
                if (text == null || NOT_KEPT.contains(file.getFileName().toString())) {
                    Files.delete(file);
                } else if (!Files.readString(file).equals(text)) {
                    Files.writeString(file, text);
                }
            }
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = root.resolve(file.getKey());
            if (!Files.exists(path) && !NOT_KEPT.contains(file.getKey())) {
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNeedsConsentNeedsItWhateverItsFileSays(Needing what) throws Exception {
        needing(what);
        Session before = new Session(home);
        assertThat(resumed(before)).isEmpty();
        assertThat(before.err()).contains(what == Needing.SETTING ? "--allow-setting" : "--allow-disruptive");
        assertThat(resumed(new Session(home), "--allow-disruptive", "--restore", ALLOWED_SETTING))
                .isPresent();
        int texts = 0;
        for (String file : new TreeSet<>(List.of(what.file, OPTIONS))) {
            for (Altered altered : alterations(file, what.file.equals(OPTIONS))) {
                Session session = new Session(home);
                assertThat(resume(altered, session)).as(altered.where()).isEmpty();
                texts++;
            }
            restore();
        }
        assertThat(home.resolve("canary")).doesNotExist();
        assertThat(texts).isGreaterThan(50);
    }

    private void needing(Needing what) throws Exception {
        switch (what) {
            case COMMANDS ->
                setup("two", "{kind: command, apply: '%s', verify: 'true', restore: 'true'}".formatted(canary));
            case VERIFYING -> setup("two", "{kind: as-is, verify: '%s'}".formatted(canary));
            case PROGRAM -> suite("", "{kind: command, name: hive, shell: '%s'}".formatted(canary));
            case SETTING ->
                suite("configuration: {mapreduce.map.java.opts: '-Xmx1g; %s'}".formatted(canary), "{jobs: [teragen]}");
            default -> {}
        }
        switch (what) {
            case COOLING -> begin("--cold", "command=" + canary);
            default -> begin();
        }
        if (what == Needing.RESTORE) {
            Files.writeString(root.resolve(what.file), due());
        }
        read();
    }

    /**
     * Returns a file with each of its texts and keys altered.
     *
     * @param each whether each of them is altered in every way
     */
    private List<Altered> alterations(String file, boolean each) throws IOException {
        String text = files.get(file);
        if (!file.endsWith(".json") && !file.endsWith(".yaml")) {
            return hostile().stream()
                    .flatMap(hostile -> Stream.of(hostile, text + "\n" + hostile + "\n"))
                    .map(hostile -> new Altered(file, file + ": " + hostile, hostile))
                    .toList();
        }
        JsonNode tree = file.endsWith(".json")
                ? JSON.readTree(text)
                : JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(text));
        List<Altered> all = new ArrayList<>();
        alter(new Place(file, tree, each), tree, "", all);
        return all;
    }

    /** Returns the next of these texts, or all of them. */
    private List<String> next(Place place, int some, List<String> texts) {
        List<String> next = new ArrayList<>();
        for (int i = 0; i < (place.each() ? texts.size() : some); i++) {
            next.add(texts.get(turn++ % texts.size()));
        }
        return next;
    }

    private record Place(String file, JsonNode tree, boolean each) {
        private Altered with(String where) {
            return new Altered(file, file + where, tree.toString());
        }
    }

    private List<String> hostile() {
        return List.of(
                canary,
                "$(" + canary + ")",
                "command=" + canary,
                "--allow-disruptive",
                "x\n--allow-disruptive\n--restore\n--notify=" + canary,
                "true --allow-disruptive --restore --notify='" + canary + "'",
                "@" + home.resolve("arguments"),
                "${sys:user.home} --allow-disruptive");
    }

    /** Alters what is below a node of the tree, one text at a time, and changes it back. */
    private void alter(Place place, JsonNode node, String where, List<Altered> all) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int at = i;
                value(place, array.get(i), where + "/" + i, all, text -> array.set(at, text));
            }
        } else if (node instanceof ObjectNode object) {
            List<String> keys = new ArrayList<>();
            object.fieldNames().forEachRemaining(keys::add);
            for (String key : keys) {
                value(place, object.get(key), where + "/" + key, all, text -> object.set(key, text));
                JsonNode value = object.remove(key);
                for (String hostile : next(place, 1, hostile())) {
                    object.set(hostile, value);
                    all.add(place.with(where + "/" + key + " is called " + hostile));
                    object.remove(hostile);
                }
                object.set(key, value);
            }
            for (String option : next(place, 4, List.copyOf(options.keySet()))) {
                if (!keys.contains(option)) {
                    object.put(option, options.get(option));
                    all.add(place.with(where + " has " + option));
                    object.remove(option);
                }
            }
        }
    }

    private void value(Place place, JsonNode value, String where, List<Altered> all, Consumer<JsonNode> set) {
        if (value.isTextual()) {
            for (String hostile : next(place, 2, hostile())) {
                set.accept(new TextNode(hostile));
                all.add(place.with(where + " is " + hostile));
            }
            set.accept(value);
        }
        alter(place, value, where, all);
    }
}
