package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;

/**
 * Tests the single runs in a comparison's HTML report: runs of both sides, under their labels, each from its own
 * directory.
 */
class ComparedPageTest {
    private static final String NOTICES = "class=\"lights notices\"";

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    private MadeRecords campaign(String name, int planned) {
        return new MadeRecords(directory.resolve(name), "nightly", planned);
    }

    private void compare(String... sides) {
        List<String> words = new ArrayList<>(List.of("compare"));
        words.addAll(List.of(sides));
        words.addAll(List.of("--out", "page"));
        assertThat(session.run(words.toArray(String[]::new))).as(session.err()).isZero();
    }

    private JsonNode data(String id) throws IOException {
        String page = Files.readString(directory.resolve("page/report.html"));
        String opening = "<script type=\"application/json\" id=\"" + id + "\">";
        assertThat(page.indexOf(opening)).as(id + " is there; " + session.err()).isPositive();
        int start = page.indexOf(opening) + opening.length();
        return new ObjectMapper().readTree(page.substring(start, page.indexOf("</script>", start)));
    }

    /** Returns what the page says before its chart. */
    private String head() throws IOException {
        String page = Files.readString(directory.resolve("page/report.html"));
        return page.substring(page.indexOf("<header"), page.indexOf("</header>"));
    }

    /** Returns the distinct combinations of values that a chart's rows have in some columns. */
    private Set<String> rows(String picture, String... names) throws IOException {
        List<List<String>> columns = new ArrayList<>();
        for (String name : names) {
            for (JsonNode column : data("picture-" + picture).get("columns")) {
                if (column.get("name").asText().equals(name)) {
                    List<String> texts = new ArrayList<>();
                    JsonNode words = column.path("words");
                    column.get("values")
                            .forEach(value -> texts.add(
                                    words.isArray() ? words.get(value.asInt()).asText() : value.asText()));
                    columns.add(texts);
                }
            }
        }
        assertThat(columns).hasSameSizeAs(names);
        Set<String> rows = new LinkedHashSet<>();
        for (int row = 0; row < columns.get(0).size(); row++) {
            int at = row;
            rows.add(String.join(
                    " | ", columns.stream().map(column -> column.get(at)).toList()));
        }
        return rows;
    }

    private List<String> table(String id) throws IOException {
        List<String> rows = new ArrayList<>();
        for (JsonNode table : data("page").get("tables")) {
            if (table.get("id").asText().equals(id)) {
                table.get("rows").forEach(row -> rows.add(row.toString()));
            }
        }
        return rows;
    }

    @Test
    void campaignsAndRunsOfTheSameNamesInTwoDirectoriesAreEachShownFromItsOwn() throws IOException {
        campaign("before", 3).runs("default", "/data/old", 1, 10, 11, 12);
        campaign("after", 3).runs("default", "/data/new", 3, 6, 8, 7);
        compare("before", "after");

        String before = directory.resolve("before") + "/nightly";
        String after = directory.resolve("after") + "/nightly";
        assertThat(rows("phases", "setup", "campaign", "run"))
                .containsExactlyInAnyOrder(
                        "before:default | " + before + " | 002-dfsio-write",
                        "after:default | " + after + " | 003-dfsio-write");
        assertThat(rows("throughput", "setup", "rate"))
                .containsExactlyInAnyOrder("before:default | 1000000", "after:default | 3000000");
        assertThat(rows("devices", "setup")).containsExactlyInAnyOrder("before:default", "after:default");
        assertThat(rows("processors", "setup")).containsExactlyInAnyOrder("before:default", "after:default");
        assertThat(table("layout"))
                .filteredOn(row -> row.contains("\"hdfs\""))
                .satisfiesExactlyInAnyOrder(
                        row -> assertThat(row).contains("before:default", "/data/old"),
                        row -> assertThat(row).contains("after:default", "/data/new"));
        assertThat(table("settings"))
                .contains(
                        "[\"dfs.datanode.data.dir\",\"/data/old\",\"before:default\"]",
                        "[\"dfs.datanode.data.dir\",\"/data/new\",\"after:default\"]");
        assertThat(table("software")).hasSize(2);
        assertThat(session.err()).doesNotContain("warning");
    }

