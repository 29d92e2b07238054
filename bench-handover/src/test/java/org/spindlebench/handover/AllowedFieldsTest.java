package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.runner.campaign.EarlyStop;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.conf.Secrets;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.SavedLooks;

class AllowedFieldsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path RECORDED = Path.of("../docs/examples/paced-devices/records");
    private static final Map<String, Class<?>> DOCUMENTS = Map.of(
            "record", RunRecord.class,
            "plan", Plan.class,
            "environment", Environment.class,
            "ended", EarlyStop.class,
            "reduced", Reductions.class,
            "looks", SavedLooks.class);

    /**
     * Plants a field that no table has in every object below a node, but not among the settings of a cell and the devices
     * by host, whose keys the user chose.
     */
    static void plant(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().stream()
                    .filter(field -> !field.getKey().equals("settings")
                            || !field.getValue().has("compression"))
                    .filter(field -> !field.getKey().equals("devices")
                            || field.getValue().isArray())
                    .forEach(field -> plant(field.getValue()));
            object.put("canary7", "canary7");
            object.put("canary7.number", 7);
            object.putObject("canary7.object").put("canary7", "canary7");
        } else if (node.isArray()) {
            node.forEach(AllowedFieldsTest::plant);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RoleIo.HDFS, RoleIo.SHUFFLE, RoleIo.BOTH})
    void everyRoleIsCopied(String role) {
        assertThat(AllowedFields.of("record")
                        .ruleOf(List.of("evidence", "proofs", "roles", "role"))
                        .of("", role, new MadeUpNames(false)))
                .isEqualTo(role);
    }

    /** Readers take a missing text as "nothing is wrong", so a fixed text stands for it in the bundle. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "proofs.roles.reason",
                "proofs.roles.system",
                "proofs.roles.compressing",
                "proofs.flushed.reason",
                "proofs.cpu.reason",
                "proofs.cache.reason",
                "proofs.writes.reason",
                "proofs.shuffle.reason",
                "proofs.memory.reason",
                "proofs.others.reason",
                "layout.devices.unknown",
                "layout.directories.noDevice",
                "layout.directories.unknown",
                "layout.system.noDevice",
                "layout.hidden.reason"
            })
    void whySomethingIsUnknownKeepsItsPlace(String field) {
        String reason = AllowedFields.of("record")
                .ruleOf(List.of(("evidence." + field).split("[.]", -1)))
                .of("", "not separable: vda serves both on host-1", new MadeUpNames(false));

        assertThat(reason).isNotBlank().doesNotContain("host-1");
    }

    /** Only texts differ, and so does the number of warnings whose texts have become the same. */
    @Test
    void theReportOfABundleHasAllNumbersOfTheCampaigns(@TempDir Path directory) throws Exception {
        Path bundle = SmallCampaign.staged(RECORDED, directory.resolve("bundle"));
        Map<String, JsonNode> numbers = numbers(Bundler.figures(RECORDED));

        assertThat(numbers).hasSizeGreaterThan(500).containsKey("/cells/0/devices/hdfs/bytes_per_read");
        assertThat(numbers(Bundler.figures(bundle))).isEqualTo(numbers);
    }

    private static Map<String, JsonNode> numbers(Findings findings) throws IOException {
        Map<String, JsonNode> numbers = new TreeMap<>();
        addNumbers("", JSON.readTree(Reports.json(findings)), numbers);
        return numbers;
    }

    private static void addNumbers(String at, JsonNode value, Map<String, JsonNode> numbers) {
        if (value.isNumber()) {
            numbers.put(at, value);
        } else if (value.isObject()) {
            value.properties().stream()
                    .filter(field -> !field.getKey().equals("warnings")
                            && !field.getKey().equals("hypotheses"))
                    .forEach(field -> addNumbers(at + "/" + field.getKey(), field.getValue(), numbers));
        } else {
            for (int i = 0; i < value.size(); i++) {
                addNumbers(at + "/" + i, value.get(i), numbers);
            }
        }
    }

    /** Passes the names that lead to each value of a document on, with a blank name for each key of a map. */
    private static void walk(Type type, List<String> path, BiConsumer<List<String>, Type> leaf) {
        if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            boolean isMap = Map.class.isAssignableFrom(raw);
            if (isMap || Collection.class.isAssignableFrom(raw)) {
                walk(generic.getActualTypeArguments()[isMap ? 1 : 0], isMap ? with(path, "") : path, leaf);
                return;
            }
        }
        if (type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent component : record.getRecordComponents()) {
                boolean unwrapped = component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        || component.isAnnotationPresent(JsonUnwrapped.class);
                walk(component.getGenericType(), unwrapped ? path : with(path, component.getName()), leaf);
            }
            return;
        }
        leaf.accept(path, type);
    }

    private static List<String> with(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    @Test
    void everyFieldOfEveryDocumentHasARuleAlsoIfItIsLeftOut() {
        List<String> without = new ArrayList<>();
        DOCUMENTS.forEach((document, type) -> {
            AllowedFields allowed = AllowedFields.of(document);
            walk(type, List.of(), (path, value) -> {
                if (allowed.ruleOf(path) == null) {
                    without.add(document + ".rules: " + String.join(".", path));
                }
            });
        });
        assertThat(without).isEmpty();
    }

    @Test
    void aNumberIsNeverATextAndATextIsNeverANumber() {
        List<String> wrong = new ArrayList<>();
        DOCUMENTS.forEach((document, type) -> {
            AllowedFields allowed = AllowedFields.of(document);
            walk(type, List.of(), (path, value) -> {
                boolean isText = value == String.class
                        || value == java.time.Instant.class
                        || (value instanceof Class<?> one && one.isEnum());
                FieldRule rule = allowed.ruleOf(path);
                if (rule != FieldRule.OUT && isText == (rule == FieldRule.NUMBER)) {
                    wrong.add(document + ".rules: " + String.join(".", path));
                }
            });
        });
        assertThat(wrong).isEmpty();
    }

    private static JsonNode only(String document, JsonNode of) {
        MadeUpNames names = new MadeUpNames(false);
        AllowedFields.of(document).only(of, names);
        names.complete();
        return AllowedFields.of(document).only(of, names);
    }

    @ParameterizedTest
    @CsvSource({
        "record, runs/003-terasort-none-containers_per_node-4-mixed.json",
        "record, runs/001-dfsio-write-none-containers_per_node-4-mixed.json",
        "plan, plan.json",
        "environment, setups/slow/environment.json"
    })
    void anUnknownFieldDoesNotGetIn(String document, String file) throws IOException {
        Path path = RECORDED.resolve(file);
        String text = document.equals("plan") ? PlanFile.json(PlanFile.read(path)) : Files.readString(path);
        JsonNode planted = JSON.readTree(text);
        plant(planted);
        assertThat(planted.toString()).contains("canary7");

        assertThat(only(document, planted)).isEqualTo(only(document, JSON.readTree(text)));
    }

    @Test
    void whatStandsInAKnownFieldInAnotherFormDoesNotGetIn() throws IOException {
        JsonNode record = JSON.readTree("""
                {"schema": "canary7", "status": {"canary7": 7}, "identity": {"applicationId": "canary7"},
                 "times": {"elapsed": "canary7", "yarnStarted": "canary7"}, "counters": {"canary7": {"A": 1}},
                 "warnings": [{"code": "-canary7", "message": "canary7"}], "reasons": ["canary7"],
                 "proof": [{"name": "canary7", "expected": "canary7", "actual": "7", "passed": true}],
                 "evidence": {"layout": [{"devices": [{"name": "canary7"}], "directories": [{"path": "/canary7"}],
                 "settings": {"canary7": "7", "vm.swappiness": "canary7"}}]},
                 "configuration": {"mapreduce.map.java.opts": "-Dcanary7=7", "mapreduce.job.queuename": "canary7"}}
                """);

        assertThat(only("record", record).toString())
                .doesNotContain("canary7")
                .contains("\"name\":\"value-0", "\"actual\":\"7\"", "device-01", "/path-01")
                .contains("\"reasons\":[\"(text left out of the bundle)\"]", "\"mapreduce.map.java.opts\":\"value-0");
    }

    @Test
    void everyMetricIsKnown() {
        assertThat(Collectors.METRICS)
                .allMatch(metric -> metric.name().equals(FieldRule.METRIC.key(metric.name(), new MadeUpNames(false))));
    }

    @Test
    void noKnownSettingIsASecret() {
        assertThat(KnownSettings.keys())
                .hasSizeGreaterThan(300)
                .noneMatch(key -> Secrets.USUAL.isNamed(key, "canary7"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mapreduce.task.io.sort.mb       | 512                                  | 512",
                "dfs.blocksize                   | 128m                                 | 128m",
                "mapreduce.map.speculative       | false                                | false",
                "mapreduce.map.sort.spill.percent | 0.80                                | 0.80",
                "mapreduce.map.java.opts         | -Xmx384m -XX:+UseSerialGC            | -Xmx384m -XX:+UseSerialGC",
                "mapreduce.map.java.opts         | -Xmx384m -Dpassword=x                | value-01",
                "mapreduce.map.output.compress.codec | org.apache.hadoop.io.compress.Lz4Codec | org.apache.hadoop.io.compress.Lz4Codec",
                "mapreduce.map.output.compress.codec | com.corp.Codec                   | value-01",
                "mapreduce.framework.name        | yarn                                 | yarn",
                "mapreduce.map.memory.mb         | alice                                | value-01",
                "dfs.replication                 | 10.1.2.3                             | value-01",
                "mapreduce.job.queuename         | 7                                    | "
            })
    void aSettingIsCopiedIfItsValueIsPlain(String key, String value, String expected) {
        MadeUpNames names = new MadeUpNames(false);
        KnownSettings.value(key, value, names);
        names.complete();
        assertThat(KnownSettings.value(key, value, names)).isEqualTo(expected);
    }
}
