package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.BesideClusters;

/**
 * Tests the HTML report of a campaign that still runs, was interrupted, or went wrong, in a real browser. Needs no
 * cluster.
 */
@BesideClusters
class UnfinishedPageIT {
    private static final List<String> BOTH = List.of("hdd", "ssd");
    private static final List<Integer> WIDTHS = List.of(1280, 420);
    private static final String LEFT = "Runs left out of the statistics";

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    @TempDir
    private Path results;

    private Tab tab;

    @BeforeEach
    void open() {
        tab = BROWSER.tab();
    }

    private ReportedPage page(String baseline) throws IOException, InterruptedException {
        return ReportedPage.open(ReportedPage.ofRecords(results, results.resolve("report"), baseline), tab);
    }

    private void ended(int number, String setup, Status status, Double seconds, String... reasons) throws IOException {
        MadeRuns.record(results, new MadeRuns.Planned(number, 12, "terasort", setup).ended(status, seconds, reasons));
    }

    /**
     * Checks at every width that the notices before the answer are seen without scrolling, and are no wider than the
     * window.
     */
    private void assertSeenFirst(ReportedPage page) throws IOException, InterruptedException {
        for (int width : WIDTHS) {
            tab.width(width);
            assertThat(page.evaluate("document.querySelector('.notices').getBoundingClientRect().bottom")
                            .asDouble())
                    .as("end of the notices at %d pixels", width)
                    .isBetween(50.0, 900.0);
            page.assertWithinTheWindow();
        }
    }

