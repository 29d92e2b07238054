package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.ProcessCluster;

/**
 * Compares what the HTML report computes when a reader changes prices with what the library computes from a price list
 * with the same changes.
 */
@BesideClusters
class PricesIT {
    private static final double PRECISION = 1e-9;
    private static final Set<String> PRICES_OF_SETUPS =
            Set.of("device_price", "node_price", "cluster_price", "total_cost", "hourly_rate");

    private static final Map<String, String> MEASURES = Map.of(
            "hourly_rate", "hourly_cost",
            "total_cost", "cost_per_job",
            "cluster_price", "cluster_price_per_performance",
            "node_price", "node_price_per_performance",
            "device_price", "device_price_per_performance");

    /** The cells of a table, the numbers as they were computed. */
    private static final String CELLS = "[...document.querySelectorAll('[data-table=%s] tbody tr')].map(row =>"
            + " [...row.cells].map(cell => cell.dataset.value ?? cell.textContent))";

    private static final String PARTS = "dataOf('page').prices.parts.map(([part]) => part)";
    private static final String SENTENCES =
            "[...document.querySelectorAll('#first ul.cost li')].map(li => li.textContent)";

    @TempDir
    static Path directory;

    private static Chromium chromium;

    /** A number in a list's file: the text in front of it, its value, and its new value. */
    record Change(String name, String before, String from, String to) {
        String in(String list) {
            String stated = before + from;
            assertThat(list).containsOnlyOnce(stated);
            return list.replace(stated, before + to);
        }
    }

