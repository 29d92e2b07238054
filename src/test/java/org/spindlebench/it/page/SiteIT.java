package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
                             "subject": {"job": "%s", "setup": "%s", "settings": {"cluster": "prod"}}, "status": "ok",
                             "times": {"yarnStarted": "%s", "elapsed": %s},
                             "evidence": {"probe": "none", "limits": {"seconds": %s, "parts": [
                               {"limiter": "%s", "time": 0.9, "use": 0.9, "next": 0.1, "beyondStorage": 0.1}]}}}
                            """.formatted(
                                    month, number, job, setup, start, seconds, seconds, limiter));
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
    @ValueSource(strings = {"", "#runs?open=job", "#timeline", "#timeline/prod/hdd", "#run/month-3/run-1"})
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
                .contains("2026-07-04: durations ", "jobs that processors limit did not move as much");
        tab.open(index, "");
        assertThat(tab.evaluate(
                                "[...document.querySelectorAll('#home tbody a')].filter(link => link.href.endsWith('report.html')).length")
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
