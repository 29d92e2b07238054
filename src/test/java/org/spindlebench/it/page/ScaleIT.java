package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;

/** The HTML report of hundreds of setups, each with a price, stays small and legible, and says what it leaves out. */
@BesideClusters
class ScaleIT {
    private static final String COSTS = "document.querySelector('[data-table=job-prices] tbody').textContent";

    private static final int SETUPS = 200;
    private static final long MEGABYTE = 1_000_000;
    /** Charts that draw only some setups, and how many they draw. */
    private static final Map<String, Integer> BY_SETUP = Map.of("quadrants", 8, "years", 8, "runs", 16, "average", 16);

    @TempDir
    private static Path shared;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private static PricedReport report;

    private Tab tab;

    @BeforeAll
    static void report() throws Exception {
        Path list = shared.resolve("prices.yaml");
        Files.writeString(list, list());
        Path results = PricedReport.results(shared, Files.readString(list));
        long begin = System.nanoTime();
        report = PricedReport.of(shared, results, list.toString());
        System.out.printf("report of %d priced setups: %.1f s%n", SETUPS, (System.nanoTime() - begin) / 1e9);
    }

    /** Returns a price list of many kinds of nodes that are bought. */
    private static String list() {
        Random random = new Random(20140501);
        StringBuilder text = new StringBuilder("""
                name: many
                currency: USD
                date: 2026-01
                source: invented
                utilisation: 0.6
                workers: 10
                node: {price: 10000}
                devices:
                  hdd: {price: 250}
                  ssd: {price: 900}
                setups:
                """);
        for (int setup = 0; setup < SETUPS; setup++) {
            text.append(String.format(
                    "  cluster-%03d: {devices: {hdd: %d, ssd: %d}, workers: %d}%n",
                    setup, 1 + random.nextInt(12), 1 + random.nextInt(6), 4 + random.nextInt(17)));
        }
        return text.toString();
    }

    @BeforeEach
    void open() {
        tab = BROWSER.tab();
    }

    @Test
    void theFileIsSmallAndEveryPictureIsDrawnWithoutAComplaint() throws Exception {
        assertThat(Files.size(report.page())).isLessThan(3 * MEGABYTE);
        ReportedPage page = ReportedPage.open(report.page(), tab);
        System.out.printf(
                "its page of %d bytes: interactive after %s ms%n",
                Files.size(report.page()),
                tab.evaluate("Math.round(performance.getEntriesByName('ready')[0].startTime)"));
        page.assertDrawn();
        assertThat(page.pictures()).containsAll(BY_SETUP.keySet());
        assertThat(tab.evaluate("Math.max(...[...document.querySelectorAll('tbody')].map(body => body.rows.length))")
                        .asInt())
                .as("rows of a table at once")
                .isLessThanOrEqualTo(200);
    }

    @Test
    void whatAPictureLeavesOutItSays() throws Exception {
        ReportedPage page = ReportedPage.open(report.page(), tab);
        page.drawAll();
        for (String picture : BY_SETUP.keySet()) {
            int most = BY_SETUP.get(picture);
            assertThat(said(picture))
                    .as(picture)
                    .matches(
                            ("(%1$d of (200|199) setups|If a part has more than %1$d setups, %1$d) are drawn: .*(alternately|in turn) .*"
                                            + "The table has all rows; filters choose others\\.")
                                    .formatted(most));
            assertThat(tab.evaluate("(picture => Math.max(...partsOf(choice(picture.drawable(), picture.data).drawn,"
                                    + " picture.data).map(part => new Set(part.map(row => row.setup)).size)))("
                                    + picture(picture) + ")")
                            .asInt())
                    .as(picture)
                    .isEqualTo(most);
        }
    }

    @Test
    void setupsThatAreDrawnLookDifferent() throws Exception {
        ReportedPage page = ReportedPage.open(report.page(), tab);
        page.drawAll();
        for (String picture : List.of("runs", "years")) {
            List<String> looks = strings("[...document.querySelectorAll('#show-" + picture
                    + " svg .role-legend-symbol path')].map(path => ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'd']"
                    + ".map(name => path.getAttribute(name)).join(' '))");
            assertThat(looks).as(picture).hasSize(BY_SETUP.get(picture)).doesNotHaveDuplicates();
        }
    }

    @Test
    void filtersBringInWhatIsLeftOut() throws Exception {
        ReportedPage page = ReportedPage.open(report.page(), tab);
        page.drawAll();
        String left = tab.evaluate("(picture => { const there = new Set(choice(picture.drawable(), picture.data)"
                        + ".drawn.map(row => row.setup)); return picture.all.find(row => !there.has(row.setup)).setup; })("
                        + picture("runs") + ")")
                .asText();
        ReportedPage chosen = ReportedPage.open(report.page(), tab, "#setup=" + left);
        chosen.assertDrawn();
        assertThat(chosen.texts("runs", 1)).containsOnly(left);
        assertThat(said("runs")).isEmpty();
    }

    @Test
    void theRestOfATableIsShownByKeysAndWhoAsksForItIsNotLost() throws Exception {
        ReportedPage page = ReportedPage.open(report.page(), tab);
        page.openTable("runs");
        tab.evaluate("document.querySelector('#show-runs .more').focus()");
        List<String> buttons = new ArrayList<>();
        while (tab.evaluate("document.activeElement.matches('.more')").asBoolean()) {
            buttons.add(tab.evaluate("document.activeElement.textContent").asText());
            assertThat(buttons).doesNotHaveDuplicates();
            tab.press("Enter");
        }
        assertThat(buttons).hasSizeGreaterThan(3).first().asString().startsWith("Show 200 more of ");
        assertThat(tab.evaluate("document.activeElement.matches('#show-runs .scroll')")
                        .asBoolean())
                .isTrue();
        assertThat(page.texts("runs", 0)).hasSameSizeAs(tab.evaluate(picture("runs") + ".all"));
    }

    @Test
    void aChangedPriceIsFollowed() throws Exception {
        ReportedPage.open(report.page(), tab);
        String before = tab.evaluate(COSTS).asText();
        JsonNode millis = tab.evaluate("(() => { const begin = performance.now();"
                + " const box = document.querySelector('[data-price=\"devices.ssd.price\"]'); box.value = '90000';"
                + " box.dispatchEvent(new Event('input', {bubbles: true}));"
                + " return Math.round(performance.now() - begin); })()");
        System.out.printf("a price is changed, and all costs are computed anew in %s ms%n", millis);
        assertThat(tab.evaluate(COSTS).asText()).isNotEqualTo(before);
        assertThat(tab.complaints()).isEmpty();
    }

    private String said(String picture) throws IOException, InterruptedException {
        return tab.evaluate("document.querySelector('#show-" + picture + " .sampled').textContent")
                .asText();
    }

    private static String picture(String id) {
        return "spindle.pictures.find(picture => picture.id === '" + id + "')";
    }

    private List<String> strings(String expression) throws IOException, InterruptedException {
        List<String> strings = new ArrayList<>();
        tab.evaluate(expression).forEach(one -> strings.add(one.asText()));
        return strings;
    }
}
