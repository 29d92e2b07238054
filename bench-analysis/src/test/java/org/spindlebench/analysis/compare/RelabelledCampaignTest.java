package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Noise;
import org.spindlebench.analysis.compare.SimulatedCampaign.Order;
import org.spindlebench.analysis.compare.SimulatedCampaign.Shape;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.Sample;

/**
 * Gives the visits of a campaign their setups' names by chance, and counts how often a report claims a difference:
 * {@code mvn test -pl bench-analysis -Dtest=RelabelledCampaignTest -Dspindle.campaign=DIR}. DIR is the directory of a
 * campaign of two setups that are the same storage, as docs/evidence/simulation.md describes. Within each block the two names
 * stay, or change places. {@code -Dspindle.delayed=NAME} names a third setup, which is slower: it counts how often
 * reports of few visits find it.
 */
class RelabelledCampaignTest {
    private static final int ROUNDS = 2_000;
    private static final int FEW_ROUNDS = 500;
    private static final double LEVEL = 0.05;
    private static final double POWER = 0.9;
    private static final int CAMPAIGNS = 20;
    /** With a power of 90 %, fewer are found once in 420 times. */
    private static final int LEAST_FOUND = 14;
    /** A setup of the campaign that is slower, and has no part in the names of chance. */
    private static final String DELAYED = System.getProperty("spindle.delayed", "");

    @Test
    @EnabledIfSystemProperty(named = "spindle.campaign", matches = ".+")
    void names_of_chance_are_told_apart_as_rarely_as_promised() throws IOException {
        List<RunRecord> records = measured().stream()
                .filter(each -> !each.subject().setup().equals(DELAYED))
                .toList();
        List<String> setups =
                records.stream().map(each -> each.subject().setup()).distinct().toList();
        assertThat(setups).hasSize(2);
        for (String job :
                records.stream().map(each -> each.subject().job()).distinct().toList()) {
            List<RunRecord> ofJob = records.stream()
                    .filter(each -> each.subject().job().equals(job))
                    .toList();
            System.out.printf(
                    "%s alone: %.4f within blocks, %.4f over all visits%n",
                    job,
                    claimed(ofJob, setups, withinBlocks(ofJob), ROUNDS),
                    claimed(ofJob, setups, overAllVisits(ofJob, setups), ROUNDS));
        }
        double within = claimed(records, setups, withinBlocks(records), ROUNDS);
        double over = claimed(records, setups, overAllVisits(records, setups), ROUNDS);
        System.out.printf(
                "%d runs, %d relabellings: of screens claim %.4f within blocks, %.4f over all visits%n",
                records.size(), ROUNDS, within, over);
        // A drift that blocks even out makes reports more careful than promised, never less.
        assertThat(within).isLessThan(0.065);
        assertThat(over).isBetween(0.02, 0.065);
    }

    /** Campaigns are drawn from the blocks of the measured one, each of as many as 90 % power needs by the equals. */
    @Test
    @EnabledIfSystemProperty(named = "spindle.campaign", matches = ".+")
    @EnabledIfSystemProperty(named = "spindle.delayed", matches = ".+")
    void a_planted_delay_is_found_as_often_as_planned() throws IOException {
        List<RunRecord> reads = measured().stream()
                .filter(each -> each.subject().job().equals("dfsio-read"))
                .toList();
        List<Double> equals = durations(reads, each -> !each.equals(DELAYED));
        double slowDown = Sample.of(durations(reads, DELAYED::equals)).mean()
                / Sample.of(equals).mean();
        int visits = visitsFor(slowDown, Power.sdOfLogs(Sample.of(equals).cv().orElseThrow()));
        List<Integer> blocks = new ArrayList<>(
                reads.stream().map(each -> each.position().block()).distinct().toList());
        String baseline = reads.stream()
                .map(each -> each.subject().setup())
                .filter(setup -> !setup.equals(DELAYED))
                .findFirst()
                .orElseThrow();
        ComparisonOptions options = ComparisonOptions.standard().against(baseline);
        Random random = new Random(16);
        int found = 0;
        for (int campaign = 0; campaign < CAMPAIGNS; campaign++) {
            Collections.shuffle(blocks, random);
            List<Integer> drawn = blocks.subList(0, visits);
            Findings findings = Findings.of(
                    Runs.of(reads.stream()
                            .filter(each -> drawn.contains(each.position().block()))
                            .filter(each -> List.of(baseline, DELAYED)
                                    .contains(each.subject().setup()))),
                    options);
            found += claims(findings) ? 1 : 0;
        }
        System.out.printf(
                "delay of %.1f %%, CV of the equals %.1f %%, %d of %d blocks: found in %d of %d%n",
                100 * (slowDown - 1),
                100 * Sample.of(equals).cv().orElseThrow(),
                visits,
                blocks.size(),
                found,
                CAMPAIGNS);
        assertThat(found).isGreaterThanOrEqualTo(LEAST_FOUND);
    }

