package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.page.HtmlReport.Notice;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;

/** Checks notices on campaigns whose plan has 21 runs, as {@link RunBuilder} states. */
class NoticesTest {
    private static Stream<RunRecord> valid(String campaign, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> new RunBuilder(number, "terasort")
                .campaign(campaign)
                .repeat(number)
                .elapsed(100.0 + number)
                .build());
    }

    private static Findings findings(List<RunRecord> runs) {
        return Findings.of(Runs.of(runs.stream()), ComparisonOptions.standard());
    }

    private static List<Notice> notices(Stream<RunRecord> runs) {
        return Notices.of(findings(runs.toList()));
    }

    @Test
    void a_campaign_that_is_finished_needs_none() {
        assertThat(notices(valid("nightly", 21))).isEmpty();
    }

    @Test
    void a_part_of_a_plan_is_told_and_red_where_it_is_the_lesser_one() {
        assertThat(notices(valid("nightly", 11))).singleElement().satisfies(notice -> {
            assertThat(notice.about()).isEqualTo("not finished");
            assertThat(notice.colour()).isEqualTo(StatusLight.Colour.AMBER);
            assertThat(notice.says()).startsWith("11 of 21 planned runs of campaign nightly have ended");
        });
        assertThat(notices(valid("nightly", 10))).singleElement().satisfies(notice -> assertThat(notice.colour())
                .isEqualTo(StatusLight.Colour.RED));
    }

    @Test
    void a_run_that_was_interrupted_has_not_ended_until_it_is_repeated() {
        RunRecord cut = new RunBuilder(21, "terasort")
                .repeat(21)
                .ended(Status.INTERRUPTED, "the user ended it")
                .build();
        assertThat(notices(Stream.concat(valid("nightly", 20), Stream.of(cut))))
                .singleElement()
                .satisfies(notice -> assertThat(notice.says()).startsWith("20 of 21 "));
        assertThat(notices(Stream.concat(valid("nightly", 21), Stream.of(cut)))).isEmpty();
    }

    @Test
    void of_several_campaigns_those_that_are_not_finished_are_named() {
        Stream<RunRecord> runs = Stream.of(valid("a", 21), valid("b", 20), valid("c", 2), valid("d", 3), valid("e", 4))
                .flatMap(stream -> stream);
        assertThat(notices(runs)).singleElement().satisfies(notice -> {
            assertThat(notice.says()).startsWith("29 of 84 planned runs of 4 of the 5 campaigns have ended");
            assertThat(notice.details())
                    .containsExactly("20 of 21: b", "2 of 21: c", "3 of 21: d", "and 1 more campaigns");
            assertThat(notice.colour()).isEqualTo(StatusLight.Colour.RED);
        });
    }

    @Test
    void nothing_is_missing_of_a_campaign_that_ended_by_its_rule() {
        ComparisonOptions options = ComparisonOptions.standard()
                .with(new Study("", List.of(), List.of(), Set.of("nightly"), List.of(), Looks.ONLY));
        Findings early = Findings.of(Runs.of(valid("nightly", 12)), options);
        assertThat(Notices.of(early)).isEmpty();
        assertThat(Credibility.of(early, RunEvidence.NONE).get(0).colour()).isEqualTo(StatusLight.Colour.GREEN);
        Findings other = Findings.of(Runs.of(valid("another", 12)), options);
        assertThat(Notices.of(other)).hasSize(1);
    }

    @Test
    void without_a_valid_run_the_most_frequent_reasons_are_told() {
        Measured runs = new Measured();
        for (int run = 0; run < 3; run++) {
            runs.next("terasort", "hdd", 10).ended(Status.FAILED, "no space\nleft");
        }
        runs.next("sort", "hdd", 10).ended(Status.INVALID, "rows are missing");
        runs.next("sort", "ssd", 10).ended(Status.INVALID, "rows are missing");
        runs.next("sort", "ssd", 10).ended(Status.FAILED, "y".repeat(1000));
        runs.next("sort", "ssd", 10).ended(Status.FAILED, "killed");
        Notice none = Notices.of(runs.findings()).get(0);
        assertThat(none.about()).isEqualTo("no valid run");
        assertThat(none.colour()).isEqualTo(StatusLight.Colour.RED);
        assertThat(none.says()).startsWith("none of 7 runs is valid").contains("How they ended: 5 failed, 2 invalid.");
        assertThat(none.details())
                .containsExactly(
                        "3 times: no space left",
                        "2 times: rows are missing",
                        "once: " + "y".repeat(160) + " …",
                        "and 1 more reasons");
    }
}