    @Test
    void aCampaignThatStillRunsSaysHowMuchOfItThereIs() throws Exception {
        MadeRuns.campaign(results, BOTH, 12, 8);
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.pictures()).contains("runs", "average", "phases");
        assertThat(page.all(".notices > li"))
                .singleElement()
                .asString()
                .startsWith(
                        "\u25b2 Not finished: 8 of 12 planned runs of campaign nightly have ended and have a record.")
                .endsWith("This report shows a part of the results, which may change.");
        assertThat(page.all(".notices > li.amber")).hasSize(1);
        assertThat(page.evaluate("document.title").asText()).endsWith("(not finished)");
        assertThat(page.all(".trust li.amber"))
                .anyMatch(light ->
                        light.contains("8 of 8 runs are valid") && light.contains("4 planned runs have not ended"));
        page.assertAccessible();
        assertSeenFirst(page);
    }

    @Test
    void ofTheLesserPartTheNoticeIsRedAndOfAllThereIsNone() throws Exception {
        MadeRuns.campaign(results, BOTH, 12, 5);
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.all(".notices > li.red")).singleElement().asString().contains("5 of 12 planned runs");
        page.assertAccessible();

        for (int number = 6; number <= 12; number++) {
            ended(number, BOTH.get(number % 2), Status.OK, 100.0 + number);
        }
        ReportedPage whole = page(null);
        whole.assertDrawn();
        assertThat(whole.all(".notices")).isEmpty();
        assertThat(whole.evaluate("document.title").asText()).endsWith("against ssd?");
    }

    @Test
    void runsThatFailedOrWereInterruptedAreListedWithTheirReasons() throws Exception {
        MadeRuns.campaign(results, BOTH, 12, 8);
        ended(9, "hdd", Status.FAILED, null, "no space left on device", "the job's AM was killed");
        ended(10, "ssd", Status.INVALID, 31.5, "bytes in = bytes out: expected 64000000, was 63999900");
        ended(11, "hdd", Status.INTERRUPTED, null, "the user ended it");
        ended(12, "ssd", Status.INTERRUPTED, null, "the machine was switched off");
        // The run was repeated under the same name.
        ended(12, "ssd", Status.OK, 80.0);
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.all(".notices > li")).singleElement().asString().contains("11 of 12 planned runs");
        assertThat(page.rows(LEFT))
                .containsExactlyInAnyOrder(
                        List.of(
                                "terasort",
                                "hdd",
                                "failed",
                                "no space left on device; the job's AM was killed",
                                "nightly",
                                "009-terasort"),
                        List.of(
                                "terasort",
                                "ssd",
                                "invalid",
                                "bytes in = bytes out: expected 64000000, was 63999900",
                                "nightly",
                                "010-terasort"),
                        List.of("terasort", "hdd", "interrupted", "the user ended it", "nightly", "011-terasort"),
                        List.of(
                                "terasort",
                                "ssd",
                                "interrupted, repeated",
                                "the machine was switched off",
                                "nightly",
                                "012-terasort"));
        assertThat(page.all(".trust li.amber")).anyMatch(light -> light.contains("9 of 12 runs are valid"));
        assertSeenFirst(page);
    }

    @Test
    void withoutAValidRunThePageSaysHowTheyEnded() throws Exception {
        String hostile = "</script><img src=x onerror='window.hurt = 1'> \u202eright to left " + "x".repeat(300);
        ended(1, "hdd", Status.FAILED, null, "no space left on device");
        ended(2, "ssd", Status.FAILED, null, "no space left on device");
        ended(3, "hdd", Status.INVALID, null, hostile);
        ReportedPage page = page(null);
        page.drawAll();
        page.assertQuiet();
        assertThat(page.pictures()).as("there is no duration to draw").isEmpty();
        assertThat(page.all(".notices > li.red"))
                .hasSize(2)
                .first()
                .asString()
                .contains("No valid run: none of 3 runs is valid", "How they ended: 2 failed, 1 invalid.");
        assertThat(page.all(".notices .details li"))
                .hasSize(2)
                .startsWith("2 times: no space left on device")
                .anyMatch(reason -> reason.startsWith("once: </script><img") && reason.endsWith("xx …"));
        assertThat(page.all("h1")).containsExactly("No run is valid, so there is no duration.");
        assertThat(page.all(".trust li"))
                .as("of no run nothing is trusted")
                .singleElement()
                .asString()
                .contains("valid runs: red", "none is valid of terasort on hdd, terasort on ssd");
        assertThat(page.rows(LEFT)).hasSize(3).anyMatch(row -> row.get(3).equals(hostile.replace('\u202e', '?')));
        assertThat(page.evaluate("window.hurt === undefined").asBoolean()).isTrue();
        page.assertAccessible();
        assertSeenFirst(page);
    }

    @Test
    void invalidRunsThatTookTheirTimeAreDrawnThoughNoneIsValid() throws Exception {
        ended(1, "hdd", Status.INVALID, 100.0, "rows are missing");
        ended(2, "ssd", Status.INVALID, 80.0, "rows are missing");
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.pictures()).containsExactly("runs");
        assertThat(page.texts("runs", 3)).containsOnly("invalid");
        assertThat(page.all("h1")).hasSize(1);
    }

    @Test
    void ofOneSetupThePageSaysHowLongJobsTook() throws Exception {
        MadeRuns.campaign(results, List.of("hdd"), 12, 6);
        // An experiment's first setup is its baseline even before another setup has runs.
        for (String baseline : new String[] {null, "hdd"}) {
            ReportedPage page = page(baseline);
            page.assertDrawn();
            assertThat(page.all("h1")).singleElement().asString().startsWith("terasort takes ");
            assertThat(page.all(".answer li"))
                    .singleElement()
                    .asString()
                    .matches("terasort on hdd: \\d+\\.\\d\\d s with sd \\d+\\.\\d\\d s, mean of 6 runs in one visit");
            assertThat(page.all(".trust li")).anyMatch(light -> light.contains("there is only one setup"));
            assertThat(page.evaluate("document.getElementById('filters').offsetHeight")
                            .asInt())
                    .as("there is nothing to filter by")
                    .isZero();
            assertSeenFirst(page);
        }
    }

    @Test
    void whereTheOtherSetupHasNoValidRunYetThatIsSaid() throws Exception {
        ended(1, "hdd", Status.OK, 100.0);
        ended(2, "ssd", Status.FAILED, null, "no space left on device");
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.all("h1")).containsExactly("Nothing could be compared: only hdd has valid runs.");
        assertThat(page.all(".answer li")).containsExactly("terasort on hdd: 100.00 s, of a single run");
        assertThat(page.all(".trust li.red")).anyMatch(light -> light.contains("none is valid of terasort on ssd"));
        assertThat(page.all(".trust li.amber")).anyMatch(light -> light.contains("nothing was compared"));
    }

    @Test
    void whatIsBeingWrittenIsNotRead() throws Exception {
        MadeRuns.campaign(results, BOTH, 12, 4);
        RunRecord next = new MadeRuns.Planned(5, 12, "terasort", "ssd").ended(Status.OK, 100.0);
        Path runs = results.resolve("runs");
        // This is how a record is written: to a file with a hidden name, after the samples that it names.
        Files.writeString(runs.resolve("." + next.identity().run() + ".json.3f1c2a7b.tmp"), "{\"schema\": 1, \"iden");
        Files.write(runs.resolve(next.identity().run() + ".samples.gz"), new byte[] {0x1f});
        ReportedPage page = page(null);
        page.assertDrawn();
        assertThat(page.all(".notices > li")).singleElement().asString().contains("4 of 12 planned runs");

        MadeRuns.record(results, next);
        assertThat(page(null).all(".notices > li")).singleElement().asString().contains("5 of 12 planned runs");
    }
}
