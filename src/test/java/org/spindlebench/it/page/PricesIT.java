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
    private static final Set<String> MEASURES_OF_JOBS = Set.of(
            "hourly_cost",
            "cost_times_time",
            "cost_per_job",
            "device_price_per_performance",
            "node_price_per_performance",
            "cluster_price_per_performance");
    private static final Set<String> PRICES_OF_SETUPS =
            Set.of("device_price", "node_price", "cluster_price", "total_cost", "hourly_rate");

    private static final String COSTS = "new Costs(spindle.prices.model, spindle.prices.values)";
    private static final String FIGURES = COSTS + ".contests.flatMap(({contest, figures}) => Object.entries(figures)"
            + ".flatMap(([measure, all]) => all.map(({setup, value, low, high, rank, tied}) => ({measure, setup,"
            + " job: contest.job ?? null, value, low, high, rank, tied_with: tied}))))";
    private static final String SETUPS = COSTS + ".setups";
    // An HTML report made from the changed list has no charts without rows.
    private static final String DRAWN =
            "Object.fromEntries(spindle.pictures.filter(({id, all}) => id in ROWS && all.length > 0)"
                    + ".map(({id, all}) => [id, all]))";
    private static final String LISTED =
            "Object.fromEntries(spindle.pictures.filter(({id}) => id in ROWS).map(({id, listed}) => [id, listed]))";
    private static final String RECOMPUTED = "Object.fromEntries(spindle.pictures.filter(({id}) => id in ROWS)"
            + ".map(({id}) => [id, ROWS[id](spindle.prices.model, spindle.prices.values)]))";
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
                        new Change("devices.ssd.price", "ssd: {price: ", "14000", "900"),
                        new Change("discount", "date: 2014", "", "\ndiscount: 0.4")),
                Listed.of(
                        "cloudera-slides-later",
                        new Change("devices.hdd.price", "hdd: {price: ", "250", "0"),
                        new Change("devices.ssd.price", "ssd: {price: ", "6400", "64"),
                        new Change("discount", "date: 2014", "", "\ndiscount: 0.99")),
                Listed.of(
                        "sandisk-2014",
                        new Change("setups.all-hdd.price", "{hdd: 2}, price: ", "37561", "60000"),
                        new Change("setups.all-ssd.price", "{ssd: 2}, price: ", "46567", "0"),
                        new Change("years", "years: ", "3", "6.5"),
                        new Change("utilisation", "utilisation: ", "1", "0.35"),
                        new Change("support", "date: 2014", "", "\nsupport: 0.2")),
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
                        new Change("energy.price_per_kwh", "price_per_kwh: ", "0.12", "3"),
                        new Change("energy.pue", "pue: ", "1.5", "2.25"),
                        new Change("years", "years: ", "3 ", "12 "),
                        new Change("utilisation", "utilisation: ", "0.6", "0.05"),
                        new Change("discount", "discount: ", "0.1 ", "0.55 "),
                        new Change("support", "support: ", "0.12", "0")));
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
        try (Tab tab = chromium.tab();
                Tab other = chromium.tab()) {
            tab.open(unchanged.page(), "");
            assertAgrees(tab, unchanged.json());
            assertSame(tab.evaluate(RECOMPUTED), tab.evaluate(LISTED), "unchanged");
            assertSame(
                    tab.evaluate("costSentences(spindle.prices.model, spindle.prices.values)"),
                    tab.evaluate(SENTENCES),
                    "unchanged sentences");
            Set<String> names = new TreeSet<>();
            tab.evaluate("spindle.prices.model.inputs.map(({name}) => name)").forEach(name -> names.add(name.asText()));
            assertThat(list.changes()).extracting(Change::name).containsExactlyInAnyOrderElementsOf(names);
            for (Change change : list.changes()) {
                Path file = Files.writeString(own.resolve("changed.yaml"), change.in(text));
                PricedReport library = PricedReport.of(own.resolve("changed"), results, file.toString());
                type(tab, change.name(), change.to().replaceAll(".*: ", "").strip());
                other.open(library.page(), "");
                assertAgrees(tab, library.json());
                assertSame(tab.evaluate(DRAWN), other.evaluate(DRAWN), change.toString());
                assertSame(tab.evaluate(SENTENCES), other.evaluate(SENTENCES), change.toString());
                tab.evaluate("document.getElementById('list-prices').click()");
            }
            tab.evaluate("spindle.all()");
            assertThat(tab.complaints()).noneMatch(complaint -> complaint.contains("exception"));
        }
    }

    @Test
    void changedPricesAreMarkedAndInTheAddressUntilTheyAreRestored() throws Exception {
        PricedReport report = ofTemplate("address");
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            JsonNode sentences = tab.evaluate(SENTENCES);
            assertThat(shown(tab, "#first p.changed")).isFalse();
            type(tab, "devices.ssd.price", "1");
            assertThat(shown(tab, "#first p.changed")).isTrue();
            assertThat(shown(tab, "#show-ranking p.changed")).isTrue();
            assertThat(tab.evaluate(SENTENCES)).isNotEqualTo(sentences);
            String hash = tab.evaluate("location.hash").asText();
            assertThat(hash).isEqualTo("#price.devices.ssd.price=1");
            JsonNode changed = tab.evaluate(DRAWN);

            tab.open(report.page(), hash);
            assertThat(tab.evaluate(DRAWN)).isEqualTo(changed);
            assertThat(shown(tab, "#first p.changed")).isTrue();

            tab.evaluate("document.getElementById('list-prices').click()");
            assertThat(tab.evaluate("location.hash").asText()).isEmpty();
            assertThat(tab.evaluate(SENTENCES)).isEqualTo(sentences);
            assertThat(shown(tab, "#first p.changed")).isFalse();
        }
    }

    @Test
    void whatIsNoPriceIsSaidBesideTheFieldAndNothingIsComputed() throws Exception {
        PricedReport report = ofTemplate("wrong");
        Map<String, List<String>> wrong = new TreeMap<>(Map.of(
                "devices.ssd.price", List.of("-1", "", "abc", "1,5", "1e999", "0x10", "NaN"),
                "utilisation", List.of("0", "1.1"),
                "discount", List.of("1"),
                "years", List.of("0"),
                "energy.pue", List.of("0.9")));
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            JsonNode rows = tab.evaluate(DRAWN);
            for (Map.Entry<String, List<String>> field : wrong.entrySet()) {
                for (String text : field.getValue()) {
                    type(tab, field.getKey(), text);
                    String box = "document.querySelector('[data-price=\"" + field.getKey() + "\"]')";
                    assertThat(tab.evaluate(box + ".getAttribute('aria-invalid')")
                                    .asText())
                            .as(field.getKey() + "=" + text)
                            .isEqualTo("true");
                    assertThat(tab.evaluate("document.getElementById(" + box
                                            + ".getAttribute('aria-describedby')).textContent")
                                    .asText())
                            .containsAnyOf("is not a number", "must be");
                    assertThat(tab.evaluate(DRAWN)).isEqualTo(rows);
                    tab.evaluate("document.getElementById('list-prices').click()");
                }
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
    void aBaselineThatCostsNothingIsSaidToBeWhyNothingIsRanked() throws Exception {
        Path own = directory.resolve("nothing");
        String list = PricedReport.list("cloudera-2014");
        PricedReport report = PricedReport.of(own, PricedReport.results(own, list), "cloudera-2014");
        try (Tab tab = chromium.tab()) {
            tab.open(report.page(), "");
            for (String device : List.of("hdd", "ssd")) {
                type(tab, "devices." + device + ".price", "0");
            }
            tab.evaluate("new Promise(resolve => setTimeout(resolve, 400)).then(() => spindle.all()).then(() => true)");
            assertThat(tab.evaluate("document.querySelector('#show-ranking .sampled').textContent")
                            .asText())
                    .startsWith("With these prices ")
                    .endsWith(
                            " costs nothing, so no price can be compared with it: there is no device price over performance.");
            assertThat(tab.complaints()).isEmpty();
        }
    }

    private static PricedReport ofTemplate(String name) throws IOException {
        Path own = directory.resolve(name);
        return PricedReport.of(own, PricedReport.results(own, PricedReport.list("template")), "template");
    }

    private static boolean shown(Tab tab, String selector) throws IOException, InterruptedException {
        return !tab.evaluate("document.querySelector('" + selector + "').hidden")
                .asBoolean();
    }

    private static void type(Tab tab, String name, String text) throws IOException, InterruptedException {
        tab.evaluate("(() => { const box = document.querySelector('[data-price=\"" + name + "\"]'); box.value = '"
                + text + "'; box.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    /** Checks every number of the HTML report against those of the report in JSON. */
    private static void assertAgrees(Tab tab, JsonNode report) throws IOException, InterruptedException {
        Map<String, JsonNode> expected = new TreeMap<>();
        Map<String, Double> prices = new TreeMap<>();
        for (JsonNode cost : report.get("cost")) {
            String measure = cost.get("measure").asText();
            if (MEASURES_OF_JOBS.contains(measure)) {
                expected.put(key(cost), cost);
            } else if (PRICES_OF_SETUPS.contains(measure)) {
                prices.put(
                        cost.get("setup").asText() + " " + measure,
                        cost.get("value").asDouble());
            }
        }
        Map<String, JsonNode> found = new TreeMap<>();
        tab.evaluate(FIGURES).forEach(figure -> found.put(key(figure), figure));
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        expected.forEach((key, cost) -> {
            JsonNode figure = found.get(key);
            for (String part : List.of("value", "low", "high")) {
                assertClose(figure.get(part), cost.path(part), key + " " + part);
            }
            assertThat(figure.get("rank").asInt())
                    .as(key)
                    .isEqualTo(cost.get("rank").asInt());
            assertThat(figure.get("tied_with")).as(key).isEqualTo(cost.get("tied_with"));
        });
        Map<String, Double> ofPage = new TreeMap<>();
        tab.evaluate(SETUPS).properties().forEach(setup -> PRICES_OF_SETUPS.stream()
                .filter(setup.getValue()::has)
                .forEach(measure -> ofPage.put(
                        setup.getKey() + " " + measure,
                        setup.getValue().get(measure).asDouble())));
        assertThat(ofPage.keySet()).isEqualTo(prices.keySet());
        prices.forEach((key, price) -> assertClose(ofPage.get(key), price, key));
    }

    private static String key(JsonNode cost) {
        return cost.get("measure").asText() + " of " + cost.path("job").asText("null") + " on "
                + cost.get("setup").asText();
    }

    private static void assertClose(JsonNode found, JsonNode expected, String what) {
        if (expected.isMissingNode() || expected.isNull()) {
            assertThat(found.isNull()).as(what + ": " + found).isTrue();
        } else {
            assertClose(found.asDouble(), expected.asDouble(), what);
        }
    }

    private static void assertClose(double found, double expected, String what) {
        assertThat(Math.abs(found - expected))
                .as("%s: %s for %s", what, found, expected)
                .isLessThanOrEqualTo(PRECISION * Math.max(Math.abs(found), Math.abs(expected)));
    }

    /** Checks that two trees are the same, except for rounding of their numbers. */
    private static void assertSame(JsonNode found, JsonNode expected, String what) {
        if (expected.isNumber()) {
            // Positions on axes are differences: near 0, they have the rounding errors of the numbers they are made of.
            assertThat(found.isNumber()).as(what + ": " + found).isTrue();
            assertThat(Math.abs(found.asDouble() - expected.asDouble()))
                    .as("%s: %s for %s", what, found, expected)
                    .isLessThanOrEqualTo(PRECISION * Math.max(1, Math.abs(expected.asDouble())));
        } else if (expected.isObject()) {
            List<String> names = new ArrayList<>();
            found.fieldNames().forEachRemaining(names::add);
            List<String> wanted = new ArrayList<>();
            expected.fieldNames().forEachRemaining(wanted::add);
            assertThat(names).as(what).containsExactlyInAnyOrderElementsOf(wanted);
            wanted.forEach(name -> assertSame(found.get(name), expected.get(name), what + "." + name));
        } else if (expected.isArray()) {
            assertThat(found.size()).as(what).isEqualTo(expected.size());
            for (int at = 0; at < expected.size(); at++) {
                assertSame(found.get(at), expected.get(at), what + "[" + at + "]");
            }
        } else {
            assertThat(found).as(what).isEqualTo(expected);
        }
    }
}