    @Test
    void setupsOfOneDirectoryAreShownBoth() throws IOException {
        campaign("all", 6)
                .runs("hdd", "/data/hdd", 1, 10, 11)
                .runs("ssd", "/data/ssd", 2, 5, 6)
                .runs("nvme", "/data/nvme", 3, 3, 4);
        compare("all:hdd", "all:ssd");
        assertThat(rows("phases", "setup", "run"))
                .containsExactlyInAnyOrder("hdd | 001-dfsio-write", "ssd | 003-dfsio-write");
        assertThat(rows("throughput", "setup", "rate")).containsExactlyInAnyOrder("hdd | 1000000", "ssd | 2000000");
        assertThat(table("layout")).noneMatch(row -> row.contains("nvme"));
        assertThat(head())
                .as("all of its runs have finished, though not all are compared")
                .doesNotContain(NOTICES);
    }

    @Test
    void aSideThatTookTheOthersNameIsShownFromItsOwnDirectory() throws IOException {
        // The labels of two setups are their names, although the first directory has runs of the second setup, too.
        campaign("a", 4).runs("hdd", "/a/hdd", 1, 10, 11).runs("ssd", "/a/ssd", 2, 5, 6);
        campaign("b", 2).runs("ssd", "/b/ssd", 3, 7, 8);
        compare("a:hdd", "b");
        assertThat(rows("throughput", "setup", "campaign", "rate"))
                .containsExactlyInAnyOrder(
                        "hdd | " + directory.resolve("a") + "/nightly | 1000000",
                        "ssd | " + directory.resolve("b") + "/nightly | 3000000");
        assertThat(table("layout"))
                .filteredOn(row -> row.contains("\"hdfs\""))
                .satisfiesExactlyInAnyOrder(row -> assertThat(row).contains("/a/hdd"), row -> assertThat(row)
                        .contains("/b/ssd"));
    }

    @Test
    void runsThatWhereLeavesOutAreNotShown() throws IOException {
        campaign("before", 3).runs("default", "/data/old", 1, 10, 11, 12);
        campaign("after", 3).runs("default", "/data/new", 3, 6, 8, 7);
        compare("before", "after", "--where", "position.repeat=1", "--where", "position.repeat=2");
        assertThat(rows("phases", "setup", "run"))
                .containsExactlyInAnyOrder("before:default | 001-dfsio-write", "after:default | 001-dfsio-write");
        assertThat(head()).doesNotContain(NOTICES);
    }

    @Test
    void whatIsNotBesideARecordIsAWarning() throws IOException {
        campaign("before", 2).runs("default", "/data/old", 1, 10, 11);
        MadeRecords after = campaign("after", 2).runs("default", "/data/new", 3, 6, 7);
        Files.delete(after.file("001-dfsio-write.samples.gz"));
        compare("before", "after");
        assertThat(rows("throughput", "setup")).containsExactly("before:default");
        assertThat(session.err())
                .contains("warning: not drawn: 001-dfsio-write: its samples are not next to its record: "
                        + after.file("001-dfsio-write.samples.gz"));
    }

    @Test
    void ofAnExperimentThatEndedByItsRuleNothingIsMissing() throws IOException {
        campaign("before", 5).runs("default", "/data/old", 1, 10, 11);
        campaign("after", 2).runs("default", "/data/new", 3, 6, 7);
        Plan plan = Plan.ofOneSetup("nightly", "quick", "default", 1, List.of());
        Files.writeString(directory.resolve("before/plan.json"), PlanFile.json(plan));
        Files.writeString(directory.resolve("before/ended.json"), "{}");
        compare("before", "after");
        assertThat(head())
                .doesNotContain(NOTICES)
                .contains(
                        "nightly: 2 of 5 planned runs have finished, and the experiment's rule required no further runs");
    }

    @Test
    void aCampaignThatIsNotFinishedIsSaidToBe() throws IOException {
        campaign("before", 5).runs("default", "/data/old", 1, 10, 11);
        campaign("after", 2).runs("default", "/data/new", 3, 6, 7);
        compare("before", "after");
        assertThat(head())
                .contains(NOTICES, "2 of 5 planned runs of 1 of the 2 campaigns have ended")
                .contains("2 of 5: " + directory.resolve("before") + "/nightly");
    }
}