    /** A shipped list, with a change of every number that matters. */
    record Listed(String name, List<Change> changes) {
        static Listed of(String name, Change... changes) {
            return new Listed(name, List.of(changes));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Listed> lists() {
        return List.of(
                Listed.of(
                        "aloja-2015",
                        new Change("hourly.base", "hourly: {base: ", "3.50", "1.25"),
                        new Change("networks.ETH.hourly", "ETH: {hourly: ", "0", "2.5"),
                        new Change("networks.IB.hourly", "IB: {hourly: ", "0.80", "0"),
                        new Change("devices.sata.hourly", "1TB, hourly: ", "0.20", "3"),
                        new Change("devices.ssd.hourly", "240GB, hourly: ", "0.70", "0.1")),
                Listed.of(
                        "cloudera-2014",
                        new Change("devices.hdd.price", "hdd: {price: ", "400", "1234.5"),
                        new Change("devices.ssd.price", "ssd: {price: ", "14000", "900")),
                Listed.of(
                        "cloudera-slides-later",
                        new Change("devices.hdd.price", "hdd: {price: ", "250", "0"),
                        new Change("devices.ssd.price", "ssd: {price: ", "6400", "64")),
                Listed.of(
                        "sandisk-2014",
                        new Change("setups.all-hdd.price", "{hdd: 2}, price: ", "37561", "60000"),
                        new Change("setups.all-ssd.price", "{ssd: 2}, price: ", "46567", "0")),
                Listed.of(
                        "template",
                        new Change("devices.hdd.price", "hdd: {price: ", "250", "2500"),
                        new Change("devices.ssd.price", "ssd: {price: ", "900", "90"),
                        new Change("node.price", "node: {price: ", "10000", "500"),
                        new Change("networks.10gbe.nic", "10gbe: {nic: ", "300", "3000"),
                        new Change("networks.25gbe.nic", "25gbe: {nic: ", "450", "0"),
                        new Change("networks.25gbe.switches.price", "switches: {count: 2, price: ", "11000", "99000"),
                        new Change("switches.price", "\nswitches: {count: 2, price: ", "6000", "60000"),
                        new Change("masters.price", "masters: {count: 2, price: ", "9000", "1"),
                        new Change("setups.offered.price", "{ssd: 4}, price: ", "180000", "90000"),
                        new Change("rack_unit_per_year", "rack_unit_per_year: ", "300", "5000"),
                        new Change("energy.price_per_kwh", "price_per_kwh: ", "0.12", "3")));
    }

    @BeforeAll
    static void startBrowser() throws IOException, InterruptedException {
        chromium = Chromium.start(directory.resolve("profile"));
    }

    @AfterAll
    static void endBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void everyShippedListIsTried() throws IOException {
        try (var files = Files.list(ProcessCluster.projectRoot().resolve("conf/prices"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            lists().stream().map(Listed::name).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("lists")
    void thePageComputesWhatTheLibraryDoes(Listed list) throws Exception {
        Path own = directory.resolve(list.name());
        String text = PricedReport.list(list.name());
        Path results = PricedReport.results(own, text);
        PricedReport unchanged = PricedReport.of(own.resolve("unchanged"), results, list.name());
        try (Tab tab = chromium.tab()) {
            tab.open(unchanged.page(), "");
            assertAgrees(tab, unchanged.json(), unchanged.json());
            Set<String> names = new TreeSet<>();
            tab.evaluate("dataOf('page').prices.inputs.map(({name}) => name)")
                    .forEach(name -> names.add(name.asText()));
            assertThat(list.changes()).extracting(Change::name).containsExactlyInAnyOrderElementsOf(names);
            for (Change change : list.changes()) {
                Path file = Files.writeString(own.resolve("changed.yaml"), change.in(text));
                PricedReport library = PricedReport.of(own.resolve("changed"), results, file.toString());
                type(tab, change.name(), change.to().replaceAll(".*: ", "").strip());
                assertAgrees(tab, unchanged.json(), library.json());
                tab.evaluate("document.getElementById('list-prices').click()");
            }
            assertThat(tab.complaints()).noneMatch(complaint -> complaint.contains("exception"));
        }
    }

    @Test
    void changedPricesAreMarkedAndInTheAddressUntilTheyAreRestored() throws Exception {
        PricedReport report = ofTemplate("address");
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            JsonNode sentences = tab.evaluate(SENTENCES);
            JsonNode listed = cells(tab, "job-prices");
            assertThat(shown(tab, "#first p.changed")).isFalse();
            type(tab, "devices.ssd.price", "1");
            assertThat(shown(tab, "#first p.changed")).isTrue();
            assertThat(tab.evaluate("document.querySelector('#prices [role=status]').textContent")
                            .asText())
                    .contains("keep the list's prices");
            assertThat(tab.evaluate(SENTENCES)).isEqualTo(sentences);
            String hash = tab.evaluate("location.hash").asText();
            assertThat(hash).isEqualTo("#price.devices.ssd.price=1");
            JsonNode changed = cells(tab, "job-prices");
            assertThat(changed).isNotEqualTo(listed);

            tab.open(report.page(), hash);
            assertThat(cells(tab, "job-prices")).isEqualTo(changed);
            assertThat(shown(tab, "#first p.changed")).isTrue();

            tab.evaluate("document.getElementById('list-prices').click()");
            assertThat(tab.evaluate("location.hash").asText()).isEmpty();
            assertThat(cells(tab, "job-prices")).isEqualTo(listed);
            assertThat(shown(tab, "#first p.changed")).isFalse();
        }
    }

    @Test
    void whatIsNoPriceIsSaidBesideTheFieldAndNothingIsComputed() throws Exception {
        PricedReport report = ofTemplate("wrong");
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            JsonNode rows = cells(tab, "job-prices");
            for (String text : List.of("-1", "", "abc", "1,5", "1e999", "0x10", "NaN")) {
                type(tab, "devices.ssd.price", text);
                String box = "document.querySelector('[data-price=\"devices.ssd.price\"]')";
                assertThat(tab.evaluate(box + ".getAttribute('aria-invalid')").asText())
                        .as(text)
                        .isEqualTo("true");
                assertThat(tab.evaluate("document.getElementById(" + box
                                        + ".getAttribute('aria-describedby')).textContent")
                                .asText())
                        .contains("must be a number of 0 or more");
                assertThat(cells(tab, "job-prices")).isEqualTo(rows);
                tab.evaluate("document.getElementById('list-prices').click()");
            }
            assertThat(tab.evaluate("document.querySelectorAll('[aria-invalid=true]').length")
                            .asInt())
                    .isZero();
            assertThat(tab.evaluate(
                                    "[...document.querySelectorAll('#prices input')].every(box => box.labels.length === 1)")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void againstABaselineThatCostsNothingNoCostIsComputed() throws Exception {
        Path own = directory.resolve("nothing");
        String list = PricedReport.list("cloudera-2014");
        PricedReport report = PricedReport.of(own, PricedReport.results(own, list), "cloudera-2014");
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            for (String device : List.of("hdd", "ssd")) {
                type(tab, "devices." + device + ".price", "0");
            }
            assertThat(cells(tab, "job-prices"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.get(4).asText()).isEqualTo("-"));
            assertThat(tab.complaints()).isEmpty();
        }
    }

    private static PricedReport ofTemplate(String name) throws IOException {
        Path own = directory.resolve(name);
        return PricedReport.of(own, PricedReport.results(own, PricedReport.list("template")), "template");
    }

    private static JsonNode cells(Tab tab, String table) throws IOException, InterruptedException {
        return tab.evaluate(CELLS.formatted(table));
    }

    private static boolean shown(Tab tab, String selector) throws IOException, InterruptedException {
        return !tab.evaluate("document.querySelector('" + selector + "').hidden")
                .asBoolean();
    }

    private static void type(Tab tab, String name, String text) throws IOException, InterruptedException {
        tab.evaluate("(() => { const box = document.querySelector('[data-price=\"" + name + "\"]'); box.value = '"
                + text + "'; box.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    /** Checks the page's tables: prices by the changed list, and costs of jobs by both. */
    private static void assertAgrees(Tab tab, JsonNode listed, JsonNode changed)
            throws IOException, InterruptedException {
        Map<String, Double> prices = new TreeMap<>();
        List<String> parts = new ArrayList<>();
        tab.evaluate(PARTS).forEach(part -> parts.add(part.asText()));
        cells(tab, "setup-prices").forEach(row -> {
            for (int at = 0; at < parts.size(); at++) {
                if (!row.get(at + 1).asText().equals("-")) {
                    prices.put(
                            row.get(0).asText() + " " + parts.get(at),
                            row.get(at + 1).asDouble());
                }
            }
        });
        assertClose(
                prices,
                costs(
                        changed,
                        PRICES_OF_SETUPS,
                        cost -> cost.get("setup").asText() + " "
                                + cost.get("measure").asText()));
        String measure = MEASURES.get(tab.evaluate("dataOf('page').prices.of").asText());
        Map<String, Double> before = new TreeMap<>();
        Map<String, Double> now = new TreeMap<>();
        cells(tab, "job-prices").forEach(row -> {
            String key = row.get(0).asText() + " on " + row.get(2).asText();
            before.put(key, row.get(3).asDouble());
            // Against a baseline that costs nothing there is no cost.
            if (!row.get(4).asText().equals("-")) {
                now.put(key, row.get(4).asDouble());
            }
        });
        Function<JsonNode, String> key = cost -> cost.path("job").asText("all jobs together") + " on "
                + cost.get("setup").asText();
        assertThat(before).isNotEmpty();
        assertClose(before, costs(listed, Set.of(measure), key));
        assertClose(now, costs(changed, Set.of(measure), key));
    }

    private static Map<String, Double> costs(JsonNode report, Set<String> measures, Function<JsonNode, String> key) {
        Map<String, Double> costs = new TreeMap<>();
        report.get("cost").forEach(cost -> {
            if (measures.contains(cost.get("measure").asText())) {
                costs.put(key.apply(cost), cost.get("value").asDouble());
            }
        });
        return costs;
    }

    private static void assertClose(Map<String, Double> found, Map<String, Double> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach((key, value) -> assertThat(Math.abs(value - expected.get(key)))
                .as("%s: %s for %s", key, value, expected.get(key))
                .isLessThanOrEqualTo(PRECISION * Math.max(Math.abs(value), Math.abs(expected.get(key)))));
    }
}
