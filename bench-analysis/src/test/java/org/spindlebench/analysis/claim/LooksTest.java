package org.spindlebench.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Looks.EarlierClaim;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;
import org.spindlebench.analysis.stats.VisitedPair;

class LooksTest {
    private static final List<Integer> FOUR = List.of(4, 6, 8, 12);

    private static final double SHARE_OF_FOUR = Looks.share(FOUR, 0.95);

    /** Campaigns of each row. -Dspindle.simulation.rounds=20000 for docs/evidence/simulation.md. */
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 500);

    @Test
    void four_looks_share_the_error_rate_as_published() {
        assertThat(Looks.share(FOUR, 0.95)).as(".0205 of .05").isBetween(0.38, 0.44);
        assertThat(Looks.share(List.of(5), 0.95)).isEqualTo(1);
        assertThat(Looks.share(List.of(4, 8), 0.95)).isGreaterThan(Looks.share(FOUR, 0.95));
        assertThat(Looks.declared(2, FOUR, 0.95, List.of()).share()).isEqualTo(Looks.share(FOUR, 0.95));
    }

    @Test
    void looks_that_nobody_declared_use_all_then_a_fifth_then_nothing() {
        assertThat(List.of(1, 2, 3, 4, 5, 9))
                .extracting(number -> Looks.undeclared(number, List.of()).share())
                .containsExactly(1.0, 0.2, 0.2, 0.2, 0.0, 0.0);
        assertThatIllegalArgumentException().isThrownBy(() -> new Looks(0, 1, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Looks(1, 1.1, List.of()));
    }

    @Test
    void a_claim_that_was_made_stays_with_the_interval_of_its_look() {
        EarlierClaim made = new EarlierClaim(1, 4, about("job"), Verdict.FASTER, 1.2, new Interval(0.95, 1.1, 1.3));
        Claims now = Claims.corrected(
                List.of(finding("job", 100, 101, 102, 103), finding("other", 100, 101, 102, 103)),
                Looks.undeclared(2, List.of(made)));
        List<PlainFinding> found = now.of(PlainFinding.class);
        Claim kept = found.get(0).claim();
        assertThat(kept.words()).isEqualTo("faster: at an earlier look");
        assertThat(kept.ratio()).isEqualTo(1.2);
        assertThat(kept.interval()).contains(new Interval(0.95, 1.1, 1.3));
        assertThat(kept.notes()).singleElement().satisfies(note -> {
            assertThat(note.code()).isEqualTo("claimed-earlier");
            assertThat(note.message()).startsWith("claimed at look 1, after 4 visits to each setup; all visits give");
        });
        assertThat(found.get(1).claim().reason()).isNull();
    }

    @Test
    void after_the_fourth_look_nothing_more_is_claimed() {
        PlainFinding clear = finding("job", 50, 51, 50.5, 50.2);
        assertThat(verdict(clear, 1)).isEqualTo(Verdict.FASTER);
        assertThat(verdict(clear, 4)).isEqualTo(Verdict.FASTER);
        assertThat(verdict(clear, 5)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Claims.corrected(List.of(clear), Looks.undeclared(5, List.of()))
                        .of(PlainFinding.class)
                        .get(0)
                        .claim()
                        .more())
                .isEmpty();
    }

    /**
     * Equal setups of 1, 7 and 36 rows: the share of campaigns that claim a difference at any look. The looks are after
     * 4, 6, 8 and 12 visits, and for undeclared looks after 4, 6, 8, 10 and 12.
     */
    @ParameterizedTest
    @CsvSource({"true, 1", "true, 7", "true, 36", "false, 1", "false, 7", "false, 36"})
    void equal_setups_are_rarely_told_apart_over_all_looks(boolean declared, int rows) {
        int rounds = rows > 10 ? ROUNDS / 4 : ROUNDS;
        Random random = new Random(rows);
        List<Integer> after = declared ? FOUR : List.of(4, 6, 8, 10, 12);
        int wrong = 0;
        for (int round = 0; round < rounds; round++) {
            wrong += claimsAnything(declared, rows, after, random) ? 1 : 0;
        }
        double rate = wrong / (double) rounds;
        System.out.printf(
                Locale.ROOT,
                "looks: %s, %d rows: %.2f %% of %d campaigns%n",
                declared ? "declared" : "undeclared",
                rows,
                100 * rate,
                rounds);
        assertThat(rate).isLessThan(0.06 + 3 * Math.sqrt(0.05 * 0.95 / rounds));
    }

    private static boolean claimsAnything(boolean declared, int rows, List<Integer> after, Random random) {
        List<List<Double>> sides = new ArrayList<>();
        int number = 0;
        for (int visits : after) {
            number++;
            grow(sides, rows, visits, 1, random);
            Looks look = look(declared, number, List.of());
            if (Claims.corrected(findings(sides, visits), look).all().anyMatch(claim -> claim.verdict()
                    .isDifference())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Contenders that are faster in every row: the share of campaigns that claim all rows, the mean share of rows that are
     * claimed, at the end and at the first look, and the mean number of visits to each setup if a look that decides all
     * rows ends the campaign. A fixed design has one look, after 12 or 4 visits, with all of alpha.
     */
    @ParameterizedTest
    @CsvSource({"1.10, 1", "1.10, 7", "1.06, 1", "1.06, 7"})
    void looks_save_visits_and_cost_some_power(double ratio, int rows) {
        Random random = new Random(rows);
        List<Course> fixed = new ArrayList<>();
        List<Course> early = new ArrayList<>();
        List<Course> declared = new ArrayList<>();
        List<Course> undeclared = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<List<Double>> sides = new ArrayList<>();
            grow(sides, rows, 12, ratio, random);
            fixed.add(Course.of(sides, false, List.of(12)));
            early.add(Course.of(sides, false, List.of(4)));
            declared.add(Course.of(sides, true, FOUR));
            undeclared.add(Course.of(sides, false, FOUR));
        }
        String about = String.format(Locale.ROOT, "ratio %.2f, %d rows", ratio, rows);
        double[] after12 = means("fixed 12, " + about, fixed);
        double[] after4 = means("fixed 4, " + about, early);
        double[] most = means("declared, " + about, declared);
        double[] afterwards = means("undeclared, " + about, undeclared);
        assertThat(most[0]).isBetween(after12[0] - 0.15, after12[0] + 0.02);
        assertThat(most[1]).isBetween(after12[1] - 0.2, after12[1] + 0.02);
        assertThat(afterwards[1]).isBetween(after12[1] - 0.33, after12[1] + 0.02);
        if (rows == 1) {
            assertThat(most[3]).isLessThan(10);
            assertThat(afterwards[3]).isLessThan(10);
        }
        assertThat(most[2])
                .as("a declared first look has less than all of alpha")
                .isLessThan(after4[2]);
        assertThat(afterwards[2])
                .as("an undeclared first look has all of alpha")
                .isEqualTo(after4[2]);
    }

    /** Prints and returns the share that claims all rows, the rows at the end and at the first look, and the visits. */
    private static double[] means(String name, List<Course> all) {
        double[] means = {
            all.stream().mapToDouble(one -> one.found == 1 ? 1 : 0).average().orElseThrow(),
            all.stream().mapToDouble(Course::found).average().orElseThrow(),
            all.stream().mapToDouble(Course::first).average().orElseThrow(),
            all.stream().mapToInt(Course::visits).average().orElseThrow()
        };
        System.out.printf(
                Locale.ROOT,
                "looks: %s: all rows in %.1f %% of %d campaigns, %.1f %% of rows, %.1f %% at first, %.1f visits%n",
                name,
                100 * means[0],
                all.size(),
                100 * means[1],
                100 * means[2],
                means[3]);
        return means;
    }

    /**
     * How a campaign went.
     *
     * @param visits the visits to each setup after which it ended
     * @param found the share of rows that it then called faster
     * @param first the share of rows that it called faster at the first look
     */
    private record Course(int visits, double found, double first) {
        static Course of(List<List<Double>> sides, boolean declared, List<Integer> after) {
            List<EarlierClaim> earlier = new ArrayList<>();
            List<Double> found = new ArrayList<>();
            for (int visits : after) {
                int number = found.size() + 1;
                List<Claim> claims = Claims.corrected(findings(sides, visits), look(declared, number, earlier))
                        .all()
                        .toList();
                found.add(claims.stream()
                                .filter(claim -> claim.verdict() == Verdict.FASTER)
                                .count()
                        / (double) claims.size());
                List<Claim> made = claims.stream()
                        .filter(claim -> claim.verdict().isClaimed())
                        .toList();
                if (made.size() == claims.size() || found.size() == after.size()) {
                    return new Course(visits, found.get(found.size() - 1), found.get(0));
                }
                made.forEach(claim -> earlier.add(
                        new EarlierClaim(number, visits, claim.about(), claim.verdict(), claim.ratio(), null)));
            }
            throw new IllegalArgumentException("no looks");
        }
    }

    private static Looks look(boolean declared, int number, List<EarlierClaim> earlier) {
        return declared ? new Looks(number, SHARE_OF_FOUR, earlier) : Looks.undeclared(number, earlier);
    }

    /** Adds visits to the two sides of each row; runs have a CV of 5 %. */
    private static void grow(List<List<Double>> sides, int rows, int visits, double ratio, Random random) {
        while (sides.size() < 2 * rows) {
            sides.add(new ArrayList<>());
        }
        for (int side = 0; side < 2 * rows; side++) {
            while (sides.get(side).size() < visits) {
                double mean = side % 2 == 0 ? 100 * ratio : 100;
                sides.get(side).add(mean * Math.exp(0.05 * random.nextGaussian()));
            }
        }
    }

    private static List<PlainFinding> findings(List<List<Double>> sides, int visits) {
        List<PlainFinding> findings = new ArrayList<>();
        for (int row = 0; row < sides.size() / 2; row++) {
            findings.add(finding(
                    "job-" + row,
                    Sample.of(sides.get(2 * row).subList(0, visits)),
                    Sample.of(sides.get(2 * row + 1).subList(0, visits))));
        }
        return findings;
    }

    private static Verdict verdict(PlainFinding finding, int look) {
        return Claims.corrected(List.of(finding), Looks.undeclared(look, List.of()))
                .of(PlainFinding.class)
                .get(0)
                .claim()
                .verdict();
    }

    private static ClaimSubject about(String job) {
        return new ClaimSubject("job", job, "hdd", "ssd", new TreeMap<>(), "duration");
    }

    private static PlainFinding finding(String job, double... contender) {
        return finding(job, Sample.of(100, 101, 102, 103), Sample.of(contender));
    }

    private static PlainFinding finding(String job, Sample baseline, Sample contender) {
        VisitedPair pair = VisitedPair.ofRuns(new SamplePair(baseline, contender));
        return new PlainFinding(Claim.ofRatio(
                about(job),
                RatioEstimate.of(
                        pair.speedUp(0.95).ratio(),
                        Optional.of(new Interval(0.95, 0.9, 1.1)),
                        IntervalBasis.INTERVAL,
                        0.95,
                        0.05),
                pair.welch(0.95, null).orElseThrow().test(),
                List.of()));
    }
}
