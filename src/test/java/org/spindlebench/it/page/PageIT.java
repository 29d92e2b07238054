package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ProcessCluster;

/** Tests the HTML report of imported runs in a real browser. Needs no cluster. */
@BesideClusters
class PageIT {
    private static final List<String> SETUPS = List.of("hdd-11", "ssd", "hybrid", "hdd-6");
    private static final int REPEATS = 5;
    private static final long MEGABYTE = 1_000_000;

    @TempDir
    private static Path shared;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private static Path page;

    @TempDir
    private Path directory;

    private Tab tab;

    @BeforeAll
    static void report() throws Exception {
        page = ReportedPage.write(MadeRuns.csv(shared, SETUPS, REPEATS), shared.resolve("report"), "hdd-11");
    }

    @BeforeEach
    void open() {
        tab = BROWSER.tab();
    }

    @Test
    void everyPictureIsDrawnWithoutAComplaintOrARequest() throws Exception {
        ReportedPage.open(page, tab).assertDrawn();
    }

    @Test
    void anAlojaExportIsDrawnWithoutAComplaintOrARequest() throws Exception {
        Path file = ReportedPage.write(MadeRuns.aloja(directory, 3000), directory.resolve("report"), null);
        ReportedPage.open(file, tab).assertDrawn();
        tab.width(420);
        ReportedPage.open(file, tab).assertDrawn();
        assertThat(tab.evaluate("[...document.querySelectorAll('#show-sweeps svg text')]"
                                + ".map(text => text.textContent).filter(text => text.includes('\u2026')).length")
                        .asInt())
                .as("texts that are cut")
                .isZero();
    }

    @Test
    void lightsSayTheirColourAndHaveAShape() throws Exception {
        ReportedPage.open(page, tab);
        JsonNode lights = tab.evaluate("[...document.querySelectorAll('.trust li')].map(light => light.className + ' '"
                + " + light.querySelector('.word').textContent)");
        assertThat(lights).isNotEmpty().allSatisfy(light -> assertThat(light.asText())
                .matches("green \u25CF .+: green|amber \u25B2 .+: amber|red \u25A0 .+: red"));
    }

    @Test
    void recordsAsTheyAreDocumentedAreDrawnWithoutAComplaintOrARequest() throws Exception {
        String document = Files.readString(ProcessCluster.projectRoot().resolve("docs/records.md"));
        String opening = "```json\n";
        int start = document.indexOf(opening) + opening.length();
        String record = document.substring(start, document.indexOf("```", start));
        Path records = Files.createDirectories(directory.resolve("records"));
        for (String setup : List.of("hdd", "ssd")) {
            Files.writeString(
                    records.resolve(setup + ".json"),
                    record.replace("\"setup\": \"default\"", "\"setup\": \"" + setup + "\"")
                            .replace("\"run\": \"003-", "\"run\": \"" + setup + "-"));
        }
        Path file = ReportedPage.ofRecords(records, directory.resolve("report"), null);
        ReportedPage opened = ReportedPage.open(file, tab);
        opened.assertDrawn();
        assertThat(opened.pictures()).contains("sizes", "cpu", "phases");
    }

    @Test
    void bytesThatWereSharedOutLookDifferent() throws Exception {
        String document = Files.readString(ProcessCluster.projectRoot().resolve("docs/records.md"));
        String opening = "```json\n";
        int start = document.indexOf(opening) + opening.length();
        String record = document.substring(start, document.indexOf("```", start));
        Path records = Files.createDirectories(directory.resolve("shared"));
        Files.writeString(records.resolve("own.json"), record.replace("\"setup\": \"default\"", "\"setup\": \"own\""));
        Files.writeString(
                records.resolve("shared.json"),
                record.replace("\"setup\": \"default\"", "\"setup\": \"shared\"")
                        .replace("\"run\": \"003-", "\"run\": \"shared-")
                        .replace("\"origin\": \"measured\"", "\"origin\": \"shared out by logical bytes\""));
        ReportedPage opened =
                ReportedPage.open(ReportedPage.ofRecords(records, directory.resolve("report-shared"), null), tab);
        opened.assertDrawn();
        assertThat(opened.pictures()).contains("volumes");
        assertThat(opacities("measured")).containsExactly("1", "1");
        assertThat(opacities("shared out by logical bytes")).containsExactly("0.25", "0.25");
        assertThat(tab.evaluate("document.querySelector('#show-volumes svg').textContent")
                        .asText())
                .as("the legend")
                .contains("shared out by logical bytes", "measured");
    }

