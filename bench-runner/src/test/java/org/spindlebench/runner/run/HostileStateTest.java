package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.CampaignOwner;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;

/** Somebody has altered a plan or a marker. Spindle must touch nothing outside the campaign's directories. */
class HostileStateTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final CampaignOwner ME =
            new CampaignOwner("11111111-1111-1111-1111-111111111111", "ada", "gateway-1", "2026-03-01T02:00:00Z");
    private static final Plan PLAN = Fixtures.plan("teragen", "teragen").begunBy(ME);
    private static final List<String> TEXTS = List.of(
            "..",
            ".",
            "",
            "/",
            "../../other",
            "/etc/passwd",
            "a/../../b",
            "..\\b",
            "a\u0000b",
            "a\nb",
            "\u001b[2J",
            "$(id)",
            "-rf",
            "a".repeat(5000));
    private static final List<String> OTHERS = List.of("null", "-1", "9223372036854775807", "[]", "{}", "true");

    @TempDir(factory = CampaignOnFakes.InMemory.class)
    private Path results;

    @Test
    void noTextInAPlanLeadsOutOfTheCampaignsDirectories() throws Exception {
        int tried = 0;
        int accepted = 0;
        JsonNode plan = JSON.readTree(PlanFile.json(PLAN));
        for (JsonPointer place : places(plan)) {
            for (String text : plan.at(place).isTextual() ? TEXTS : List.<String>of()) {
                accepted += isAccepted(plan, place, JSON.getNodeFactory().textNode(text), ++tried) ? 1 : 0;
            }
            for (String other : OTHERS) {
                accepted += isAccepted(plan, place, JSON.readTree(other), ++tried) ? 1 : 0;
            }
            accepted += isAccepted(plan, place, null, ++tried) ? 1 : 0;
        }
        System.out.println(tried + " altered plans, " + accepted + " of them accepted: nothing outside was touched");
        assertThat(tried).isGreaterThan(300);
        assertThat(accepted).as("the plans that only look hostile").isBetween(1, tried / 2);
    }

    /** Returns the places of all values of a document. */
    private static List<JsonPointer> places(JsonNode root) {
        List<JsonPointer> all = new ArrayList<>();
        collect(root, JsonPointer.empty(), all);
        return all;
    }

    private static void collect(JsonNode node, JsonPointer at, List<JsonPointer> all) {
        if (!at.matches()) {
            all.add(at);
        }
        node.fieldNames().forEachRemaining(name -> collect(node.get(name), at.appendProperty(name), all));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collect(node.get(i), at.appendIndex(i), all);
        }
    }

    /** Makes a campaign of an altered plan. Returns whether Spindle accepts the plan. */
    private boolean isAccepted(JsonNode plan, JsonPointer place, JsonNode value, int number) throws Exception {
        JsonNode altered = plan.deepCopy();
        JsonNode parent = altered.at(place.head());
        if (parent instanceof ArrayNode array && value == null) {
            array.remove(place.last().getMatchingIndex());
        } else if (parent instanceof ArrayNode array) {
            array.set(place.last().getMatchingIndex(), value);
        } else if (value == null) {
            ((ObjectNode) parent).remove(place.last().getMatchingProperty());
        } else {
            ((ObjectNode) parent).set(place.last().getMatchingProperty(), value);
        }
        String where = place + " is " + value;
        Path own = Files.createDirectory(results.resolve("own-" + number));
        Path canary = Files.writeString(results.resolve("canary"), "kept");
        FakeCluster cluster = new FakeCluster();
        cluster.memory.pendingDeletions(OptionalLong.empty());
        List<String> others = List.of("/other/kept", "/etc/passwd", "/base2/kept", "/b", "/kept", "/base/other/kept");
        others.forEach(file -> cluster.memory.put(file, 5, 1));
        boolean accepted = true;
        try {
            make(cluster, own, altered.toString());
        } catch (IOException | IllegalArgumentException refused) {
            accepted = false;
            assertThat(refused.getMessage()).as(where).isNotBlank().doesNotContain("\tat ");
        }
        assertThat(cluster.memory.files("/"))
                .as(where)
                .extracting(StoredFile::path)
                .filteredOn(path -> !path.startsWith("/base/") || path.startsWith("/base/other"))
                .containsExactlyInAnyOrderElementsOf(others);
        assertThat(canary).as(where).hasContent("kept");
        try (Stream<Path> all = Files.list(results)) {
            assertThat(all).as(where).containsExactlyInAnyOrder(canary, own);
        }
        try (Stream<Path> all = Files.list(own)) {
            assertThat(all).as(where).allMatch(file -> file.endsWith("campaign"));
        }
        delete(own);
        return accepted;
    }

    private static void make(FakeCluster cluster, Path own, String text) throws Exception {
        CampaignDirectory directory = new CampaignDirectory(own.resolve("campaign"));
        directory.create(PLAN);
        Files.writeString(directory.plan(), text);
        Plan plan = PlanFile.read(directory.plan());
        directory.removeUnfinished();
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        new Interruption(),
                        new Progress(
                                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                                false,
                                plan.runs().size(),
                                new TimeLeft(plan)))
                .run(Fixtures.SOFTWARE);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aPlanThatNamesARunTwiceIsRefused() throws IOException {
        JsonNode plan = JSON.readTree(PlanFile.json(PLAN));
        ArrayNode runs = (ArrayNode) plan.at("/visits/0/runs");
        runs.add(runs.get(0).deepCopy());
        Path file = Files.writeString(results.resolve("plan.json"), plan.toString());

        assertThatThrownBy(() -> PlanFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not a plan: it names the run 001-teragen twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{}",
                "{\"owner\":null}",
                "{\"owner\":{\"uuid\":null}}",
                "{\"owner\":{\"uuid\":\"../..\"}}",
                "{\"owner\":{\"uuid\":\"11111111-1111-1111-1111-111111111111\"}}",
                "{\"owner\":{\"uuid\":\"22222222-2222-2222-2222-222222222222\",\"user\":\"\\u001b[2J\",\"host\":\"h\",\"started\":\"s\"}}",
                "{\"owner\":{\"uuid\":\"22222222-2222-2222-2222-222222222222\",\"user\":\"u\",\"host\":\"h\",\"started\":\"s\"}}",
                "{\"directory\":\"../other\",\"pid\":-1}",
                "{\"owner\":"
            })
    void aMarkerThatDoesNotNameThisCampaignIsNeverTakenForIt(String marker) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        storage.put("/base/c/" + Workspace.MARKER, marker, 1);
        storage.put("/base/c/inputs/data", 5, 1);
        Workspace workspace = new Workspace(storage, "/base", "c", ME);

        assertThatThrownBy(workspace::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("belongs to another campaign of this name")
                .satisfies(refused -> assertThat(refused.getMessage().chars()).noneMatch(Character::isISOControl));
        untouched(storage, each -> each.remove(), workspace);
        untouched(storage, each -> each.removeProbe(), workspace);
        assertThat(Workspace.reasonToKeep(storage, "/base/c", null)).isNotNull();
    }

    private interface Step {
        void make(Workspace workspace) throws IOException;
    }

    private static void untouched(MemoryStorage storage, Step step, Workspace workspace) throws IOException {
        step.make(workspace);
        assertThat(storage.exists("/base/c/inputs/data")).isTrue();
    }
}
