package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Hypothesis.Under;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Likelihood;
import org.spindlebench.analysis.hypothesis.Likelihood.Chance;
import org.spindlebench.analysis.hypothesis.Likelihood.Design;
import org.spindlebench.analysis.hypothesis.Likelihood.PlannedCell;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;

/**
 * The likelihood of a decision against the share of whole experiments that are decided. The experiments have records and
 * a report each, and all hypotheses are true of the same runs.
 */
class LikelihoodSimulationTest {
    private static final int CAMPAIGNS = 600;
    private static final double STEP = Math.log(Likelihood.DIFFERENCE);
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Map<String, String> NONE = Map.of("compression", "none");
    private static final Map<String, String> SNAPPY = Map.of("compression", "snappy");

    private static final List<Hypothesis> HYPOTHESES = List.of(
            claim("faster", List.of("sort"), NONE, "a", "b", Prediction.of(Expectation.FASTER, 0)),
            claim("faster as printed", List.of("read"), NONE, "a", "b", Prediction.of(Expectation.FASTER, 0.02)),
            claim("not slower", List.of("sort"), NONE, "a", "b", Prediction.of(Expectation.NOT_SLOWER, 0)),
            claim("not faster", List.of("sort"), NONE, "a", "b", Prediction.of(Expectation.NOT_FASTER, 0.44)),
            claim("alike", List.of("read"), NONE, "a", "b", Prediction.ofTimes(Expectation.ALIKE, 1.1, 0.11)),
            claim(
                    "up to",
                    List.of("shuffle", "sort"),
                    NONE,
                    "a",
                    "b",
                    Prediction.ofTimes(Expectation.UP_TO, 1.44, 0.12)),
            claim("greater", List.of("shuffle"), NONE, "a", "b", Prediction.greaterGain(List.of("sort"))),
            claim(
                    "smaller",
                    List.of("shuffle"),
                    Map.of(),
                    "a",
                    "b",
                    Prediction.smallerDifference(new TreeMap<>(NONE), new TreeMap<>(SNAPPY))),
            claim("between", List.of("sort"), NONE, "a", "b", Prediction.between("c")),
            claim("in order", List.of("sort"), NONE, "b", "c", Prediction.inOrder(List.of("c", "b", "a"))),
            under(
                    Under.MEAN,
                    claim("pooled", List.of("read"), NONE, "a", "b", Prediction.of(Expectation.FASTER, 0.02))),
            claim("half measured", List.of("sort"), Map.of(), "a", "d", Prediction.of(Expectation.FASTER, 0)),
            with(SNAPPY, claim("with", List.of("shuffle"), Map.of(), "", "a", Prediction.of(Expectation.FASTER, 0))),
            with(
                    SNAPPY,
                    claim(
                            "with, and a job without others",
                            List.of("shuffle", "lone"),
                            Map.of(),
                            "",
                            "a",
                            Prediction.of(Expectation.FASTER, 0))),
            under(
                    Under.BEST,
                    claim("best", List.of("sized"), Map.of(), "a", "b", Prediction.of(Expectation.FASTER, 0))));

    private static final List<Printed> PRINTED = List.of(
            new Printed("table", "read", "a", "duration", 110), new Printed("table", "read", "b", "duration", 100));

    private static Hypothesis claim(
            String says,
            List<String> jobs,
            Map<String, String> settings,
            String baseline,
            String contender,
            Prediction claim) {
        return new Hypothesis(says, jobs, new TreeMap<>(settings), baseline, contender, claim);
    }

    private static Hypothesis under(Under under, Hypothesis one) {
        return with(one.with(), under, one);
    }

    private static Hypothesis with(Map<String, String> with, Hypothesis one) {
        return with(with, one.under(), one);
    }

    private static Hypothesis with(Map<String, String> with, Under under, Hypothesis one) {
        return new Hypothesis(
                one.says(),
                one.measure(),
                one.jobs(),
                one.settings(),
                new TreeMap<>(with),
                one.baseline(),
                one.contender(),
                one.prediction(),
                under,
                one.limit());
    }

    /** The logarithm of a true duration. */
    private static double log(PlannedCell cell) {
        double job =
                switch (cell.job()) {
                    case "shuffle" -> cell.settings().equals(NONE) ? 2 * STEP : STEP;
                    case "sort", "sized" -> STEP;
                    default -> Math.log(1.1);
                };
        return 4 + (cell.setup().equals("a") ? job : cell.setup().equals("c") ? -STEP : 0);
    }