    /** Returns how opaque the bars of bytes of an origin are. */
    private List<String> opacities(String origin) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        tab.evaluate("[...document.querySelectorAll('#show-volumes svg [aria-roledescription=bar]')]"
                        + ".filter(bar => bar.getAttribute('aria-label').includes('origin: " + origin + ";'))"
                        + ".map(bar => getComputedStyle(bar).fillOpacity)")
                .forEach(one -> found.add(one.asText()));
        return found;
    }

    @Test
    void itsFiguresAreThoseOfTheJson() throws Exception {
        ReportedPage opened = ReportedPage.open(page, tab);
        JsonNode json = Chromium.parse(Files.readString(page.resolveSibling("report.json")));

        List<Double> drawn = new ArrayList<>();
        tab.evaluate("spindle.pictures.find(picture => picture.id === 'runs').all"
                        + ".filter(run => run.status === 'ok').map(run => run.seconds)")
                .forEach(seconds -> drawn.add(seconds.asDouble()));
        List<Double> valid = new ArrayList<>();
        json.get("cells").forEach(cell -> cell.get("values").forEach(seconds -> valid.add(seconds.asDouble())));
        assertThat(drawn).hasSize(8 * 2 * SETUPS.size() * REPEATS - 2).containsExactlyInAnyOrderElementsOf(valid);
        assertThat(opened.figures("average", column("average", "against the average")))
                .isEqualTo(ofAll(json.get("marginals"), "against_average"));
    }

    private int column(String picture, String title) throws IOException, InterruptedException {
        JsonNode titles = tab.evaluate("spindle.pictures.find(picture => picture.id === '" + picture
                + "').columns.map(column => column.title).filter(title => title !== '')");
        for (int at = 0; at < titles.size(); at++) {
            if (titles.get(at).asText().equals(title)) {
                return at;
            }
        }
        throw new AssertionError(picture + " has no column " + title + ", but " + titles);
    }

    private static List<Double> ofAll(JsonNode list, String key) {
        List<Double> values = new ArrayList<>();
        list.forEach(one -> values.add(one.has(key) ? (Double) one.get(key).asDouble() : null));
        return values;
    }

    @Test
    void filtersLeaveWhatWasChosenAndTheAddressKeepsThem() throws Exception {
        ReportedPage opened = ReportedPage.open(page, tab);
        opened.drawAll();
        int before = opened.marks("runs");
        choose("setup", "ssd");
        choose("job", "terasort");
        opened.drawAll();

        assertThat(opened.texts("runs", 1)).containsOnly("ssd").hasSize(2 * REPEATS);
        assertThat(opened.texts("runs", 0)).containsOnly("terasort");
        assertThat(tab.evaluate(
                                "[...document.querySelectorAll('#tables .block')].find(block => block.querySelector('h2').textContent === 'Durations')"
                                        + ".querySelectorAll('tbody tr').length")
                        .asInt())
                .as("terasort on ssd with and without compression, in a table further down")
                .isEqualTo(2);
        assertThat(opened.marks("runs")).isLessThan(before);
        String hash = tab.evaluate("location.hash").asText();
        assertThat(hash).contains("setup=ssd").contains("job=terasort");

        ReportedPage again = ReportedPage.open(page, tab, hash);
        assertThat(again.texts("runs", 1)).containsOnly("ssd").hasSize(2 * REPEATS);
        assertThat(tab.evaluate("document.querySelector('#filters [data-filter=setup] summary').textContent")
                        .asText())
                .isEqualTo("Setups: 1 of 4");
        choose("job", "terasort");
        choose("job", "sort");
        choose("status", "failed");
        assertThat(again.texts("runs", 3))
                .as("ssd's runs of sort, with and without compression")
                .containsOnly("failed")
                .hasSize(2);
    }

    private void choose(String filter, String value) throws IOException, InterruptedException {
        tab.evaluate(
                "document.querySelector('#filters [data-filter=" + filter + "] input[value=" + value + "]').click()");
    }

    @Test
    void aTableIsSortedByAClickAndTheAddressKeepsIt() throws Exception {
        ReportedPage opened = ReportedPage.open(page, tab);
        int speedUp = column("average", "against the average");
        opened.openTable("average");
        clickHead("against the average");
        List<Double> ascending = opened.figures("average", speedUp);
        assertThat(ascending).isSorted();
        clickHead("against the average");
        assertThat(opened.figures("average", speedUp)).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(tab.evaluate("document.querySelector('table[data-table=average] th[aria-sort]').textContent")
                        .asText())
                .isEqualTo("against the average");

        ReportedPage again =
                ReportedPage.open(page, tab, tab.evaluate("location.hash").asText());
        assertThat(again.figures("average", speedUp)).isSortedAccordingTo(Comparator.reverseOrder());
    }

    private void clickHead(String title) throws IOException, InterruptedException {
        tab.evaluate(
                "[...document.querySelectorAll('table[data-table=average] th button')].find(button => button.textContent === '"
                        + title + "').click()");
    }

    @Test
    void csvSvgAndSpecificationAreSaved() throws Exception {
        ReportedPage opened = ReportedPage.open(page, tab);
        opened.drawAll();
        tab.send(
                "Browser.setDownloadBehavior",
                Chromium.object().put("behavior", "allow").put("downloadPath", directory.toString()));
        for (String label : List.of("Save CSV", "Save SVG", "Save Vega-Lite")) {
            tab.evaluate(
                    "[...document.querySelectorAll('#show-average .actions button')].find(button => button.textContent === '"
                            + label + "').click()");
        }

        int rows = opened.texts("average", 0).size();
        assertThat(saved("average.csv").lines().toList())
                .hasSize(1 + rows)
                .first()
                .asString()
                .startsWith("job,parameter,value,setup,compression,pool,settings,speedup,low,high,n");
        assertThat(saved("average.svg")).startsWith("<svg").contains("terasort");
        JsonNode spec = Chromium.parse(saved("average.vl.json"));
        assertThat(spec.get("$schema").asText()).contains("vega-lite/v6");
        assertThat(spec.get("data").get("values")).hasSizeBetween(1, rows);
    }

    private String saved(String name) throws IOException, InterruptedException {
        Path file = directory.resolve(name);
        assertThat(Await.within(Duration.ofSeconds(20), () -> Files.exists(file) && Files.size(file) > 0))
                .as("%s is saved", name)
                .isTrue();
        return Files.readString(file);
    }

    @Test
    void aPageOfAThousandRunsAndOneOfThirtySevenThousandAreSmall() throws Exception {
        Path thousand = ReportedPage.write(MadeRuns.csv(directory, SETUPS, 16), directory.resolve("thousand"), null);
        Path many = ReportedPage.write(MadeRuns.aloja(directory, 37_000), directory.resolve("many"), null);
        assertThat(Files.size(thousand)).isLessThan(3 * MEGABYTE);
        assertThat(Files.size(many)).isLessThan(12 * MEGABYTE);
        for (Path file : List.of(thousand, many)) {
            ReportedPage opened = ReportedPage.open(file, tab);
            // The time is printed but not checked: on a machine that also does other work, it says little about the
            // report.
            System.out.printf(
                    "page of %d bytes: interactive after %s ms%n",
                    Files.size(file), tab.evaluate("Math.round(performance.getEntriesByName('ready')[0].startTime)"));
            opened.assertDrawn();
            System.out.printf(
                    "all of its pictures are drawn after %s ms%n", tab.evaluate("Math.round(performance.now())"));
        }
    }

    @Test
    void aPageOfMoreRunsThanItHoldsDrawsWhatStandsOutAndSaysWhereTheOthersAre() throws Exception {
        Path file = ReportedPage.write(MadeRuns.csv(directory, SETUPS, 800), directory.resolve("crowd"), null);
        assertThat(Files.size(file)).isLessThan(12 * MEGABYTE);
        ReportedPage opened = ReportedPage.open(file, tab);
        System.out.printf(
                "page of 51,200 runs, %d bytes: interactive after %s ms%n",
                Files.size(file), tab.evaluate("Math.round(performance.getEntriesByName('ready')[0].startTime)"));
        opened.assertDrawn();
        assertThat(tab.evaluate("document.querySelector('#show-runs .sampled').textContent")
                        .asText())
                .startsWith("2000 of 51200 runs are drawn: ")
                .contains("This page holds 40000 of 51200 rows")
                .endsWith("All durations are in report-cells.csv and report.json.");
        assertThat(tab.evaluate("(picture => { const seconds = row => row.seconds;"
                                + " const drawn = choice(picture.drawable(), picture.data).drawn;"
                                + " const ends = rows => [Math.min(...rows.map(seconds)), Math.max(...rows.map(seconds))];"
                                + " return drawn.some(row => row.status === 'failed')"
                                + " && ends(drawn).join() === ends(picture.all).join(); })"
                                + "(spindle.pictures.find(picture => picture.id === 'runs'))")
                        .asBoolean())
                .as("the failed run, the least and the most are drawn")
                .isTrue();
    }

    @Test
    void hostileNamesComeOutAsText() throws Exception {
        List<String> hostile = List.of(
                "</script><script>window.hurt = 1</script>",
                "<img src=x onerror='window.hurt = 1'>",
                "\"quotes' & <b>tags</b>",
                "\u202eright to left\u202c",
                "x".repeat(300),
                "\ud83d\udc18 elephant");
        Map<String, String> names = new LinkedHashMap<>();
        hostile.forEach(name -> names.put("s" + names.size(), name));
        List<String> plain = new ArrayList<>(List.of("base"));
        plain.addAll(names.keySet());
        Path file = ReportedPage.renamed(MadeRuns.csv(directory, plain, 2), directory.resolve("report"), names);
        ReportedPage opened = ReportedPage.open(file, tab);
        opened.assertDrawn();
        assertThat(tab.evaluate("window.hurt === undefined").asBoolean()).isTrue();
        assertThat(tab.evaluate("document.querySelectorAll('main img, main b').length")
                        .asInt())
                .isZero();
        assertThat(opened.texts("runs", 1))
                .containsAll(hostile.stream()
                        .map(name -> name.replaceAll("[\u202e\u202c]", "?"))
                        .toList());
        opened.assertWithinTheWindow();
    }

    @Test
    void axeFindsNothingSerious() throws Exception {
        ReportedPage opened = ReportedPage.open(page, tab);
        opened.drawAll();
        opened.openTable("average");
        opened.assertAccessible();
        tab.dark(true);
        opened.assertAccessible();
        tab.dark(false);
    }
}