    private static int visitsFor(double slowDown, double sdOfLogs) {
        return IntStream.iterate(2, visits -> visits + 1)
                .filter(visits -> Power.detectableRatio(sdOfLogs, visits, visits, POWER, 1 - LEVEL) <= slowDown)
                .findFirst()
                .orElseThrow();
    }

    private static List<Double> durations(List<RunRecord> runs, Predicate<String> setup) {
        return runs.stream()
                .filter(each -> setup.test(each.subject().setup()))
                .map(each -> each.times().elapsed())
                .toList();
    }

    private static List<RunRecord> measured() throws IOException {
        try (Stream<RunRecord> read = Records.read(Path.of(System.getProperty("spindle.campaign")))) {
            return read.toList();
        }
    }

    @Test
    void names_of_chance_of_simulated_runs_are_told_apart_as_rarely_as_promised() {
        Shape shape = new Shape(1, 1, 12, 1, 1);
        Noise noise = new Noise(Effect.NONE, Order.BLOCKS, false);
        List<String> setups = List.of(SimulatedCampaign.BASELINE, SimulatedCampaign.contender(0));
        double mean = IntStream.range(0, 20)
                .mapToDouble(seed -> claimed(
                        SimulatedCampaign.records(shape, noise, Truth.EQUAL, new Random(seed)),
                        setups,
                        withinBlocks(SimulatedCampaign.records(shape, noise, Truth.EQUAL, new Random(seed))),
                        FEW_ROUNDS / 10))
                .average()
                .orElseThrow();
        // 1,000 screens, of which 5 % claim: four standard errors.
        assertThat(mean).isBetween(LEVEL - 0.028, LEVEL + 0.028);
    }

    /** Returns the share of relabellings whose report claims a difference. */
    private static double claimed(
            List<RunRecord> records, List<String> setups, Function<Random, Predicate<RunRecord>> drawn, int rounds) {
        Random random = new Random(24);
        ComparisonOptions options = ComparisonOptions.standard().against(setups.get(0));
        return IntStream.range(0, rounds)
                        .filter(round -> {
                            Predicate<RunRecord> swapped = drawn.apply(random);
                            Runs runs = Runs.of(
                                    records.stream().map(each -> swapped.test(each) ? swapped(each, setups) : each));
                            return claims(Findings.of(runs, options));
                        })
                        .count()
                / (double) rounds;
    }

    /** The names of a block stay, or change places. */
    private static Function<Random, Predicate<RunRecord>> withinBlocks(List<RunRecord> records) {
        int blocks =
                records.stream().mapToInt(each -> each.position().block()).max().orElseThrow();
        return random -> {
            boolean[] swapped = new boolean[blocks + 1];
            IntStream.rangeClosed(0, blocks).forEach(block -> swapped[block] = random.nextBoolean());
            return each -> swapped[each.position().block()];
        };
    }

    /** Any half of the visits gets the first name. */
    private static Function<Random, Predicate<RunRecord>> overAllVisits(List<RunRecord> records, List<String> setups) {
        List<Integer> visits = new ArrayList<>(
                records.stream().map(each -> each.position().visit()).distinct().toList());
        return random -> {
            Collections.shuffle(visits, random);
            Set<Integer> first = new HashSet<>(visits.subList(0, visits.size() / 2));
            return each -> first.contains(each.position().visit())
                    != each.subject().setup().equals(setups.get(0));
        };
    }

    private static RunRecord swapped(RunRecord run, List<String> setups) {
        int other = 1 - setups.indexOf(run.subject().setup());
        return run.labelled(setups.get(other), run.identity().campaign());
    }

    private static boolean claims(Findings findings) {
        return Stream.concat(
                        findings.comparisons().map(Comparison::claim),
                        findings.suites().stream().map(SuiteFinding::claim))
                .anyMatch(claim -> claim.verdict().isDifference());
    }
}