    private static List<PlannedCell> cells() {
        Stream<PlannedCell> whole = Stream.of("a", "b", "c")
                .flatMap(setup -> Stream.of("sort", "shuffle", "read").flatMap(job -> Stream.of(NONE, SNAPPY)
                        .map(settings -> new PlannedCell(setup, job, new TreeMap<>(settings)))));
        Stream<PlannedCell> sized = Stream.of("a", "b").flatMap(setup -> Stream.of("1000", "2000")
                .flatMap(bytes -> Stream.of(NONE, SNAPPY).map(settings -> {
                    TreeMap<String, String> all = new TreeMap<>(settings);
                    all.put("bytes_per_node", bytes);
                    return new PlannedCell(setup, "sized", all);
                })));
        Stream<PlannedCell> alone = Stream.of(
                new PlannedCell("d", "sort", new TreeMap<>(NONE)), new PlannedCell("a", "lone", new TreeMap<>(SNAPPY)));
        return Stream.of(whole, sized, alone).flatMap(cells -> cells).toList();
    }

    @Test
    void asManyExperimentsAreDecidedAsForeseen() {
        for (Design design : List.of(new Design(4, 0.03, 0.95, 4000), new Design(6, 0.06, 0.95, 4000))) {
            List<Chance> foreseen = Likelihood.of(HYPOTHESES, cells(), ComparisonOptions.OTHER_WORK, PRINTED, design);
            double[] counted = counted(design);
            for (int i = 0; i < counted.length; i++) {
                Chance chance = foreseen.get(i);
                assertThat(counted[i])
                        .as("%s with %s", chance.hypothesis().says(), design)
                        .isCloseTo(chance.decided(), within(0.06));
            }
            assertThat(foreseen.stream().filter(one -> one.decided() > 0.1 && one.decided() < 0.9))
                    .as("likelihoods at which a wrong one would be seen")
                    .hasSizeGreaterThan(3);
        }
    }

    private static double[] counted(Design design) {
        Random random = new Random(7);
        double[] decided = new double[HYPOTHESES.size()];
        ComparisonOptions options = ComparisonOptions.standard().against("a").with(new Study("", HYPOTHESES));
        for (int campaign = 0; campaign < CAMPAIGNS; campaign++) {
            List<Judgement> judged = Findings.of(Runs.of(records(design, random).stream()), options)
                    .judgements();
            for (int i = 0; i < decided.length; i++) {
                decided[i] += judged.get(i).verdict().isClaimed() ? 1.0 / CAMPAIGNS : 0;
            }
        }
        return decided;
    }

    private static List<RunRecord> records(Design design, Random random) {
        List<RunRecord> records = new ArrayList<>();
        List<String> setups = List.of("a", "b", "c", "d");
        for (int visit = 1; visit <= design.visits() * setups.size(); visit++) {
            String setup = setups.get((visit - 1) % setups.size());
            for (PlannedCell cell : cells()) {
                if (cell.setup().equals(setup)) {
                    double seconds = Math.exp(log(cell) + design.cv() * random.nextGaussian());
                    records.add(record(records.size() + 1, visit, cell, seconds));
                }
            }
        }
        return records;
    }

    private static RunRecord record(int index, int visit, PlannedCell cell, double seconds) {
        Times times =
                new Times(null, null, START.plusSeconds(120L * index), null, null, null, null, seconds, null, null);
        return new RunRecord(
                RunRecord.SCHEMA,
                new Identity("experiment", "run-" + index, "simulated", null, null),
                null,
                new Position(index, index, 1, index, 1, visit),
                new Subject(cell.job(), cell.setup(), cell.settings()),
                null,
                Status.OK,
                null,
                null,
                null,
                times,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    @Test
    void aClaimAboutWhatIsNotMeasuredIsNeverDecided() {
        Hypothesis other = claim("other", List.of("read"), NONE, "c", "d", Prediction.of(Expectation.SLOWER, 0));
        List<Chance> chances = Likelihood.of(
                List.of(HYPOTHESES.get(0), other), cells(), Set.of(), List.of(), new Design(6, 0.03, 0.95, 200));
        assertThat(chances).extracting(Chance::cases).containsExactly(1, 0);
        assertThat(chances.get(0).decided()).isGreaterThan(0.95);
        assertThat(chances.get(1).decided()).isZero();
    }

    @Test
    void assumedRatiosAreClaimedPrintedOrBeyondTheLimit() {
        List<Chance> chances =
                Likelihood.of(HYPOTHESES, cells(), ComparisonOptions.OTHER_WORK, PRINTED, new Design(4, 0.03, 0.95, 1));
        assertThat(chances.subList(0, 6))
                .extracting(one -> Math.round(100 * one.ratio()))
                .containsExactly(120L, 110L, 120L, 120L, 110L, 144L);
        assertThat(IntStream.range(0, chances.size()).filter(i -> chances.get(i).isPrinted()))
                .containsExactly(1, 4, 5, 10);
    }
}
