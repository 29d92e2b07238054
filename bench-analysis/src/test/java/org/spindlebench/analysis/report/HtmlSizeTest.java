package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.HtmlFileWriter;
import org.spindlebench.analysis.report.page.RunEvidence;

/**
 * Checks that the size of the HTML report does not grow with runs, setups or settings, and that the report says what it
 * leaves out. The profile {@code long} tests a million runs.
 */
class HtmlSizeTest {
    private static final boolean LONG = Boolean.getBoolean("spindle.it.long");
    private static final int RUNS = LONG ? 1_000_000 : 100_000;
    private static final int MOST_BYTES = 6_000_000;
    private static final int MOST_ROWS = 40_000;
    private static final int LEAST_ROWS = 20_000;
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"([a-z-]+)\">(.*)</script>");

    @TempDir
    Path directory;

    /** Returns a run that ended, without the parts that only Spindle's own runs have. */
    private static RunRecord run(int index, Integer visit, Subject subject, double seconds, boolean failed) {
        Instant start = START.plusSeconds(60L * index);
        return new RunRecord(
                RunRecord.SCHEMA,
                new Identity("made", "line-" + index, "csv", null, null),
                null,
                new Position(1 + index, RUNS, 1, 1 + index, 42, visit),
                subject,
                null,
                failed ? Status.FAILED : Status.OK,
                failed ? List.of("its line says: failed") : List.of(),
                null,
                List.of(),
                new Times(start, null, null, null, null, null, null, seconds, null, null),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null);
    }

    private static Stream<RunRecord> runs(int count, IntFunction<RunRecord> made) {
        return IntStream.range(0, count).mapToObj(made);
    }

    /** Returns the data of an HTML report by the names of its parts. */
    private Map<String, JsonNode> page(Findings findings) throws IOException {
        Path file = directory.resolve("report.html");
        HtmlFileWriter.write(file, HtmlReportWriter.page(findings, RunEvidence.NONE));
        assertThat(Files.size(file)).isLessThan(MOST_BYTES);
        Map<String, JsonNode> data = new TreeMap<>();
        for (Matcher found = DATA.matcher(Files.readString(file)); found.find(); ) {
            data.put(found.group(1), new ObjectMapper().readTree(found.group(2)));
        }
        return data;
    }

    private static List<JsonNode> column(JsonNode picture, String name) {
        List<JsonNode> values = new ArrayList<>();
        for (JsonNode column : picture.get("columns")) {
            if (column.get("name").asText().equals(name)) {
                column.get("values")
                        .forEach(value -> values.add(
                                column.has("words") && !value.isNull()
                                        ? column.get("words").get(value.asInt())
                                        : value));
            }
        }
        return values;
    }

    @Test
    void of_a_cell_of_very_many_runs_the_page_holds_the_extremes_and_what_is_not_valid() throws IOException {
        Random random = new Random(1);
        Subject subject = new Subject("terasort", "ssd", Map.of("compression", "none"));
        Findings findings = Findings.of(
                Runs.of(runs(
                        RUNS,
                        at -> run(
                                at,
                                null,
                                subject,
                                at == 7777 ? 1 : at == 55_555 ? 9999 : 100 + random.nextGaussian(),
                                at % 5000 == 17))),
                ComparisonOptions.standard());
        Map<String, JsonNode> page = page(findings);
        JsonNode drawn = page.get("picture-runs");
        assertThat(drawn.get("all").asInt()).isEqualTo(RUNS);
        assertThat(column(drawn, "run"))
                .hasSizeBetween(LEAST_ROWS, MOST_ROWS)
                .extracting(JsonNode::asText)
                .contains("line-7777", "line-55555")
                .doesNotHaveDuplicates();
        assertThat(column(drawn, "status"))
                .extracting(JsonNode::asText)
                .filteredOn(status -> status.equals("failed"))
                .hasSize(RUNS / 5000);
        JsonNode clock = page.get("picture-clock");
        assertThat(clock.get("all").asInt()).isEqualTo(RUNS - RUNS / 5000);
        assertThat(column(clock, "run"))
                .hasSizeBetween(LEAST_ROWS, MOST_ROWS)
                .extracting(JsonNode::asText)
                .contains("line-7777", "line-55555");
    }

    @Test
    void of_very_many_visits_to_a_hundred_cells_the_page_holds_the_ends_of_each() throws IOException {
        Random random = new Random(1);
        Findings findings = Findings.of(
                Runs.of(runs(RUNS, at -> {
                    int visit = 1 + at / 5;
                    Subject subject =
                            new Subject("job" + visit / 10 % 10, "setup" + visit % 10, Map.of("compression", "none"));
                    // Only the first 500 runs are 50 s slower; the others vary by a twentieth of a second. No sample of
                    // the runs would find the slow ones.
                    double seconds = 100 + visit % 100 + (at < 500 ? 50 : 0.05 * random.nextDouble());
                    return run(at, visit, subject, seconds, false);
                })),
                ComparisonOptions.standard());
        JsonNode drawn = page(findings).get("picture-runs");
        List<JsonNode> jobs = column(drawn, "job");
        List<JsonNode> setups = column(drawn, "setup");
        List<JsonNode> seconds = column(drawn, "seconds");
        Map<String, Double> most = new TreeMap<>();
        for (int row = 0; row < jobs.size(); row++) {
            most.merge(jobs.get(row) + " " + setups.get(row), seconds.get(row).asDouble(), Math::max);
        }
        assertThat(jobs).hasSizeBetween(LEAST_ROWS, MOST_ROWS);
        assertThat(most).hasSize(100).allSatisfy((cell, longest) -> assertThat(longest)
                .isGreaterThanOrEqualTo(150));
    }

    @Test
    void with_prices_pictures_share_the_room_and_the_costs_of_jobs_are_few() throws IOException {
        int runs = LONG ? 50_000 : 10_000;
        int setups = 200;
        Random random = new Random(2);
        List<String> codecs = List.of("none", "snappy", "lzo");
        Findings findings = Findings.of(
                Runs.of(runs(runs, at -> {
                    Map<String, String> settings = Map.of(
                            "compression", codecs.get(random.nextInt(3)),
                            "maps", Integer.toString(4 << random.nextInt(4)),
                            "replication", Integer.toString(1 + random.nextInt(3)),
                            "sort_mb", Integer.toString(100 * (1 + random.nextInt(3))));
                    Subject subject =
                            new Subject("job" + random.nextInt(5), "cluster-" + random.nextInt(setups), settings);
                    return run(at, null, subject, 100 * (1 + 0.3 * random.nextDouble()), false);
                })),
                ComparisonOptions.standard().against("cluster-0").withPrices(prices(setups)));
        Map<String, JsonNode> page = page(findings);
        JsonNode years = page.get("picture-years");
        assertThat(column(years, "years")).hasSizeLessThan(years.get("all").asInt());
        assertThat(column(years, "years").stream().distinct())
                .as("years of every line that is held")
                .hasSize(5);
        JsonNode prices = page.get("page").get("prices");
        assertThat(prices.toString()).hasSizeLessThan(3_000_001);
        assertThat(prices.get("jobs").size()).isBetween(1_000, 2_000);
        assertThat(prices.get("all_jobs").asInt())
                .isGreaterThan(prices.get("jobs").size());
        prices.get("jobs").forEach(job -> assertThat(
                        prices.get("setups").has(job.get("setup").asText()))
                .isTrue());
    }

    @Test
    void setups_that_are_tied_each_with_each_are_counted_and_not_named() throws IOException {
        int setups = LONG ? 2000 : 520;
        Findings findings = Findings.of(
                Runs.of(runs(
                        setups,
                        at -> run(at, null, new Subject("single", "cluster-" + at, Map.of()), 100 + at, false))),
                ComparisonOptions.standard().against("cluster-0").withPrices(prices(setups)));
        page(findings);
        JsonNode costs = new ObjectMapper().readTree(Reports.json(findings)).get("cost");
        List<JsonNode> ofJobs = new ArrayList<>();
        costs.forEach(cost -> {
            if (cost.get("measure").asText().equals("cost_per_job")) {
                ofJobs.add(cost);
            }
        });
        assertThat(ofJobs).hasSize(setups).allSatisfy(cost -> {
            assertThat(cost.has("tied_with")).isFalse();
            assertThat(cost.get("ties").asInt()).isEqualTo(setups - 1);
        });
    }

    private static PriceList prices(int count) {
        SortedMap<String, PricedSetup> setups = new TreeMap<>();
        for (int at = 0; at < count; at++) {
            setups.put("cluster-" + at, new PricedSetup(null, new TreeMap<>(Map.of("hdd", 1 + at)), null, null));
        }
        return new PriceList(
                new PriceList.PriceSource("many", "USD", "2026", "a test"),
                new Assumptions(3, 0.6, 0, 0, null),
                new Catalogue(
                        Machines.NONE,
                        new Machines(10, 10_000.0, null, null),
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of("hdd", new DeviceKind(250.0, null, null, null, null, null)))),
                RunningCosts.NONE,
                setups);
    }
}
