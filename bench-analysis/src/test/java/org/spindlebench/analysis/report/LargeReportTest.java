package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.importer.AlojaCsvGenerator;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;

/** Checks the report of an export in ALOJA's layout, of the size of ALOJA's own. */
class LargeReportTest {
    private static final int LARGEST_PAGE = 6_000_000;
    private static final int LARGEST_JSON = 15_000_000;
    private static final int LINES_OF_A_SCREEN = 50;

    @TempDir
    Path directory;

    @Test
    void many_runs_under_many_settings_make_small_files_and_few_notes() throws IOException {
        Findings findings = findings(AlojaCsvGenerator.RUNS);
        assertThat(findings.cells().stream()
                        .mapToInt(cell -> cell.runs().size())
                        .sum())
                .isEqualTo(AlojaCsvGenerator.RUNS);
        assertThat(findings.cells().stream()
                        .map(cell -> cell.subject().settings())
                        .distinct())
                .hasSize(AlojaCsvGenerator.SETTINGS);

        Reports.write(directory, findings);

        assertThat(directory.resolve("report.html"))
                .satisfies(page -> assertThat(Files.size(page)).isLessThan(LARGEST_PAGE));
        assertThat(directory.resolve("report.json"))
                .satisfies(json -> assertThat(Files.size(json)).isLessThan(LARGEST_JSON));
        assertThat(notes(Reports.textWithAllNotes(findings))).hasSizeBetween(1, LINES_OF_A_SCREEN);
        assertThat(new ObjectMapper()
                        .readTree(directory.resolve("report.json").toFile())
                        .get("schema")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void the_answers_are_over_all_settings_and_matching_changes_what_pooling_says() throws IOException {
        Findings findings = findings(8_000);

        assertThat(findings.baseline()).isEqualTo(AlojaCsvGenerator.BASELINE);
        MatchedFinding terasort = matched(findings, "terasort");
        assertThat(terasort.interval().orElseThrow().contains(1.8)).isTrue();
        assertThat(terasort.isClaimed()).isTrue();
        assertThat(terasort.pooledRatio()).isGreaterThan(terasort.ratio());
        assertThat(matched(findings, "wordcount").claim().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(findings.claims().count()).isEqualTo(findings.matched().size());
        assertThat(Reports.text(findings))
                .contains("SSD-IB against HDD-ETH, pairs of runs with the same settings", "all runs pooled")
                .containsPattern(
                        "terasort +\\d+ +1\\.\\d+x +\\[.*?\\] +\\d\\.\\d+x, not the same +\\d\\.\\d+x to \\d\\.\\d+x +faster");
        assertThat(Reports.markdown(findings))
                .contains("terasort: SSD-IB is ", "the other way", "All runs pooled would say ");
    }

    private static MatchedFinding matched(Findings findings, String job) {
        return findings.matched().stream()
                .filter(one -> one.job().equals(job) && one.contenderName().equals("SSD-IB"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_compact_form_holds_everything_that_the_usual_form_holds() throws IOException {
        Findings findings = findings(3_000);
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode usual = (ObjectNode) mapper.readTree(Reports.json(findings));
        ObjectNode compact = (ObjectNode) mapper.readTree(ReportJson.Compact.compact(ReportJson.of(findings)));

        assertThat(usual.get("schema").asInt()).isEqualTo(1);
        assertThat(compact.get("schema").asInt()).isEqualTo(2);
        assertThat(compact.get("cells").get("rows")).hasSize(usual.get("cells").size());
        usual.remove("schema");
        for (String key : List.copyOf(names(usual))) {
            assertThat(expanded(compact, key)).as(key).isEqualTo(usual.get(key));
        }
    }

    /** Turns a table into the objects that it is of, as a reader would. */
    private static JsonNode expanded(ObjectNode report, String key) {
        JsonNode table = report.get(key);
        if (!table.has("rows")) {
            return table;
        }
        ArrayNode objects = report.arrayNode();
        JsonNode settings = key.equals("settings") ? objects : expanded(report, "settings");
        for (JsonNode row : table.get("rows")) {
            ObjectNode object = objects.addObject();
            object.setAll((ObjectNode) table.get("same"));
            for (int column = 0; column < row.size(); column++) {
                if (!row.get(column).isNull()) {
                    String name = table.get("columns").get(column).asText();
                    JsonNode keys = table.path("nested").path(name);
                    object.set(name, keys.isMissingNode() ? row.get(column) : objects(keys, row.get(column)));
                }
            }
            if (!key.equals("settings")
                    && object.has("settings")
                    && object.get("settings").isInt()) {
                object.set("settings", settings.get(object.get("settings").asInt()));
            }
            if (key.equals("comparisons")) {
                object.set("warnings", warnings(report, object.get("warnings")));
            }
            if (key.equals("warnings")) {
                object.set("cells", ids(report, object.get("cells")));
            }
        }
        return objects;
    }

    private static ArrayNode objects(JsonNode keys, JsonNode rows) {
        ArrayNode objects = new ObjectMapper().createArrayNode();
        for (JsonNode row : rows) {
            ObjectNode object = objects.addObject();
            for (int key = 0; key < row.size(); key++) {
                if (!row.get(key).isNull()) {
                    object.set(keys.get(key).asText(), row.get(key));
                }
            }
        }
        return objects;
    }

    private static ArrayNode ids(ObjectNode report, JsonNode places) {
        ArrayNode ids = report.arrayNode();
        JsonNode cells = report.get("cells");
        int id = 0;
        while (!cells.get("columns").get(id).asText().equals("id")) {
            id++;
        }
        for (JsonNode place : places) {
            assertThat(place.isInt()).as("an index of a cell: " + place).isTrue();
            ids.add(cells.get("rows").get(place.asInt()).get(id));
        }
        return ids;
    }

    private static ArrayNode warnings(ObjectNode report, JsonNode places) {
        ArrayNode warnings = report.arrayNode();
        JsonNode all = expanded(report, "warnings");
        places.forEach(place -> warnings.addObject()
                .put("code", all.get(place.asInt()).get("code").asText())
                .put("message", all.get(place.asInt()).get("message").asText()));
        return warnings;
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> notes(String text) {
        return text.lines()
                .filter(line -> line.matches("[0-9, -]+(and \\d+ more )?\\([a-z-]+\\).*"))
                .toList();
    }

    private Findings findings(int runs) throws IOException {
        Path file = directory.resolve("aloja.csv");
        AlojaCsvGenerator.write(file, runs);
        try (Stream<RunRecord> records = Imports.read(file, unreadable -> {
            throw new AssertionError(unreadable);
        })) {
            return Findings.of(Runs.of(records), ComparisonOptions.standard());
        }
    }
}
