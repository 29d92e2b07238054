package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.it.cluster.ProcessCluster;

/** Tests the pages of a site in a real browser: twelve months of a cluster that slows down, and a hostile name. */
@BesideClusters
class SiteIT {
    private static final Path ROOT = ProcessCluster.projectRoot();
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    private static final int MONTHS = 12;
    private static final int SLOW_FROM = 6;
    private static final int SELECTIONS = 50;
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private static Path shared;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private static Path index;
    private Tab tab;

    @BeforeAll
    static void write() throws Exception {
        Random random = new Random(1);
        for (int month = 0; month < MONTHS; month++) {
            writeCampaign(month, random);
        }
        Path site = shared.resolve("site");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                ROOT.resolve("bench-runner/target/bench-runner.jar")
                        + File.pathSeparator
                        + ROOT.resolve("bench-site/target/bench-site.jar"),
                "org.spindlebench.launcher.Launcher",
                "site",
                shared.resolve("results").toString(),
                "--out",
                site.toString()));
        Path said = shared.resolve("said.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        } finally {
            process.destroyForcibly();
        }
        index = site.resolve("index.html");
    }

    private static void writeCampaign(int month, Random random) throws IOException {
        Path runs = Files.createDirectories(shared.resolve("results/month-" + month + "/runs"));
        int number = 0;
        double common = 1 + 0.01 * random.nextGaussian();
        for (String setup : List.of("hdd", "ssd")) {
            for (String job :
                    List.of("terasort", "wordcount", month == 0 && setup.equals("ssd") ? HOSTILE : "shuffle")) {
                for (int repeat = 0; repeat < 3; repeat++) {
                    number++;
                    boolean isCanary = job.equals("wordcount");
                    double step = month >= SLOW_FROM && !isCanary ? 1.1 : 1;
                    double seconds =
                            (setup.equals("hdd") ? 200 : 100) * common * step * (1 + 0.005 * random.nextGaussian());
                    Instant start = START.plus(30L * month, ChronoUnit.DAYS).plus(number, ChronoUnit.HOURS);
                    String limiter = isCanary ? "processors" : "hdfs";
                    Files.writeString(runs.resolve("run-" + number + ".json"), """
                            {"schema": 1, "identity": {"campaign": "month-%d", "run": "run-%d", "suite": "s"},
                             "source": {"format": "test", "file": "made"},
                             "subject": {"job": "%s", "setup": "%s", "settings": {"cluster": "prod", "buffers": "%s"}}, "status": "ok",
                             "times": {"yarnStarted": "%s", "elapsed": %s},
                             "evidence": {"probe": "none", "limits": {"seconds": %s, "parts": [
                               {"limiter": "%s", "time": 0.9, "use": 0.9, "next": 0.1, "beyondStorage": 0.1}]}}}
                            """.formatted(
                            month, number, job, setup, repeat == 0 ? "64" : "128", start, seconds, seconds, limiter));
                }
            }
        }
    }

    @BeforeEach
    void open() {
        tab = BROWSER.tab();
    }

    private String text(String selector) throws IOException, InterruptedException {
        return tab.evaluate("document.querySelector(" + Chromium.quoted(selector) + ").textContent")
                .asText();
    }

    private void assertQuiet() {
        assertThat(tab.complaints()).isEmpty();
        assertThat(tab.networkRequests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#runs?open=job",
                "#timeline",
                "#timeline/prod/hdd",
                "#run/month-3/run-1",
                "#settings",
                "#settings/prod"
            })
    void everyPageIsShownAndAccessible(String address) throws Exception {
        tab.open(index, address);
        assertThat(text("h1")).doesNotContain("cannot be shown", "no such");
        assertThat(text("main")).doesNotContain("null", "undefined", "NaN");
        ReportedPage.assertAccessible(tab);
        tab.dark(true);
        ReportedPage.assertAccessible(tab);
        tab.dark(false);
        tab.width(500);
        ReportedPage.assertWithinTheWindow(tab);
        tab.width(1200);
        assertQuiet();
    }

    @Test
    void theFirstPageSaysWhatChangedAndNeedsNoScripts() throws Exception {
        assertThat(Files.readString(index))
                .contains("2026-07-04: durations ", "durations of jobs that processors limit changed less");
        tab.open(index, "");
        assertThat(tab.evaluate("[...document.querySelectorAll('#home tbody a')]"
                                + ".filter(link => /campaigns.*report.html$/.test(link.href)).length")
                        .asInt())
                .isEqualTo(MONTHS);
        tab.evaluate("(() => { const box = document.querySelector('#search input'); box.value = 'month-7';"
                + " box.dispatchEvent(new Event('input', {bubbles: true})); return true; })()");
        assertThat(text("#search output")).isEqualTo("1 found");
    }

    @Test
    void aSelectionIsInTheAddress() throws Exception {
        tab.open(index, "#runs?open=job&group=setup");
        tab.evaluate("document.querySelector('input[name=job]').click()");
        assertThat(text("#view p[aria-live]")).startsWith(MONTHS * 6 + " of " + MONTHS * 18 + " runs");
        String address = tab.evaluate("location.hash").asText();
        String shown = text("#view table");
        assertThat(text("#view code")).contains("spindle report ", " --where job=");

        tab.open(index, address);
        assertThat(text("#view table")).isEqualTo(shown).contains("hdd", String.valueOf(MONTHS * 3));
        assertQuiet();
    }

    /** Random selections of campaigns, jobs and setups show the medians that {@code report} computes of the same runs. */
    @Test
    void selectionsShowTheNumbersOfReport() throws Exception {
        Random random = new Random(7);
        tab.open(index, "#runs");
        int compared = 0;
        for (int at = 0; at < SELECTIONS; at++) {
            List<String> campaigns = some(
                    IntStream.range(0, MONTHS)
                            .mapToObj(month -> "month-" + month)
                            .toList(),
                    random);
            List<String> jobs = some(List.of("terasort", "wordcount", "shuffle"), random);
            List<String> setups = some(List.of("hdd", "ssd"), random);
            StringBuilder address = new StringBuilder("#runs?group=job,setup,buffers");
            List<String> command = new ArrayList<>(List.of("report"));
            campaigns.forEach(name -> {
                address.append("&f.campaign=").append(name);
                command.add(shared.resolve("results/" + name).toString());
            });
            jobs.forEach(name -> {
                address.append("&f.job=").append(name);
                command.addAll(List.of("--where", "job=" + name));
            });
            setups.forEach(name -> {
                address.append("&f.setup=").append(name);
                command.addAll(List.of("--where", "setup=" + name));
            });
            command.addAll(List.of(
                    "--format", "json", "--out", shared.resolve("reported").toString()));
            Map<String, String> reported = reported(command);
            Map<String, String> shown = new TreeMap<>();
            for (JsonNode row : shown(address.toString())) {
                shown.put(
                        row.get(0).asText() + " " + row.get(1).asText() + " "
                                + row.get(2).asText(),
                        row.get(3).asText() + " " + row.get(4).asText());
            }
            assertThat(shown).as(address.toString()).isEqualTo(reported);
            compared += shown.size();
        }
        assertThat(compared).isGreaterThan(SELECTIONS);
        assertQuiet();
    }

    /** Returns the number of runs and the median of each cell that a command reports. */
    private Map<String, String> reported(List<String> command) throws IOException, InterruptedException {
        Map<String, String> reported = new TreeMap<>();
        for (JsonNode cell :
                new ObjectMapper().readTree(PricedReport.said(command)).get("cells")) {
            String name = cell.get("job").asText() + " " + cell.get("setup").asText() + " "
                    + cell.get("settings").get("buffers").asText();
            reported.put(
                    name,
                    cell.get("n").asText() + " "
                            + tab.evaluate("digits(" + cell.get("median").asDouble() + ")")
                                    .asText());
        }
        return reported;
    }

    private static List<String> some(List<String> names, Random random) {
        List<String> chosen = new ArrayList<>(names);
        Collections.shuffle(chosen, random);
        return chosen.subList(0, 1 + random.nextInt(names.size()));
    }

    /** Returns the cells of the table that an address shows. */
    private JsonNode shown(String address) throws IOException, InterruptedException {
        return tab.evaluate("new Promise(shown => { addEventListener('hashchange', () => { const wait = () =>"
                + " document.body.dataset.ready === 'true' ? shown([...document.querySelectorAll('#view tbody tr')]"
                + ".map(row => [...row.cells].map(cell => cell.textContent))) : setTimeout(wait, 5); setTimeout(wait, 0); },"
                + " {once: true}); location.hash = " + Chromium.quoted(address) + "; })");
    }

    @Test
    void theEffectOfASettingIsFilteredByTheAddress() throws Exception {
        tab.open(index, "#settings/prod");
        assertThat(text("#view")).contains("Best of all settings", "Each value over all configurations");
        int all = tab.evaluate("document.querySelectorAll('#view details:nth-of-type(2) tbody tr').length")
                .asInt();
        tab.evaluate(
                "(() => { const list = [...document.querySelectorAll('#view details:nth-of-type(2) select')].pop();"
                        + " list.value = list.options[1].value; list.dispatchEvent(new Event('change')); return true; })()");
        int left = tab.evaluate("document.querySelectorAll('#view details:nth-of-type(2) tbody tr').length")
                .asInt();
        assertThat(left).isPositive().isLessThan(all);
        String address = tab.evaluate("location.hash").asText();
        tab.open(index, address);
        assertThat(tab.evaluate("document.querySelectorAll('#view details:nth-of-type(2) tbody tr').length")
                        .asInt())
                .isEqualTo(left);
        assertQuiet();
    }

    @Test
    void theKeyboardAloneOpensAPageAFilterAndAChoice() throws Exception {
        tab.open(index, "");
        tab.press("Tab");
        assertThat(isActive(".skip")).isTrue();
        tab.press("Enter");
        assertThat(isActive("#main")).isTrue();
        tab.open(index, "");
        tabTo("nav a[href='#runs']");
        tab.press("Enter");
        waitUntil("document.querySelector('.facets') !== null");
        assertThat(isActive("#main")).isTrue();
        tabTo(".facets details summary");
        tab.press("Enter");
        waitUntil("document.querySelector('.facets input') !== null");
        tabTo(".facets input");
        tab.press("Space");
        assertThat(tab.evaluate("location.hash").asText()).contains("f.");
        assertThat(isActive(".facets input")).as("the focus stays").isTrue();
        tabTo("#view select");
        tab.press("ArrowDown");
        waitUntil("document.activeElement.matches('select')");
        assertThat(tab.evaluate("location.hash").asText()).contains("group=");
    }

    private void tabTo(String selector) throws IOException, InterruptedException {
        for (int at = 0; at < 200 && !isActive(selector); at++) {
            tab.press("Tab");
        }
        assertThat(isActive(selector)).as(selector).isTrue();
    }

    private boolean isActive(String selector) throws IOException, InterruptedException {
        return tab.evaluate("document.activeElement.matches(" + Chromium.quoted(selector) + ")")
                .asBoolean();
    }

    private void waitUntil(String condition) throws IOException, InterruptedException {
        for (int at = 0; at < 200 && !tab.evaluate(condition).asBoolean(); at++) {
            Thread.sleep(50);
        }
        assertThat(tab.evaluate(condition).asBoolean()).as(condition).isTrue();
    }

    @Test
    void theFirstPageIsPrintedWithItsTables() throws Exception {
        tab.open(index, "");
        Path paper = shared.resolve("site.pdf");
        tab.print(paper);
        assertThat(Files.size(paper)).isGreaterThan(10_000);
        tab.send("Emulation.setEmulatedMedia", Chromium.object().put("media", "print"));
        try {
            assertThat(tab.evaluate("getComputedStyle(document.querySelector('nav')).display")
                            .asText())
                    .isEqualTo("none");
            assertThat(tab.evaluate("document.querySelector('#home table').getBoundingClientRect().height > 50")
                            .asBoolean())
                    .isTrue();
        } finally {
            tab.send("Emulation.setEmulatedMedia", Chromium.object().put("media", ""));
        }
    }

    @Test
    void aMarkIsDrawnWithTheDayOfItsLook() throws Exception {
        tab.open(index, "#timeline/prod/hdd");
        assertThat(text("#view ul")).containsPattern("durations \\d+\\.\\d % longer.*\\(found on 2026-");
        assertThat(tab.evaluate("document.querySelectorAll('#view svg .dot').length")
                        .asInt())
                .isGreaterThanOrEqualTo(3 * MONTHS);
        assertQuiet();
    }

    @Test
    void aNameIsNeverReadAsMarkup() throws Exception {
        for (String address : List.of("", "#runs?open=job", "#timeline/prod/ssd")) {
            tab.open(index, address);
            assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt())
                    .isZero();
            assertQuiet();
        }
        assertThat(text("#view")).contains(HOSTILE);
    }
}
